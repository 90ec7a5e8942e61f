/** A reader process whose readers misbehave for content that contains a mark: `MARK endless`. */
import { readFileSync } from 'node:fs'
import { type ContentReader, serveReads } from '../../../src/base/concurrency/serve-reads.ts'
import { CONTENT_READERS } from '../../../src/features/imports/formats/content-readers.ts'
import { isRawRecord } from '../../../src/features/imports/formats/record-reader.ts'

const MISBEHAVIOR: Readonly<Record<string, () => unknown>> = {
  endless: () => {
    for (;;);
  },
  backtracking: () => /^(?:a+)+$/.test(`${'a'.repeat(100)}b`),
  greedy: () => {
    const kept: unknown[] = []
    for (;;) kept.push(Buffer.alloc(2 ** 20, 1))
  },
  hoarding: () => {
    const kept: unknown[] = []
    for (;;) kept.push(Array.from({ length: 2 ** 16 }, Math.random))
  },
}

function readContent(input: unknown): string {
  const { path, bytes }: Readonly<Record<string, unknown>> = isRawRecord(input) ? input : {}
  return typeof path === 'string'
    ? readFileSync(path, 'latin1')
    : Buffer.from(bytes instanceof Uint8Array ? bytes : []).toString()
}

const wrap = (reader: ContentReader): ContentReader =>
  async function* (input) {
    const [, name = ''] = /MARK (\w+)/.exec(readContent(input)) ?? []
    MISBEHAVIOR[name]?.()
    yield* reader(input)
  }

await serveReads(Object.fromEntries(Object.entries(CONTENT_READERS).map(([name, reader]) => [name, wrap(reader)])))
