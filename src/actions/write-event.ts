/** Creating, changing and trashing events. */
import type { EventInput } from '../calendar/event.ts'
import { changedEvent } from '../calendar/event-change.ts'
import type { Event } from '../calendar/post.ts'
import type { Circumstances } from '../calendar/post-change.ts'
import { problem } from '../calendar/problem.ts'
import { isCounted } from '../calendar/visibility.ts'
import type { Writer } from '../storage/database.ts'
import { linkNewEvent, replaceLinks } from '../storage/links.ts'
import { addEventTerms, addToCounts, findEventTerms, findTerms, removeEventTerms } from '../storage/terms.ts'
import { refuseWrongParent } from './event-parent.ts'
import { assignedTerms } from './terms.ts'
import type { Ties } from './text-loading.ts'
import { linkTargets } from './write-linked.ts'
import { savePost } from './write-post.ts'

/** An event as it was kept, with what it was tied to, so that neither need be read back. */
export interface NewEvent {
  readonly event: Event
  readonly ties: Ties
}

export async function createEvent(
  tx: Writer,
  input: Partial<EventInput>,
  circumstances: Circumstances,
): Promise<NewEvent> {
  const { wished, venues = [], organizers = [] } = await wishedEvent(tx, undefined, input, circumstances)
  const event = await savePost(tx, 'event', undefined, wished)
  await linkNewEvent(tx, event.id, { venue: venues, organizer: organizers })
  const terms = await wantedTerms(tx, [], input, circumstances)
  await addEventTerms(tx, event.id, terms)
  if (isCounted(event)) await addToCounts(tx, terms, 1)
  return { event, ties: { venues, organizers, terms } }
}

/** Creates (no `current`) or partially updates an event with its links and terms. */
export async function writeEvent(
  tx: Writer,
  current: Event | undefined,
  input: Partial<EventInput>,
  circumstances: Circumstances,
): Promise<Event> {
  if (!current) return (await createEvent(tx, input, circumstances)).event
  const { wished, venues, organizers } = await wishedEvent(tx, current, input, circumstances)
  const event = await savePost(tx, 'event', current, wished)
  if (venues) await replaceLinks(tx, event.id, 'venue', venues)
  if (organizers) await replaceLinks(tx, event.id, 'organizer', organizers)
  await changeTerms(tx, current, event, input, circumstances)
  return event
}

/** What the event becomes, and numbers of the records that it is to be linked to, where the input says. */
async function wishedEvent(
  tx: Writer,
  current: Event | undefined,
  input: Partial<EventInput>,
  circumstances: Circumstances,
) {
  const wished = changedEvent(input, current, circumstances)
  // One event has one venue; the reference takes no list of them (contract 9.5).
  if (input.venue && input.venue.length > 1) throw problem('could-not-create-venue')
  if (input.post_parent) await refuseWrongParent(tx, current, input.post_parent, circumstances)
  const venues = input.venue && (await linkTargets(tx, 'venue', input.venue, circumstances))
  const organizers = input.organizer && (await linkTargets(tx, 'organizer', input.organizer, circumstances))
  return { wished, venues, organizers }
}

/** Brings the terms of an event to what was asked, and their counts in step with whether it counts for them. */
async function changeTerms(
  tx: Writer,
  current: Event,
  event: Event,
  input: Pick<Partial<EventInput>, 'categories' | 'tags'>,
  circumstances: Circumstances,
): Promise<void> {
  const before = (await findEventTerms(tx, [event.id])).map(({ term_id }) => term_id)
  const after = await wantedTerms(tx, before, input, circumstances)
  const added = after.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !after.includes(id))
  await removeEventTerms(tx, event.id, removed)
  await addEventTerms(tx, event.id, added)
  const counted = isCounted(current) ? before : []
  const counting = isCounted(event) ? after : []
  await addToCounts(
    tx,
    counted.filter((id) => !counting.includes(id)),
    -1,
  )
  await addToCounts(
    tx,
    counting.filter((id) => !counted.includes(id)),
    1,
  )
}

async function wantedTerms(
  tx: Writer,
  before: readonly number[],
  { categories, tags }: Pick<Partial<EventInput>, 'categories' | 'tags'>,
  circumstances: Circumstances,
): Promise<number[]> {
  if (!categories && !tags) return [...before]
  const stored = categories && tags ? [] : await findTerms(tx, before)
  const kept = (taxonomy: string) => stored.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id)
  return [
    ...(categories ? await assignedTerms(tx, 'category', categories, circumstances) : kept('category')),
    ...(tags ? await assignedTerms(tx, 'tag', tags, circumstances) : kept('tag')),
  ]
}
