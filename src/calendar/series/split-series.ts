import { findFreeSlug } from '../../base/text/slug.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { diffFields } from '../../kernel/change-record.ts'
import { recordChange, recordChanges } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import { allocateId } from '../posts/post-store.ts'
import { recordSeriesFields } from '../posts/recorded-fields.ts'
import { continueRecurrence } from './continue-recurrence.ts'
import { createOccurrenceDates } from './occurrence-dates.ts'
import { getRuleDate } from './occurrence-key.ts'
import { truncateRecurrence } from './recurrence.ts'
import type { Series } from './series.ts'
import { findOccurrences, findTakenSeriesSlugs, insertSeries, moveOccurrences, updateSeries } from './series-store.ts'

/**
 * Ends a series before the occurrence `key`, and moves the occurrences from then on to a new series. Returns the series of
 * `key`, which is the same one when it begins with it.
 */
export async function splitSeries(tx: Writer, series: Series, key: string, at: DateTime): Promise<Series> {
  const start = getRuleDate(series.template, series.recurrence)
  const occurrences = await findOccurrences(tx, series.id)
  const later = occurrences.filter(({ series_date }) => series_date >= key)
  if (later.length === occurrences.length) return series
  const { recurrence, first } = continueRecurrence(series.recurrence, start, key)
  const { slug } = series
  const next: Series = {
    ...series,
    id: await allocateId(tx, 'series'),
    slug: findFreeSlug(slug, await findTakenSeriesSlugs(tx, slug, 0)),
    template: { ...series.template, ...createOccurrenceDates(series.template, first, recurrence) },
    recurrence,
  }
  await insertSeries(tx, next)
  const ended = { ...series, recurrence: truncateRecurrence(series.recurrence, key), extended_until: '' }
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
