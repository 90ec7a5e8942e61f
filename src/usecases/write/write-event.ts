/** Creates, updates and trashes events. */

import { isCounted } from '../../domain/access/visibility.ts'
import { applyEventInput } from '../../domain/changes/apply-event-input.ts'
import type { WriteContext } from '../../domain/changes/apply-post-input.ts'
import type { EventInput } from '../../domain/fields/event-fields.ts'
import type { Event } from '../../domain/model/post.ts'
import { problem } from '../../domain/problem.ts'
import type { EventRelations } from '../../fragments/load-fragments.ts'
import type { Writer } from '../../storage/core/types.ts'
import { insertNewEventLinks, replaceLinks } from '../../storage/stores/links.ts'
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

/** Creates an event (`current` is undefined) or partially updates it, with its links and terms. */
export async function writeEvent(
  tx: Writer,
  current: Event | undefined,
  input: Partial<EventInput>,
  context: WriteContext,
): Promise<Event> {
  if (!current) return (await createEvent(tx, input, context)).event
  const { desired, venues, organizers } = await prepareEvent(tx, current, input, context)
  const event = await savePost(tx, 'event', current, desired)
  if (venues) await replaceLinks(tx, event.id, 'venue', venues)
  if (organizers) await replaceLinks(tx, event.id, 'organizer', organizers)
  await updateEventTerms(tx, { current, event }, input, context)
  return event
}

/** Applies the input and resolves the linked records that it names. */
async function prepareEvent(tx: Writer, current: Event | undefined, input: Partial<EventInput>, context: WriteContext) {
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

async function resolveEventTermIds(
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
