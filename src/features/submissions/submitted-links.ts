/** Venues and organizers that submitters name: published ones, or new ones that wait with their event. */

import { foldCase } from '../../base/text/fold-case.ts'
import { escapeAmpersands } from '../../base/text/sanitize.ts'
import type { LinkedInputByKind } from '../../calendar/linked/apply-linked-input.ts'
import { createNewLinked, updateLinked } from '../../calendar/linked/write-linked.ts'
import type { WriteContext } from '../../calendar/posts/apply-post-input.ts'
import { findPost, findPostsByTitle } from '../../calendar/posts/post-store.ts'
import type { LinkedKind, PostByKind } from '../../kernel/post.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import type { SubmittedLink } from './submission-form.ts'

/** The records of an event before it is edited; 0 for none. */
export interface StoredLink {
  /** The record that is linked to the event. */
  readonly current: number
  /** The record that was created with the event. */
  readonly created: number
}

export const NO_STORED_LINK: StoredLink = { current: 0, created: 0 }

export interface ResolvedLink {
  /** Ids to link. */
  readonly ids: readonly number[]
  /** The record that was created with the event; 0 for none. */
  readonly created: number
}

/** A published record of that name, else the record that was created with the event, else a new one. */
export async function resolveSubmittedLink<K extends LinkedKind>(
  tx: Writer,
  kind: K,
  { link, stored }: { readonly link: SubmittedLink | undefined; readonly stored: StoredLink },
  context: WriteContext,
): Promise<ResolvedLink> {
  const { current, created } = stored
  if (!link) return { ids: [], created }
  const known = await findPublicByName(tx, kind, link.name)
  if (known !== undefined) return { ids: [known], created }
  const linked = current === 0 || current === created ? undefined : await findPost(tx, kind, current)
  if (linked && foldCase(linked.title) === foldCase(link.name)) return { ids: [current], created }
  const input = { [kind]: link.name, ...link.details, status: 'pending' } as LinkedInputByKind[K]
  const own = created === 0 ? undefined : await findPost(tx, kind, created)
  if (own?.status === 'pending' || own?.status === 'trash') {
    await updateLinked<K>(tx, { kind, current: own as PostByKind[K] }, input, context)
    return { ids: [own.id], created }
  }
  const { post } = await createNewLinked<K>(tx, kind, input, context)
  return { ids: [post.id], created: post.id }
}

/** Imported titles may contain entities. Protected records are not found, because their names may be secret. */
async function findPublicByName(db: Reader, kind: LinkedKind, name: string): Promise<number | undefined> {
  for (const title of new Set([name, escapeAmpersands(name)])) {
    const found = await findPostsByTitle(db, kind, foldCase(title))
    const match = found.find(({ status, password }) => status === 'publish' && password === '')
    if (match) return match.id
  }
  return undefined
}
