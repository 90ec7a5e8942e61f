/** Writes of an occurrence that may extend to others of its series. */

import { diffFields } from '../../kernel/change-record.ts'
import type { Event } from '../../kernel/post.ts'
import { NO_SERIES } from '../../kernel/post.ts'
import { createInvalidParams, problem } from '../../kernel/problem.ts'
import { forbidden } from '../../kernel/user.ts'
import { mayEdit } from '../../kernel/visibility.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import type { EventInput } from '../events/event-fields.ts'
import { replaceEvent, writeEvent } from '../events/write-event.ts'
import type { RenderedFragment } from '../fragments/render-rows.ts'
import type { WriteContext } from '../posts/apply-post-input.ts'
import { recordSeriesFields } from '../posts/recorded-fields.ts'
import type { WrittenPost } from '../posts/save-post.ts'
import type { SeriesInput } from './create-series.ts'
import { editSeries, type SeriesChanges, trashOccurrences } from './edit-series.ts'
import { createOccurrenceDates } from './occurrence-dates.ts'
import { getKeyDate, getRuleDate, isDateKey } from './occurrence-key.ts'
import { excludeDates, truncateRecurrence } from './recurrence.ts'
import type { Scope } from './recurrence-field.ts'
import { isProposal, type Series } from './series.ts'
import { findOccurrences, findSeries, type Occurrence, updateSeries } from './series-store.ts'
import { splitSeries } from './split-series.ts'

export interface OccurrenceWrite {
  /** Of the event that was named. */
  readonly id: number
  /** Its rendered fragment; undefined after a write of several events. */
  readonly row: RenderedFragment | undefined
  /** Undefined for a write of one event. */
  readonly changes: SeriesChanges | undefined
}

interface OccurrenceOptions {
  readonly scope: Scope
  readonly horizon: number
}

/**
 * Updates an event, and with the scopes `following` and `all` other occurrences of its series. The only event of a proposal
 * (`isProposal`) stands for its series.
 */
export async function updateOccurrence(
  tx: Writer,
  current: Event,
  input: SeriesInput,
  options: OccurrenceOptions & { readonly context: WriteContext },
): Promise<OccurrenceWrite> {
  const { context, horizon } = options
  const { recurrence, ...fields } = input
  const scope = (await isProposed(tx, current)) ? 'all' : options.scope
  if (scope === 'this') {
    if (recurrence) throw createInvalidParams({ recurrence: { kind: 'invalid', message: 'error.recurrence_scope' } })
    return writeOccurrence(tx, current, fields, context)
  }
  const series = await requireSeries(tx, current, context)
  const edited = scope === 'all' ? series : await splitSeries(tx, series, current.series_date, context.clock.now)
  const { changes } = await editSeries(tx, edited, input, { context, horizon, reference: current })
  return { id: current.id, row: undefined, changes }
}

async function isProposed(tx: Writer, { series_id }: Event): Promise<boolean> {
  const series = series_id === 0 ? undefined : await findSeries(tx, series_id)
  return series !== undefined && isProposal(series)
}

/** Trashes an event, and with the scopes `following` and `all` others of its series that were not edited on their own. */
export async function trashOccurrence(
  tx: Writer,
  current: Event,
  scope: Scope,
  context: WriteContext,
): Promise<OccurrenceWrite> {
  if (scope === 'this') return writeOccurrence(tx, current, { status: 'trash' }, context)
  const series = await requireSeries(tx, current, context)
  const changes = await trashSeries(tx, series, context, scope === 'all' ? undefined : current.series_date)
  return { id: current.id, row: undefined, changes }
}

async function writeOccurrence(
  tx: Writer,
  current: Event,
  input: Partial<EventInput>,
  context: WriteContext,
): Promise<OccurrenceWrite> {
  const { row } = await writeEvent(tx, current, input, context)
  return { id: current.id, row, changes: undefined }
}

/** Trashes the occurrences from the date `from` on, or all. The series ends; without occurrences it is trashed. */
export async function trashSeries(
  tx: Writer,
  series: Series,
  context: WriteContext,
  from = '',
): Promise<SeriesChanges> {
  const occurrences = await findOccurrences(tx, series.id)
  const present = occurrences.filter(({ isTrashed }) => !isTrashed)
  const affected = present.filter(({ series_date }) => series_date >= from)
  const trashed = affected.filter(({ isEdited }) => !isEdited)
  await trashOccurrences(tx, trashed, context)
  const remaining = present.filter((one) => !trashed.includes(one))
  const ended = endSeries(series, remaining, from)
  await updateSeries(tx, ended)
  const op = remaining.length === 0 ? 'trash' : 'update'
  const fields = diffFields(recordSeriesFields(series), recordSeriesFields(ended))
  await recordChange(tx, { kind: 'series', id: series.id, op, at: context.clock.now, fields })
  return { updated: 0, created: 0, trashed: trashed.length, unchanged: affected.length - trashed.length }
}

function endSeries(series: Series, remaining: readonly Occurrence[], from: string): Series {
  const dates = remaining.map(({ series_date }) => series_date)
  const [first] = dates
  const { template, recurrence } = series
  if (first === undefined)
    return {
      ...series,
      extended_until: '',
      template: { ...template, status: 'trash', trashed_from: template.status },
    }
  const isWhole = from <= getRuleDate(template, recurrence)
  const rest = dates.filter((date) => date >= from)
  const ended = isWhole ? { ...recurrence, rrule: '', rdate: [], exdate: [] } : truncateRecurrence(recurrence, from)
  // The template has the time of the series, also if the first occurrence is at another time.
  const isReplaced = isWhole && !isDateKey(first)
  return {
    ...series,
    extended_until: '',
    template: isWhole ? { ...template, ...createOccurrenceDates(template, getKeyDate(first), recurrence) } : template,
    recurrence: {
      ...ended,
      rdate: [...ended.rdate, ...rest.filter((key) => isReplaced || !isWhole || key !== first)],
      exdate: isReplaced ? [getKeyDate(first)] : ended.exdate,
    },
  }
}

/** Makes an occurrence an event of its own, and excludes its date from the series. */
export async function detachOccurrence(tx: Writer, current: Event, context: WriteContext): Promise<WrittenPost<Event>> {
  const series = await requireSeries(tx, current, context)
  const written = await replaceEvent(tx, { stored: current, base: { ...current, ...NO_SERIES } }, {}, context)
  const updated = { ...series, recurrence: excludeDates(series.recurrence, [current.series_date]) }
  await updateSeries(tx, updated)
  const fields = diffFields(recordSeriesFields(series), recordSeriesFields(updated))
  await recordChange(tx, { kind: 'series', id: series.id, op: 'update', at: context.clock.now, fields })
  return written
}

/** Throws `event-not-in-series`, or `rest_forbidden` when the viewer may not edit the series. */
async function requireSeries(tx: Writer, event: Event, { viewer }: WriteContext): Promise<Series> {
  const series = event.series_id === 0 ? undefined : await findSeries(tx, event.series_id)
  if (!series) throw problem('event-not-in-series')
  if (!mayEdit(viewer, series.template)) throw forbidden(viewer)
  return series
}
