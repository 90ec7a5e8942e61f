/**
 * Sessions of browsers. The browser has a random token in a cookie, the database only its digest. A session ends when it
 * was not used for a week, and after 30 days in any case. Every request reads it, so that revocations take effect at once
 * on all nodes.
 */

import type { DateTime } from '../../base/time/date-time.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import type { User } from '../../kernel/user.ts'
import type { ProcessServices } from '../services.ts'
import { createNonce, digestToken, isNonceOf, type Session } from './session.ts'
import {
  deleteExpiredSessions,
  deleteSessionByDigest,
  deleteSessions,
  findSession,
  insertSession,
  listSessions,
  updateSessionUse,
} from './session-store.ts'
import { createUseRecorder } from './use-recorder.ts'

const IDLE_SECONDS = 7 * 86_400
/** Also the lifetime of the cookie. */
export const MAX_SESSION_SECONDS = 30 * 86_400

const TOKEN_BYTES = 32
const MAX_USER_AGENT = 200

/** The end of a session that is used at a time. */
function computeExpiry(created: DateTime, used: DateTime): DateTime {
  const [first = used] = [addSeconds(used, IDLE_SECONDS), addSeconds(created, MAX_SESSION_SECONDS)].sort()
  return first
}

export interface SessionClient {
  /** IP address. */
  readonly ip: string
  readonly userAgent: string
  /** Token of the session cookie, valid or not. */
  readonly sessionToken: string | undefined
}

export interface SignedInSession {
  readonly user: User
  readonly session: Session
  readonly nonce: string
}

export interface StartedSession extends SignedInSession {
  /** Returned only once; only its digest is stored. */
  readonly token: string
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(services: ProcessServices) {
  const { database, now, random } = services
  const uses = createUseRecorder<Session>(services, (tx, { id, created }, { at, client }) =>
    updateSessionUse(tx, id, { at, ip: client.ip, expires: computeExpiry(created, at) }),
  )
  return {
    /** Starts a session with a new token. The session that the browser had before ends. */
    start: async (user: User, { ip, userAgent, sessionToken }: SessionClient): Promise<StartedSession> => {
      const token = random(TOKEN_BYTES)
      const at = now()
      const session = await database.transaction(async (tx) => {
        await deleteExpiredSessions(tx, at)
        if (sessionToken !== undefined) await deleteSessionByDigest(tx, digestToken(sessionToken))
        return insertSession(tx, {
          user_id: user.id,
          digest: digestToken(token),
          created_utc: at,
          last_used_utc: at,
          expires_utc: computeExpiry(at, at),
          ip,
          user_agent: userAgent.slice(0, MAX_USER_AGENT),
        })
      })
      return { user, session, token, nonce: createNonce(token) }
    },
    /** Undefined for a token without a valid session. */
    find: async ({
      ip,
      sessionToken: token,
    }: Omit<SessionClient, 'userAgent'>): Promise<SignedInSession | undefined> => {
      const found = token === undefined ? undefined : await findSession(database.read, digestToken(token), now())
      if (!found || token === undefined) return undefined
      uses.record(found.session, { ip, channel: 'admin' })
      return { ...found, nonce: createNonce(token) }
    },
    /** Resolves once the uses of all sessions are stored. */
    settle: uses.settle,
  }
}

/** Whether the nonce belongs to the session of the token. */
export const isSessionNonce = ({ sessionToken }: Pick<SessionClient, 'sessionToken'>, nonce: unknown): boolean =>
  sessionToken !== undefined && isNonceOf(sessionToken, nonce)

/** The valid sessions of a user, the newest first. */
export const findUserSessions = ({ database, now }: ProcessServices, userId: number): Promise<Session[]> =>
  listSessions(database.read, userId, now())

/** Ends the sessions of a user that `isSelected` selects, and returns them. */
export function revokeSessions(
  { database, now }: ProcessServices,
  userId: number,
  isSelected: (session: Session) => boolean,
): Promise<readonly Session[]> {
  return database.transaction(async (tx) => {
    const revoked = (await listSessions(tx, userId, now())).filter(isSelected)
    await deleteSessions(
      tx,
      revoked.map(({ id }) => id),
    )
    return revoked
  })
}
