/** Content that would not fit into memory: it is refused while it is read. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { readRecords } from '../../src/features/imports/formats/read-files.ts'
import { readTextFile } from '../../src/features/imports/formats/read-text.ts'
import { readWxrElements } from '../../src/features/imports/formats/wxr/wxr-elements.ts'
import { MAX_IMPORT_BYTES } from '../../src/features/imports/import.ts'

test('A calendar, a line of records and an element of an export have at most 64 MiB', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'calends-large-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const write = (name: string, bytes: number, beginning = ''): string => {
    const path = join(folder, name)
    writeFileSync(path, beginning.padEnd(bytes, 'x'))
    return path
  }
  const list = async (values: AsyncIterable<unknown>): Promise<string> =>
    JSON.stringify(await Readable.from(values).toArray())

  const readText = (bytes: number) => readTextFile({ path: write('a.csv', bytes), name: 'a' })
  assert.equal((await readText(MAX_IMPORT_BYTES)).text.length, MAX_IMPORT_BYTES)
  await assert.rejects(readText(MAX_IMPORT_BYTES + 1), /^Error: a: it is larger than 64 MiB$/)
  assert.match(await list(readRecords([write('a.jsonl', MAX_IMPORT_BYTES)])), /it is not JSON/)
  await assert.rejects(list(readRecords([write('a.jsonl', MAX_IMPORT_BYTES + 1)])), /a line is larger than 64 MiB$/)
  const beginning = '<rss><channel><item>'
  const read = (bytes: number) => list(readWxrElements(write('a.xml', bytes, beginning)))
  assert.doesNotMatch(await read(MAX_IMPORT_BYTES - 2 ** 20), /larger/)
  assert.match(await read(MAX_IMPORT_BYTES + 2 ** 20), /an element is larger than 64 MiB/)
})
