/** Connections to a PostgreSQL server: how many, how long anything may take, and what their failures mean. */
import { setTimeout } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type Pg from 'pg'
import { type Problem, problem } from '../../domain/problem.ts'

export interface PoolOptions {
  /** Most connections. */
  readonly connections: number
  /** Seconds after which the server gives a statement up. */
  readonly timeout: number
  /** Seconds that a request waits for a connection, and that a transaction may stand idle. */
  readonly waitSeconds: number
}

/** PostgreSQL counts in 64 bits, which its driver hands over as text; ours fit a number. */
const INT8_TYPE_ID = 20

/** How much longer than the server we wait for word from it: then it is out of reach. */
const GRACE_MILLISECONDS = 2000

/**
 * Opens a pool; connections are made when they are needed. What keeps the server from answering fails as `overloaded`
 * with the driver's error as its `cause`, all else as the driver's error.
 */
export async function openPool(url: string, options: PoolOptions): Promise<PostgresPool> {
  const { pool, limit, end } = await openRawPool(url, options)
  return { connect: async () => createClientProxy(await connectClient(pool), limit), end }
}

/** A pool whose failures are the driver's. */
export interface RawPool {
  readonly pool: Pg.Pool
  /** Milliseconds to wait for an answer; then the server is out of reach. */
  readonly limit: number
  readonly end: () => Promise<void>
}

export async function openRawPool(url: string, { connections, timeout, waitSeconds }: PoolOptions): Promise<RawPool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    ...createClientConfig(pg, url, waitSeconds),
    max: connections,
    statement_timeout: timeout * 1000,
    // A node that stands still in mid-transaction would hold up the writers of all others.
    idle_in_transaction_session_timeout: waitSeconds * 1000,
  })
  // A connection lost while idle is replaced when the next is needed; whoever holds one that is lost hears of it from
  // the next query. Without anybody listening, either would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, limit: timeout * 1000 + GRACE_MILLISECONDS, end: () => endPool(pool, waitSeconds) }
}

/** Makes connections of their own, not yet connected; any answer is waited for as long as `patience` says, in seconds. */
export async function createClientFactory(url: string, waitSeconds: number): Promise<() => Pg.Client> {
  const { default: pg } = await import('pg')
  return () => new pg.Client({ ...createClientConfig(pg, url, waitSeconds), query_timeout: waitSeconds * 1000 })
}

const createClientConfig = (pg: typeof Pg, url: string, waitSeconds: number): Pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: waitSeconds * 1000,
  application_name: 'calends',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  types: {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8_TYPE_ID ? Number : pg.types.getTypeParser(oid, format as 'text'),
  },
})

/** A server out of reach does not take leave: its connections are left to the end of the process. */
async function endPool(pool: Pg.Pool, waitSeconds: number): Promise<void> {
  const waiting = new AbortController()
  const timeout = setTimeout(waitSeconds * 1000, undefined, { signal: waiting.signal }).catch(() => {})
  await Promise.race([pool.end(), timeout])
  waiting.abort()
}

async function connectClient(pool: Pg.Pool): Promise<Pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw createUnavailableProblem(error)
  }
}

/** Lifts the limit on the time of a statement from the rest of a transaction. */
export const DISABLE_STATEMENT_TIMEOUT = 'set local statement_timeout = 0'

/**
 * A connection that says plainly what failed, and that nobody gets after it was lost; `limit` are the milliseconds to
 * wait for an answer.
 */
function createClientProxy(client: Pg.PoolClient, limit: number): PostgresPoolClient {
  let hasTimeout = true
  let lost: Problem | undefined
  const query = async (text: string, values: readonly unknown[]) => {
    // What is asked behind a question that was never answered would wait for ever.
    if (lost) throw lost
    try {
      const query_timeout = hasTimeout ? limit : undefined
      const result = await client.query({ text, values: [...values], ...{ query_timeout } })
      if (text === DISABLE_STATEMENT_TIMEOUT) hasTimeout = false
      if (text === 'commit' && result.command !== 'COMMIT') throw new Error('the transaction was not kept')
      return result
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const failure = createUnavailableProblem(error)
      if (isConnectionLost(error)) lost = failure
      throw text === 'commit' ? Object.assign(failure, { isCommitUncertain: true }) : failure
    }
  }
  // Kysely's type has a second form, for cursors, which we do not use.
  return { query: query as never, release: () => client.release(lost !== undefined) }
}

/** Whether a commit failed without a response from the server, so that its transaction may have been committed or not. */
export const isCommitUncertain = (error: unknown): boolean =>
  error instanceof Error && 'isCommitUncertain' in error && error.isCommitUncertain === true

/** SQLSTATEs after which the server closes the connection, or takes no writes since another has taken its place. */
const SESSION_ENDED = /^(?:08\w{3}|57P0[1-5]|25P0[34]|25006)$/
/** SQLSTATEs that say «not now»: cancelled, no resources, a lock not had, undone for another's sake. */
const RETRYABLE = /^(?:57014|53\w{3}|55P03|40\w{3})$/
const SOCKET_FAILED = /^(?:E(?!RR_)[A-Z0-9]+|ERR_(?:STREAM|SOCKET|SSL|TLS)_\w+)$/
/** What the driver says of lost connections, without a code. */
const CONNECTION_LOST =
  /^(?:Connection terminated|timeout e|Query read timeout|Client (?:has|was) |Cannot use a pool after)/

function isUnavailable(error: unknown): boolean {
  const code = getErrorCode(error)
  if (isPostgresError(error)) return SESSION_ENDED.test(code) || RETRYABLE.test(code)
  return SOCKET_FAILED.test(code) || (error instanceof Error && CONNECTION_LOST.test(error.message))
}

/** Whether no more is to be had from the connection that failed so. */
export const isConnectionLost = (error: unknown): boolean =>
  isPostgresError(error) ? SESSION_ENDED.test(getErrorCode(error)) : isUnavailable(error) && !isPoolExhausted(error)

/** Whether all connections of a pool were in use for too long: the pool's own words. */
export const isPoolExhausted = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** Only what the server itself says has a severity. */
export const isPostgresError = (error: unknown): boolean => error instanceof Error && 'severity' in error

/** SQLSTATE, or the code of a socket; empty when there is none. */
export const getErrorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** That the server is away or too busy is no fault of the request: it may come again. */
function createUnavailableProblem(error: unknown): Problem {
  // Of several addresses of one name, each has a failure of its own, and together they have no message.
  const cause = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  return Object.assign(createProblemForCode(getErrorCode(cause)), { cause })
}

/** SQLSTATEs of a full disk, and of a server that only reads, as a standby does. */
function createProblemForCode(code: string): Problem {
  if (code === '53100') return problem('storage_full', { retryAfter: 30 })
  if (code === '25006') return problem('database_unavailable', { retryAfter: 5 })
  return problem('overloaded', { retryAfter: 1 })
}
