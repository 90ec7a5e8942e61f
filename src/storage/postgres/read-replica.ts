/** Streaming replica: used for reads while it has replayed every change that this node must show. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type Pg from 'pg'
import { MIGRATIONS } from '../migrations/migrate.ts'
import type { ChangeBus, Position } from '../types.ts'
import { isConnectionLost, isPoolExhausted, isPooledConnection, type RawPool } from './connection-pool.ts'

export interface ReplicaPoolOptions {
  readonly bus: ChangeBus
  /** Receives the reason why the replica is not used. */
  readonly report: (error: unknown) => void
}

/** Pool of the replica; connections that lag behind are rejected. */
export interface ReplicaPool {
  readonly pool: PostgresPool
  /** Whether the replica may be tried; a read may still find it unavailable or behind. */
  readonly isAvailable: () => boolean
  /** Reconnects to an unavailable replica after a pause. */
  readonly retry: () => void
}

/** Name of errors after which the primary runs the query; `cause` has the reason. */
const REPLICA_FAILURE = 'ReplicaFailure'

export const isReplicaFailure = (error: unknown): boolean => error instanceof Error && error.name === REPLICA_FAILURE

const createReplicaFailure = (cause: unknown): Error =>
  Object.assign(new Error('the replica cannot serve this read', { cause }), { name: REPLICA_FAILURE })

const createLagFailure = (position: Position, required: Position): Error =>
  createReplicaFailure(
    `it has replayed ${position.seq} of ${required.seq}, in epoch ${position.epoch} of ${required.epoch}`,
  )

/** The position is checked per connection, because several replicas may share one host name. */
export function createReplicaPool({ pool, limit, end }: RawPool, { bus, report }: ReplicaPoolOptions): ReplicaPool {
  const breaker = createCircuitBreaker(report)
  const replayed = new WeakMap<Pg.PoolClient, Position>()

  /** Returns whether the queries must run in the transaction that it began: a pooler may assign another server to the next. */
  async function catchUp(client: Pg.PoolClient): Promise<boolean> {
    const required = bus.current()
    const cached = replayed.get(client)
    if (cached && isCaughtUp(cached, required)) return false
    const { pid, ...position } = await beginAtPosition(client, limit)
    if (!isCaughtUp(position, required)) {
      if (bus.isInOutage()) client.release(true)
      else {
        breaker.pause(LAG_PAUSE_MILLISECONDS)
        endTransaction(client, limit)
      }
      throw createLagFailure(position, required)
    }
    if (!isPooledConnection(client, pid)) replayed.set(client, position)
    return true
  }

  /** In an outage there is no other server, and the next connection may lead to another replica. */
  const connect = (): Promise<PostgresPoolClient> =>
    connectOnce().catch((error: unknown) => {
      if (!bus.isInOutage()) throw error
      return connectOnce()
    })

  async function connectOnce(): Promise<PostgresPoolClient> {
    const client = await pool.connect().catch((error: unknown) => {
      if (!isPoolExhausted(error)) breaker.shut(error)
      throw createReplicaFailure(error)
    })
    const isInTransaction = await catchUp(client).catch((error: unknown) => {
      if (isReplicaFailure(error)) throw error
      breaker.shut(error)
      client.release(true)
      throw createReplicaFailure(error)
    })
    return createReplicaClient(client, { isInTransaction, limit, onLost: breaker.shut })
  }

  return {
    pool: { connect, end },
    isAvailable: () => breaker.isOpen() && bus.isFresh(),
    retry: () => {
      if (!breaker.mayTry()) return
      breaker.pause(OUTAGE_PAUSE_MILLISECONDS)
      connect().then(
        (client) => {
          client.release()
          breaker.open()
        },
        () => {},
      )
    },
  }
}

interface ReplicaClientOptions {
  readonly isInTransaction: boolean
  /** Query timeout in milliseconds. */
  readonly limit: number
  readonly onLost: (error: unknown) => void
}

function createReplicaClient(
  client: Pg.PoolClient,
  { isInTransaction, limit, onLost }: ReplicaClientOptions,
): PostgresPoolClient {
  let isBroken = false
  // Errors of one statement, such as a recovery conflict or a timeout, do not affect the next.
  const onFailure = (error: unknown) => {
    isBroken ||= isConnectionLost(error)
    if (isBroken) onLost(error)
    throw createReplicaFailure(error)
  }
  // The overload for cursors is only needed for streams, which reads of requests do not use.
  const query = (text: string, values: readonly unknown[]) =>
    client.query({ text, values: [...values], ...{ query_timeout: limit } }).catch(onFailure)
  const release = () => (isInTransaction && !isBroken ? endTransaction(client, limit) : client.release(isBroken))
  return { query: query as unknown as PostgresPoolClient['query'], release }
}

/** Pause after the replica was found to be behind. */
const LAG_PAUSE_MILLISECONDS = 50
/** Pause after the replica was unavailable. */
const OUTAGE_PAUSE_MILLISECONDS = 3000

function createCircuitBreaker(report: ReplicaPoolOptions['report']) {
  let isUnavailable = true
  let isReported = false
  let pausedUntil = 0
  const isPauseOver = () => performance.now() >= pausedUntil
  const pause = (milliseconds: number) => {
    pausedUntil = performance.now() + milliseconds
  }
  return {
    isOpen: () => !isUnavailable && isPauseOver(),
    mayTry: () => isUnavailable && isPauseOver(),
    pause,
    shut: (reason: unknown) => {
      isUnavailable = true
      pause(OUTAGE_PAUSE_MILLISECONDS)
      if (!isReported)
        report(new Error(`DATABASE_REPLICA_URL: left alone until it answers: ${getErrorMessage(reason)}`))
      isReported = true
    },
    open: () => {
      isUnavailable = false
      isReported = false
      pausedUntil = 0
    },
  }
}

/** A standby that a failover left behind may have changes that its former primary lost, in the former epoch. */
const isCaughtUp = (position: Position, required: Position): boolean =>
  position.epoch === required.epoch && position.seq >= required.seq

const POSITION_QUERY = `select (select epoch from database_identity) as epoch, (select max(seq) from changes) as seq,
  (select count(*) from migrations) as migrations, pg_backend_pid() as pid`

interface PositionRow {
  readonly epoch: string | null
  readonly seq: number | null
  readonly migrations: number
  readonly pid: number
}

interface ServerPosition extends Position {
  /** Process ID of the connection on the server. */
  readonly pid: number | undefined
}

/**
 * Starts a transaction and reads the position in it. The sequence number is -1 while the tables there lack columns of
 * this version.
 */
async function beginAtPosition(client: Pg.PoolClient, query_timeout: number): Promise<ServerPosition> {
  const [, { rows }] = await Promise.all([
    client.query({ text: 'start transaction read only', ...{ query_timeout } }),
    client.query<PositionRow>({ text: POSITION_QUERY, ...{ query_timeout } }),
  ])
  const { epoch, seq, migrations, pid } = rows[0] ?? { epoch: null, seq: 0, migrations: 0, pid: undefined }
  return { epoch: epoch ?? '', seq: migrations < Object.keys(MIGRATIONS).length ? -1 : (seq ?? 0), pid }
}

/** Releases the connection after the transaction has ended. */
function endTransaction(client: Pg.PoolClient, query_timeout: number): void {
  client.query({ text: 'commit', ...{ query_timeout } }).then(
    () => client.release(),
    () => client.release(true),
  )
}

const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
