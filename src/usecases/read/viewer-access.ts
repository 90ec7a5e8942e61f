import { needsPassword, passwordBypass } from '../../domain/access/visibility.ts'
import type { Viewer } from '../../domain/model/user.ts'
import type { AccessFields } from '../../fragments/load-fragments.ts'
import type { PasswordAttempt } from '../auth/post-passwords.ts'

/** Who looks, and with which password. */
export interface ViewerAccess {
  readonly viewer: Viewer
  readonly attempt: PasswordAttempt | undefined
}

export const NO_IDS: ReadonlySet<number> = new Set()

/** The ids of those records that the viewer sees whole only with their passwords. */
export function findProtected(posts: readonly AccessFields[], viewer: Viewer): readonly AccessFields[] {
  return posts.filter((post) => needsPassword(viewer, post))
}

/**
 * The ids of those records that are shown redacted, because they need a password that did not come with the request. All
 * ways to submit a password end here, where guesses are limited; `requestedId` is the record that the request names.
 */
export async function findClosedIds(
  posts: readonly AccessFields[],
  { viewer, attempt }: ViewerAccess,
  requestedId?: number,
): Promise<ReadonlySet<number>> {
  const closed = findProtected(posts, viewer)
  if (closed.length === 0) return NO_IDS
  const opened = (await attempt?.open(closed, requestedId)) ?? NO_IDS
  return new Set(closed.flatMap(({ id }) => (opened.has(id) ? [] : [id])))
}

/** For responses that are written while records are read: throws now what `findClosed` could only throw too late. */
export async function beginStream({ viewer, attempt }: ViewerAccess): Promise<void> {
  if (passwordBypass(viewer) !== 'every') await attempt?.begin()
}
