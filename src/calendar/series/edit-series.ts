/** Edits of a whole series, and of an occurrence with those that follow it. */

import { diffFields } from '../../kernel/change-record.ts'
import type { Event } from '../../kernel/post.ts'
import { createInvalidParams } from '../../kernel/problem.ts'
import { forbidden } from '../../kernel/user.ts'
import { mayEdit } from '../../kernel/visibility.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import { applyEventInput } from '../events/apply-event-input.ts'
import { type EventDates, pickDates, resolveEventDates } from '../events/event-dates.ts'
import type { EventInput } from '../events/event-fields.ts'
import { prepareEvent, replaceEvent, resolveEventTermIds } from '../events/write-event.ts'
import type { WriteContext } from '../posts/apply-post-input.ts'
import { findPosts } from '../posts/post-store.ts'
import { recordSeriesFields } from '../posts/recorded-fields.ts'
import type { SeriesInput } from './create-series.ts'
import { createOccurrenceDates } from './occurrence-dates.ts'
import { getRuleDate } from './occurrence-key.ts'
import { expandProposal, expandToHorizon, findEditedPeriod, insertOccurrences, moveToFirst } from './occurrences.ts'
import { addRecurrenceDates, anchorRecurrence, type RecurrenceInput } from './recurrence.ts'
import { isDraftOrPending, isProposal, type Series } from './series.ts'
import { findOccurrences, type Occurrence, updateSeries } from './series-store.ts'

/** Numbers of occurrences. */
export interface SeriesChanges {
  readonly updated: number
  readonly created: number
  readonly trashed: number
  /** Left as they are, because they were edited on their own. */
  readonly unchanged: number
}

export interface SeriesEditOptions {
  /** The dates that `start_date` and `end_date` of the input refer to; by default those of the first occurrence. */
  readonly reference?: EventDates
  /** Days ahead for which occurrences are created. */
  readonly horizon: number
}

export interface EditedSeries {
  readonly series: Series
  readonly changes: SeriesChanges
}

/**
 * Applies the input to a series and to all occurrences that were not edited on their own. A new recurrence keeps the
 * events of dates that remain, and those that were edited. Throws `rest_forbidden` when the viewer may not edit one of
 * them, and `rest_invalid_param` for dates on another day without a new recurrence.
 */
export async function editSeries(
  tx: Writer,
  series: Series,
  edit: SeriesInput,
  options: SeriesEditOptions & { readonly context: WriteContext },
): Promise<EditedSeries> {
  const { context } = options
  const wasProposal = isProposal(series)
  // The approval of a proposal creates its other events.
  const input = wasProposal ? { recurrence: {}, ...edit } : edit
  const { recurrence: requested, slug: _slug, external_id: _externalId, ...given } = input
  const template = planTemplateDates(series, input, options)
  const { fields, desired, relations } = await resolveFields(tx, { ...series, template }, given, context)
  const planned: Series = { ...series, template: desired, relations }
  const occurrences = await findOccurrences(tx, series.id)
  const rescheduled =
    requested &&
    reschedule(planned, occurrences, requested, { ...options, staysProposal: wasProposal && isDraftOrPending(desired) })
  const next = rescheduled?.series ?? planned
  const wanted = rescheduled?.dates ?? new Set(occurrences.flatMap((one) => (one.isTrashed ? [] : one.series_date)))
  const hasChanged = Object.keys(fields).length > 0 || desired.utc_start_date !== series.template.utc_start_date
  const changes = await applyToOccurrences(tx, { next, wanted, occurrences, fields, hasChanged }, context)
  await updateSeries(tx, next)
  const recorded = diffFields(recordSeriesFields(series), recordSeriesFields(next))
  await recordChange(tx, { kind: 'series', id: series.id, op: 'update', at: context.clock.now, fields: recorded })
  return { series: next, changes }
}

/** The template with the time of day and duration of the input. */
function planTemplateDates(
  { template, recurrence: current }: Series,
  { start_date, end_date, timezone, all_day, recurrence }: SeriesInput,
  { reference = template, context }: SeriesEditOptions & { readonly context: WriteContext },
): Event {
  const input = {
    ...(start_date !== undefined && { start_date }),
    ...(end_date !== undefined && { end_date }),
    ...(timezone !== undefined && { timezone }),
    ...(all_day !== undefined && { all_day }),
  }
  if (Object.keys(input).length === 0) return template
  const dates = resolveEventDates(input, pickDates(reference), context.clock)
  const moved = getRuleDate(dates, current)
  const isMoved = moved !== getRuleDate(reference, current)
  if (isMoved && recurrence === undefined)
    throw createInvalidParams({ start_date: { kind: 'invalid', message: 'error.series_moved' } })
  const first = isMoved ? moved : getRuleDate(template, current)
  return { ...template, ...createOccurrenceDates(dates, first, current) }
}

