/** Users as other users see them: administrators see all, editors the authors of records, and everyone themselves. */
import { can, type User, type Viewer } from '../../kernel/user.ts'
import type { Reader } from '../../storage/types.ts'
import { findAuthorIds } from './authors.ts'
import { findUsersByIds, listUsers } from './user-store.ts'

/** By id. */
export async function listVisibleUsers(db: Reader, viewer: Viewer): Promise<readonly User[]> {
  if (viewer.id === 0) return []
  if (can(viewer, 'edit_users')) return listUsers(db)
  const authors = can(viewer, 'edit_others_posts') ? await findAuthorIds(db) : []
  const users = await findUsersByIds(db, [...new Set([viewer.id, ...authors])])
  return users.sort((a, b) => a.id - b.id)
}

/** Authors of records that the viewer is shown; those who are not visible are omitted. */
export async function findVisibleAuthors(
  db: Reader,
  viewer: Viewer,
  ids: readonly number[],
): Promise<ReadonlyMap<number, User>> {
  const mayView = (id: number) => id !== 0 && (id === viewer.id || can(viewer, 'edit_others_posts'))
  const users = await findUsersByIds(db, [...new Set(ids.filter(mayView))])
  return new Map(users.map((user) => [user.id, user]))
}
