import type { DateTime } from '../../datetime/date-time.ts'
import { createOccurrenceDates } from '../../domain/changes/occurrence-dates.ts'
import { diffFields } from '../../domain/history/history.ts'
import { recordSeriesFields } from '../../domain/history/recorded-fields.ts'
import type { Series } from '../../domain/model/series.ts'
import { expandDates } from '../../domain/recurrence/expand-recurrence.ts'
import { type Recurrence, truncateRecurrence } from '../../domain/recurrence/recurrence.ts'
import { formatRule, readRule } from '../../domain/recurrence/recurrence-rule.ts'
import { recordChange, recordChanges } from '../../storage/changes/change-log.ts'
import type { Writer } from '../../storage/core/types.ts'
import { allocateId } from '../../storage/stores/posts.ts'
import {
  findOccurrences,
  findTakenSeriesSlugs,
  insertSeries,
  moveOccurrences,
  updateSeries,
} from '../../storage/stores/series.ts'
import { findFreeSlug } from '../../text/slug.ts'

/** Later than any occurrence. */
const LAST_DATE = '9999-12-31'

/**
 * Ends a series before `date`, and moves the occurrences from then on to a new series. Returns the series of `date`, which
 * is the same one when it begins on that date.
 */
export async function splitSeries(tx: Writer, series: Series, date: string, at: DateTime): Promise<Series> {
  const start = series.template.start_date.slice(0, 10)
  const occurrences = await findOccurrences(tx, series.id)
  const later = occurrences.filter(({ series_date }) => series_date >= date)
  if (later.length === occurrences.length) return series
  const { recurrence, first } = continueRecurrence(series.recurrence, start, date)
  const { slug } = series
  const next: Series = {
    ...series,
    id: await allocateId(tx, 'series'),
    slug: findFreeSlug(slug, await findTakenSeriesSlugs(tx, slug, 0)),
    template: { ...series.template, ...createOccurrenceDates(series.template, first) },
    recurrence,
  }
  await insertSeries(tx, next)
  const ended = { ...series, recurrence: truncateRecurrence(series.recurrence, date), extended_until: '' }
  await updateSeries(tx, ended)
  const ids = later.map(({ id }) => id)
  await moveOccurrences(tx, ids, next.id)
  const fields = diffFields(recordSeriesFields(series), recordSeriesFields(ended))
  await recordChange(tx, { kind: 'series', id: series.id, op: 'update', at, fields })
  const nextFields = diffFields(undefined, recordSeriesFields(next))
  await recordChange(tx, { kind: 'series', id: next.id, op: 'create', at, fields: nextFields })
  // Their JSON contains the id of the series.
  await recordChanges(
    tx,
    ids.map((id) => ({ kind: 'event', id, op: 'update', at, fields: { series: [series.id, next.id] } })),
  )
  return next
}

/** The recurrence from `date` on, and the date at which it begins: that of the rule, if it still has dates. */
function continueRecurrence(recurrence: Recurrence, start: string, date: string) {
  const { rrule } = recurrence
  const rdate = recurrence.rdate.filter((one) => one >= date)
  const exdate = recurrence.exdate.filter((one) => one >= date)
  const parts = new Map(readRule(rrule))
  const count = parts.get('COUNT')
  const before = count === undefined ? [] : expandRuleBefore(rrule, start, date)
  if (count !== undefined) parts.set('COUNT', String(Number(count) - before.length))
  const continued = formatRule(parts)
  const first = rrule === '' || parts.get('COUNT') === '0' ? undefined : findFirstRuleDate(rrule, start, date)
  if (first !== undefined) return { recurrence: { rrule: continued, rdate, exdate }, first }
  return { recurrence: { rrule: '', rdate, exdate }, first: rdate[0] ?? date }
}

const expandRuleBefore = (rrule: string, start: string, date: string): string[] =>
  expandDates({ rrule, rdate: [], exdate: [] }, start, date).filter((one) => one < date)

/** The first date of the rule from `date` on. */
function findFirstRuleDate(rrule: string, start: string, date: string): string | undefined {
  const before = expandRuleBefore(rrule, start, date)
  const [first] = expandDates({ rrule, rdate: [], exdate: before }, start, date).filter((one) => one >= date)
  return first !== undefined && first <= LAST_DATE ? first : undefined
}
