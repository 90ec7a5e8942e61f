/** Detects the format of an input of `calends import`. */
import { createReadStream, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** `records`: list responses of the API, or one record per line; `ndjson`: an export of Calends. */
export const IMPORT_FORMATS = ['records', 'ndjson', 'ics', 'csv', 'wxr'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** File of an export to a folder. */
export const EXPORT_FILE = 'calends.ndjson'

export const isUrl = (input: string): boolean => /^https?:\/\//i.test(input)

/** Whether a URL is that of a calendar file. The response to another URL decides by its media type. */
export const isCalendarUrl = (input: string): boolean => isUrl(input) && /\.ics$/i.test(new URL(input).pathname)

const FORMATS_BY_EXTENSION: readonly (readonly [RegExp, ImportFormat])[] = [
  [/\.(?:ics|ical|ifb|icalendar)$/i, 'ics'],
  [/\.(?:csv|tsv)$/i, 'csv'],
  [/\.(?:xml|wxr)$/i, 'wxr'],
  [/\.json(?:\.gz)?$/i, 'records'],
  [/\.(?:nd)?jsonl?\.gz$/i, 'records'],
]

/** The format by extension, or else by the beginning of the file. Throws an `Error` for a path that does not exist. */
export async function detectFormat(path: string): Promise<ImportFormat> {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new Error(`${path}: no such file or folder`)
  if (stats.isDirectory()) return existsSync(join(path, EXPORT_FILE)) ? 'ndjson' : 'records'
  const byExtension = FORMATS_BY_EXTENSION.find(([pattern]) => pattern.test(path))?.[1]
  return byExtension ?? detectByContent(await readBeginning(path))
}

/** The first line of an export identifies it. */
export const EXPORT_FORMAT = 'calends-export'

export function detectByContent(beginning: string): ImportFormat {
  const text = beginning.replace(/^\ufeff/, '').trimStart()
  if (/^BEGIN:VCALENDAR/i.test(text)) return 'ics'
  if (text.startsWith('<')) return 'wxr'
  if (/^[[{]/.test(text)) return text.split('\n')[0]?.includes(`"${EXPORT_FORMAT}"`) ? 'ndjson' : 'records'
  return 'csv'
}

const BEGINNING_BYTES = 4096

async function readBeginning(path: string): Promise<string> {
  let text = ''
  for await (const chunk of createReadStream(path, { end: BEGINNING_BYTES - 1, encoding: 'utf8' })) text += chunk
  return text
}
