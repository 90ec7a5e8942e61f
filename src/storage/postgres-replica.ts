/** A streaming replica: reads may happen there while it has replayed all that this node must show. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type Pg from 'pg'
import type { Bus, Position } from './bus.ts'
import { MIGRATIONS } from './migrate.ts'
import { isExhausted, isLost, type PlainPool } from './postgres-pool.ts'

export interface ReplicaFacts {
  readonly bus: Bus
  /** Hears why the replica is left alone. */
  readonly report: (error: unknown) => void
}

/** The replica's pool behind a door that opens only to reads that miss nothing. */
export interface GuardedReplica {
  readonly pool: PostgresPool
  /** Whether it is worth asking; a read may find it away or behind nonetheless. */
  readonly isOpen: () => boolean
  /** Tries a replica that is away, once it was left alone for some seconds. */
  readonly tryAgain: () => void
}

/** What the replica could not do and the primary can; `cause` says why. */
const FAILURE = 'ReplicaFailure'

export const isReplicaFailure = (error: unknown): boolean => error instanceof Error && error.name === FAILURE

const failure = (cause: unknown): Error =>
  Object.assign(new Error('the replica cannot serve this read', { cause }), { name: FAILURE })

export function guardReplica({ pool, limit, end }: PlainPool, { bus, report }: ReplicaFacts): GuardedReplica {
  const door = createDoor(report)
  const replayed = new WeakMap<Pg.PoolClient, Position>()

  /** Every connection is asked for itself: behind one address there may be several replicas. */
  async function catchUp(client: Pg.PoolClient): Promise<void> {
    const wanted = bus.current()
    const known = replayed.get(client)
    if (known && isEnough(known, wanted)) return
    const has = await look(client, limit)
    if (!isEnough(has, wanted)) {
      door.rest(BEHIND_MILLISECONDS)
      throw failure(`it has replayed ${has.seq} of ${wanted.seq}, in epoch ${has.epoch} of ${wanted.epoch}`)
    }
    replayed.set(client, has)
  }

  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect().catch((error: unknown) => {
      if (!isExhausted(error)) door.shut(error)
      throw failure(error)
    })
    let isBroken = false
    await catchUp(client).catch((error: unknown) => {
      if (!isReplicaFailure(error)) door.shut(error)
      client.release(!isReplicaFailure(error))
      throw isReplicaFailure(error) ? error : failure(error)
    })
    // What a statement met (a conflict with recovery, a limit of time) says nothing of the next one.
    const onFailure = (error: unknown) => {
      isBroken ||= isLost(error)
      if (isBroken) door.shut(error)
      throw failure(error)
    }
    // Of the two ways to ask, cursors are for streams, which no read of a request is.
    const query = (text: string, values: readonly unknown[]) =>
      client.query({ text, values: [...values], ...{ query_timeout: limit } }).catch(onFailure)
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isBroken) }
  }

  return {
    pool: { connect, end },
    isOpen: () => door.isOpen() && bus.isCertain(),
    tryAgain: () => {
      if (!door.mayTry()) return
      door.rest(AWAY_MILLISECONDS)
      connect().then(
        (client) => {
          client.release()
          door.open()
        },
        () => {},
      )
    },
  }
}

/** How long one that was behind is not asked again. */
const BEHIND_MILLISECONDS = 50
/** How long one that was away is left alone. */
const AWAY_MILLISECONDS = 3000

function createDoor(report: ReplicaFacts['report']) {
  let isAway = true
  let isReported = false
  let restUntil = 0
  const isRested = () => performance.now() >= restUntil
  const rest = (milliseconds: number) => {
    restUntil = performance.now() + milliseconds
  }
  return {
    isOpen: () => !isAway && isRested(),
    mayTry: () => isAway && isRested(),
    rest,
    shut: (why: unknown) => {
      isAway = true
      rest(AWAY_MILLISECONDS)
      if (!isReported) report(new Error(`DATABASE_REPLICA_URL: left alone until it answers: ${messageOf(why)}`))
      isReported = true
    },
    open: () => {
      isAway = false
      isReported = false
      restUntil = 0
    },
  }
}

/** A standby that was left behind by a failover has changes that its former primary lost, and the former epoch. */
const isEnough = (has: Position, wanted: Position): boolean => has.epoch === wanted.epoch && has.seq >= wanted.seq

const LOOK = `select (select epoch from database_identity) as epoch, (select max(seq) from changes) as seq,
  (select count(*) from migrations) as migrations`

/** The number is -1 while the tables there lack what this version reads. */
async function look(client: Pg.PoolClient, query_timeout: number): Promise<Position> {
  const { rows } = await client.query<{ epoch: string | null; seq: number | null; migrations: number }>({
    text: LOOK,
    ...{ query_timeout },
  })
  const { epoch, seq, migrations } = rows[0] ?? { epoch: null, seq: 0, migrations: 0 }
  return { epoch: epoch ?? '', seq: migrations < Object.keys(MIGRATIONS).length ? -1 : (seq ?? 0) }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
