/** Connections to a PostgreSQL server: how many, how long anything may take, and what their failures mean. */
import { setTimeout } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type Pg from 'pg'
import { type Problem, problem } from '../calendar/problem.ts'

export interface PoolOptions {
  /** Most connections. */
  readonly connections: number
  /** Seconds after which the server gives a statement up. */
  readonly timeout: number
  /** Seconds that a request waits for a connection, and that a transaction may stand idle. */
  readonly patience: number
}

/** PostgreSQL counts in 64 bits, which its driver hands over as text; ours fit a number. */
const INT8 = 20

/** How much longer than the server we wait for word from it: then it is out of reach. */
const GRACE_MILLISECONDS = 2000

/**
 * Opens a pool; connections are made when they are needed. What keeps the server from answering fails as `overloaded`
 * with the driver's error as its `cause`, all else as the driver's error.
 */
export async function openPool(url: string, options: PoolOptions): Promise<PostgresPool> {
  const { pool, limit, end } = await openPlainPool(url, options)
  return { connect: async () => lend(await connect(pool), limit), end }
}

/** A pool whose failures are the driver's. */
export interface PlainPool {
  readonly pool: Pg.Pool
  /** Milliseconds to wait for an answer; then the server is out of reach. */
  readonly limit: number
  readonly end: () => Promise<void>
}

export async function openPlainPool(url: string, { connections, timeout, patience }: PoolOptions): Promise<PlainPool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    ...common(pg, url, patience),
    max: connections,
    statement_timeout: timeout * 1000,
    // A node that stands still in mid-transaction would hold up the writers of all others.
    idle_in_transaction_session_timeout: patience * 1000,
  })
  // A connection lost while idle is replaced when the next is needed; whoever holds one that is lost hears of it from
  // the next query. Without anybody listening, either would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, limit: timeout * 1000 + GRACE_MILLISECONDS, end: () => end(pool, patience) }
}

/** Makes connections of their own, not yet connected; any answer is waited for as long as `patience` says, in seconds. */
export async function clientsOf(url: string, patience: number): Promise<() => Pg.Client> {
  const { default: pg } = await import('pg')
  return () => new pg.Client({ ...common(pg, url, patience), query_timeout: patience * 1000 })
}

const common = (pg: typeof Pg, url: string, patience: number): Pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: patience * 1000,
  application_name: 'calends',
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  types: {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
  },
})

/** A server out of reach does not take leave: its connections are left to the end of the process. */
async function end(pool: Pg.Pool, patience: number): Promise<void> {
  const waiting = new AbortController()
  const late = setTimeout(patience * 1000, undefined, { signal: waiting.signal }).catch(() => {})
  await Promise.race([pool.end(), late])
  waiting.abort()
}

async function connect(pool: Pg.Pool): Promise<Pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw overloaded(error)
  }
}

/** Lifts the limit on the time of a statement from the rest of a transaction. */
export const TAKE_TIME = 'set local statement_timeout = 0'

/**
 * A connection that says plainly what failed, and that nobody gets after it was lost; `limit` are the milliseconds to
 * wait for an answer.
 */
function lend(client: Pg.PoolClient, limit: number): PostgresPoolClient {
  let isHurried = true
  let lost: Problem | undefined
  const query = async (text: string, values: readonly unknown[]) => {
    // What is asked behind a question that was never answered would wait for ever.
    if (lost) throw lost
    try {
      const query_timeout = isHurried ? limit : undefined
      const result = await client.query({ text, values: [...values], ...{ query_timeout } })
      if (text === TAKE_TIME) isHurried = false
      if (text === 'commit' && result.command !== 'COMMIT') throw new Error('the transaction was not kept')
      return result
    } catch (error) {
      if (!isAway(error)) throw error
      const failure = overloaded(error)
      if (text === 'commit') uncertain.add(failure)
      if (isLost(error)) lost = failure
      throw failure
    }
  }
  // Kysely's type has a second form, for cursors, which we do not use.
  return { query: query as never, release: () => client.release(lost !== undefined) }
}

const uncertain = new WeakSet<object>()

/** Whether the failure is one of a commit to which no answer came: its transaction may have been kept or not. */
export const isUncertain = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && uncertain.has(error)

/** SQLSTATEs after which the server closes the connection, or takes no writes since another has taken its place. */
const ENDED = /^(?:08\w{3}|57P0[1-5]|25P0[34]|25006)$/
/** SQLSTATEs that say «not now»: cancelled, no resources, a lock not had, undone for another's sake. */
const NOT_NOW = /^(?:57014|53\w{3}|55P03|40\w{3})$/
const BROKEN = /^(?:E(?!RR_)[A-Z0-9]+|ERR_(?:STREAM|SOCKET|SSL|TLS)_\w+)$/
/** What the driver says of lost connections, without a code. */
const LOST = /^(?:Connection terminated|timeout e|Query read timeout|Client (?:has|was) |Cannot use a pool after)/

function isAway(error: unknown): boolean {
  const code = codeOf(error)
  if (isAnswer(error)) return ENDED.test(code) || NOT_NOW.test(code)
  return BROKEN.test(code) || (error instanceof Error && LOST.test(error.message))
}

/** Whether no more is to be had from the connection that failed so. */
export const isLost = (error: unknown): boolean =>
  isAnswer(error) ? ENDED.test(codeOf(error)) : isAway(error) && !isExhausted(error)

/** Whether all connections of a pool were in use for too long: the pool's own words. */
export const isExhausted = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** Only what the server itself says has a severity. */
export const isAnswer = (error: unknown): boolean => error instanceof Error && 'severity' in error

/** SQLSTATE, or the code of a socket; empty when there is none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** That the server is away or too busy is no fault of the request: it may come again. */
function overloaded(error: unknown): Problem {
  // Of several addresses of one name, each has a failure of its own, and together they have no message.
  const cause = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  return Object.assign(createProblem(codeOf(cause)), { cause })
}

/** SQLSTATEs of a full disk, and of a server that only reads, as a standby does. */
function createProblem(code: string): Problem {
  if (code === '53100') return problem('storage_full', { retryAfter: 30 })
  if (code === '25006') return problem('database_unavailable', { retryAfter: 5 })
  return problem('overloaded', { retryAfter: 1 })
}
