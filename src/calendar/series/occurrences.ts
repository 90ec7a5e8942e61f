/** Creates the occurrences of a series. */

import { createDatedSlug, findFreeSlug } from '../../base/text/slug.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { toDateOnly } from '../../base/time/parse-date.ts'
import { toLocal } from '../../base/time/time-zone.ts'
import { type Event, NO_SERIES } from '../../kernel/post.ts'
import { createInvalidParams } from '../../kernel/problem.ts'
import type { Term } from '../../kernel/term.ts'
import { isCounted } from '../../kernel/visibility.ts'
import { recordChanges } from '../../storage/change-log/change-log.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Writer } from '../../storage/types.ts'
import { type EventDates, pickDates } from '../events/event-dates.ts'
import { insertBatch } from '../posts/bulk-write.ts'
import { insertLinks } from '../posts/links.ts'
import { allocateIds, findTakenSlugs } from '../posts/post-store.ts'
import type { EventRelationIds } from '../posts/recorded-fields.ts'
import { adjustTermCounts, createCountChanges, findTerms, insertEventTerms } from '../terms/term-store.ts'
import { shiftDate } from './calendar-dates.ts'
import { continueRecurrence } from './continue-recurrence.ts'
import { expandDates, findFirstKey, isFinished } from './expand-recurrence.ts'
import { createOccurrenceDates } from './occurrence-dates.ts'
import { type FirstDates, getKeyDate, getRuleDate, isDateKey } from './occurrence-key.ts'
import type { Recurrence } from './recurrence.ts'
import { createRecurrenceError, MAX_OCCURRENCES } from './recurrence-rule.ts'
import type { Series } from './series.ts'

/** The keys of occurrences of a recurrence, and how far they were computed. */
export interface Expansion {
  readonly dates: readonly string[]
  /** Empty when the recurrence has no later dates. */
  readonly extended_until: string
}

export interface ExpansionOptions {
  /** UTC. */
  readonly now: DateTime
  /** Days ahead of today, or of a later start. */
  readonly horizon: number
  /** First date of the period; by default the start. */
  readonly from?: string
}

/** The keys of occurrences up to the horizon; if there are none, the first one after it. `first` has the dates of the start. */
export function expandToHorizon(recurrence: Recurrence, first: FirstDates, options: ExpansionOptions): Expansion {
  const expansion = expandPeriod(recurrence, first, options)
  if (expansion.dates.length > 0) return expansion
  const next = findFirstKey(recurrence, getRuleDate(first, recurrence), options.from)
  return { ...expansion, dates: next === undefined ? [] : [next] }
}

/** The keys of occurrences up to the horizon. */
export function expandPeriod(
  recurrence: Recurrence,
  first: FirstDates,
  { now, horizon, from }: ExpansionOptions,
): Expansion {
  const start = getRuleDate(first, recurrence)
  const today = findToday(recurrence, first, now)
  const [, latest = start] = [start, today].sort()
  const until = shiftDate(latest, horizon)
  const dates = expandDates(recurrence, start, { until, today, ...(from !== undefined && { from }) })
  const isFull = dates.filter((key) => key >= today).length >= MAX_OCCURRENCES
  return { dates, extended_until: !isFull && isFinished(recurrence, start, until) ? '' : until }
}

const findToday = ({ timezone }: Recurrence, first: FirstDates, now: DateTime): string =>
  toDateOnly(toLocal(now, timezone || first.timezone))

/** The dates for which a proposal has events (`isProposal`). Expanding all would take most of the time of a creation. */
export function expandProposal(recurrence: Recurrence, start: FirstDates, options: ExpansionOptions): Expansion {
  const expansion = expandToHorizon(recurrence, start, { ...options, horizon: 0 })
  const [first, second] = expansion.dates
  const isComplete = second === undefined && expansion.extended_until === ''
  return first === undefined || isComplete ? expansion : { dates: [first], extended_until: getKeyDate(first) }
}

/** Days before today that belong to the period in which edits and imports create occurrences. */
const PAST_DAYS = 366

