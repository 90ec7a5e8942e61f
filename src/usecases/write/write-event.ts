/** Creates, updates and trashes events. */

import type { DateTime } from '../../datetime/date-time.ts'
import { isCounted } from '../../domain/access/visibility.ts'
import { applyEventInput } from '../../domain/changes/apply-event-input.ts'
import type { WriteContext } from '../../domain/changes/apply-post-input.ts'
import type { EventInput } from '../../domain/fields/event-fields.ts'
import type { Event } from '../../domain/model/post.ts'
import { problem } from '../../domain/problem.ts'
import { excludeDates, includeDate } from '../../domain/recurrence/recurrence.ts'
import type { EventRelations } from '../../fragments/load-fragments.ts'
import { recordChange } from '../../storage/changes/change-log.ts'
import type { Writer } from '../../storage/core/types.ts'
import { insertNewEventLinks, replaceLinks } from '../../storage/stores/links.ts'
import { findSeries, linkOccurrences, updateSeries } from '../../storage/stores/series.ts'
import { adjustTermCounts, attachTerms, detachTerms, findEventTerms, findTerms } from '../../storage/stores/terms.ts'
import { assertValidParent } from './event-parent.ts'
import { savePost } from './save-post.ts'
import { resolveTermIds } from './terms.ts'
import { resolveLinks } from './write-linked.ts'

/** A stored event with its relations, so that neither needs to be read back. */
export interface CreatedEvent {
  readonly event: Event
  readonly relations: EventRelations
}

export async function createEvent(
  tx: Writer,
  input: Partial<EventInput>,
  context: WriteContext,
): Promise<CreatedEvent> {
  const { desired, venues = [], organizers = [] } = await prepareEvent(tx, undefined, input, context)
  const event = await savePost(tx, 'event', undefined, desired)
  await insertNewEventLinks(tx, event.id, { venue: venues, organizer: organizers })
  const terms = await resolveEventTermIds(tx, [], input, context)
  await attachTerms(tx, event.id, terms)
  if (isCounted(event)) await adjustTermCounts(tx, terms, 1)
  return { event, relations: { venues, organizers, terms } }
}

/**
 * Creates an event (`current` is undefined) or partially updates it, with its links and terms. An occurrence of a series
 * is marked as edited on its own.
 */
export async function writeEvent(
  tx: Writer,
  current: Event | undefined,
  input: Partial<EventInput>,
  context: WriteContext,
): Promise<Event> {
  if (!current) return (await createEvent(tx, input, context)).event
  if (current.series_id === 0) return replaceEvent(tx, current, input, context)
  const isTrashed = input.status === 'trash' && Object.keys(input).length === 1
  const edited = isTrashed ? current : { ...current, series_edited: true }
  const event = await replaceEvent(tx, edited, input, context)
  await recordOccurrence(tx, current, event, context.clock.now)
  return event
}

/** A trashed occurrence is excluded from the recurrence of its series, and a restored one is included again. */
async function recordOccurrence(tx: Writer, before: Event, event: Event, at: DateTime): Promise<void> {
  const { series_id: id, series_date: date } = event
  await linkOccurrences(tx, id)
  const isTrashed = event.status === 'trash'
  const series = isTrashed === (before.status === 'trash') ? undefined : await findSeries(tx, id)
  if (!series) return
  const { recurrence } = series
  await updateSeries(tx, {
    ...series,
    recurrence: isTrashed ? excludeDates(recurrence, [date]) : includeDate(recurrence, date),
  })
  await recordChange(tx, { kind: 'series', id, op: 'update', at })
}

/** Partially updates an event, with its links and terms; the caller maintains its series. */
export async function replaceEvent(
  tx: Writer,
  current: Event,
  input: Partial<EventInput>,
  context: WriteContext,
): Promise<Event> {
  const { desired, venues, organizers } = await prepareEvent(tx, current, input, context)
  const event = await savePost(tx, 'event', current, desired)
  if (venues) await replaceLinks(tx, event.id, 'venue', venues)
  if (organizers) await replaceLinks(tx, event.id, 'organizer', organizers)
  await updateEventTerms(tx, { current, event }, input, context)
  return event
}

/** Applies the input and resolves the linked records that it names. */
export async function prepareEvent(
  tx: Writer,
  current: Event | undefined,
  input: Partial<EventInput>,
  context: WriteContext,
) {
  const desired = applyEventInput(input, current, context)
  // An event has one venue; the reference accepts no list of venues (wire-contract §9.5).
  if (input.venue && input.venue.length > 1) throw problem('could-not-create-venue')
  if (input.post_parent) await assertValidParent(tx, current, input.post_parent, context)
  const venues = input.venue && (await resolveLinks(tx, 'venue', input.venue, context))
  const organizers = input.organizer && (await resolveLinks(tx, 'organizer', input.organizer, context))
  return { desired, venues, organizers }
}

/** Updates the terms of an event, and the counts of terms for which it counted or counts now. */
async function updateEventTerms(
  tx: Writer,
  { current, event }: { readonly current: Event; readonly event: Event },
  input: Pick<Partial<EventInput>, 'categories' | 'tags'>,
  context: WriteContext,
): Promise<void> {
  const before = (await findEventTerms(tx, [event.id])).map(({ term_id }) => term_id)
  const after = await resolveEventTermIds(tx, before, input, context)
  const added = after.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !after.includes(id))
  await detachTerms(tx, event.id, removed)
  await attachTerms(tx, event.id, added)
  const counted = isCounted(current) ? before : []
  const counting = isCounted(event) ? after : []
  await adjustTermCounts(
    tx,
    counted.filter((id) => !counting.includes(id)),
    -1,
  )
  await adjustTermCounts(
    tx,
    counting.filter((id) => !counted.includes(id)),
    1,
  )
}

/** Ids of the terms after a write; `before` are those of the stored event. */
export async function resolveEventTermIds(
  tx: Writer,
  before: readonly number[],
  { categories, tags }: Pick<Partial<EventInput>, 'categories' | 'tags'>,
  context: WriteContext,
): Promise<number[]> {
  if (!categories && !tags) return [...before]
  const stored = categories && tags ? [] : await findTerms(tx, before)
  const keepTermIds = (taxonomy: string) => stored.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id)
  return [
    ...(categories ? await resolveTermIds(tx, 'category', categories, context) : keepTermIds('category')),
    ...(tags ? await resolveTermIds(tx, 'tag', tags, context) : keepTermIds('tag')),
  ]
}
