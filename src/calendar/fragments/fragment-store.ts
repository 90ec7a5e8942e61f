/** Rendered JSON of events, venues and organizers; derived data, which may be missing or outdated. */
import { type InsertQueryBuilder, type InsertResult, sql } from 'kysely'
import type { PostKind } from '../../kernel/post.ts'
import { executeCached } from '../../storage/statement-cache.ts'
import type { FragmentTable, Tables } from '../../storage/tables/tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'

const LIST_COLUMNS = ['id', 'author', 'status', 'password', 'relations', 'online', 'open', 'closed'] as const
const ALL_COLUMNS = [...LIST_COLUMNS, 'kind', 'revision', 'version', 'detail'] as const

/** The columns that lists need. */
export type ListFragment = Pick<FragmentTable, (typeof LIST_COLUMNS)[number]>

export interface FragmentQuery {
  readonly kind: PostKind
  readonly ids: readonly number[]
  readonly version: string
}

/** Rows for a list, in no defined order; see `selectCurrent`. */
export function findListFragments(db: Reader, query: FragmentQuery): Promise<ListFragment[]> {
  return executeCached(db, {
    key: `${query.ids.length} fragments`,
    values: listValues(query),
    build: () => selectCurrent(db, query).select(LIST_COLUMNS),
  })
}

/** Complete rows, in no defined order; see `selectCurrent`. */
export function findFragments(db: Reader, query: FragmentQuery): Promise<FragmentTable[]> {
  return executeCached(db, {
    key: `${query.ids.length} complete fragments`,
    values: listValues(query),
    build: () => selectCurrent(db, query).select(ALL_COLUMNS),
  })
}

/** The ids of current rows; see `selectCurrent`. */
export async function findIdsWithFragment(db: Reader, query: FragmentQuery): Promise<number[]> {
  const rows = await selectCurrent(db, query).select('id').execute()
  return rows.map(({ id }) => id)
}

const listValues = ({ ids, version, kind }: FragmentQuery): readonly unknown[] => [...ids, version, 0, kind]

/**
 * The rows of this version that include the newest change of their record. An older version of the service, which shares
 * the database during an upgrade, changes records without their fragments.
 */
const selectCurrent = (db: Reader, { ids, version, kind }: FragmentQuery) =>
  db
    .selectFrom('fragments')
    .where('id', 'in', ids)
    .where('version', '=', version)
    .where('revision', '=', (on) =>
      on
        .selectFrom('changes')
        .select((change) => change.fn.coalesce(change.fn.max('seq'), change.val(0)).as('seq'))
        .where('changes.kind', '=', kind)
        .whereRef('changes.id', '=', 'fragments.id'),
    )

export async function deleteFragments(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('fragments').where('id', 'in', ids).execute()
}

/** Deletes the fragments of the events with a term, which name it. */
export async function deleteFragmentsOfTerm(tx: Writer, termId: number): Promise<void> {
  await tx
    .deleteFrom('fragments')
    .where('id', 'in', (on) => on.selectFrom('event_terms').select('event_id').where('term_id', '=', termId))
    .execute()
}

/** Inserts or replaces rows, which have the same columns in the same order. */
export async function upsertFragments(tx: Writer, rows: readonly FragmentTable[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  await executeCached(tx, {
    key: `upsert ${rows.length} fragments ${columns.join()}`,
    values: rows.flatMap((row) => columns.map((column): unknown => Reflect.get(row, column))),
    build: () => replaceStored(tx.insertInto('fragments').values(rows)),
  })
}

/** Inserts or replaces the row of a record whose change the same transaction has recorded. */
export async function upsertWrittenFragment(tx: Writer, row: Omit<FragmentTable, 'revision'>): Promise<void> {
  const { kind, id } = row
  await executeCached(tx, {
    key: `upsert written fragment ${Object.keys(row).join()}`,
    values: [...Object.values(row), kind, id],
    build: () => {
      const newest = tx
        .selectFrom('changes')
        .select((on) => on.fn.coalesce(on.fn.max('seq'), sql.lit(0)).as('seq'))
        .where('kind', '=', kind)
        .where('id', '=', id)
      return replaceStored(tx.insertInto('fragments').values({ ...row, revision: newest }))
    },
  })
}

const replaceStored = (insert: InsertQueryBuilder<Tables, 'fragments', InsertResult>) =>
  insert.onConflict((conflict) =>
    conflict.column('id').doUpdateSet((on) => ({
      revision: on.ref('excluded.revision'),
      version: on.ref('excluded.version'),
      author: on.ref('excluded.author'),
      status: on.ref('excluded.status'),
      password: on.ref('excluded.password'),
      relations: on.ref('excluded.relations'),
      online: on.ref('excluded.online'),
      open: on.ref('excluded.open'),
      closed: on.ref('excluded.closed'),
      detail: on.ref('excluded.detail'),
    })),
  )

/** The change up to which every record has a fragment of the version; undefined while there are others. */
export async function findFragmentProgress(db: Reader, version: string): Promise<number | undefined> {
  const row = await db.selectFrom('fragment_progress').select('seq').where('version', '=', version).executeTakeFirst()
  return row?.seq
}

export async function setFragmentProgress(tx: Writer, version: string, seq: number): Promise<void> {
  await tx.deleteFrom('fragment_progress').execute()
  await tx.insertInto('fragment_progress').values({ version, seq }).execute()
}
