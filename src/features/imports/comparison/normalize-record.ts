/** Gives records of different versions of the plugin the form of the newest one. */
import { isTimeZone, resolveLocal } from '../../../base/time/time-zone.ts'
import { NEVER_PUBLISHED } from '../../../kernel/post.ts'
import { isRawRecord, type RawRecord } from '../formats/record-reader.ts'
import type { ImportKind } from '../map-record.ts'

/** Values of keys that older versions omit, and of keys that are `null`. */
const DEFAULTS: Readonly<Record<ImportKind, RawRecord>> = {
  event: {
    all_day: false,
    show_map: false,
    show_map_link: false,
    hide_from_listings: false,
    sticky: false,
    featured: false,
    status: 'publish',
  },
  venue: { show_map: true, show_map_link: true, status: 'publish' },
  organizer: { status: 'publish' },
  category: { taxonomy: 'tribe_events_cat' },
  tag: { taxonomy: 'post_tag' },
}

const FLAGS = ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'] as const
const BOOLEANS = new Map<unknown, boolean>([
  ...[1, '1', 'true', 'yes'].map((value) => [value, true] as const),
  ...[0, '0', 'false', 'no', ''].map((value) => [value, false] as const),
])

export function normalizeRecord(kind: ImportKind, raw: RawRecord): RawRecord {
  const present = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null && value !== undefined))
  const record: Record<string, unknown> = { ...DEFAULTS[kind], ...present }
  if (kind === 'category' || kind === 'tag') return record
  for (const name of FLAGS) if (name in record) record[name] = BOOLEANS.get(record[name]) ?? record[name]
  for (const name of ['date', 'modified']) Object.assign(record, completeDate(record, name))
  record['image'] = normalizeImage(record['image'])
  return kind === 'event' ? { ...record, ...completeEvent(record) } : record
}

/** Version 5 has no `modified` of some records, and no `*_utc` of others. */
function completeDate(record: RawRecord, name: string): RawRecord {
  const value = record[name] ?? record['date']
  const utc = record[`${name}_utc`] ?? (name === 'modified' ? record['date_utc'] : undefined)
  return { [name]: value, [`${name}_utc`]: utc ?? value ?? NEVER_PUBLISHED }
}

function completeEvent(record: RawRecord): RawRecord {
  const cost = record['cost']
  return {
    ...completeUtc(record, 'start_date'),
    ...completeUtc(record, 'end_date'),
    ...(typeof cost === 'number' && { cost: String(cost) }),
    ...(isRawRecord(record['cost_details']) && { cost_details: normalizeCost(record['cost_details']) }),
  }
}

/** Also used if the time is not valid, which the mapping reports. */
function completeUtc(record: RawRecord, name: 'start_date' | 'end_date'): RawRecord {
  const [local, zone] = [record[name], record['timezone']]
  if (record[`utc_${name}`] !== undefined || typeof local !== 'string' || typeof zone !== 'string') return {}
  const isValid = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(local) && isTimeZone(zone)
  return isValid ? { [`utc_${name}`]: resolveLocal(local, zone).utc } : {}
}

const normalizeCost = (details: RawRecord): RawRecord => ({
  ...details,
  ...(Array.isArray(details['values']) && { values: details['values'].map(String) }),
})

/** The largest file: WordPress shows a reduced one of images with a side of more than 2560 pixels. */
function normalizeImage(image: unknown): unknown {
  if (!isRawRecord(image) || typeof image['url'] !== 'string' || !URL.canParse(image['url'])) return image
  const { original_image: original } = image
  if (typeof original !== 'string' || original === '') return image
  const name = original.split('/').at(-1) ?? ''
  return { ...image, url: new URL(encodeURIComponent(name), image['url']).href, reduced_url: image['url'] }
}

/**
 * Whether the site has redacted the record, because it is protected by a password (wire-contract §14). Such a record must
 * not be imported as it is.
 */
export function isRedacted(kind: ImportKind, raw: RawRecord): boolean {
  if (kind === 'event') return raw['show_map'] === null && raw['all_day'] === null
  if (kind === 'venue' || kind === 'organizer') return Array.isArray(raw[kind])
  return false
}
