/** Creates the occurrences of a series. */

import type { DateTime } from '../../datetime/date-time.ts'
import { toDateOnly } from '../../datetime/parse-date.ts'
import { toLocal } from '../../datetime/time-zone.ts'
import { isCounted } from '../../domain/access/visibility.ts'
import { createOccurrenceDates } from '../../domain/changes/occurrence-dates.ts'
import type { EventRelationIds } from '../../domain/history/recorded-fields.ts'
import { type Event, NO_SERIES } from '../../domain/model/post.ts'
import type { Series } from '../../domain/model/series.ts'
import type { Term } from '../../domain/model/term.ts'
import { createInvalidParams } from '../../domain/problem.ts'
import { shiftDate } from '../../domain/recurrence/calendar-dates.ts'
import { expandDates, isFinished } from '../../domain/recurrence/expand-recurrence.ts'
import type { Recurrence } from '../../domain/recurrence/recurrence.ts'
import { createRecurrenceError, MAX_OCCURRENCES } from '../../domain/recurrence/recurrence-rule.ts'
import { recordChanges } from '../../storage/changes/change-log.ts'
import { splitIntoBatches } from '../../storage/core/split-into-batches.ts'
import type { Writer } from '../../storage/core/types.ts'
import { insertLinks } from '../../storage/stores/links.ts'
import { allocateIds, findTakenSlugs } from '../../storage/stores/posts.ts'
import { adjustTermCounts, createCountChanges, findTerms, insertEventTerms } from '../../storage/stores/terms.ts'
import { createDatedSlug, findFreeSlug } from '../../text/slug.ts'
import { insertBatch } from '../write/bulk-write.ts'

/** The dates of a recurrence up to the horizon, and how far they were computed. */
export interface Expansion {
  readonly dates: readonly string[]
  /** Empty when the recurrence has no later dates. */
  readonly extended_until: string
}

interface ExpansionOptions {
  /** UTC. */
  readonly now: DateTime
  readonly timezone: string
  /** Days ahead of today, or of a later start. */
  readonly horizon: number
}

export function expandToHorizon(
  recurrence: Recurrence,
  start: string,
  { now, timezone, horizon }: ExpansionOptions,
): Expansion {
  const today = toDateOnly(toLocal(now, timezone))
  const until = shiftDate(today > start ? today : start, horizon)
  const dates = expandDates(recurrence, start, until)
  const isComplete = dates.length >= MAX_OCCURRENCES
  return { dates, extended_until: isComplete || isFinished(recurrence, start, until) ? '' : until }
}

/** The dates for which a proposal has events (`isProposal`). Expanding all would take most of the time of a creation. */
export function expandProposal(recurrence: Recurrence, start: string, options: ExpansionOptions): Expansion {
  const nearest = expandToHorizon(recurrence, start, { ...options, horizon: 0 })
  const expansion = nearest.dates.length > 0 ? nearest : expandToHorizon(recurrence, start, options)
  const [first, second] = expansion.dates
  const isComplete = second === undefined && expansion.extended_until === ''
  return first === undefined || isComplete ? expansion : { dates: [first], extended_until: first }
}

/** Throws `rest_invalid_param` naming `recurrence` when there are no dates. */
export function requireFirstDate(dates: readonly string[]): string {
  const [first] = dates
  if (first === undefined)
    throw createInvalidParams({ recurrence: createRecurrenceError('error.recurrence_empty').error })
  return first
}

/** An occurrence without id. */
const createOccurrence = ({ id, template }: Series, date: string, slug: string): Event => ({
  ...template,
  ...createOccurrenceDates(template, date),
  ...NO_SERIES,
  ...{ id: 0, external_id: '', slug, series_id: id, series_date: date, previous_utc_start_date: '' },
})

/** Engines limit the parameters of a statement. */
const BATCH_SIZE = 200

/** Inserts an occurrence for each date. */
export async function insertOccurrences(
  tx: Writer,
  series: Series,
  dates: readonly string[],
  at: DateTime,
): Promise<readonly Event[]> {
  const taken = await findTakenSlugs(tx, 'event', series.template.slug, 0)
  const foundTerms = await findTerms(tx, series.relations.terms)
  const terms = foundTerms.map(({ id }) => id)
  const relations = listRelations(series, foundTerms)
  const events: Event[] = []
  for (const batch of splitIntoBatches(dates, BATCH_SIZE)) {
    const ids = await allocateIds(tx, 'event', batch.length)
    const records = batch.map((date, index) => {
      const slug = findFreeSlug(createDatedSlug(series.template.slug, date), taken)
      taken.add(slug)
      return { ...createOccurrence(series, date, slug), id: ids[index] ?? 0 }
    })
    await insertBatch(tx, 'event', records, { at, getRelations: () => relations })
    await insertOccurrenceLinks(tx, series, ids)
    await insertEventTerms(
      tx,
      ids.flatMap((event_id) => terms.map((term_id) => ({ event_id, term_id }))),
    )
    events.push(...records)
  }
  if (events.length > 0 && isCounted(series.template)) {
    await adjustTermCounts(tx, terms, events.length)
    await recordChanges(tx, createCountChanges(terms, at))
  }
  return events
}

const listRelations = ({ relations: { venues, organizers } }: Series, terms: readonly Term[]): EventRelationIds => ({
  venues,
  organizers,
  categories: terms.filter(({ taxonomy }) => taxonomy === 'category').map(({ id }) => id),
  tags: terms.filter(({ taxonomy }) => taxonomy === 'tag').map(({ id }) => id),
})

async function insertOccurrenceLinks(tx: Writer, { relations }: Series, ids: readonly number[]): Promise<void> {
  const targets = { venue: relations.venues, organizer: relations.organizers }
  const rows = (['venue', 'organizer'] as const).flatMap((kind) =>
    targets[kind].map((target_id, position) => ({ kind, position, target_id })),
  )
  await insertLinks(
    tx,
    ids.flatMap((event_id) => rows.map((row) => ({ event_id, ...row }))),
  )
}
