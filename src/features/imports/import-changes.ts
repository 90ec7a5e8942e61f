/** The changes of records by an import, as the history contains them. */
import type { ChangeKind, Reader } from '../../storage/types.ts'

/** The changes of one record by an import. */
export interface ImportedChange {
  readonly id: number
  /** Id of the first entry in the history. */
  readonly firstEntry: number
  readonly isCreated: boolean
  readonly isDeleted: boolean
}

/** At most `limit` records of a kind that an import has changed, with ids below `before`, the highest first. */
export async function findImportedChanges(
  db: Reader,
  { importId, kind, before }: { readonly importId: number; readonly kind: ChangeKind; readonly before: number },
  limit: number,
): Promise<readonly ImportedChange[]> {
  const groups = await db
    .selectFrom('history')
    .select((on) => ['record_id', on.fn.min('id').as('first')])
    .where('import_id', '=', importId)
    .where('import_id', '>', 0)
    .where('kind', '=', kind)
    .where('record_id', '<', before)
    .groupBy('record_id')
    .orderBy('record_id', 'desc')
    .limit(limit)
    .execute()
  if (groups.length === 0) return []
  const firstIds = groups.map(({ first }) => first)
  const firsts = await db.selectFrom('history').select(['id', 'action']).where('id', 'in', firstIds).execute()
  const actions = new Map(firsts.map(({ id, action }) => [id, action]))
  return groups.map(({ record_id, first }) => ({
    id: record_id,
    firstEntry: first,
    isCreated: actions.get(first) === 'create',
    isDeleted: actions.get(first) === 'delete',
  }))
}

export async function countImportedChanges(
  db: Reader,
  importId: number,
  kinds: readonly ChangeKind[],
): Promise<number> {
  const { total } = await db
    .selectFrom(
      db
        .selectFrom('history')
        .select(['kind', 'record_id'])
        .distinct()
        .where('import_id', '=', importId)
        .where('import_id', '>', 0)
        .where('kind', 'in', [...kinds])
        .as('records'),
    )
    .select((on) => on.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Records that others than the import and background jobs have changed since its first change of them. */
export async function findChangedSince(
  db: Reader,
  { importId, kind }: { readonly importId: number; readonly kind: ChangeKind },
  changes: readonly Pick<ImportedChange, 'id' | 'firstEntry'>[],
): Promise<ReadonlySet<number>> {
  if (changes.length === 0) return new Set()
  const rows = await db
    .selectFrom('history')
    .select((on) => ['record_id', on.fn.max('id').as('last')])
    .where('kind', '=', kind)
    .where(
      'record_id',
      'in',
      changes.map(({ id }) => id),
    )
    .where('import_id', '<>', importId)
    .where('channel', '<>', 'job')
    .groupBy('record_id')
    .execute()
  const lastEntries = new Map(rows.map(({ record_id, last }) => [record_id, last]))
  return new Set(changes.filter(({ id, firstEntry }) => (lastEntries.get(id) ?? 0) > firstEntry).map(({ id }) => id))
}
