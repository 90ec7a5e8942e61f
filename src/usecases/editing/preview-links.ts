/** Links that show an unpublished event to viewers without an account. Only the digest of a token is stored. */
import type { DateTime } from '../../datetime/date-time.ts'
import { addSeconds } from '../../datetime/parse-date.ts'
import { digestToken } from '../../domain/access/session.ts'
import type { EventPreview } from '../../domain/access/visibility.ts'
import type { Event } from '../../domain/model/post.ts'
import type { Viewer } from '../../domain/model/user.ts'
import {
  deletePreviewLink,
  findPreviewExpiry,
  findPreviewedEvent,
  insertPreviewLink,
} from '../../storage/stores/writes/preview-links.ts'
import type { Services } from '../services.ts'
import { assertNotTrashed, requireCurrentPost } from '../write/save-post.ts'

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
    await insertPreviewLink(tx, { event_id: event.id, digest: digestToken(token), expires_utc: expires }, now())
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

/** The preview that the link with this token permits. Read from the primary, so that a revoked link ends at once. */
export async function findPreview({ database, now }: Services, token: string): Promise<EventPreview | undefined> {
  const eventId = await findPreviewedEvent(database.read, digestToken(token), now())
  return eventId === undefined ? undefined : { eventId }
}
