/** Links that show an unpublished event to viewers without an account. An event has at most one. */
import type { Selectable } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'

type PreviewLink = Selectable<Tables['preview_links']>

/** Replaces the link of the event, and deletes expired ones. */
export async function insertPreviewLink(tx: Writer, link: PreviewLink, now: DateTime): Promise<void> {
  await deletePreviewLink(tx, link.event_id)
  await tx.deleteFrom('preview_links').where('expires_utc', '<=', now).execute()
  await tx.insertInto('preview_links').values(link).execute()
}

/** The end of the valid link of the event, UTC. */
export async function findPreviewExpiry(db: Reader, eventId: number, now: DateTime): Promise<DateTime | undefined> {
  const row = await db
    .selectFrom('preview_links')
    .select('expires_utc')
    .where('event_id', '=', eventId)
    .where('expires_utc', '>', now)
    .executeTakeFirst()
  return row?.expires_utc
}

/** The valid link with this digest of its token. */
export function findPreviewLink(db: Reader, digest: string, now: DateTime): Promise<PreviewLink | undefined> {
  return db
    .selectFrom('preview_links')
    .selectAll()
    .where('digest', '=', digest)
    .where('expires_utc', '>', now)
    .executeTakeFirst()
}

export async function deletePreviewLink(tx: Writer, eventId: number): Promise<void> {
  await tx.deleteFrom('preview_links').where('event_id', '=', eventId).execute()
}
