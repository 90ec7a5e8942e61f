import type { Reader } from '../../storage/types.ts'

export interface SeriesCandidate {
  readonly title: string
  readonly timezone: string
  /** Of events without a series, by start. */
  readonly ids: readonly number[]
  readonly first: string
  readonly last: string
}

const MAX_CANDIDATES = 100

/** Published events without a series that have the same title and time zone, and one event per day; most events first. */
export async function findSeriesCandidates(db: Reader, minimum: number): Promise<SeriesCandidate[]> {
  const groups = await db
    .selectFrom('events')
    .where('series_id', '=', 0)
    .where('status', '=', 'publish')
    .select((on) => ['title_folded', 'timezone', on.fn.countAll<number>().as('count')])
    .groupBy(['title_folded', 'timezone'])
    .having((on) => on.fn.countAll(), '>=', minimum)
    .orderBy('count', 'desc')
    .orderBy('title_folded')
    .limit(MAX_CANDIDATES)
    .execute()
  const candidates: SeriesCandidate[] = []
  for (const { title_folded, timezone } of groups) {
    const rows = await db
      .selectFrom('events')
      .select(['id', 'title', 'start_date'])
      .where('title_folded', '=', title_folded)
      .where('timezone', '=', timezone)
      .where('series_id', '=', 0)
      .where('status', '=', 'publish')
      .orderBy('start_date')
      .orderBy('id')
      .execute()
    const dates = rows.map(({ start_date }) => start_date.slice(0, 10))
    const [first] = rows
    if (!first || new Set(dates).size < rows.length) continue
    const ids = rows.map(({ id }) => id)
    candidates.push({ title: first.title, timezone, ids, first: dates[0] ?? '', last: dates.at(-1) ?? '' })
  }
  return candidates
}
