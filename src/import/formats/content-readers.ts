/** Readers of files and feeds, which run in a child process. Their input comes from `read-content.ts`. */
import type { ContentReader } from '../../concurrency/serve-reads.ts'
import { splitJson } from '../json-parts.ts'
import { readRecords } from '../read-files.ts'
import { isRawRecord, type RawRecord } from '../record-reader.ts'
import { listPageLinks } from '../site/page-links.ts'
import { parseSiteJson } from '../site/parse-json.ts'
import { validateCsvMapping } from './csv/csv-mapping.ts'
import { inspectCsv } from './csv/inspect-csv.ts'
import { readCsv } from './csv/read-csv.ts'
import { readIcs } from './ics/read-ics.ts'
import { readStoredLines } from './ndjson/stored-lines.ts'
import { readFileBytes, readTextFile } from './read-text.ts'
import { readWxrElements } from './wxr/wxr-elements.ts'

export const CONTENT_READERS = {
  ics: async function* (input) {
    const { charset } = toRecord(input)
    yield* readIcs({
      bytes: await readFileBytes(getText(input, 'path'), getText(input, 'name')),
      ...(typeof charset === 'string' && { charset }),
      name: getText(input, 'name'),
      siteZone: getText(input, 'siteZone'),
    })
  },
  csv: async function* (input) {
    let hasColumns = false
    for await (const entry of readCsv(await readCsvInput(input))) {
      const { columns, ...values } = 'failure' in entry ? { ...entry, columns: undefined } : entry
      // All rows have the same columns.
      if (columns && !hasColumns) yield { columns }
      hasColumns ||= columns !== undefined
      yield values
    }
  },
  'csv-layout': async function* (input) {
    yield inspectCsv(await readCsvInput(input))
  },
  wxr: (input) => readWxrElements(getText(input, 'path')),
  records: (input) => readRecords([getText(input, 'path')]),
  export: (input) => readStoredLines(getText(input, 'path')),
  json: async function* (input) {
    yield* splitJson(parseSiteJson(getBytes(input)))
  },
  links: async function* (input) {
    yield* listPageLinks(getBytes(input))
  },
} as const satisfies Readonly<Record<string, ContentReader>>

async function readCsvInput(input: unknown) {
  const name = getText(input, 'name')
  const mapping = validateCsvMapping(toRecord(input)['mapping'] ?? {}, name)
  return { text: await readTextFile(getText(input, 'path'), name), name, mapping }
}

const toRecord = (input: unknown): RawRecord => (isRawRecord(input) ? input : {})

function getText(input: unknown, name: string): string {
  const value = toRecord(input)[name]
  if (typeof value !== 'string') throw new TypeError(`${name} is missing`)
  return value
}

function getBytes(input: unknown): Buffer {
  const bytes = toRecord(input)['bytes']
  if (!(bytes instanceof Uint8Array)) throw new TypeError('bytes are missing')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
