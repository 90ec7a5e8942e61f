/** Creates, updates and trashes events. */

import { isCounted } from '../../domain/access/visibility.ts'
import { applyEventInput } from '../../domain/changes/apply-event-input.ts'
import type { WriteContext } from '../../domain/changes/apply-post-input.ts'
import type { EventInput } from '../../domain/fields/event-fields.ts'
import type { Event } from '../../domain/model/post.ts'
import { problem } from '../../domain/problem.ts'
import { type EventRelations, findRelations, renderEvents } from '../../fragments/render-rows.ts'
import type { Writer } from '../../storage/core/types.ts'
import { insertNewEventLinks, replaceLinks } from '../../storage/stores/links.ts'
import { adjustTermCounts, attachTerms, detachTerms, findEventTerms, findTerms } from '../../storage/stores/terms.ts'
import { assertValidParent } from './event-parent.ts'
import { finishPost, type PostChange, savePost, type WrittenPost } from './save-post.ts'
import { resolveTermIds } from './terms.ts'
import { resolveLinks } from './write-linked.ts'

export async function createEvent(
  tx: Writer,
  input: Partial<EventInput>,
  context: WriteContext,
): Promise<WrittenPost<Event>> {
  const { desired, venues = [], organizers = [] } = await prepareEvent(tx, undefined, input, context)
  const event = await savePost(tx, 'event', undefined, desired)
  await insertNewEventLinks(tx, event.id, { venue: venues, organizer: organizers })
  const terms = await resolveEventTermIds(tx, [], input, context)
  await attachTerms(tx, event.id, terms)
  const countedTerms = isCounted(event) ? terms : []
  await adjustTermCounts(tx, countedTerms, 1)
  return finishEvent(tx, { current: undefined, record: event, countedTerms }, { venues, organizers, terms }, context)
}

/** Creates an event (`current` is undefined) or partially updates it, with its links and terms. */
export async function writeEvent(
  tx: Writer,
  current: Event | undefined,
  input: Partial<EventInput>,
  context: WriteContext,
): Promise<WrittenPost<Event>> {
  if (!current) return createEvent(tx, input, context)
  const { desired, venues, organizers } = await prepareEvent(tx, current, input, context)
  const event = await savePost(tx, 'event', current, desired)
  if (venues) await replaceLinks(tx, event.id, 'venue', venues)
  if (organizers) await replaceLinks(tx, event.id, 'organizer', organizers)
  const countedTerms = await updateEventTerms(tx, { current, event }, input, context)
  const getRelations = await findRelations(tx, [event.id])
  return finishEvent(tx, { current, record: event, countedTerms }, getRelations(event.id), context)
}

async function finishEvent(
  tx: Writer,
  change: PostChange & { readonly record: Event },
  relations: EventRelations,
  { currency }: WriteContext,
): Promise<WrittenPost<Event>> {
  const [row] = await renderEvents(tx, [change.record], () => relations, currency)
  if (row) await finishPost(tx, change, row)
  return { post: change.record, row }
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

/**
 * Updates the terms of an event, and the counts of terms for which it counted or counts now. Returns the terms whose count
 * changed.
 */
async function updateEventTerms(
  tx: Writer,
  { current, event }: { readonly current: Event; readonly event: Event },
  input: Pick<Partial<EventInput>, 'categories' | 'tags'>,
  context: WriteContext,
): Promise<readonly number[]> {
  const before = (await findEventTerms(tx, [event.id])).map(({ term_id }) => term_id)
  const after = await resolveEventTermIds(tx, before, input, context)
  const added = after.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !after.includes(id))
  await detachTerms(tx, event.id, removed)
  await attachTerms(tx, event.id, added)
  const counted = isCounted(current) ? before : []
  const counting = isCounted(event) ? after : []
  const less = counted.filter((id) => !counting.includes(id))
  const more = counting.filter((id) => !counted.includes(id))
  await adjustTermCounts(tx, less, -1)
  await adjustTermCounts(tx, more, 1)
  return [...less, ...more]
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
