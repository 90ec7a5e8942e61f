/** Reads the IDs and counts of a fixture calendar that are needed to generate requests. */
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { createRandom } from '../../src/cli/seed-data/seeded-random.ts'
import { loadSqlite } from '../../src/storage/sqlite/load-driver.ts'
import { findDescendants, getDefaultBounds, getUtcNow, PER_PAGE } from '../baselines/queries.ts'
import type { CalendarStats, FilterTarget } from './urls.ts'

export interface CalendarContents extends CalendarStats {
  /** IDs of published events. */
  readonly ids: readonly number[]
  readonly venueIds: readonly number[]
  readonly organizerIds: readonly number[]
}

const MAX_VENUES = 1000
const WORD_SAMPLE_SIZE = 300
/** Divisor for the estimate of pages per month: a large calendar covers about 12 months ahead. */
const MONTHS_AHEAD = 12

export function readCalendarContents(folder: string): CalendarContents {
  const db = new (loadSqlite())(join(folder, 'baseline.db'), { readonly: true })
  try {
    return readContents(db)
  } finally {
    db.close()
  }
}

function readContents(db: Sqlite.Database): CalendarContents {
  const today = getUtcNow()
  const { from, to } = getDefaultBounds(today)
  const listed = "status = 'publish' and hide_from_listings = 0 and start_date >= ? and end_date <= ?"
  const readIds = (text: string) => db.prepare<[], number>(text).pluck().all()
  const count = (condition: string) =>
    db
      .prepare<[string, string], number>(`select count(*) from events where ${listed} ${condition}`)
      .pluck()
      .get(from, to) ?? 0
  const countByTerms = (ids: readonly number[]) =>
    count(`and id in (select event_id from event_terms where term_id in (${ids}))`)
  const createTargets = (ids: readonly number[], countEvents: (id: number) => number): FilterTarget[] =>
    ids.map((id) => ({ id, pages: Math.ceil(countEvents(id) / PER_PAGE) })).filter(({ pages }) => pages > 0)
  const categories = db
    .prepare<[], { id: number; parent: number }>("select id, parent from terms where taxonomy = 'category'")
    .all()
  const descendants = findDescendants(categories)
  const venueIds = readIds('select id from venues order by id')
  const total = count('')
  const earliest = db.prepare<[], string>('select min(start_date) from events').pluck().get() ?? today
  return {
    today,
    pages: Math.ceil(total / PER_PAGE),
    categories: createTargets([...descendants.keys()], (id) => countByTerms(descendants.get(id) ?? [])),
    tags: createTargets(readIds("select id from terms where taxonomy = 'tag'"), (id) => countByTerms([id])),
    venues: createTargets(venueIds.slice(0, MAX_VENUES), (id) =>
      count(`and id in (select event_id from links where target_id = ${id})`),
    ),
    words: sampleWords(db),
    monthPages: Math.min(5, Math.max(1, Math.floor(total / MONTHS_AHEAD / 2 / PER_PAGE))),
    firstDay: Math.ceil((Date.parse(`${earliest}Z`) - Date.now()) / 86_400_000),
    ids: readIds("select id from events where status = 'publish' order by id"),
    venueIds,
    organizerIds: readIds('select id from organizers order by id'),
  }
}

/** Distinct words of sampled events, both frequent words and rare names. */
function sampleWords(db: Sqlite.Database): string[] {
  const random = createRandom(1)
  const texts = db
    .prepare<[number], string>('select text from post_search where rowid in (select id from events limit ?)')
    .pluck()
  const words = texts
    .all(10 * WORD_SAMPLE_SIZE)
    .filter(() => random.chance(0.1))
    .flatMap((text) => text.match(/[a-z]{5,}/g) ?? [])
  return [...new Set(words)].sort()
}
