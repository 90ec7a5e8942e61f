/** Copies events of a period, such as a week, to other days. */

import { createSlugStem, findFreeSlug } from '../../base/text/slug.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { addDays, toDateOnly } from '../../base/time/parse-date.ts'
import { parseMomentInZone } from '../../base/time/parse-moment.ts'
import { findEventsAt } from '../../calendar/linked/events-at.ts'
import type { DateBound } from '../../calendar/lists/date-bounds.ts'
import { findAllEventIds } from '../../calendar/lists/find-event-ids.ts'
import { planEvents } from '../../calendar/lists/query-plan.ts'
import type { WriteContext } from '../../calendar/posts/apply-post-input.ts'
import {
  adjustCountsAfter,
  type BatchRelations,
  findStoredRelations,
  insertBatch,
  replaceBatchRelations,
} from '../../calendar/posts/bulk-write.ts'
import { allocateIds, findPosts, findTakenSlugs } from '../../calendar/posts/post-store.ts'
import type { Event } from '../../kernel/post.ts'
import { createInvalidParams, type FieldError, INVALID_VALUE } from '../../kernel/problem.ts'
import { mayEdit, mayRead } from '../../kernel/visibility.ts'
import { createSortKey } from '../../storage/sort-key.ts'
import type { Writer } from '../../storage/types.ts'
import { copyEvent, type EventCopyOptions } from './copy-event.ts'
import type { CopyInput } from './copy-fields.ts'

/** An event and its copy. */
export interface EventCopy {
  readonly source: Event
  readonly copy: Event
}

export interface CopiedEvents {
  readonly copies: readonly EventCopy[]
  /** Not copied, because an event with the same title and start exists. */
  readonly skipped: readonly EventCopy[]
}

/** Limits the time in which other writers wait. */
export const MAX_COPIES = 500
/** Engines limit the parameters of a statement. */
const BATCH_SIZE = 100

/**
 * Copies the events that the viewer may edit, in the order of their start. Throws `rest_invalid_param` without a period
 * and IDs, and for more than 500 events.
 */
export async function copyEvents(tx: Writer, input: CopyInput, context: WriteContext): Promise<CopiedEvents> {
  const options = { days: input.days, status: input.status ?? 'draft' } as const
  const sources = await findSources(tx, input, context)
  const { copies, skipped } = await separateExisting(tx, createCopies(sources, options, context), context)
  const stored = await assignIdentity(tx, copies)
  for (let from = 0; from < stored.length; from += BATCH_SIZE)
    await insertCopies(tx, stored.slice(from, from + BATCH_SIZE), context.clock.now)
  return { copies: stored, skipped }
}

const createCopies = (sources: readonly Event[], options: EventCopyOptions, context: WriteContext): EventCopy[] =>
  sources.map((source) => ({ source, copy: copyEvent(source, options, context) }))

async function findSources(tx: Writer, input: CopyInput, { viewer, clock }: WriteContext): Promise<Event[]> {
  const { include, exclude, occurrences = false } = input
  const query = { status: 'any', hidden: true, ...(include && { include }), ...(exclude && { exclude }) } as const
  const plan = planEvents(query, {}, { viewer, clock, paging: { page: 1, perPage: 1 } })
  const ids = await findAllEventIds(tx, { ...plan, bounds: include ? [] : resolvePeriod(input, clock) })
  const isSelected = (event: Event) => (occurrences || event.series_id === 0) && mayEdit(viewer, event)
  const events: Event[] = []
  for (let from = 0; from < ids.length && events.length <= MAX_COPIES; from += BATCH_SIZE)
    events.push(...(await findPosts(tx, 'event', ids.slice(from, from + BATCH_SIZE))).filter(isSelected))
  if (events.length > MAX_COPIES) throw createInvalidParams({ [include ? 'include' : 'end_date']: TOO_MANY_EVENTS })
  return events.sort((a, b) => (a.start_date === b.start_date ? a.id - b.id : a.start_date < b.start_date ? -1 : 1))
}

