/** Connection pools of PostgreSQL: limits, timeouts and error classification. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type Pg from 'pg'
import { waitAtMost } from '../../base/concurrency/wait-for-work.ts'
import { type Problem, problem } from '../../kernel/problem.ts'
import type { PoolStatistics } from '../types.ts'

export interface PoolOptions {
  readonly connections: number
  /** Statement timeout on the server, in seconds. */
  readonly timeout: number
  /** Maximum time, in seconds, to wait for a connection, and for which a transaction may be idle. */
  readonly waitSeconds: number
  /** True to reject connections to a standby as unavailable. */
  readonly rejectsStandby?: boolean
}

/** `count` and `max` return 64-bit integers, which the driver passes as strings; our values fit a number. */
const INT8_TYPE_ID = 20

/** Time beyond the server's timeout after which the server counts as unreachable. */
const GRACE_MILLISECONDS = 2000

/**
 * Opens a pool; connections are opened on demand. Unavailability is thrown as a problem with the driver's error as its
 * `cause`, other errors unchanged.
 */
export async function openPool(url: string, options: PoolOptions): Promise<MeasuredPool> {
  const { pool, limit, end, statistics } = await openRawPool(url, options)
  return { connect: async () => createClientProxy(await connectClient(pool), limit), end, statistics }
}

export interface MeasuredPool extends PostgresPool {
  readonly statistics: () => PoolStatistics
}

/** A pool that throws the errors of the driver. */
export interface RawPool {
  readonly pool: Pg.Pool
  /** Milliseconds after which a server that does not respond counts as unreachable. */
  readonly limit: number
  readonly end: () => Promise<void>
  readonly statistics: () => PoolStatistics
}

/**
 * A balancer may lead to a former primary for a moment after a switchover. What is read there may be older than what this
 * node knows. A primary that becomes a standby closes its connections, so new ones are checked only.
 */
const createStandbyCheck =
  (query_timeout: number): Pg.PoolConfig['verify'] =>
  (client, done) => {
    client.query<{ isStandby: boolean }>({ text: STANDBY_QUERY, ...{ query_timeout } }).then(
      ({ rows }) => done(rows[0]?.isStandby ? createStandbyError() : undefined),
      (error: Error) => done(error),
    )
  }

const STANDBY_QUERY = 'select pg_is_in_recovery() as "isStandby"'

/** SQLSTATE of writes on a read-only server, such as a standby. */
const READ_ONLY_SERVER = '25006'

const createStandbyError = (): Error => Object.assign(new Error('the server is a standby'), { code: READ_ONLY_SERVER })

export async function openRawPool(url: string, options: PoolOptions): Promise<RawPool> {
  const { connections, timeout, waitSeconds, rejectsStandby } = options
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    ...createClientConfig(pg, url, waitSeconds),
    max: connections,
    // Statements of a transaction that do not depend on each other are sent without waiting.
    pipeline: true,
    statement_timeout: timeout * 1000,
    // A node that hangs inside a transaction would block the writers of all others.
    idle_in_transaction_session_timeout: waitSeconds * 1000,
    ...(rejectsStandby && { verify: createStandbyCheck(waitSeconds * 1000) }),
  })
  // Lost idle connections are replaced on demand, and users of a lost connection get an error from their next query.
  // Without listeners, either event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    pool,
    limit: timeout * 1000 + GRACE_MILLISECONDS,
    end: () => endPool(pool, waitSeconds),
    statistics: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      limit: connections,
    }),
  }
}

/** Creates clients outside of the pool, not yet connected, with a query timeout of `waitSeconds`. */
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

/** A pooler invents the process ID that it sends when a connection starts; `pid` is that of `pg_backend_pid()`. */
export const isPooledConnection = (client: Pg.ClientBase, pid: number | undefined): boolean =>
  !('processID' in client) || client.processID !== pid

/** An unreachable server does not confirm the end of connections, so waiting is limited. */
const endPool = (pool: Pg.Pool, waitSeconds: number): Promise<void> => waitAtMost(waitSeconds * 1000, pool.end())

async function connectClient(pool: Pg.Pool): Promise<Pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw createUnavailableProblem(error)
  }
}

