/** Redirects of merged venues, organizers and terms to the records into which they were merged. */
import type { LinkedKind } from '../../kernel/post.ts'
import type { Taxonomy } from '../../kernel/term.ts'
import type { Reader, Writer } from '../../storage/types.ts'

export type MergeableKind = LinkedKind | Taxonomy

export interface MergedRecord {
  readonly id: number
  readonly slug: string
}

/** Earlier merges into the records lead to the new target. */
export async function insertMergedRecords(
  tx: Writer,
  { kind, targetId: target_id }: { readonly kind: MergeableKind; readonly targetId: number },
  records: readonly MergedRecord[],
): Promise<void> {
  const ids = records.map(({ id }) => id)
  await tx
    .updateTable('merged_records')
    .set({ target_id })
    .where('kind', '=', kind)
    .where('target_id', 'in', ids)
    .execute()
  await tx
    .insertInto('merged_records')
    .values(records.map(({ id, slug }) => ({ kind, id, slug, target_id })))
    .execute()
}

/** Id of the record into which the newest one with the slug was merged. */
export async function findMergeTargetBySlug(
  db: Reader,
  kind: MergeableKind,
  slug: string,
): Promise<number | undefined> {
  if (slug === '') return undefined
  const row = await db
    .selectFrom('merged_records')
    .select('target_id')
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.target_id
}

/** Ids of the records into which others were merged, by the ids of those. */
export async function findMergeTargets(
  db: Reader,
  kind: MergeableKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('merged_records')
    .select(['id', 'target_id'])
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, target_id }) => [id, target_id]))
}

/** Ends the redirects to a record that is deleted. */
export async function deleteMergesInto(tx: Writer, kind: MergeableKind, id: number): Promise<void> {
  await tx.deleteFrom('merged_records').where('kind', '=', kind).where('target_id', '=', id).execute()
}
