/** Compares a record of a site with the record of this service. */
import { decodeEntities } from '../../../base/text/sanitize.ts'
import { isRawRecord, type RawRecord } from '../formats/record-reader.ts'
import type { ImportKind } from '../map-record.ts'
import type { LocalRecord } from './read-local-records.ts'
import { listRelations } from './site-record.ts'

export interface FieldDifference {
  readonly field: string
  readonly source: unknown
  readonly local: unknown
}

const SHARED = ['author', 'status', 'date', 'date_utc', 'modified', 'modified_utc', 'slug', 'description', 'excerpt']
const TERM_FIELDS = ['name', 'slug', 'description', 'parent', 'taxonomy']

/** Keys that are compared as they are. */
const FIELDS: Readonly<Record<ImportKind, readonly string[]>> = {
  event: [
    ...SHARED,
    ...['title', 'all_day', 'start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'timezone', 'cost', 'website'],
    ...['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'external_id'],
    ...['event_status', 'event_status_reason', 'is_virtual', 'virtual_url', 'attendance_mode', 'tickets'],
  ],
  venue: [
    ...SHARED,
    ...['venue', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website', 'stateprovince'],
    ...['show_map', 'show_map_link', 'geo_lat', 'geo_lng', 'external_id'],
  ],
  organizer: [...SHARED, 'organizer', 'phone', 'website', 'email', 'external_id'],
  category: TERM_FIELDS,
  tag: TERM_FIELDS,
}

/** Keys that derive from others, or that belong to the URL of the site. */
const UNCOMPARED: ReadonlySet<string> = new Set([
  ...['id', 'global_id', 'global_id_lineage', 'url', 'rest_url', 'urls', 'image', 'json_ld', '_links', 'meta', 'count'],
  ...['cost_details', 'timezone_abbr', 'categories', 'tags', 'venue', 'organizer', 'ticketed', 'series', 'filter'],
  ...['start_date_details', 'end_date_details', 'utc_start_date_details', 'utc_end_date_details'],
  ...['term_group', 'term_taxonomy_id', 'virtual_url_visibility', 'previous_start_date', 'parent'],
])

/** The fields that differ. A key that the site does not return is not compared. */
export function compareRecords(
  kind: ImportKind,
  source: RawRecord,
  { record: local, imageSource }: LocalRecord,
  home: string,
): readonly FieldDifference[] {
  const differences: FieldDifference[] = []
  const compare = (field: string, expected: unknown, actual: unknown) => {
    if (JSON.stringify(expected) !== JSON.stringify(actual))
      differences.push({ field, source: expected, local: actual })
  }
  for (const field of FIELDS[kind]) {
    if (field in source) compare(field, toComparable(field, source), toComparable(field, local))
  }
  if (typeof source['url'] === 'string') {
    compare('url', toPath(source['url'], home), toPath(String(local['url']), ''))
  }
  if (kind === 'event') {
    const [expected, actual] = [listRelations(source), listRelations(local)]
    for (const [field, ids] of Object.entries(expected)) compare(field, ids, actual[field])
  }
  if ('image' in source) compare('image', getImageUrl(source['image']), imageSource)
  return differences
}

/** The keys of a record that this service does not store, if they have a value. */
export function listUnsupportedFields(kind: ImportKind, source: RawRecord): string[] {
  const known = new Set(FIELDS[kind])
  return Object.entries(source).flatMap(([name, value]) =>
    known.has(name) || UNCOMPARED.has(name) || isEmptyValue(value) ? [] : name,
  )
}

const isEmptyValue = (value: unknown): boolean =>
  value === '' || value === false || value === null || value === 0 || (Array.isArray(value) && value.length === 0)

/**
 * Absent texts are empty, IDs may be texts, entities may be written in several ways, and an event without a website shows
 * the URL of its page (Q45).
 */
function toComparable(field: string, { [field]: value, url }: RawRecord): unknown {
  if (value === undefined || value === null || (field === 'website' && value === url)) return ''
  if (field === 'author' || field === 'zip') return String(value)
  return typeof value === 'string' ? decodeEntities(value) : value
}

const getImageUrl = (image: unknown): string => {
  const url = isRawRecord(image) ? image['url'] : image
  return typeof url === 'string' ? url : ''
}

/** Path and query of a page below the front page. */
function toPath(url: string, home: string): string {
  const decoded = decodeEntities(url)
  if (!URL.canParse(decoded)) return decoded
  const path = `${new URL(decoded).pathname}${new URL(decoded).search}`
  const base = URL.canParse(home) ? new URL(home).pathname.replace(/\/$/, '') : ''
  return base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : path
}
