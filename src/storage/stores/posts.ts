/** The store of events, venues and organizers: one shape over three tables. */
import { type Kysely, sql } from 'kysely'
import type { PostByKind, PostKind, PostStatus } from '../../domain/model/post.ts'
import { foldCase } from '../../text/fold-case.ts'
import { createSlugStem } from '../../text/slug.ts'
import { executeCached, insertRows } from '../caching/statement-cache.ts'
import { POST_TABLES, parseStatus, type RowByKind, toRecord, toRow } from '../core/row-mapping.ts'
import { sortIds } from '../core/sort-ids.ts'
import { createSortKey } from '../core/sort-key.ts'
import type { PostColumns } from '../core/tables.ts'
import type { Reader, Writer } from '../core/types.ts'

/** The three tables share these columns; Kysely cannot say so of a table chosen at run time, hence one cast. */
interface SharedTables {
  events: PostColumns
}

/** A query on the shared columns of the table of `kind`. */
function selectSharedTable(db: Reader, kind: PostKind): { table: 'events'; db: Kysely<SharedTables> } {
  return { table: POST_TABLES[kind] as 'events', db: db as unknown as Kysely<SharedTables> }
}

/** Full rows of a kind, in no order. */
export async function findPosts<K extends PostKind>(
  db: Reader,
  kind: K,
  ids: readonly number[],
): Promise<PostByKind[K][]> {
  if (ids.length === 0) return []
  const { db: posts, table } = selectSharedTable(db, kind)
  const rows = await posts.selectFrom(table).selectAll().where('id', 'in', ids).execute()
  return rows.map((row) => toRecord(kind, row as unknown as RowByKind[K]))
}

export async function findPost<K extends PostKind>(
  db: Reader,
  kind: K,
  id: number,
): Promise<PostByKind[K] | undefined> {
  const [post] = await findPosts(db, kind, [id])
  return post
}

/** Which kind a number belongs to, of those that were ever handed out and still exist. */
export async function findKind(db: Reader, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('object_ids').select('kind').where('id', '=', id).executeTakeFirst()
  return row?.kind
}

