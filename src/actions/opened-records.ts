/** Which protected records a password opens, for lists that filter by what their viewer is shown. */
import { passwordBypass } from '../calendar/visibility.ts'
import type { Reader } from '../storage/database.ts'
import { findProtected } from '../storage/protection.ts'
import type { ViewerAccess } from './read-posts.ts'

/**
 * IDs of events, venues and organizers; none for viewers who need no password. A password that opens nothing counts as an
 * attempt, so the result is not cached. Throws `too_many_password_attempts`.
 */
export async function findOpenedIds(db: Reader, { viewer, attempt }: ViewerAccess): Promise<readonly number[]> {
  if (attempt === undefined || passwordBypass(viewer) === 'every') return []
  return Array.from(await attempt.open(await findProtected(db)))
}
