import type { Viewer } from '../../kernel/user.ts'
import { type EventPreview, mayPreview, needsPassword, passwordBypass } from '../../kernel/visibility.ts'
import type { AccessFields } from '../fragments/load-fragments.ts'
import type { PasswordAttempt } from './post-passwords.ts'

/** The viewer, with the password sent with the request. */
export interface ViewerAccess {
  readonly viewer: Viewer
  readonly attempt: PasswordAttempt | undefined
  readonly preview?: EventPreview | undefined
}

export const NO_IDS: ReadonlySet<number> = new Set()

/** Ids of the records that require their password for this viewer. */
function filterProtected(
  posts: readonly AccessFields[],
  { viewer, preview }: Pick<ViewerAccess, 'viewer' | 'preview'>,
): readonly AccessFields[] {
  return posts.filter((post) => needsPassword(viewer, post) && !(preview && mayPreview(preview, post)))
}

/**
 * Ids of the records to redact, because their password was not sent. All ways to submit a password use this function,
 * which limits guesses; `requestedId` is the record that the URL names.
 */
export async function findClosedIds(
  posts: readonly AccessFields[],
  { attempt, ...access }: ViewerAccess,
  requestedId?: number,
): Promise<ReadonlySet<number>> {
  const closed = filterProtected(posts, access)
  if (closed.length === 0) return NO_IDS
  const opened = (await attempt?.open(closed, requestedId)) ?? NO_IDS
  return new Set(closed.flatMap(({ id }) => (opened.has(id) ? [] : [id])))
}

/** For streamed responses: throws now what `findClosedIds` would throw too late. */
export async function beginStream({ viewer, attempt }: ViewerAccess): Promise<void> {
  if (passwordBypass(viewer) !== 'every') await attempt?.begin()
}
