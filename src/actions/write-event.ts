/** Creating, changing and trashing events. */
import type { EventInput } from '../calendar/event.ts'
import { changedEvent } from '../calendar/event-change.ts'
import type { Event } from '../calendar/post.ts'
import type { Circumstances } from '../calendar/post-change.ts'
import { problem } from '../calendar/problem.ts'
import type { Writer } from '../storage/database.ts'
import { replaceLinks } from '../storage/links.ts'
import { addEventTerms, addToCounts, findEventTerms, findTerms, removeEventTerms } from '../storage/terms.ts'
import { refuseWrongParent } from './event-parent.ts'
import { assignedTerms } from './terms.ts'
import { linkTargets } from './write-linked.ts'
import { savePost } from './write-post.ts'

/** Creates (no `current`) or partially updates an event with its links and terms. */
export async function writeEvent(
  tx: Writer,
  current: Event | undefined,
  input: Partial<EventInput>,
  circumstances: Circumstances,
): Promise<Event> {
  const wished = changedEvent(input, current, circumstances)
  // One event has one venue; the reference takes no list of them (contract 9.5).
  if (input.venue && input.venue.length > 1) throw problem('could-not-create-venue')
  if (input.post_parent) await refuseWrongParent(tx, current, input.post_parent, circumstances)
  const venues = input.venue && (await linkTargets(tx, 'venue', input.venue, circumstances))
  const organizers = input.organizer && (await linkTargets(tx, 'organizer', input.organizer, circumstances))
  const event = await savePost(tx, 'event', current, wished)
  if (venues) await replaceLinks(tx, event.id, 'venue', venues)
  if (organizers) await replaceLinks(tx, event.id, 'organizer', organizers)
  await writeTerms(tx, current, event, input, circumstances)
  return event
}

/** Brings the terms of an event to what was asked, and their counts in step with its being published. */
async function writeTerms(
  tx: Writer,
  current: Event | undefined,
  event: Event,
  input: Pick<Partial<EventInput>, 'categories' | 'tags'>,
  circumstances: Circumstances,
): Promise<void> {
  const before = current ? (await findEventTerms(tx, [event.id])).map(({ term_id }) => term_id) : []
  const after = await wantedTerms(tx, before, input, circumstances)
  const added = after.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !after.includes(id))
  await removeEventTerms(tx, event.id, removed)
  await addEventTerms(tx, event.id, added)
  const wasCounted = current?.status === 'publish' ? before : []
  const isCounted = event.status === 'publish' ? after : []
  await addToCounts(
    tx,
    wasCounted.filter((id) => !isCounted.includes(id)),
    -1,
  )
  await addToCounts(
    tx,
    isCounted.filter((id) => !wasCounted.includes(id)),
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
  const stored = await findTerms(tx, before)
  const kept = (taxonomy: string) => stored.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id)
  return [
    ...(categories ? await assignedTerms(tx, 'category', categories, circumstances) : kept('category')),
    ...(tags ? await assignedTerms(tx, 'tag', tags, circumstances) : kept('tag')),
  ]
}