/** Creates named venues, organizers and terms once, so that all occurrences get the same ones. */
async function resolveFields(
  tx: Writer,
  series: Series,
  given: Omit<Partial<EventInput>, 'slug' | 'external_id'>,
  context: WriteContext,
) {
  const { start_date: _start, end_date: _end, timezone: _zone, all_day: _allDay, ...input } = given
  const { template, relations } = series
  const { venues = relations.venues, organizers = relations.organizers } = await prepareEvent(
    tx,
    template,
    input,
    context,
  )
  const terms = await resolveEventTermIds(tx, relations.terms, input, context)
  const fields: Partial<EventInput> = {
    ...input,
    ...(input.venue && { venue: venues.map((id) => ({ id })) }),
    ...(input.organizer && { organizer: organizers.map((id) => ({ id })) }),
    ...((input.categories || input.tags) && { categories: terms.map(String), tags: terms.map(String) }),
  }
  const desired = { ...applyEventInput(input, template, context), slug: template.slug }
  return { fields, desired, relations: { venues, organizers, terms } }
}

interface RescheduleOptions extends SeriesEditOptions {
  readonly context: WriteContext
  readonly staysProposal: boolean
}

/** The series with a new recurrence. Edited occurrences and those before the period keep their dates. */
function reschedule(
  series: Series,
  occurrences: readonly Occurrence[],
  requested: RecurrenceInput,
  { horizon, context, staysProposal }: RescheduleOptions,
) {
  const { template } = series
  const { now } = context.clock
  const recurrence = anchorRecurrence({ ...series.recurrence, ...requested }, template)
  const from = findEditedPeriod(recurrence, template, now)
  const expand = staysProposal ? expandProposal : expandToHorizon
  const { dates, extended_until } = expand(recurrence, template, { now, horizon, from })
  const isWhole = from === getRuleDate(template, recurrence)
  const first = moveToFirst(template, recurrence, dates)
  const present = occurrences.filter(({ isTrashed }) => !isTrashed)
  const earlier = isWhole ? [] : present.map((one) => one.series_date).filter((key) => key < from)
  const edited = present.filter(({ isEdited }) => isEdited).map((one) => one.series_date)
  const kept = edited.filter((key) => !dates.includes(key) && !earlier.includes(key))
  const next: Series = {
    ...series,
    recurrence: kept.length > 0 ? addRecurrenceDates(recurrence, kept) : recurrence,
    template: isWhole ? { ...template, ...first } : template,
    extended_until,
  }
  return { series: next, dates: new Set([...earlier, ...dates, ...kept]) }
}

interface OccurrencePlan {
  readonly next: Series
  readonly wanted: ReadonlySet<string>
  readonly occurrences: readonly Occurrence[]
  readonly fields: Partial<EventInput>
  readonly hasChanged: boolean
}

async function applyToOccurrences(
  tx: Writer,
  { next, wanted, occurrences, fields, hasChanged }: OccurrencePlan,
  context: WriteContext,
): Promise<SeriesChanges> {
  const unchanged = occurrences.filter(({ isEdited, isTrashed }) => isEdited && !isTrashed)
  const trashed = occurrences.filter((one) => !one.isTrashed && !one.isEdited && !wanted.has(one.series_date))
  const restored = occurrences.filter((one) => one.isTrashed && wanted.has(one.series_date))
  const kept = occurrences.filter((one) => !one.isTrashed && !one.isEdited && wanted.has(one.series_date))
  const { status } = next.template
  await trashOccurrences(tx, trashed, context)
  await replaceOccurrences(tx, restored, { input: { ...fields, status }, series: next }, context)
  if (hasChanged) await replaceOccurrences(tx, kept, { input: fields, series: next }, context)
  const known = new Set(occurrences.map(({ series_date }) => series_date))
  const added = [...wanted].filter((date) => !known.has(date))
  await insertOccurrences(tx, next, added, context.clock.now)
  return {
    updated: hasChanged ? kept.length : 0,
    created: added.length + restored.length,
    trashed: trashed.length,
    unchanged: unchanged.length,
  }
}

export const trashOccurrences = (
  tx: Writer,
  occurrences: readonly Occurrence[],
  context: WriteContext,
): Promise<void> => replaceOccurrences(tx, occurrences, { input: { status: 'trash' } }, context)

/** Updates occurrences, which move to the dates of the series if one is given. */
async function replaceOccurrences(
  tx: Writer,
  occurrences: readonly Occurrence[],
  { input, series }: { readonly input: Partial<EventInput>; readonly series?: Series },
  context: WriteContext,
): Promise<void> {
  const ids = occurrences.map(({ id }) => id)
  const events = (await findPosts(tx, 'event', ids)).sort((a, b) => a.id - b.id)
  for (const event of events) {
    if (!mayEdit(context.viewer, event)) throw forbidden(context.viewer)
    const base = series ? moveOccurrence(event, series) : event
    await replaceEvent(tx, { stored: event, base }, input, context)
  }
}

/** The event with the dates of its series on its day. The announced start is retained for `previous_start_date`. */
function moveOccurrence(event: Event, { template, recurrence }: Series): Event {
  const previous_utc_start_date = event.previous_utc_start_date || event.utc_start_date
  return { ...event, ...createOccurrenceDates(template, event.series_date, recurrence), previous_utc_start_date }
}
