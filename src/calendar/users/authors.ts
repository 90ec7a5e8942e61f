/** Authors of records, and the change of the author of all records of a user. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { PostKind } from '../../kernel/post.ts'
import { sortIds } from '../../storage/sort-ids.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { POST_TABLES } from '../posts/row-mapping.ts'
import { findSeriesByIds, updateSeries } from '../series/series-store.ts'

export interface Reassignment {
  /** Ids of users. */
  readonly from: number
  readonly to: number
  /** Time of the change: wall time of the site, and UTC. */
  readonly modified: DateTime
  readonly modified_utc: DateTime
}

/** Ids of the authors of all posts and images, ascending; records without an author are omitted. */
export async function findAuthorIds(db: Reader): Promise<number[]> {
  const ids = new Set<number>()
  for (const table of ['events', 'venues', 'organizers', 'media'] as const) {
    const rows = await db
      .selectFrom(table as 'events')
      .select('author')
      .distinct()
      .execute()
    for (const { author } of rows) ids.add(author)
  }
  ids.delete(0)
  return [...ids].sort((a, b) => a - b)
}

export interface AuthorName {
  readonly id: number
  /** The login of a user without a name. */
  readonly name: string
}

/** Authors of events outside of the trash, by id. */
export async function listEventAuthors(db: Reader): Promise<AuthorName[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'login'])
    .where((on) =>
      on.exists(
        on
          .selectFrom('events')
          .select('events.id')
          .where('events.author', '=', on.ref('users.id'))
          .where('events.status', '<>', 'trash'),
      ),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, login }) => ({ id, name: name || login }))
}

/** Returns the ids of the records, ascending. */
export async function reassignPosts(
  tx: Writer,
  kind: PostKind,
  { from, to, ...times }: Reassignment,
): Promise<number[]> {
  const rows = await tx
    .updateTable(POST_TABLES[kind] as 'events')
    .set({ author: to, ...times })
    .where('author', '=', from)
    .returning('id')
    .execute()
  return sortIds(rows)
}

/** Returns the ids of the images, ascending. */
export async function reassignMedia(tx: Writer, { from, to, ...times }: Reassignment): Promise<number[]> {
  const rows = await tx
    .updateTable('media')
    .set({ author: to, ...times })
    .where('author', '=', from)
    .returning('id')
    .execute()
  return sortIds(rows)
}

/** The author of a series is part of its template. Returns the ids of the series, ascending. */
export async function reassignSeries(tx: Writer, { from, to, ...times }: Reassignment): Promise<number[]> {
  const rows = await tx.selectFrom('series').select('id').where('author', '=', from).execute()
  const ids = sortIds(rows)
  for (const series of await findSeriesByIds(tx, ids))
    await updateSeries(tx, { ...series, template: { ...series.template, author: to, ...times } })
  return ids
}
