/** Links that show an unpublished event to viewers without an account. Only the digest of a token is stored. */
import type { DateTime } from '../../base/time/date-time.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import { findPost } from '../../calendar/posts/post-store.ts'
import {
  deletePreviewLink,
  findPreviewExpiry,
  findPreviewLink,
  insertPreviewLink,
} from '../../calendar/posts/preview-link-store.ts'
import { assertNotTrashed, requireCurrentPost } from '../../calendar/posts/save-post.ts'
import type { Services } from '../../calendar/services.ts'
import { digestToken } from '../../calendar/users/session.ts'
import { findUserById } from '../../calendar/users/user-store.ts'
import type { Event } from '../../kernel/post.ts'
import type { Viewer } from '../../kernel/user.ts'
import { type EventPreview, mayEdit } from '../../kernel/visibility.ts'
import type { Reader } from '../../storage/types.ts'

const TOKEN_BYTES = 32

export interface NewPreviewLink {
  readonly token: string
  /** UTC. */
  readonly expires: DateTime
}

interface LinkWrite {
  readonly event: Event
  readonly viewer: Viewer
}

/** Replaces the earlier link of the event. */
export async function createPreviewLink(
  { database, now, random }: Services,
  { event, viewer }: LinkWrite,
  hours: number,
): Promise<NewPreviewLink> {
  const token = random(TOKEN_BYTES)
  const expires = addSeconds(now(), hours * 3600)
  await database.transaction(async (tx) => {
    assertNotTrashed('event', await requireCurrentPost(tx, 'event', event, viewer))
    const link = { event_id: event.id, user_id: viewer.id, digest: digestToken(token), expires_utc: expires }
    await insertPreviewLink(tx, link, now())
  })
  return { token, expires }
}

/** Returns false if the event has no valid link. */
export function revokePreviewLink({ database, now }: Services, { event, viewer }: LinkWrite): Promise<boolean> {
  return database.transaction(async (tx) => {
    await requireCurrentPost(tx, 'event', event, viewer)
    const isValid = (await findPreviewExpiry(tx, event.id, now())) !== undefined
    await deletePreviewLink(tx, event.id)
    return isValid
  })
}

/**
 * The preview that the link with this token permits, as long as the user who created it may edit the event. Read from the
 * primary, so that the link ends at once.
 */
export async function findPreview({ database, now }: Services, token: string): Promise<EventPreview | undefined> {
  const link = await findPreviewLink(database.read, digestToken(token), now())
  if (!link || !(await maySharePreview(database.read, link.event_id, link.user_id))) return undefined
  return { eventId: link.event_id }
}

/** Links of earlier versions, whose user is 0, stay valid until they expire. */
async function maySharePreview(db: Reader, eventId: number, userId: number): Promise<boolean> {
  if (userId === 0) return true
  const [event, user] = await Promise.all([findPost(db, 'event', eventId), findUserById(db, userId)])
  return event !== undefined && user !== undefined && !user.isDisabled && mayEdit(user, event)
}
