/** Wire records for import tests, in the form of lists of another service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { findRecordFiles, readRecords } from '../../src/features/imports/formats/read-files.ts'
import type { ReadEntries } from '../../src/features/imports/import-records.ts'
import type { Json } from '../helper/service.ts'

const HOST = 'https://old.example'

const shared = (id: number) => ({
  id,
  author: '77',
  status: 'publish',
  date: '2025-03-04 10:00:00',
  date_utc: '2025-03-04 15:00:00',
  modified: '2025-03-05 11:00:00',
  modified_utc: '2025-03-05 16:00:00',
  global_id: `old.example?id=${id}`,
})

export const createVenueRecord = (id: number, more: Json = {}): Json => ({
  ...shared(id),
  url: `${HOST}/venue/v${id}/`,
  venue: `Venue ${id}`,
  slug: `v${id}`,
  city: 'Ghent',
  show_map: true,
  show_map_link: false,
  ...more,
})

export const createOrganizerRecord = (id: number, more: Json = {}): Json => ({
  ...shared(id),
  url: `${HOST}/organizer/o${id}/`,
  organizer: `Organizer ${id}`,
  slug: `o${id}`,
  email: 'a@old.example',
  ...more,
})

export const createTermRecord = (id: number, taxonomy: 'tribe_events_cat' | 'post_tag', more: Json = {}): Json => ({
  id,
  count: 99,
  description: '',
  name: `Term ${id}`,
  slug: `t${id}`,
  taxonomy,
  parent: 0,
  ...more,
})

export const createEventRecord = (id: number, more: Json = {}): Json => ({
  ...shared(id),
  url: `${HOST}/event/e${id}/`,
  title: `Event ${id}`,
  description: '<p>What happens.</p>',
  excerpt: '',
  slug: `e${id}`,
  image: false,
  all_day: false,
  start_date: '2027-03-01 10:00:00',
  end_date: '2027-03-01 12:00:00',
  utc_start_date: '2027-03-01 09:00:00',
  utc_end_date: '2027-03-01 11:00:00',
  timezone: 'Europe/Brussels',
  cost: '',
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  website: `${HOST}/event/e${id}/`,
  show_map: false,
  show_map_link: false,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
  ...more,
})

/** A folder with one file of these lines; objects are written as JSON. */
export function writeRecording(lines: readonly Json[], name = 'site.jsonl'): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'calends-recording-'))
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  const path = join(folder, name)
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text)
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Reads record files, as `calends import` does. */
export function createFileReader(paths: readonly string[]): ReadEntries {
  const files = findRecordFiles(paths)
  return () => readRecords(files)
}
