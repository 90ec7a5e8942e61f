/** Writes sample records: for `calends seed`, and for the sample calendar of the admin. */

import { findFreeSlug } from '../../../base/text/slug.ts'
import { applyEventInput } from '../../../calendar/events/apply-event-input.ts'
import { createLinked } from '../../../calendar/linked/write-linked.ts'
import type { WriteContext } from '../../../calendar/posts/apply-post-input.ts'
import {
  adjustCountsAfter,
  type BatchRelations,
  insertBatch,
  replaceBatchRelations,
} from '../../../calendar/posts/bulk-write.ts'
import { allocateIds } from '../../../calendar/posts/post-store.ts'
import { matchTerms } from '../../../calendar/posts/resolve-references.ts'
import { createTerm } from '../../../calendar/terms/write-terms.ts'
import type { Event } from '../../../kernel/post.ts'
import type { Taxonomy } from '../../../kernel/term.ts'
import type { Writer } from '../../../storage/types.ts'
import type { PosterIds } from './create-posters.ts'
import type { SampleExtent } from './sample-calendar.ts'
import { createSampleOrganizers, createSampleVenues, type SampleEvent } from './sample-data.ts'
import { CATEGORIES, CATEGORY_COLORS, TAGS } from './sample-words.ts'

/** IDs of the records that events refer to: venues and organizers by index, terms by name. */
export interface SeedRecords {
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly categories: ReadonlyMap<string, number>
  readonly tags: ReadonlyMap<string, number>
}

/** By default existing venues and organizers of the same name are reused; terms always are. */
export async function createSeedRecords(
  tx: Writer,
  extent: SampleExtent,
  writeContext: WriteContext,
  createPost: typeof createLinked = createLinked,
): Promise<SeedRecords> {
  const venues: number[] = []
  for (const input of createSampleVenues(extent.venues))
    venues.push((await createPost(tx, 'venue', input, writeContext)).post.id)
  const organizers: number[] = []
  for (const input of createSampleOrganizers(extent.organizers)) {
    organizers.push((await createPost(tx, 'organizer', input, writeContext)).post.id)
  }
  const findOrCreateTerm = createTermFinder(tx, writeContext.clock.now)
  const categories = new Map<string, number>()
  for (const [name, children] of Object.entries(CATEGORIES)) {
    const color = CATEGORY_COLORS[name] ?? ''
    const parent = await findOrCreateTerm('category', { name, parent: 0, color })
    categories.set(name, parent)
    for (const child of children)
      categories.set(child, await findOrCreateTerm('category', { name: child, parent, color }))
  }
  const tags = new Map<string, number>()
  for (const name of TAGS) tags.set(name, await findOrCreateTerm('tag', { name }))
  return { venues, organizers, categories, tags }
}

interface SampleTerm {
  readonly name: string
  readonly parent?: number
  /** `#rrggbb`; empty without one. */
  readonly color?: string
}

const createTermFinder =
  (tx: Writer, now: string) =>
  async (taxonomy: Taxonomy, input: SampleTerm): Promise<number> => {
    const [term] = await matchTerms(tx, taxonomy, [input.name])
    return term?.id ?? (await createTerm(tx, taxonomy, input, now)).id
  }

export interface SeedContext {
  readonly records: SeedRecords
  readonly posters: PosterIds
  /** Slugs in use. New events add theirs. */
  readonly taken: Set<string>
  readonly writeContext: WriteContext
}

/** Returns the ids of the events. */
export async function createSeedEvents(
  tx: Writer,
  samples: readonly SampleEvent[],
  context: SeedContext,
): Promise<readonly number[]> {
  const ids = await allocateIds(tx, 'event', samples.length)
  const created = samples.flatMap((sample, index) => {
    const id = ids[index]
    return id === undefined
      ? []
      : [{ event: buildEvent(sample, id, context), relations: buildRelations(sample, id, context.records) }]
  })
  const relationsById = new Map(created.map(({ relations }) => [relations.event, relations]))
  const at = context.writeContext.clock.now
  const events = created.map(({ event }) => event)
  await adjustCountsAfter(tx, { events: ids, at }, async () => {
    await insertBatch(tx, 'event', events, { at, getRelations: (id) => relationsById.get(id) })
    await replaceBatchRelations(
      tx,
      created.map(({ relations }) => relations),
    )
  })
  return ids
}

function buildEvent({ input, poster }: SampleEvent, id: number, { posters, taken, writeContext }: SeedContext): Event {
  const image = poster && posters.get(poster.scene)?.[poster.variant]
  const event = applyEventInput({ ...input, ...(image !== undefined && { image }) }, undefined, writeContext)
  const slug = findFreeSlug(event.slug, taken)
  taken.add(slug)
  return { ...event, id, slug }
}

function buildRelations(
  { venue, organizers, category, tags }: SampleEvent,
  event: number,
  records: SeedRecords,
): BatchRelations {
  const toIds = (ids: readonly (number | undefined)[]) => ids.filter((id) => id !== undefined)
  return {
    event,
    venues: venue === undefined ? [] : toIds([records.venues[venue]]),
    organizers: toIds(organizers.map((index) => records.organizers[index])),
    categories: toIds([records.categories.get(category)]),
    tags: toIds(tags.map((name) => records.tags.get(name))),
  }
}

export function takeItems<T>(source: Iterator<T, void>, count: number): T[] {
  const taken: T[] = []
  while (taken.length < count) {
    const { value, done } = source.next()
    if (done) break
    taken.push(value)
  }
  return taken
}
