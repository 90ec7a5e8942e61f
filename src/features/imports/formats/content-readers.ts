/** Readers of files and feeds, which run in a child process. Their input comes from `read-content.ts`. */
import type { ContentReader } from '../../../base/concurrency/serve-reads.ts'
import type { ExternalEntry } from '../external/external-record.ts'
import { listCalendarLinks, listPageLinks } from '../site/page-links.ts'
import { parseSiteJson } from '../site/parse-json.ts'
import { validateCsvMapping } from './csv/csv-mapping.ts'
import { inspectCsv } from './csv/inspect-csv.ts'
import { readCsv } from './csv/read-csv.ts'
import { readIcs } from './ics/read-ics.ts'
import { splitJson } from './json-parts.ts'
import { readStoredLines } from './ndjson/stored-lines.ts'
import { readPage } from './page/read-page.ts'
import { readRecords } from './read-files.ts'
import { readFileBytes, readTextFile, type TextFile } from './read-text.ts'
import { isRawRecord, type RawRecord } from './record-reader.ts'
import { decodeBody, unpackFile } from './unpack.ts'
import { readWxrElements } from './wxr/wxr-elements.ts'

export const CONTENT_READERS = {
  ics: async function* (input) {
    const name = getText(input, 'name')
    const { charset, ...file } = readFileInput(input)
    const bytes = await readFileBytes(file)
    yield* readIcs({ bytes: removePrefix(bytes), charset, name, siteZone: getText(input, 'siteZone') })
    if (isTruncated(bytes)) yield { where: name, failure: TRUNCATED, isTruncated: true }
  },
  csv: async function* (input) {
    const { warning, ...csv } = await readCsvInput(input)
    let hasColumns = false
    for await (const entry of addWarning(readCsv(csv), warning)) {
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
  page: async function* (input) {
    const { text, warning } = await readTextFile(readFileInput(input))
    const [name, url, siteZone] = [getText(input, 'name'), getText(input, 'url'), getText(input, 'siteZone')]
    yield* addWarning(readPage({ text, name, url, siteZone }), warning)
  },
  wxr: (input) => readWxrElements(getText(input, 'path')),
  records: (input) => readRecords([getText(input, 'path')]),
  export: (input) => readStoredLines(getText(input, 'path')),
  unpack: (input) => unpackFile(getText(input, 'path'), getText(input, 'name')),
  decode: async function* (input) {
    yield decodeBody(getBytes(input), getText(input, 'encoding'))
  },
  json: async function* (input) {
    yield* splitJson(parseSiteJson(getBytes(input)))
  },
  links: async function* (input) {
    yield* listPageLinks(getBytes(input))
  },
  'calendar-links': async function* (input) {
    yield* listCalendarLinks(getBytes(input).toString('utf8'), getText(input, 'url'))
  },
} as const satisfies Readonly<Record<string, ContentReader>>

const BEGINNING_BYTES = 4096

/** Removes what precedes the calendar on its first line, such as a tag of a page. */
function removePrefix(bytes: Buffer): Buffer {
  const beginning = bytes.toString('latin1', 0, BEGINNING_BYTES)
  const start = beginning.search(/BEGIN:VCALENDAR/i)
  const lines = beginning.slice(0, Math.max(start, 0)).split('\n')
  return /^[ -~]+$/.test(lines.at(-1) ?? '')
    ? Buffer.concat([Buffer.from('\n'.repeat(lines.length - 1)), bytes.subarray(start)])
    : bytes
}

/** Whether the last calendar has no end. The zero bytes of UTF-16 are ignored. */
function isTruncated(bytes: Buffer): boolean {
  const end = bytes
    .toString('latin1', Math.max(bytes.length - BEGINNING_BYTES, 0))
    .replaceAll('\0', '')
    .toUpperCase()
  const last = end.replaceAll(/\r?\n[ \t]/g, '').lastIndexOf('END:VCALENDAR')
  return last < 0 || end.includes('BEGIN:', last)
}

const TRUNCATED = 'the calendar ends without END:VCALENDAR, so events may be missing'

/** Adds a warning about the file to its first record. */
async function* addWarning(
  entries: Iterable<ExternalEntry> | AsyncIterable<ExternalEntry>,
  warning: string | undefined,
): AsyncGenerator<ExternalEntry> {
  let isAdded = warning === undefined
  for await (const entry of entries)
    if (isAdded || warning === undefined || 'failure' in entry) yield entry
    else {
      isAdded = true
      yield { ...entry, warnings: [warning, ...(entry.warnings ?? [])] }
    }
}

async function readCsvInput(input: unknown) {
  const name = getText(input, 'name')
  const mapping = validateCsvMapping(toRecord(input)['mapping'] ?? {}, name)
  return { ...(await readTextFile(readFileInput(input))), name, mapping }
}

const readFileInput = (input: unknown): TextFile => {
  const { charset } = toRecord(input)
  return {
    ...{ path: getText(input, 'path'), name: getText(input, 'name') },
    ...(typeof charset === 'string' && { charset }),
  }
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
