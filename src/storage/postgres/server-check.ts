/** Checks at startup that the server, and a connection pooler in front of it, support what Calends uses. */
import type { PostgresPool } from 'kysely'

export interface PostgresServerInfo {
  /** Two digits per part after the first: 150004. */
  readonly version: number
  readonly encoding: string
}

interface ServerState extends PostgresServerInfo, ServerTimeouts {
  readonly isPrimary: boolean
}

/** In milliseconds; 0 means no limit. */
export interface ServerTimeouts {
  readonly statement: number
  readonly idle: number
}

const QUERY = `select current_setting('server_version_num')::integer as version,
  current_setting('server_encoding') as encoding,
  (select setting::integer from pg_settings where name = 'statement_timeout') as statement,
  (select setting::integer from pg_settings where name = 'idle_in_transaction_session_timeout') as idle,
  not pg_is_in_recovery() as "isPrimary"`

export interface CheckedServer {
  /** Statements that each transaction begins with: a pooler ignores the timeouts that connections request. */
  readonly localSettings: string
  /** False for a standby, from which commands can read. */
  readonly isPrimary: boolean
}

export interface ServerCheckOptions {
  /** Timeouts that connections request. */
  readonly timeouts: ServerTimeouts
  readonly report: (error: unknown) => void
}

/** Throws an `Error` for the operator if the server cannot be used. */
export async function checkServer(
  pool: PostgresPool,
  { timeouts, report }: ServerCheckOptions,
): Promise<CheckedServer> {
  const info = await readServerInfo(pool).catch((error) => {
    const reason = describePoolerRejection(error)
    throw reason ? new Error(reason, { cause: error }) : error
  })
  const reason = describeUnsupportedServer(info)
  if (reason) throw new Error(reason)
  const { isPrimary } = info
  if (isWithin(info.statement, timeouts.statement) && isWithin(info.idle, timeouts.idle))
    return { localSettings: '', isPrimary }
  report(new Error(describeMissingTimeouts(timeouts)))
  const localSettings = `set local statement_timeout = ${timeouts.statement}; set local idle_in_transaction_session_timeout = ${timeouts.idle}`
  return { localSettings, isPrimary }
}

const isWithin = (actual: number, limit: number): boolean => actual > 0 && actual <= limit

const describeMissingTimeouts = ({ statement, idle }: ServerTimeouts): string =>
  `DATABASE_URL leads to a pooler that ignores the timeouts of connections; only transactions have them. Run in the database: alter role ROLE set statement_timeout = ${statement}; alter role ROLE set idle_in_transaction_session_timeout = ${idle}`

/** Reads in a transaction, which a pooler for single statements rejects. */
async function readServerInfo(pool: PostgresPool): Promise<ServerState> {
  const client = await pool.connect()
  try {
    const [, { rows }] = await Promise.all([
      client.query('start transaction read only', []),
      client.query<ServerState>(QUERY, []),
      client.query('commit', []),
    ])
    const [info] = rows
    if (!info) throw new Error('the server returned no settings')
    return info
  } finally {
    client.release()
  }
}

/** The reason why a server is not supported, for the user. Before version 13 only a superuser could create pg_trgm. */
export function describeUnsupportedServer({ version, encoding }: PostgresServerInfo): string | undefined {
  if (version < 130_000) return `PostgreSQL 13 or newer is needed; this server is ${Math.floor(version / 10_000)}`
  if (encoding !== 'UTF8') return `the database must be encoded in UTF8; this one is in ${encoding}`
  return undefined
}

/** Texts of PgBouncer, which has one SQLSTATE for all of its errors. */
const STATEMENT_POOLING = /statement pooling/
const UNSUPPORTED_PARAMETER = /unsupported startup parameter: (\w+)/

function describePoolerRejection(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const message = cause instanceof Error ? cause.message : ''
  if (STATEMENT_POOLING.test(message))
    return 'DATABASE_URL leads to a pooler with pool_mode = statement. Expected pool_mode = transaction or session.'
  const parameter = UNSUPPORTED_PARAMETER.exec(message)?.[1]
  if (parameter === undefined) return undefined
  const advice =
    parameter === 'options'
      ? 'Remove options from the URL, and set them for the role: alter role ROLE set search_path = ...'
      : 'Add to pgbouncer.ini: ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout'
  return `DATABASE_URL leads to a pooler that rejects the parameter ${parameter}. ${advice}`
}
