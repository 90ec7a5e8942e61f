/** Events that visitors have submitted, with the personal data of the submitters. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import type { Submission } from './submission.ts'

/** `formDigest` must be unique, so that a form can be sent only once. */
export async function insertSubmission(tx: Writer, submission: Submission, formDigest: string): Promise<void> {
  await tx
    .insertInto('submissions')
    .values({ ...toRow(submission), form_digest: formDigest })
    .execute()
}

const toRow = ({ eventId, venueId, organizerId, submitted, decided, ...texts }: Submission) => ({
  event_id: eventId,
  venue_id: venueId,
  organizer_id: organizerId,
  ...texts,
  submitted_utc: submitted,
  decided_utc: decided,
})

const toSubmission = (row: Tables['submissions']): Submission => ({
  eventId: row.event_id,
  venueId: row.venue_id,
  organizerId: row.organizer_id,
  name: row.name,
  email: row.email,
  note: row.note,
  language: row.language,
  submitted: row.submitted_utc,
  decided: row.decided_utc,
})

export async function updateSubmission(tx: Writer, submission: Submission): Promise<void> {
  const { event_id: id, ...changes } = toRow(submission)
  await tx.updateTable('submissions').set(changes).where('event_id', '=', id).execute()
}

/** Submissions by event; events that no visitor has submitted are omitted. */
export async function findSubmissions(
  db: Reader,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, Submission>> {
  if (eventIds.length === 0) return new Map()
  const rows = await db.selectFrom('submissions').selectAll().where('event_id', 'in', eventIds).execute()
  return new Map(rows.map((row) => [row.event_id, toSubmission(row)]))
}

export async function findSubmission(db: Reader, eventId: number): Promise<Submission | undefined> {
  return (await findSubmissions(db, [eventId])).get(eventId)
}

export async function isFormUsed(db: Reader, formDigest: string): Promise<boolean> {
  const row = await db.selectFrom('submissions').select('event_id').where('form_digest', '=', formDigest)
  return (await row.executeTakeFirst()) !== undefined
}

/** Deletes submissions that were decided before a time, with their links. Returns their number. */
export async function deleteSubmissionsBefore(tx: Writer, before: DateTime): Promise<number> {
  const deleted = await tx
    .deleteFrom('submissions')
    .where('decided_utc', '<>', '')
    .where('decided_utc', '<', before)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Also deletes expired links. */
export async function insertSubmissionLink(tx: Writer, link: Tables['submission_links'], now: DateTime): Promise<void> {
  await tx.deleteFrom('submission_links').where('expires_utc', '<=', now).execute()
  await tx.insertInto('submission_links').values(link).execute()
}

/** The submission of the valid link with this digest of its token. */
export async function findLinkedSubmission(db: Reader, digest: string, now: DateTime): Promise<Submission | undefined> {
  const link = await db
    .selectFrom('submission_links')
    .select('event_id')
    .where('digest', '=', digest)
    .where('expires_utc', '>', now)
    .executeTakeFirst()
  return link && findSubmission(db, link.event_id)
}

/** The key that signs forms; undefined before the first form. */
export async function findSubmissionKey(db: Reader): Promise<string | undefined> {
  return (await db.selectFrom('submission_keys').select('secret').executeTakeFirst())?.secret
}

/** Stores the key unless another process has done so. */
export async function insertSubmissionKey(tx: Writer, secret: string): Promise<void> {
  const row = { id: 1, secret }
  await tx
    .insertInto('submission_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
