/** Detects the format of an input of `calends import`. */
import { createReadStream, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { EXPORT_FILE, EXPORT_HEADER } from './ndjson/stored-records.ts'

/** `records`: list responses of the API, or one record per line; `ndjson`: an export of Calends; `wxr`: one of WordPress. */
export const IMPORT_FORMATS = ['records', 'ndjson', 'ics', 'csv', 'wxr'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

export const isUrl = (input: string): boolean => /^https?:\/\//i.test(input)

/** Whether a URL is that of a calendar file. The response to another URL decides by its media type. */
export const isCalendarUrl = (input: string): boolean => isUrl(input) && /\.ics$/i.test(new URL(input).pathname)

/** Bytes that decide about the format of a file without a known extension. */
export const BEGINNING_BYTES = 4096

const FORMATS_BY_EXTENSION: readonly (readonly [RegExp, ImportFormat])[] = [
  [/\.(?:ics|ical|ifb|icalendar)$/i, 'ics'],
  [/\.(?:csv|tsv)$/i, 'csv'],
  [/\.json(?:\.gz)?$/i, 'records'],
  [/\.(?:jsonl|ndjson\.gz|jsonl\.gz)$/i, 'records'],
]

/** The format by extension, or else by the beginning of the file. Throws an `Error` for a path that does not exist. */
export async function detectFormat(path: string): Promise<ImportFormat> {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new Error(`${path}: no such file or folder`)
  if (stats.isDirectory()) return existsSync(join(path, EXPORT_FILE)) ? 'ndjson' : 'records'
  const byExtension = FORMATS_BY_EXTENSION.find(([pattern]) => pattern.test(path))?.[1]
  if (byExtension) return byExtension
  const format = detectByContent(await readBeginning(path))
  if (format === undefined) throw new Error(`${path}: unsupported file type. Expected a format of --format.`)
  return format === 'csv' && /\.ndjson$/i.test(path) ? 'records' : format
}

/** Undefined for other markup. */
export function detectByContent(beginning: string): ImportFormat | undefined {
  const text = beginning.replace(/^\ufeff/, '').trimStart()
  if (/^BEGIN:VCALENDAR/i.test(text)) return 'ics'
  if (text.startsWith('<')) return WXR_BEGINNING.test(text) ? 'wxr' : undefined
  if (/^[[{]/.test(text)) return text.split('\n')[0]?.includes(`"${EXPORT_HEADER.format}"`) ? 'ndjson' : 'records'
  return 'csv'
}

/** An export of WordPress is an RSS feed with a namespace of its own. */
const WXR_BEGINNING = /<rss\b[^>]*\bxmlns:wp\s*=/

async function readBeginning(path: string): Promise<string> {
  let text = ''
  for await (const chunk of createReadStream(path, { end: BEGINNING_BYTES - 1, encoding: 'utf8' })) text += chunk
  return text
}
