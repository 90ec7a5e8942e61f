/** Which protected records a password opens, for lists that filter by what their viewer is shown. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { opensSeal } from '../calendar/post-password.ts'
import { passwordBypass } from '../calendar/visibility.ts'
import type { Reader } from '../storage/database.ts'
import { keptList } from '../storage/kept-lists.ts'
import { findProtected } from '../storage/protection.ts'
import type { Sight } from './read-posts.ts'

/** Passwords are salted, so each stored one is checked by itself; after so many, other requests get a turn. */
const CHECKED_AT_ONCE = 500

/** IDs of events, venues and organizers; none for viewers who need no password. */
export async function findOpened(db: Reader, { viewer, password }: Sight): Promise<readonly number[]> {
  if (password === undefined || passwordBypass(viewer) === 'every') return []
  // The cache holds no password, only its digest.
  const digest = createHash('sha256').update(password).digest('base64url')
  return Array.from(await keptList(db, 'opened', { digest }).finding('opened', () => openedBy(db, password)))
}

async function openedBy(db: Reader, password: string): Promise<number[]> {
  const opened: number[] = []
  for (const [place, record] of (await findProtected(db)).entries()) {
    if (place % CHECKED_AT_ONCE === CHECKED_AT_ONCE - 1) await setImmediate()
    if (opensSeal(password, record.password)) opened.push(record.id)
  }
  return opened
}
