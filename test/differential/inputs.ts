/** Values for every field of every record: a field without one does not compile. */

import type { eventFields } from '../../src/calendar/events/event-fields.ts'
import type { mediaFields } from '../../src/calendar/images/image-fields.ts'
import type { organizerFields } from '../../src/calendar/linked/organizer-fields.ts'
import type { venueFields } from '../../src/calendar/linked/venue-fields.ts'
import type { categoryFields, tagFields } from '../../src/calendar/terms/term-fields.ts'
import type { Random } from '../../src/features/settings/sample/seeded-random.ts'
import { ATTENDANCE_MODES, EVENT_STATUSES, LINK_VISIBILITIES } from '../../src/kernel/event-status.ts'
import { AVAILABILITIES } from '../../src/kernel/offer.ts'
import { POST_STATUSES } from '../../src/kernel/post.ts'
import type { Json } from '../helper/service.ts'
import { type KnownRecords, pickId, type TestRecordKind } from './known-ids.ts'
import { createName, createProse, createShortName } from './words.ts'

export type ValueGenerator = (random: Random, known: KnownRecords) => Json

const list =
  (most: number, make: ValueGenerator): ValueGenerator =>
  (random, known) =>
    Array.from({ length: random.between(0, most) }, () => make(random, known))
const either =
  (...makes: readonly ValueGenerator[]): ValueGenerator =>
  (random, known) =>
    random.pick(makes)(random, known)
const oneOf =
  (...values: readonly Json[]): ValueGenerator =>
  (random) =>
    random.pick(values)

const two = (number: number): string => String(number).padStart(2, '0')
/** Few days and hours, so that many dates are equal. */
export const createDate: ValueGenerator = (random) => {
  const day = `${random.pick(['2026-11', '2026-12', '2027-01', '2027-03'])}-${two(random.between(13, 15))}`
  return `${day} ${random.pick(['00:00:00', '01:30:00', '02:30:00', '10:00:00', '19:30:00', '23:59:59'])}`
}
/** Around the current time, so that some records are published later. */
const publication: ValueGenerator = (random, { now }) =>
  new Date(now + random.between(-48, 72) * 3_600_000).toISOString().slice(0, 19)
