/** Records into which other venues and organizers were merged. */
import { toPositiveInteger } from '../../kernel/field.ts'
import type { PostKind } from '../../kernel/post.ts'
import type { Reader } from '../../storage/types.ts'
import { findMergeTargetBySlug, findMergeTargets } from './merged-records.ts'
import { findPost } from './post-store.ts'

/** Id of the record into which the one with the slug or id was merged. */
export async function findMergeTargetId(
  db: Reader,
  kind: PostKind,
  { slug = '', id }: { readonly slug?: string; readonly id?: number },
): Promise<number | undefined> {
  if (kind === 'event') return undefined
  if (id === undefined) return findMergeTargetBySlug(db, kind, slug)
  return (await findMergeTargets(db, kind, [id])).get(id)
}

/** The record into which the one with the id was merged; undefined for a text that is no id. */
export async function findMergeTarget<K extends PostKind>(db: Reader, kind: K, text: string) {
  const id = toPositiveInteger(text)
  const targetId = id === undefined ? undefined : await findMergeTargetId(db, kind, { id })
  return targetId === undefined ? undefined : findPost(db, kind, targetId)
}
