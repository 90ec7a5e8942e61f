/** Venues and organizers of events. */
import { runTogether } from '../../base/concurrency/run-together.ts'
import type { LinkedKind } from '../../kernel/post.ts'
import { executeCached, insertRows } from '../../storage/statement-cache.ts'
import type { Reader, Writer } from '../../storage/types.ts'

export interface Link {
  readonly event_id: number
  readonly kind: string
  readonly target_id: number
}

/** Links of events, by position. */
export async function findLinks(db: Reader, eventIds: readonly number[]): Promise<Link[]> {
  if (eventIds.length === 0) return []
  return executeCached(db, {
    key: `links of ${eventIds.length} events`,
    values: eventIds,
    build: () =>
      db
        .selectFrom('links')
        .select(['event_id', 'kind', 'target_id'])
        .where('event_id', 'in', eventIds)
        .orderBy('event_id')
        .orderBy('kind')
        .orderBy('position'),
  })
}

/** Replaces the links of one kind. */
export async function replaceLinks(
  tx: Writer,
  eventId: number,
  kind: LinkedKind,
  targets: readonly number[],
): Promise<void> {
  const rows = targets.map((target_id, position) => ({ event_id: eventId, kind, position, target_id }))
  const deleted = executeCached(tx, {
    key: 'delete links of an event',
    values: [eventId, kind],
    build: () => tx.deleteFrom('links').where('event_id', '=', eventId).where('kind', '=', kind),
  })
  await runTogether([deleted, insertRows(tx, 'links', rows)])
}

/** Inserts the links of a new event. */
export async function insertNewEventLinks(
  tx: Writer,
  eventId: number,
  targets: Readonly<Record<LinkedKind, readonly number[]>>,
): Promise<void> {
  const links = (['venue', 'organizer'] as const).flatMap((kind) =>
    targets[kind].map((target_id, position) => ({ event_id: eventId, kind, position, target_id })),
  )
  await insertLinks(tx, links)
}

/** Inserts links of several events that have none of the kind yet. */
export async function insertLinks(tx: Writer, links: readonly (Link & { readonly position: number })[]): Promise<void> {
  await insertRows(tx, 'links', links)
}

export async function deleteLinks(tx: Writer, eventIds: readonly number[]): Promise<void> {
  if (eventIds.length > 0) await tx.deleteFrom('links').where('event_id', 'in', eventIds).execute()
}