const zone = oneOf('America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'UTC', 'UTC+2', 'Pacific/Apia', '')
const flag = oneOf(true, false, 'true', '0', 1)
const status = oneOf('publish', 'publish', 'publish', ...POST_STATUSES)
export const pickPassword = oneOf('secret', 'Geheim', 'пароль', '')
export const createExternalId: ValueGenerator = (random) =>
  `${random.pick(['src', 'SRC', 'other'])}:${random.pick(['a', 'A', 'ä', '日本', '🎷', 'x'])}${random.between(1, 60)}`
const website = oneOf('https://example.test/', 'https://Example.test/%C3%A9?a=b', 'mailto:a@example.test', '')
const oneText: ValueGenerator = (random) => createShortName(random)
const slug = either((random) => createShortName(random), oneOf('same', 'Same', 'same-2', '', 'sa\u0308me', '日本'))
const image = either((random, known) => pickId(random, known, 'media'), oneOf('', 0))
const latitude = either(
  (random) => 40 + random.between(0, 40) / 16,
  (random) => random.between(-90_000_000, 90_000_000) / 1e6,
  oneOf(0, '', 90, -90, 52.52),
)
const longitude = either(
  (random) => -74 + random.between(0, 40) / 16,
  (random) => random.between(-180_000_000, 180_000_000) / 1e6,
  oneOf(0, '', 180, -180, 13.405),
)
const price = oneOf('0', '12', '12.50', '007.1', 25)
const cost = either(price, oneOf('', 'Free', '$5', '5 €', '10-20', 'Donation', '¥500'), list(3, price))
const author: ValueGenerator = (random, { users }) => random.pick(users)
const id =
  (kind: TestRecordKind): ValueGenerator =>
  (random, known) =>
    pickId(random, known, kind)

const offer: ValueGenerator = (random, known) => ({
  name: oneText(random, known),
  price: price(random, known),
  ...(random.chance(0.5) && { currency: random.pick(['USD', 'eur', '']) }),
  ...(random.chance(0.3) && { available_from: createDate(random, known) }),
  ...(random.chance(0.3) && { availability: random.pick(AVAILABILITIES) }),
})

const term = (kind: 'category' | 'tag'): ValueGenerator =>
  either(id(kind), id(kind), id(kind), (random) => createShortName(random))

const createCustomValues: ValueGenerator = (random) => ({
  ...(random.chance(0.7) && { age: random.pick([18, '18', 180, -1, 0.5, null]) }),
  ...(random.chance(0.7) && { note: random.pick(['a', 'A', 'ä "b"', '18,', '"age":18', '']) }),
})

const post = {
  author,
  date: publication,
  date_utc: publication,
  status,
  image,
  post_password: pickPassword,
  external_id: createExternalId,
  custom_fields: createCustomValues,
} as const

export const VENUE_GENERATORS: Readonly<Record<keyof typeof venueFields, ValueGenerator>> = {
  ...post,
  venue: createName,
  description: createProse,
  show_map: flag,
  show_map_link: flag,
  address: oneText,
  city: oneText,
  country: oneOf('US', 'Deutschland', '日本', ''),
  province: oneText,
  state: oneText,
  zip: oneOf('10011', '١٢٣', ''),
  phone: oneOf('555-01', '+49 30 1', ''),
  stateprovince: oneText,
  website,
  geo_lat: latitude,
  geo_lng: longitude,
}

export const ORGANIZER_GENERATORS: Readonly<Record<keyof typeof organizerFields, ValueGenerator>> = {
  ...post,
  organizer: createName,
  description: createProse,
  phone: oneOf('555-02', ''),
  website,
  email: oneOf('ann@example.test', 'Ann@Example.test', 'ännchen@example.test', ''),
}

const newRecord =
  (fields: Readonly<Record<string, ValueGenerator>>, required: string): ValueGenerator =>
  (random, known) =>
    generateInput(random, known, fields, { required: [required], share: 0.1 })

export const EVENT_GENERATORS: Readonly<Record<keyof typeof eventFields, ValueGenerator>> = {
  ...post,
  title: createName,
  description: createProse,
  slug,
  excerpt: createProse,
  timezone: zone,
  all_day: flag,
  start_date: createDate,
  end_date: createDate,
  cost,
  website,
  show_map: flag,
  show_map_link: flag,
  hide_from_listings: flag,
  sticky: flag,
  featured: flag,
  categories: list(4, term('category')),
  tags: list(4, term('tag')),
  venue: either(id('venue'), id('venue'), newRecord(VENUE_GENERATORS, 'venue'), oneOf('', [])),
  organizer: list(3, either(id('organizer'), id('organizer'), newRecord(ORGANIZER_GENERATORS, 'organizer'))),
  tickets: list(3, offer),
  post_parent: either(id('event'), oneOf(0)),
  event_status: oneOf(...EVENT_STATUSES),
  event_status_reason: oneText,
  is_virtual: flag,
  attendance_mode: oneOf(...ATTENDANCE_MODES),
  virtual_url: website,
  virtual_url_visibility: oneOf(...LINK_VISIBILITIES),
}

const termTexts = { name: (random: Random) => createShortName(random), description: createProse, slug }
export const TAG_GENERATORS: Readonly<Record<keyof typeof tagFields, ValueGenerator>> = termTexts
export const CATEGORY_GENERATORS: Readonly<Record<keyof typeof categoryFields, ValueGenerator>> = {
  ...termTexts,
  parent: either(id('category'), oneOf(0)),
  color: oneOf('#0b5c8a', '#FFAA00', ''),
  icon: oneOf('🎷', '🇧🇪', ''),
}
export const MEDIA_GENERATORS: Readonly<Record<keyof typeof mediaFields, ValueGenerator>> = {
  title: createName,
  caption: createProse,
  alt_text: createName,
  post: either(id('event'), id('venue'), oneOf(0)),
  crop: oneOf(null, { x: 0.1, y: 0.2, width: 0.5, height: 0.5 }, { x: 0, y: 0, width: 2, height: 1 }),
  focal_point: oneOf(null, { x: 0.25, y: 0.75 }, { x: 1 }),
}

/** Values that no field accepts, or few. */
const BAD: readonly Json[] = [
  '',
  null,
  -1,
  0,
  2 ** 31,
  1e21,
  'x',
  'a\0b',
  {},
  [],
  [null],
  { id: 1 },
  ' ',
  '%',
  '\u202e',
  true,
]

interface Filling {
  readonly required: readonly string[]
  /** The share of other fields that are sent. */
  readonly share: number
}

/** Some of the fields; occasionally one of them is invalid. */
export function generateInput(
  random: Random,
  known: KnownRecords,
  fields: Readonly<Record<string, ValueGenerator>>,
  { required, share }: Filling,
): Json {
  const chosen = Object.entries(fields).filter(([field]) => required.includes(field) || random.chance(share))
  const values = chosen.map(([field, make]) => [field, random.chance(0.004) ? random.pick(BAD) : make(random, known)])
  const filled: Json = Object.fromEntries(values)
  // A single coordinate is rejected.
  if (filled.geo_lat !== undefined) filled.geo_lng ??= longitude(random, known)
  return filled
}