/** Disables the statement timeout for the rest of a transaction. */
export const DISABLE_STATEMENT_TIMEOUT = 'set local statement_timeout = 0'

/**
 * A client that translates errors and is removed from the pool after its connection was lost. `limit` is the query
 * timeout in milliseconds.
 */
function createClientProxy(client: Pg.PoolClient, limit: number): PostgresPoolClient {
  let hasTimeout = true
  let lost: Problem | undefined
  const query = async (text: string, values: readonly unknown[]) => {
    // Queries queued behind one without a response would wait forever.
    if (lost) throw lost
    try {
      const query_timeout = hasTimeout ? limit : undefined
      const result = await client.query({ text, values: [...values], ...{ query_timeout } })
      if (text === DISABLE_STATEMENT_TIMEOUT) hasTimeout = false
      if (text === 'commit' && result.command !== 'COMMIT') throw new Error('the transaction was rolled back')
      return result
    } catch (error) {
      if (!isUnavailable(error)) throw error
      const failure = createUnavailableProblem(error)
      if (isConnectionLost(error)) lost = failure
      throw text === 'commit' ? Object.assign(failure, { isCommitUncertain: true }) : failure
    }
  }
  // The overload for cursors is not used.
  return { query: query as never, release: () => client.release(lost !== undefined) }
}

/** Whether a commit failed without a response from the server, so that its transaction may have been committed or not. */
export const isCommitUncertain = (error: unknown): boolean =>
  error instanceof Error && 'isCommitUncertain' in error && error.isCommitUncertain === true

/** SQLSTATEs after which the server closes the connection, or rejects writes because another server was promoted. */
const SESSION_ENDED = /^(?:08\w{3}|57P0[1-5]|25P0[34]|25006)$/
/** SQLSTATEs of temporary failures: canceled, no resources, lock timeout, serialization failure. */
const RETRYABLE = /^(?:57014|53\w{3}|55P03|40\w{3})$/
const SOCKET_FAILED = /^(?:E(?!RR_)[A-Z0-9]+|ERR_(?:STREAM|SOCKET|SSL|TLS)_\w+)$/
/** Driver messages for lost connections, which have no code. */
const CONNECTION_LOST =
  /^(?:Connection terminated|timeout e|Query read timeout|Client (?:has|was) |Cannot use a pool after)/

function isUnavailable(error: unknown): boolean {
  const code = getErrorCode(error)
  if (isPostgresError(error)) return SESSION_ENDED.test(code) || RETRYABLE.test(code)
  return SOCKET_FAILED.test(code) || (error instanceof Error && CONNECTION_LOST.test(error.message))
}

/** Whether the connection is unusable after this error. */
export const isConnectionLost = (error: unknown): boolean =>
  isPostgresError(error) ? SESSION_ENDED.test(getErrorCode(error)) : isUnavailable(error) && !isPoolExhausted(error)

/** Whether the pool timed out because all connections were in use; the driver reports it only as text. */
export const isPoolExhausted = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** Errors sent by the server have a severity. */
export const isPostgresError = (error: unknown): boolean => error instanceof Error && 'severity' in error

/** SQLSTATE or system error code; empty without one. */
export const getErrorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** The request is not at fault, so the client may retry. */
export function createUnavailableProblem(error: unknown): Problem {
  // A host name with several IP addresses fails with an `AggregateError` that has no message.
  const cause = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  return Object.assign(createProblemForCause(cause), { cause })
}

/** SQLSTATE of writes without space. */
const DISK_FULL = '53100'

/** SQLSTATE of a lock that another transaction did not release in time. */
const LOCK_TIMEOUT = '55P03'

function createProblemForCause(cause: unknown): Problem {
  const code = getErrorCode(cause)
  if (code === DISK_FULL) return problem('storage_full', { retryAfter: 30 })
  if (code === READ_ONLY_SERVER) return problem('database_unavailable', { retryAfter: 5 })
  if (code === LOCK_TIMEOUT) return problem('database_locked', { retryAfter: 1 })
  return problem(isConnectionLost(cause) ? 'database_unreachable' : 'overloaded', { retryAfter: 1 })
}
