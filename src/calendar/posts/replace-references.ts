/** Replaces references to venues, organizers and terms, or removes them. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { LinkedKind } from '../../kernel/post.ts'
import type { Taxonomy } from '../../kernel/term.ts'
import { sortIds } from '../../storage/sort-ids.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { deleteFragments } from '../fragments/fragment-store.ts'
import type { Series, SeriesRelations } from '../series/series.ts'
import { findSeriesByIds, updateSeries } from '../series/series-store.ts'
import { insertEventTerms } from '../terms/term-store.ts'
import type { ModificationTimes } from './delete-rows.ts'
import { insertLinks } from './links.ts'

/** Limits the number of statement parameters. */
const BATCH_SIZE = 500

/** Ids of the events of venues or organizers, ascending. */
export async function findLinkedEventIds(
  db: Reader,
  kind: LinkedKind,
  ids: readonly number[],
): Promise<readonly number[]> {
  const links = db.selectFrom('links').select('event_id as id').distinct()
  return sortIds(await links.where('kind', '=', kind).where('target_id', 'in', ids).execute())
}

/** Ids of the events with at least one of the terms, ascending. */
export async function findTermEventIds(db: Reader, ids: readonly number[]): Promise<readonly number[]> {
  return sortIds(
    await db.selectFrom('event_terms').select('event_id as id').distinct().where('term_id', 'in', ids).execute(),
  )
}

/** Ids of the terms of a taxonomy by event, ascending; events without one are omitted. */
export async function findTermIdsByEvent(
  db: Reader,
  taxonomy: Taxonomy,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db
    .selectFrom('event_terms')
    .innerJoin('terms', 'terms.id', 'event_terms.term_id')
    .select(['event_id', 'term_id'])
    .where('taxonomy', '=', taxonomy)
    .where('event_id', 'in', eventIds)
    .orderBy('term_id')
    .execute()
  const byEvent = new Map<number, number[]>()
  for (const { event_id, term_id } of rows) byEvent.set(event_id, [...(byEvent.get(event_id) ?? []), term_id])
  return byEvent
}

/** The ids to which an event refers, after a change. */
export interface EventTargets {
  readonly eventId: number
  /** In their order. */
  readonly targets: readonly number[]
}

/** Replaces the venues or organizers of events. */
export async function replaceEventLinks(
  tx: Writer,
  kind: LinkedKind,
  events: readonly EventTargets[],
  times: ModificationTimes,
): Promise<void> {
  const ids = events.map(({ eventId }) => eventId)
  await tx.deleteFrom('links').where('kind', '=', kind).where('event_id', 'in', ids).execute()
  const links = events.flatMap(({ eventId, targets }) =>
    targets.map((target_id, position) => ({ event_id: eventId, kind, position, target_id })),
  )
  for (const batch of splitIntoBatches(links, BATCH_SIZE)) await insertLinks(tx, batch)
  await touchEvents(tx, ids, times)
}

/** Replaces terms of events by another one. Counts are not changed. */
export async function replaceEventTerms(
  tx: Writer,
  { from, to }: { readonly from: readonly number[]; readonly to: number },
  events: readonly EventTargets[],
  times: ModificationTimes,
): Promise<void> {
  const ids = events.map(({ eventId }) => eventId)
  await tx
    .deleteFrom('event_terms')
    .where('term_id', 'in', [...from, to])
    .where('event_id', 'in', ids)
    .execute()
  await insertEventTerms(
    tx,
    ids.map((event_id) => ({ event_id, term_id: to })),
  )
  await touchEvents(tx, ids, times)
}

async function touchEvents(tx: Writer, ids: readonly number[], times: ModificationTimes): Promise<void> {
  await tx.updateTable('events').set(times).where('id', 'in', ids).execute()
  await deleteFragments(tx, ids)
}

/** Changes the relations of series whose new occurrences would have one of the ids; `replace` returns the new ids. */
export async function replaceInSeries(
  tx: Writer,
  name: keyof SeriesRelations,
  ids: readonly number[],
  replace: (ids: readonly number[]) => readonly number[],
): Promise<readonly { readonly before: Series; readonly after: Series }[]> {
  const candidates = await tx
    .selectFrom('series')
    .select('id')
    .where((on) => on.or(ids.map((id) => on('relations', 'like', `%${id}%`))))
    .execute()
  const found = await findSeriesByIds(tx, sortIds(candidates))
  const linked = found.filter(({ relations }) => relations[name].some((id) => ids.includes(id)))
  const changes = linked
    .sort((a, b) => a.id - b.id)
    .map((before) => {
      const relations = { ...before.relations, [name]: replace(before.relations[name]) }
      return { before, after: { ...before, relations } }
    })
  for (const { after } of changes) await updateSeries(tx, after)
  return changes
}

/** Counts the events of a term again (`isCounted`). */
export async function recountTerm(tx: Writer, id: number): Promise<void> {
  const { count } = await tx
    .selectFrom('event_terms')
    .innerJoin('events', 'events.id', 'event_terms.event_id')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('term_id', '=', id)
    .where('events.status', '=', 'publish')
    .where('events.password', '=', '')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('terms')
    .set({ count: Number(count) })
    .where('id', '=', id)
    .execute()
}

/** Moves the children of a category below another one. Returns their ids, ascending. */
export async function moveChildren(
  tx: Writer,
  { from, to, at }: { readonly from: number; readonly to: number; readonly at: DateTime },
): Promise<readonly number[]> {
  return sortIds(
    await tx
      .updateTable('terms')
      .set({ parent: to, modified_utc: at })
      .where('parent', '=', from)
      .where('id', '!=', to)
      .returning('id')
      .execute(),
  )
}
