/** Links with which submitters see and edit their events. Only the digests of their tokens are stored. */
import { addDays } from '../../base/time/parse-date.ts'
import type { Services } from '../../calendar/services.ts'
import { digestToken } from '../../calendar/users/session.ts'
import { SUBMISSION_PATH, type Submission } from './submission.ts'
import { findLinkedSubmission, insertSubmissionLink } from './submission-store.ts'

const TOKEN_BYTES = 32
const LIFETIME_DAYS = 90

/** Each mail contains a link of its own; earlier ones stay valid. Returns the token. */
export async function createSubmissionLink({ database, now, random }: Services, eventId: number): Promise<string> {
  const token = random(TOKEN_BYTES)
  const link = { digest: digestToken(token), event_id: eventId, expires_utc: addDays(now(), LIFETIME_DAYS) }
  await database.transaction((tx) => insertSubmissionLink(tx, link, now()))
  return token
}

/** Logs do not contain the value of the parameter, because of its name. */
export const buildSubmissionUrl = (home: string, token: string): string => `${home}${SUBMISSION_PATH}?token=${token}`

/** The submission of a link; undefined for links that are not valid. */
export async function findSubmissionByToken(
  { database, now }: Services,
  token: unknown,
): Promise<Submission | undefined> {
  return typeof token === 'string' ? findLinkedSubmission(database.read, digestToken(token), now()) : undefined
}
