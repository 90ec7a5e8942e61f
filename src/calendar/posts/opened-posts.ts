/** Finds the protected records that a password opens, for lists that filter by visible values. */
import { passwordBypass } from '../../kernel/visibility.ts'
import type { Reader } from '../../storage/types.ts'
import { findProtected } from '../lists/protected-posts.ts'
import type { ViewerAccess } from './viewer-access.ts'

/**
 * IDs of events, venues and organizers; none for viewers who need no password. A password that opens nothing counts as an
 * attempt, so the result is not cached. Throws `too_many_password_attempts`.
 */
export async function findOpenedIds(db: Reader, { viewer, attempt }: ViewerAccess): Promise<readonly number[]> {
  if (attempt === undefined || passwordBypass(viewer) === 'every') return []
  return Array.from(await attempt.open(await findProtected(db)))
}
