/** Detects the format of an input of `calends import`. */
import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeText } from '../../../base/text/decode-text.ts'
import { EXPORT_FILE, EXPORT_HEADER } from './ndjson/stored-records.ts'
import { isGzip, isZip } from './unpack.ts'

/**
 * `records`: list responses of the API, or one record per line; `ndjson`: an export of Calends; `wxr`: one of WordPress;
 * `page`: a page that describes events, or a response of Gancio.
 */
export const IMPORT_FORMATS = ['records', 'ndjson', 'ics', 'csv', 'wxr', 'page'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

export const isUrl = (input: string): boolean => /^(?:https?|webcals?):\/\//i.test(input)

/** Whether a URL names a calendar file. The response to another URL decides. */
export const isCalendarUrl = (input: string): boolean =>
  /^webcals?:/i.test(input) || (isUrl(input) && /\.ics(?:\.gz)?$/i.test(new URL(input).pathname))

/** Bytes that decide about the format of a file without a known extension. */
const BEGINNING_BYTES = 4096

const FORMATS_BY_EXTENSION: readonly (readonly [RegExp, ImportFormat])[] = [
  [/\.(?:ics|ical|ifb|icalendar)$/i, 'ics'],
  [/\.(?:csv|tsv)$/i, 'csv'],
  [/\.json\.gz$/i, 'records'],
  [/\.(?:jsonl|ndjson\.gz|jsonl\.gz)$/i, 'records'],
]

/**
 * The stated format, or else the format of the extension, or of the beginning of the file. `packed` for an archive or a
 * compressed file. Throws an `Error` for a path that does not exist.
 */
export async function detectFormat(path: string, stated?: ImportFormat): Promise<ImportFormat | 'packed'> {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new Error(`${path}: no such file or folder`)
  if (stats.isDirectory()) return stated ?? (existsSync(join(path, EXPORT_FILE)) ? 'ndjson' : 'records')
  const beginning = await readBeginning(path)
  const byExtension = stated ?? FORMATS_BY_EXTENSION.find(([pattern]) => pattern.test(path))?.[1]
  if (isZip(beginning) || (isGzip(beginning) && byExtension !== 'records')) return 'packed'
  if (byExtension) return byExtension
  const format = detectContent(beginning)
  if (format === undefined) throw new Error(`${path}: ${UNKNOWN_TYPE}`)
  return format === 'csv' && /\.(?:ndjson|json)$/i.test(path) ? 'records' : format
}

export const UNKNOWN_TYPE = 'the type of the file is unknown. Expected a calendar, a table, an export or a page.'

/** The format of a response, or of the beginning of a file. */
export const detectContent = (bytes: Uint8Array): ImportFormat | undefined =>
  detectByContent(decodeText(bytes.subarray(0, BEGINNING_BYTES)).text)

/** Undefined for other markup. A calendar may follow messages of the program that wrote it. */
export function detectByContent(beginning: string): ImportFormat | undefined {
  const text = beginning.replace(/^\ufeff/, '').trimStart()
  if (CALENDAR_BEGINNING.test(text)) return 'ics'
  if (text.startsWith('<')) return WXR_BEGINNING.test(text) ? 'wxr' : PAGE_BEGINNING.test(text) ? 'page' : undefined
  if (!/^[[{]/.test(text)) return 'csv'
  if (PAGE_DATA.test(text)) return 'page'
  return text.split('\n')[0]?.includes(`"${EXPORT_HEADER.format}"`) ? 'ndjson' : 'records'
}

const CALENDAR_BEGINNING = /(?:^|[\r\n>])[ \t]*BEGIN:VCALENDAR/i

/** An export of WordPress is an RSS feed with a namespace of its own. */
const WXR_BEGINNING = /<rss\b[^>]*\bxmlns:wp\s*=/

const PAGE_BEGINNING = /<(?:!doctype html|html|head|body|meta|link|script)\b/i

/** JSON-LD, or a list of events of Gancio. */
const PAGE_DATA = /"@context"\s*:|"start_datetime"\s*:\s*\d/

async function readBeginning(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(BEGINNING_BYTES) })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
