/** A calendar large enough for realistic query plans, inserted directly: some thousand events per second. */
import type { Insertable } from 'kysely'
import type { Tables } from '../../src/storage/tables/tables.ts'
import type { Database, Writer } from '../../src/storage/types.ts'

export const EVENT_COUNT = 5000
export const VENUE_COUNT = 1500
export const ORGANIZER_COUNT = 1200
const MEDIA = 1500
/** First IDs of each kind. */
export const FIRST_IDS = {
  event: 1,
  venue: EVENT_COUNT + 1,
  organizer: EVENT_COUNT + VENUE_COUNT + 1,
  media: 10_000,
} as const
/** Terms by frequency: one on a third of the events, and one on a hundredth. */
export const TERM_IDS = { common: 1, rare: 2, tag: 3 } as const

const LONG = 'Lorem ipsum dolor sit amet. '.repeat(30)
const BATCH = 200

/** This many days after 2026-01-01, as a date with a time. */
const dayAfter = (days: number, time = '19:00:00'): string =>
  `${new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)} ${time}`

const oneOf = <T>(choices: readonly T[], index: number): T => {
  const choice = choices[index % choices.length]
  if (choice === undefined) throw new Error('nothing to choose from')
  return choice
}

const STATUSES = [...Array<string>(17).fill('publish'), 'draft', 'private', 'pending']

const isProtected = (id: number): boolean => id % 11 === 0

function shared(id: number) {
  const date = dayAfter(id % 97, '10:00:00')
  return {
    ...{ id, author: 1 + (id % 5), status: oneOf(STATUSES, id * 7), trashed_from: '', slug: `record-${id}` },
    ...{ title: `Record ${id}`, title_folded: `record ${(id * 7919) % EVENT_COUNT}`, content: LONG, excerpt: '' },
    ...{
      password: isProtected(id) ? 'secret' : '',
      date,
      date_utc: date,
      image: id % 40 === 0 ? FIRST_IDS.media + id : 0,
    },
    ...{ modified: dayAfter(id % 89), modified_utc: dayAfter(id % 89), external_id: id % 7 === 0 ? `a:${id}` : '' },
    custom_fields: id % 10 === 0 ? `{"age":${id % 30},"note":"text"}` : '',
  }
}

function eventRow(id: number): Insertable<Tables['events']> {
  const [start, end] = [dayAfter((id * 31) % 900), dayAfter((id * 31) % 900, '21:00:00')]
  return {
    ...shared(id),
    ...{ start_date: start, end_date: end, utc_start_date: start, utc_end_date: end, timezone: 'UTC', all_day: 0 },
    ...{ cost: '', tickets: '', ticketed: id % 10 === 0 ? 1 : 0, website: '', show_map: 1, show_map_link: 1 },
    ...{ pricing: oneOf(['paid', 'free', 'paid', ''] as const, id) },
    ...{ hide_from_listings: id % 100 === 0 ? 1 : 0, sticky: 0, featured: id % 20 === 0 ? 1 : 0 },
    post_parent: id % 50 === 7 ? 1 + (id % 300) : 0,
    ...{ series_id: 0, series_date: '', series_edited: 0 },
    ...{ event_status: id % 60 === 9 ? 'canceled' : 'scheduled', event_status_reason: '', previous_utc_start_date: '' },
    ...{ attendance_mode: id % 30 === 3 ? 'online' : 'offline', virtual_url: '', virtual_url_visibility: 'always' },
  }
}

function venueRow(id: number): Insertable<Tables['venues']> {
  return {
    ...shared(id),
    ...{ address: '', city: '', country: '', province: '', state: '', zip: '', phone: '', website: '' },
    ...{ stateprovince: '', show_map: 1, show_map_link: 1, geocoding: '', geocode_due: '', geocode_failures: 0 },
    ...{ geo_lat: null, geo_lng: null, geo_x: null, geo_y: null, geo_z: null },
  }
}

