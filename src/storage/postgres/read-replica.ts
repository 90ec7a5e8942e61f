/** Streaming replica: used for reads while it has replayed every change that this node must show. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type Pg from 'pg'
import type { ChangeBus, Position } from '../core/types.ts'
import { MIGRATIONS } from '../schema/migrate.ts'
import { isConnectionLost, isPoolExhausted, type RawPool } from './connection-pool.ts'

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

export function createReplicaPool({ pool, limit, end }: RawPool, { bus, report }: ReplicaPoolOptions): ReplicaPool {
  const breaker = createCircuitBreaker(report)
  const replayed = new WeakMap<Pg.PoolClient, Position>()

  /** Checked per connection: several replicas may share one host name. */
  async function catchUp(client: Pg.PoolClient): Promise<void> {
    const required = bus.current()
    const cached = replayed.get(client)
    if (cached && isCaughtUp(cached, required)) return
    const position = await readPosition(client, limit)
    if (!isCaughtUp(position, required)) {
      breaker.pause(LAG_PAUSE_MILLISECONDS)
      throw createReplicaFailure(
        `it has replayed ${position.seq} of ${required.seq}, in epoch ${position.epoch} of ${required.epoch}`,
      )
    }
    replayed.set(client, position)
  }

  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect().catch((error: unknown) => {
      if (!isPoolExhausted(error)) breaker.shut(error)
      throw createReplicaFailure(error)
    })
    let isBroken = false
    await catchUp(client).catch((error: unknown) => {
      if (!isReplicaFailure(error)) breaker.shut(error)
      client.release(!isReplicaFailure(error))
      throw isReplicaFailure(error) ? error : createReplicaFailure(error)
    })
    // Errors of one statement, such as a recovery conflict or a timeout, do not affect the next.
    const onFailure = (error: unknown) => {
      isBroken ||= isConnectionLost(error)
      if (isBroken) breaker.shut(error)
      throw createReplicaFailure(error)
    }
    // The overload for cursors is only needed for streams, which reads of requests do not use.
    const query = (text: string, values: readonly unknown[]) =>
      client.query({ text, values: [...values], ...{ query_timeout: limit } }).catch(onFailure)
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isBroken) }
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
  (select count(*) from migrations) as migrations`

/** The sequence number is -1 while the tables there lack columns of this version. */
async function readPosition(client: Pg.PoolClient, query_timeout: number): Promise<Position> {
  const { rows } = await client.query<{ epoch: string | null; seq: number | null; migrations: number }>({
    text: POSITION_QUERY,
    ...{ query_timeout },
  })
  const { epoch, seq, migrations } = rows[0] ?? { epoch: null, seq: 0, migrations: 0 }
  return { epoch: epoch ?? '', seq: migrations < Object.keys(MIGRATIONS).length ? -1 : (seq ?? 0) }
}

const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
