/** Pool for reads on the primary, which the replica replaces while the primary is unavailable. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { ChangeBus } from '../types.ts'
import { createUnavailableProblem, isConnectionLost } from './connection-pool.ts'
import type { ReplicaPool } from './read-replica.ts'

/** The replica serves no read that misses a change which this node knows, so clients still read their own writes. */
export function createReadPool(primary: PostgresPool, replica: ReplicaPool, bus: ChangeBus): PostgresPool {
  const connectReplica = async () => reportUnavailability(await replica.pool.connect())
  /** Throws the error of the primary if the replica cannot be used either. */
  const connectReplicaAfter = (error: unknown): Promise<PostgresPoolClient> => {
    if (!replica.isAvailable()) throw error
    return connectReplica().catch(() => {
      throw error
    })
  }
  const connectPrimary = async () => repeatFirstQuery(await primary.connect(), connectReplicaAfter)
  return {
    connect: () =>
      bus.isInOutage() && replica.isAvailable()
        ? connectReplica().catch(connectPrimary)
        : connectPrimary().catch(connectReplicaAfter),
    end: () => primary.end(),
  }
}

/** A client that runs its first query again on another one when its connection was lost. Later ones may depend on it. */
function repeatFirstQuery(
  first: PostgresPoolClient,
  reconnect: (error: unknown) => Promise<PostgresPoolClient>,
): PostgresPoolClient {
  let client = first
  let isFirst = true
  const query = async (text: string, values: readonly unknown[]) => {
    const mayRepeat = isFirst
    isFirst = false
    try {
      return await client.query(text, values)
    } catch (error) {
      if (!mayRepeat || !(error instanceof Error) || !isConnectionLost(error.cause)) throw error
      const other = await reconnect(error)
      client.release()
      client = other
      return client.query(text, values)
    }
  }
  // The overload for cursors is not used.
  return { query: query as never, release: () => client.release() }
}

/** Errors of the replica are those of an unavailable database here, because nothing else can run the query. */
function reportUnavailability(client: PostgresPoolClient): PostgresPoolClient {
  const query = (text: string, values: readonly unknown[]) =>
    client.query(text, values).catch((error: unknown) => {
      throw createUnavailableProblem(error instanceof Error ? error.cause : error)
    })
  return { query: query as never, release: () => client.release() }
}
