/** Creates, updates and trashes events. */

import { runTogether } from '../../concurrency/run-together.ts'
import { isCounted } from '../../domain/access/visibility.ts'
import { applyEventInput } from '../../domain/changes/apply-event-input.ts'
import type { WriteContext } from '../../domain/changes/apply-post-input.ts'
import type { EventInput } from '../../domain/fields/event-fields.ts'
import type { Event } from '../../domain/model/post.ts'
import type { Term } from '../../domain/model/term.ts'
import { problem } from '../../domain/problem.ts'
import type { EventRelations } from '../../fragments/load-fragments.ts'
import type { Writer } from '../../storage/core/types.ts'
import { insertNewEventLinks, replaceLinks } from '../../storage/stores/links.ts'
import { adjustTermCounts, attachTerms, detachTerms, findTermsOfEvent } from '../../storage/stores/terms.ts'
import { assertValidParent } from './event-parent.ts'
import { prepareRecord, storeRecord } from './save-post.ts'
import { resolveTerms } from './terms.ts'
import { resolveLinks } from './write-linked.ts'

/** A stored event with its relations, so that neither needs to be read back. */
export interface CreatedEvent {
  readonly event: Event
  readonly relations: EventRelations
  /** With counts that include the event. */
  readonly terms: readonly Term[]
}

export async function createEvent(
  tx: Writer,
  input: Partial<EventInput>,
  context: WriteContext,
): Promise<CreatedEvent> {
  const { desired, venues = [], organizers = [] } = await prepareEvent(tx, undefined, input, context)
  const [event, resolved] = await runTogether([
    prepareRecord(tx, 'event', undefined, desired),
    resolveTerms(tx, { category: input.categories, tag: input.tags }, context),
  ])
  const found = [...resolved.category, ...resolved.tag]
  const terms = found.map(({ id }) => id)
  await runTogether([
    storeRecord(tx, 'event', undefined, event),
    insertNewEventLinks(tx, event.id, { venue: venues, organizer: organizers }),
    attachTerms(tx, event.id, terms),
    adjustTermCounts(tx, isCounted(event) ? terms : [], 1),
  ])
  const counted = isCounted(event) ? 1 : 0
  return {
    event,
    relations: { venues, organizers, terms },
    terms: found.map((term) => ({ ...term, count: term.count + counted })),
  }
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
  const [event, terms] = await runTogether([
    prepareRecord(tx, 'event', current, desired),
    findTermChange(tx, { current, desired }, input, context),
  ])
  await runTogether([
    storeRecord(tx, 'event', current, event),
    venues ? replaceLinks(tx, event.id, 'venue', venues) : undefined,
    organizers ? replaceLinks(tx, event.id, 'organizer', organizers) : undefined,
    updateEventTerms(tx, event.id, terms),
  ])
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

/** Ids of terms that an event gains or loses, and of those for which it starts or stops to count. */
interface TermChange {
  readonly added: readonly number[]
  readonly removed: readonly number[]
  readonly counted: readonly number[]
  readonly discounted: readonly number[]
}

const NO_TERM_CHANGE: TermChange = { added: [], removed: [], counted: [], discounted: [] }

async function findTermChange(
  tx: Writer,
  { current, desired }: { readonly current: Event; readonly desired: Event },
  { categories, tags }: Pick<Partial<EventInput>, 'categories' | 'tags'>,
  context: WriteContext,
): Promise<TermChange> {
  if (!categories && !tags && isCounted(current) === isCounted(desired)) return NO_TERM_CHANGE
  const [terms, resolved] = await runTogether([
    findTermsOfEvent(tx, current.id),
    resolveTerms(tx, { category: categories, tag: tags }, context),
  ])
  const selectStored = (taxonomy: string) => terms.filter((term) => term.taxonomy === taxonomy)
  const before = terms.map(({ id }) => id)
  const after = [
    ...(categories ? resolved.category : selectStored('category')),
    ...(tags ? resolved.tag : selectStored('tag')),
  ].map(({ id }) => id)
  const countedBefore = isCounted(current) ? before : []
  const countedAfter = isCounted(desired) ? after : []
  return {
    added: listMissing(after, before),
    removed: listMissing(before, after),
    counted: listMissing(countedAfter, countedBefore),
    discounted: listMissing(countedBefore, countedAfter),
  }
}

/** The ids that `others` does not contain. */
const listMissing = (ids: readonly number[], others: readonly number[]): number[] =>
  ids.filter((id) => !others.includes(id))

async function updateEventTerms(tx: Writer, eventId: number, terms: TermChange): Promise<void> {
  await runTogether([
    detachTerms(tx, eventId, terms.removed),
    attachTerms(tx, eventId, terms.added),
    adjustTermCounts(tx, terms.discounted, -1),
    adjustTermCounts(tx, terms.counted, 1),
  ])
}