function mediaRow(id: number): Insertable<Tables['media']> {
  const { title, slug, author, date, date_utc, modified, modified_utc } = shared(id)
  return {
    ...{ id, title, slug, author, date, date_utc, modified, modified_utc, caption: LONG, alt_text: '' },
    ...{ mime_type: oneOf(['image/jpeg', 'image/jpeg', 'image/png'], id), key: `2026/01/${id}.jpg`, sizes: '' },
    ...{ crop: '', focal_point: '', original: '', original_key: '', thumbhash: '', variants: '', derivation_due: '' },
    ...{ width: 10, height: 10, filesize: 1000, source_url: '', post: id % 3 === 0 ? 1 + (id % EVENT_COUNT) : 0 },
  }
}

const numbers = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index)

async function insert<T extends keyof Tables>(tx: Writer, table: T, rows: readonly Insertable<Tables[T]>[]) {
  for (let index = 0; index < rows.length; index += BATCH) {
    await tx
      .insertInto(table)
      .values(rows.slice(index, index + BATCH))
      .execute()
  }
}

/** Words: `concert` in every third record, `bassoon` in few; `of` is too short for an index. */
const createText = (id: number): string =>
  `record ${id} of ${id % 3 === 0 ? 'concert' : 'walk'}${id % 250 === 77 ? ' bassoon' : ''}`

const term = (id: number, name: string, taxonomy: string): Insertable<Tables['terms']> => ({
  ...{ id, taxonomy, name, name_folded: name, slug: name, description: '', parent: 0, count: 1, modified_utc: '' },
  description_folded: '',
})

/** Fills an empty database. */
export async function insertManyRecords(database: Database): Promise<void> {
  const events = numbers(FIRST_IDS.event, EVENT_COUNT)
  const venues = numbers(FIRST_IDS.venue, VENUE_COUNT)
  const organizers = numbers(FIRST_IDS.organizer, ORGANIZER_COUNT)
  const media = numbers(FIRST_IDS.media, MEDIA)
  await database.transaction(async (tx) => {
    const kinds = { event: events, venue: venues, organizer: organizers, media }
    for (const [kind, ids] of Object.entries(kinds)) {
      await insert(
        tx,
        'object_ids',
        ids.map((id) => ({ id, kind })),
      )
    }
    await insert(tx, 'events', events.map(eventRow))
    await insert(tx, 'venues', venues.map(venueRow))
    await insert(
      tx,
      'organizers',
      organizers.map((id) => ({ ...shared(id), phone: '', website: '', email: '' })),
    )
    await insert(tx, 'media', media.map(mediaRow))
    await insert(
      tx,
      'post_search',
      [...events, ...venues, ...organizers, ...media].map((id) => ({ rowid: id, text: createText(id) })),
    )
    await insert(
      tx,
      'protected_search',
      [...events, ...venues, ...organizers].filter(isProtected).map((id) => ({ rowid: id, text: createText(id) })),
    )
    await insert(tx, 'terms', [term(TERM_IDS.common, 'common', 'category'), term(TERM_IDS.rare, 'rare', 'category')])
    await insert(tx, 'terms', [term(TERM_IDS.tag, 'tag', 'tag')])
    await insert(
      tx,
      'event_terms',
      events.flatMap((id) => [
        ...(id % 3 === 0 ? [{ event_id: id, term_id: TERM_IDS.common }] : []),
        ...(id % 100 === 53 ? [{ event_id: id, term_id: TERM_IDS.rare }] : []),
        ...(id % 10 === 0 ? [{ event_id: id, term_id: TERM_IDS.tag }] : []),
      ]),
    )
    await insert(
      tx,
      'links',
      events.flatMap((id) => [
        { event_id: id, kind: 'venue', position: 0, target_id: FIRST_IDS.venue + (id % VENUE_COUNT) },
        { event_id: id, kind: 'organizer', position: 0, target_id: FIRST_IDS.organizer + (id % 2) },
      ]),
    )
  })
}