const TOO_MANY_EVENTS: FieldError = {
  kind: 'invalid',
  message: 'error.too_many_copies',
  values: { limit: String(MAX_COPIES) },
}

/** Events that start from the first to the last day, by their wall time. */
function resolvePeriod({ start_date, end_date }: CopyInput, { now, zone }: WriteContext['clock']): DateBound[] {
  const [first, last] = [readDay('start_date', start_date, { now, zone }), readDay('end_date', end_date, { now, zone })]
  if (last < first) throw createInvalidParams({ end_date: { kind: 'invalid', message: 'error.ends_before_start' } })
  return [
    { name: 'start_date', kind: 'wall', value: `${first} 00:00:00` },
    { name: 'starts_before', kind: 'wall', value: addDays(`${last} 00:00:00`, 1) },
  ]
}

function readDay(
  name: 'start_date' | 'end_date',
  text: string | undefined,
  { now, zone }: Pick<WriteContext['clock'], 'now' | 'zone'>,
): string {
  if (text === undefined) throw createInvalidParams({ [name]: { kind: 'invalid', message: 'error.copy_selection' } })
  const moment = parseMomentInZone(zone, text, now)
  if (!moment) throw createInvalidParams({ [name]: INVALID_VALUE })
  return toDateOnly(moment.local)
}

const createKey = (title: string, start: DateTime): string => `${start} ${createSortKey(title)}`

/** A repeated request copies nothing twice. */
async function separateExisting(
  tx: Writer,
  all: readonly EventCopy[],
  { viewer }: WriteContext,
): Promise<CopiedEvents> {
  const existing = await findEventsAt(tx, [...new Set(all.map(({ copy }) => copy.start_date))])
  const visible = existing.filter((event) => mayRead(viewer, event))
  const keys = new Set(visible.map(({ title_folded, start_date }) => `${start_date} ${title_folded}`))
  const exists = ({ copy }: EventCopy) => keys.has(createKey(copy.title, copy.start_date))
  return { copies: all.filter((one) => !exists(one)), skipped: all.filter(exists) }
}

/** Ids and unique slugs. Drafts and pending events have none. */
async function assignIdentity(tx: Writer, copies: readonly EventCopy[]): Promise<EventCopy[]> {
  if (copies.length === 0) return []
  const ids = await allocateIds(tx, 'event', copies.length)
  const assignSlug = createSlugAssigner(tx)
  const identified: EventCopy[] = []
  for (const [index, { source, copy }] of copies.entries()) {
    const slug = copy.slug && (await assignSlug(copy.slug))
    identified.push({ source, copy: { ...copy, id: ids[index] ?? 0, external_id: '', slug } })
  }
  return identified
}

/** Reads taken slugs once for all copies with the same title. */
function createSlugAssigner(tx: Writer) {
  const takenByStem = new Map<string, Set<string>>()
  return async (base: string): Promise<string> => {
    const stem = createSlugStem(base)
    const taken = takenByStem.get(stem) ?? (await findTakenSlugs(tx, 'event', base, 0))
    takenByStem.set(stem, taken)
    const slug = findFreeSlug(base, taken)
    taken.add(slug)
    return slug
  }
}

async function insertCopies(tx: Writer, copies: readonly EventCopy[], at: DateTime): Promise<void> {
  const getSourceRelations = await findStoredRelations(
    tx,
    copies.map(({ source }) => source.id),
  )
  const relations = copies.map(({ source, copy }): BatchRelations => {
    const { venues = [], organizers = [], categories = [], tags = [] } = getSourceRelations(source.id) ?? {}
    return { event: copy.id, venues, organizers, categories, tags }
  })
  const relationsById = new Map(relations.map((one) => [one.event, one]))
  const records = copies.map(({ copy }) => copy)
  await adjustCountsAfter(tx, { events: records.map(({ id }) => id), at }, async () => {
    await insertBatch(tx, 'event', records, { at, getRelations: (id) => relationsById.get(id) })
    await replaceBatchRelations(tx, relations)
  })
}
