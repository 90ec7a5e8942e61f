/** What a kept calendar holds, as far as it must be known to ask for it. */
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { createRandom } from '../../src/cli/seed-data/seeded-random.ts'
import { loadSqlite } from '../../src/storage/sqlite/load-driver.ts'
import { findDescendants, getDefaultBounds, getUtcNow, PER_PAGE } from '../baselines/queries.ts'
import type { CalendarStats, FilterTarget } from './urls.ts'

export interface CalendarContents extends CalendarStats {
  /** Of published events. */
  readonly ids: readonly number[]
  readonly venueIds: readonly number[]
  readonly organizerIds: readonly number[]
}

const MOST_VENUES = 1000
const WORDS_OF = 300
/** Days of which half may begin after the default window begins, on the way to the guess of a month's pages. */
const MONTHS_AHEAD = 12

export function readCalendarContents(folder: string): CalendarContents {
  const db = new (loadSqlite())(join(folder, 'bare.db'), { readonly: true })
  try {
    return factsIn(db)
  } finally {
    db.close()
  }
}

function factsIn(db: Sqlite.Database): CalendarContents {
  const today = getUtcNow()
  const { from, to } = getDefaultBounds(today)
  const listed = "status = 'publish' and hide_from_listings = 0 and start_date >= ? and end_date <= ?"
  const numbers = (text: string) => db.prepare<[], number>(text).pluck().all()
  const count = (condition: string) =>
    db
      .prepare<[string, string], number>(`select count(*) from events where ${listed} ${condition}`)
      .pluck()
      .get(from, to) ?? 0
  const carrying = (ids: readonly number[]) =>
    count(`and id in (select event_id from event_terms where term_id in (${ids}))`)
  const filters = (ids: readonly number[], of: (id: number) => number): FilterTarget[] =>
    ids.map((id) => ({ id, pages: Math.ceil(of(id) / PER_PAGE) })).filter(({ pages }) => pages > 0)
  const categories = db
    .prepare<[], { id: number; parent: number }>("select id, parent from terms where taxonomy = 'category'")
    .all()
  const below = findDescendants(categories)
  const venueIds = numbers('select id from venues order by id')
  const total = count('')
  const earliest = db.prepare<[], string>('select min(start_date) from events').pluck().get() ?? today
  return {
    today,
    pages: Math.ceil(total / PER_PAGE),
    categories: filters([...below.keys()], (id) => carrying(below.get(id) ?? [])),
    tags: filters(numbers("select id from terms where taxonomy = 'tag'"), (id) => carrying([id])),
    venues: filters(venueIds.slice(0, MOST_VENUES), (id) =>
      count(`and id in (select event_id from links where target_id = ${id})`),
    ),
    words: wordsIn(db),
    monthPages: Math.min(5, Math.max(1, Math.floor(total / MONTHS_AHEAD / 2 / PER_PAGE))),
    firstDay: Math.ceil((Date.parse(`${earliest}Z`) - Date.now()) / 86_400_000),
    ids: numbers("select id from events where status = 'publish' order by id"),
    venueIds,
    organizerIds: numbers('select id from organizers order by id'),
  }
}

/** Words of some events, each once: the frequent ones, and names that few events have. */
function wordsIn(db: Sqlite.Database): string[] {
  const random = createRandom(1)
  const texts = db
    .prepare<[number], string>('select text from post_search where rowid in (select id from events limit ?)')
    .pluck()
  const words = texts
    .all(10 * WORDS_OF)
    .filter(() => random.chance(0.1))
    .flatMap((text) => text.match(/[a-z]{5,}/g) ?? [])
  return [...new Set(words)].sort()
}