/** Occurrences before this date stay as they are. */
export const findPeriodStart = (recurrence: Recurrence, first: FirstDates, now: DateTime): string =>
  shiftDate(findToday(recurrence, first, now), -PAST_DAYS)

/**
 * The period of an edit. For a running series it begins a year ago, so that the costs do not depend on its age. A finished
 * series is expanded as a whole.
 */
export function findEditedPeriod(recurrence: Recurrence, first: FirstDates, now: DateTime): string {
  const start = getRuleDate(first, recurrence)
  const from = findPeriodStart(recurrence, first, now)
  return start >= from || isFinished(recurrence, start, from) ? start : from
}

/** A recurrence with the dates of its first occurrence. */
export interface DatedRecurrence {
  readonly recurrence: Recurrence
  readonly first: EventDates
}

/** Omits the dates before the last year of a series with more than `MAX_OCCURRENCES` past dates. */
export function limitPast({ recurrence, first }: DatedRecurrence, now: DateTime): DatedRecurrence {
  const start = getRuleDate(first, recurrence)
  const from = findPeriodStart(recurrence, first, now)
  if (start >= from || expandDates(recurrence, start, { until: from }).length < MAX_OCCURRENCES)
    return { recurrence, first }
  return beginLater({ recurrence, first }, from)
}

/** The recurrence without its dates before `from`. */
export function beginLater({ recurrence, first }: DatedRecurrence, from: string): DatedRecurrence {
  const continued = continueRecurrence(recurrence, getRuleDate(first, recurrence), from)
  return { recurrence: continued.recurrence, first: createOccurrenceDates(first, continued.first, recurrence) }
}

/** Throws `rest_invalid_param` naming `recurrence` when there are no dates. */
export function assertHasDates(dates: readonly string[]): void {
  if (dates.length === 0)
    throw createInvalidParams({ recurrence: createRecurrenceError('error.recurrence_empty').error })
}

/**
 * Dates of the template, at which the rule begins: the first occurrence, if the rule selects it. A start that is no occurrence
 * stays before added dates, because a series has no occurrence before its start. Throws `rest_invalid_param` naming
 * `recurrence` when there are no dates.
 */
export function moveToFirst(first: EventDates, recurrence: Recurrence, keys: readonly string[]): EventDates {
  assertHasDates(keys)
  const start = getRuleDate(first, recurrence)
  if (keys.includes(start)) return createOccurrenceDates(first, start, recurrence)
  const key = recurrence.rrule === '' ? keys.find(isDateKey) : findFirstKey({ ...recurrence, rdate: [] }, start)
  return key !== undefined && (key === keys[0] || recurrence.rrule === '')
    ? createOccurrenceDates(first, key, recurrence)
    : pickDates(first)
}

/** An occurrence without id. */
const createOccurrence = ({ id, template, recurrence }: Series, key: string, slug: string): Event => ({
  ...template,
  ...createOccurrenceDates(template, key, recurrence),
  ...NO_SERIES,
  ...{ id: 0, external_id: '', slug, series_id: id, series_date: key, previous_utc_start_date: '' },
})

/** Engines limit the parameters of a statement. */
const BATCH_SIZE = 200

/** Inserts an occurrence for each key. */
export async function insertOccurrences(
  tx: Writer,
  series: Series,
  keys: readonly string[],
  at: DateTime,
): Promise<readonly Event[]> {
  const taken = await findTakenSlugs(tx, 'event', series.template.slug, 0)
  const foundTerms = await findTerms(tx, series.relations.terms)
  const terms = foundTerms.map(({ id }) => id)
  const relations = listRelations(series, foundTerms)
  const events: Event[] = []
  for (const batch of splitIntoBatches(keys, BATCH_SIZE)) {
    const ids = await allocateIds(tx, 'event', batch.length)
    const records = batch.map((key, index) => {
      const slug = findFreeSlug(createDatedSlug(series.template.slug, getKeyDate(key)), taken)
      taken.add(slug)
      return { ...createOccurrence(series, key, slug), id: ids[index] ?? 0 }
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
