/** Sessions of browsers. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { User } from '../../kernel/user.ts'
import { executeCached } from '../../storage/statement-cache.ts'
import type { SessionTable } from '../../storage/tables/account-tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import type { Session } from './session.ts'
import { toUser } from './user-store.ts'

type NewSession = Omit<SessionTable, 'id'>

const COLUMNS = ['id', 'user_id', 'created_utc', 'last_used_utc', 'expires_utc', 'ip', 'user_agent'] as const

const toSession = (row: Omit<NewSession, 'digest'> & { readonly id: number }): Session => ({
  id: row.id,
  userId: row.user_id,
  created: row.created_utc,
  lastUsed: row.last_used_utc,
  expires: row.expires_utc,
  ip: row.ip,
  userAgent: row.user_agent,
})

export interface FoundSession {
  readonly session: Session
  readonly user: User
}

/** The session with its user; undefined when it has expired or the user is disabled. */
export async function findSession(db: Reader, digest: string, now: DateTime): Promise<FoundSession | undefined> {
  const [row] = await executeCached(db, {
    key: 'session',
    values: [digest, now, ''],
    build: () =>
      db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select(['sessions.id', 'user_id', 'sessions.created_utc', 'last_used_utc', 'expires_utc', 'ip', 'user_agent'])
        .select(['login', 'email', 'name', 'role', 'disabled_utc'])
        .where('digest', '=', digest)
        .where('expires_utc', '>', now)
        .where('disabled_utc', '=', ''),
  })
  return row && { session: toSession(row), user: toUser({ ...row, id: row.user_id }) }
}

/** The valid sessions of a user, the newest first. */
export async function listSessions(db: Reader, userId: number, now: DateTime): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('expires_utc', '>', now)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toSession)
}

/** Inserts a session and returns it. */
export async function insertSession(tx: Writer, columns: NewSession): Promise<Session> {
  const { id } = await tx.insertInto('sessions').values(columns).returning('id').executeTakeFirstOrThrow()
  return toSession({ ...columns, id })
}

export async function deleteSessions(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('sessions').where('id', 'in', ids).execute()
}

/** Deletes all sessions of a user, except one. */
export async function deleteUserSessions(tx: Writer, userId: number, except = 0): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', except).execute()
}

export async function deleteSessionByDigest(tx: Writer, digest: string): Promise<void> {
  await tx.deleteFrom('sessions').where('digest', '=', digest).execute()
}

export async function deleteExpiredSessions(tx: Writer, now: DateTime): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_utc', '<=', now).execute()
}

interface SessionUse {
  readonly at: DateTime
  readonly ip: string
  readonly expires: DateTime
}

/** Not a change of the record, so the change log does not get a row. */
export async function updateSessionUse(tx: Writer, id: number, { at, ip, expires }: SessionUse): Promise<void> {
  await tx.updateTable('sessions').set({ last_used_utc: at, ip, expires_utc: expires }).where('id', '=', id).execute()
}