/** Kinds of those numbers that are taken. */
export async function findKinds(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('object_ids').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** The oldest published record of a slug, else the oldest (contract 10); any status counts. */
export async function findIdBySlug(db: Reader, kind: PostKind, slug: string): Promise<number | undefined> {
  const { db: posts, table } = selectSharedTable(db, kind)
  const rows = await posts
    .selectFrom(table)
    .select(['id', 'status'])
    .where('slug', '=', slug)
    .where('slug', '!=', '')
    .orderBy('id')
    .execute()
  return (rows.find(({ status }) => status === 'publish') ?? rows[0])?.id
}

/** The record of a kind with an external id, in any status. */
export async function findIdByExternalId(db: Reader, kind: PostKind, externalId: string): Promise<number | undefined> {
  const [holder] = await findExternalIdOwners(db, kind, [externalId])
  return holder?.id
}

/** Number of the event above; 0 when it stands alone. */
export async function findParentId(db: Reader, id: number): Promise<number> {
  const row = await db.selectFrom('events').select('post_parent').where('id', '=', id).executeTakeFirst()
  return row?.post_parent ?? 0
}

/** Slugs taken by other records of the kind, of those that `base` could become with a number; drafts and pending records hold none (6.7). */
export async function findTakenSlugs(db: Reader, kind: PostKind, base: string, except: number): Promise<Set<string>> {
  const stem = createSlugStem(base)
  const { db: posts, table } = selectSharedTable(db, kind)
  const rows = await executeCached(db, {
    key: `taken slugs of ${table}`,
    values: [stem, `${stem}\uffff`, except, 'draft', 'pending'],
    build: () =>
      posts
        .selectFrom(table)
        .select('slug')
        .where('slug', '>=', stem)
        .where('slug', '<=', `${stem}\uffff`)
        .where('id', '!=', except)
        .where('status', 'not in', ['draft', 'pending']),
  })
  return new Set(rows.map(({ slug }) => slug))
}

export interface SlugOwner {
  readonly id: number
  readonly slug: string
}

/** Who holds these slugs among the records of the kind; drafts and pending records hold none (6.7). */
export async function findSlugOwners(db: Reader, kind: PostKind, slugs: readonly string[]): Promise<SlugOwner[]> {
  if (slugs.length === 0) return []
  const { db: posts, table } = selectSharedTable(db, kind)
  return posts
    .selectFrom(table)
    .select(['id', 'slug'])
    .where('slug', 'in', slugs)
    .where('status', 'not in', ['draft', 'pending'])
    .orderBy('id')
    .execute()
}

/** Who has these external ids among the records of the kind, in any status. */
export async function findExternalIdOwners(
  db: Reader,
  kind: PostKind,
  externalIds: readonly string[],
): Promise<{ id: number; external_id: string }[]> {
  if (externalIds.length === 0) return []
  const { db: posts, table } = selectSharedTable(db, kind)
  return posts
    .selectFrom(table)
    .select(['id', 'external_id'])
    .where('external_id', 'in', externalIds)
    .where('external_id', '!=', sql.lit(''))
    .execute()
}

/** Records of the same folded title that are not in the trash, oldest first (contract 11.5). */
export async function findPostsByTitle<K extends PostKind>(
  db: Reader,
  kind: K,
  titleFolded: string,
): Promise<PostByKind[K][]> {
  const { db: posts, table } = selectSharedTable(db, kind)
  const rows = await posts
    .selectFrom(table)
    .selectAll()
    .where('title_folded', '=', createSortKey(titleFolded))
    .where('status', '!=', 'trash')
    .orderBy('id')
    .execute()
  const same = rows.filter(({ title }) => foldCase(title) === titleFolded)
  return same.map((row) => toRecord(kind, row as unknown as RowByKind[K]))
}

/** Numbers of scheduled records whose time has come, in the order of their times. */
export async function findDueIds(db: Reader, kind: PostKind, now: string): Promise<number[]> {
  const { db: posts, table } = selectSharedTable(db, kind)
  const due = await posts
    .selectFrom(table)
    .select('id')
    .where('status', '=', 'future')
    .where('date_utc', '<=', now)
    .orderBy('date_utc')
    .orderBy('id')
    .execute()
  return due.map(({ id }) => id)
}

/** Hands out the next number of the id space. */
export async function allocateId(tx: Writer, kind: PostKind | 'media'): Promise<number> {
  const [row] = await executeCached(tx, {
    key: 'next number',
    values: [kind],
    build: () => tx.insertInto('object_ids').values({ kind }).returning('id'),
  })
  if (!row) throw new Error('no number was handed out')
  return row.id
}

/** Hands out the next numbers of the id space, ascending. */
export async function allocateIds(tx: Writer, kind: PostKind, count: number): Promise<number[]> {
  if (count === 0) return []
  const rows = await tx
    .insertInto('object_ids')
    .values(Array.from({ length: count }, () => ({ kind })))
    .returning('id')
    .execute()
  return sortIds(rows)
}

/** Takes numbers of the records' own choosing: imports keep theirs. */
export async function claimIds(tx: Writer, kind: PostKind | 'media', ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto('object_ids')
    .values(ids.map((id) => ({ id, kind })))
    .execute()
}

export async function insertPost<K extends PostKind>(tx: Writer, kind: K, record: PostByKind[K]): Promise<void> {
  await insertPosts(tx, kind, [record])
}

/** Some hundred at most: engines limit the values of one statement. */
export async function insertPosts<K extends PostKind>(
  tx: Writer,
  kind: K,
  records: readonly PostByKind[K][],
): Promise<void> {
  const { table } = selectSharedTable(tx, kind)
  const rows = records.map((record) => toRow(kind, record) as RowByKind['event'])
  await insertRows(tx, table, rows)
}

export async function updatePost<K extends PostKind>(tx: Writer, kind: K, record: PostByKind[K]): Promise<void> {
  const { db, table } = selectSharedTable(tx, kind)
  await db
    .updateTable(table)
    .set(toRow(kind, record) as PostColumns)
    .where('id', '=', record.id)
    .execute()
}

/** Author, status and password of records of one kind: what the visibility rules ask. */
export async function findAccessFields(
  db: Reader,
  kind: PostKind,
  ids: readonly number[],
): Promise<{ id: number; author: number; status: PostStatus; password: string }[]> {
  if (ids.length === 0) return []
  const { db: posts, table } = selectSharedTable(db, kind)
  const rows = await executeCached(db, {
    key: `owners of ${ids.length} ${table}`,
    values: ids,
    build: () => posts.selectFrom(table).select(['id', 'author', 'status', 'password']).where('id', 'in', ids),
  })
  return rows.map((row) => ({ ...row, status: parseStatus(row.status) }))
}
