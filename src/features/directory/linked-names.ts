/** Names and addresses of all venues or organizers, to find similar ones. */

import { parseStatus } from '../../calendar/posts/row-mapping.ts'
import type { LinkedKind, PostStatus } from '../../kernel/post.ts'
import { splitIntoBatches } from '../../storage/split-into-batches.ts'
import type { Reader } from '../../storage/types.ts'

export interface LinkedName {
  readonly id: number
  readonly author: number
  readonly status: PostStatus
  readonly password: string
  readonly slug: string
  readonly name: string
  /** Empty for organizers. */
  readonly address: string
  readonly city: string
}

/** All records that are not in the trash, by id. */
export async function listLinkedNames(db: Reader, kind: LinkedKind): Promise<LinkedName[]> {
  const columns = ['id', 'author', 'status', 'password', 'slug', 'title as name'] as const
  const rows =
    kind === 'venue'
      ? await db
          .selectFrom('venues')
          .select([...columns, 'address', 'city'])
          .where('status', '!=', 'trash')
          .orderBy('id')
          .execute()
      : (await db.selectFrom('organizers').select(columns).where('status', '!=', 'trash').orderBy('id').execute()).map(
          (row) => ({ ...row, address: '', city: '' }),
        )
  return rows.map((row) => ({ ...row, status: parseStatus(row.status) }))
}

/** Limits the number of statement parameters. */
const BATCH_SIZE = 500

/** Number of published events of each record, without protected ones; records without events are omitted. */
export async function countPublishedEvents(
  db: Reader,
  kind: LinkedKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>()
  for (const batch of splitIntoBatches(ids, BATCH_SIZE)) {
    const rows = await db
      .selectFrom('links')
      .innerJoin('events', 'events.id', 'links.event_id')
      .select((on) => ['target_id', on.fn.countAll<number>().as('events')])
      .where('links.kind', '=', kind)
      .where('target_id', 'in', batch)
      .where('events.status', '=', 'publish')
      .where('events.password', '=', '')
      .groupBy('target_id')
      .execute()
    for (const { target_id, events } of rows) counts.set(target_id, Number(events))
  }
  return counts
}
