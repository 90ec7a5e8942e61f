/** Events, venues and organizers: one shape in three tables. */
import { type Kysely, sql } from 'kysely'
import { foldCase } from '../../base/text/fold-case.ts'
import { createSlugStem } from '../../base/text/slug.ts'
import type { PostByKind, PostKind, PostStatus } from '../../kernel/post.ts'
import { sortIds } from '../../storage/sort-ids.ts'
import { createSortKey } from '../../storage/sort-key.ts'
import { executeCached, insertRows } from '../../storage/statement-cache.ts'
import type { PostColumns } from '../../storage/tables/tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { POST_TABLES, parseStatus, type RowByKind, toRecord, toRow, toStoredColumns } from './row-mapping.ts'

/** The columns that the three tables share. Kysely cannot type a table chosen at run time, hence one cast. */
interface SharedTables {
  events: PostColumns
}

/** A query on the shared columns of the table of `kind`. */
function selectSharedTable(db: Reader, kind: PostKind): { table: 'events'; db: Kysely<SharedTables> } {
  return { table: POST_TABLES[kind] as 'events', db: db as unknown as Kysely<SharedTables> }
}

/** Complete records, in no defined order. */
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

/** The kind of the record with this id; undefined when there is none. */
export async function findKind(db: Reader, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('object_ids').select('kind').where('id', '=', id).executeTakeFirst()
  return row?.kind
}

/** Kinds of the ids that exist. */
export async function findKinds(db: Reader, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('object_ids').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** The first records with an id above `last`, by id. */
export function findKindsAfter(db: Reader, last: number, limit: number): Promise<{ id: number; kind: string }[]> {
  return db.selectFrom('object_ids').selectAll().where('id', '>', last).orderBy('id').limit(limit).execute()
}

/** The oldest published record with the slug, else the oldest in any status (wire-contract §10). */
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

/** The record with the external id, in any status. */
export async function findIdByExternalId(db: Reader, kind: PostKind, externalId: string): Promise<number | undefined> {
  const [holder] = await findExternalIdOwners(db, kind, [externalId])
  return holder?.id
}

/** Id of the parent event; 0 without one. */
export async function findParentId(db: Reader, id: number): Promise<number> {
  const row = await db.selectFrom('events').select('post_parent').where('id', '=', id).executeTakeFirst()
  return row?.post_parent ?? 0
}

export async function setParentId(tx: Writer, id: number, parent: number): Promise<void> {
  await tx.updateTable('events').set({ post_parent: parent }).where('id', '=', id).execute()
}

/**
 * Slugs of other records of the kind that equal `base` or extend it by a number; drafts and pending records reserve
 * none (wire-contract §6.7).
 */
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

/** Ids by slug; drafts and pending records reserve none (wire-contract §6.7). */
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

/** Ids by external id, in any status. */
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

/** Records with the same folded title that are not in the trash, oldest first (wire-contract §11.5). */
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

/** Ids of scheduled records that are due, ordered by time. */
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

/** Allocates the next id of the shared id space. */
/** The highest id in use of posts, images and series; 0 without any. */
export async function findLastId(db: Reader): Promise<number> {
  const { id } = await db
    .selectFrom('object_ids')
    .select((on) => on.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}

export async function allocateId(tx: Writer, kind: PostKind | 'media' | 'series'): Promise<number> {
  const [row] = await executeCached(tx, {
    key: 'next number',
    values: [kind],
    build: () => tx.insertInto('object_ids').values({ kind }).returning('id'),
  })
  if (!row) throw new Error('no id was allocated')
  return row.id
}

/** Allocates ids, ascending. */
export async function allocateIds(tx: Writer, kind: PostKind, count: number): Promise<number[]> {
  if (count === 0) return []
  const rows = await tx
    .insertInto('object_ids')
    .values(Array.from({ length: count }, () => ({ kind })))
    .returning('id')
    .execute()
  return sortIds(rows)
}

/** Reserves given ids, for imports that keep their ids. */
export async function claimIds(tx: Writer, kind: PostKind | 'media' | 'series', ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto('object_ids')
    .values(ids.map((id) => ({ id, kind })))
    .execute()
}

export async function insertPost<K extends PostKind>(tx: Writer, kind: K, record: PostByKind[K]): Promise<void> {
  await insertPosts(tx, kind, [record])
}

/** At most a few hundred records: engines limit statement parameters. */
export async function insertPosts<K extends PostKind>(
  tx: Writer,
  kind: K,
  records: readonly PostByKind[K][],
): Promise<void> {
  const { table } = selectSharedTable(tx, kind)
  const rows = records.map((record) => toRow(kind, record) as RowByKind['event'])
  await insertRows(tx, table, rows)
}

/** Replaces a record. With the stored record, only columns that differ are written, so that their indexes alone change. */
export async function updatePost<K extends PostKind>(
  tx: Writer,
  kind: K,
  record: PostByKind[K],
  stored?: PostByKind[K],
): Promise<void> {
  const { db, table } = selectSharedTable(tx, kind)
  const changes = selectChanges(toRow(kind, record), stored ? toStoredColumns(kind, stored) : {})
  const columns = Object.keys(changes)
  if (columns.length === 0) return
  await executeCached(tx, {
    key: `update ${table} ${columns.join()}`,
    values: [...Object.values(changes), record.id],
    build: () => db.updateTable(table).set(changes).where('id', '=', record.id),
  })
}

/** The columns of `row` that differ from `stored`. */
const selectChanges = (row: object, stored: object): Partial<PostColumns> =>
  Object.fromEntries(Object.entries(row).filter(([column, value]) => value !== Reflect.get(stored, column)))

/** The fields that the visibility rules read. */
export interface AccessRow {
  readonly id: number
  readonly kind: PostKind
  readonly author: number
  readonly status: PostStatus
  readonly password: string
}

/** Ids of one kind. */
export interface KindIds {
  readonly kind: PostKind
  readonly ids: readonly number[]
}

/** Access fields of records of several kinds, in one statement. */
export async function findAccessFields(db: Reader, wanted: readonly KindIds[]): Promise<AccessRow[]> {
  const [first, ...others] = wanted.filter(({ ids }) => ids.length > 0)
  if (!first) return []
  const given = [first, ...others]
  const select = ({ kind, ids }: KindIds) =>
    selectSharedTable(db, kind)
      .db.selectFrom(POST_TABLES[kind] as 'events')
      .select(['id', sql.lit(kind).as('kind'), 'author', 'status', 'password'])
      .where('id', 'in', ids)
  const rows = await executeCached(db, {
    key: `owners of ${given.map(({ kind, ids }) => `${ids.length} ${kind}`).join()}`,
    values: given.flatMap(({ ids }) => ids),
    build: () => others.reduce((query, one) => query.unionAll(select(one)), select(first)),
  })
  return rows.map((row) => ({ ...row, status: parseStatus(row.status) }))
}
