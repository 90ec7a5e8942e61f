/** Receives changes of other nodes by LISTEN/NOTIFY and by polling. */
import type Pg from 'pg'
import { coalesceRuns, waitAtMost } from '../../base/concurrency/wait-for-work.ts'
import { buildStateQuery } from '../database-identity.ts'
import type { DatabaseHistory, DatabaseState, IdentityChange } from '../identity-types.ts'
import type { ChangeBusPublisher, ChangeSource } from '../types.ts'

export const CHANNEL = 'calends'

/** Time after which a server that does not respond counts as unavailable, before the poll fails. */
const SLOW_MILLISECONDS = 1000

interface ListenerConnection {
  readonly client: Pg.Client
  /** Settles when the connection listens or has failed. */
  readonly ready: Promise<unknown>
}

export interface PostgresChangeSourceOptions {
  readonly bus: ChangeBusPublisher
  readonly history: DatabaseHistory
  /** SQL expression of the place of the database. */
  readonly place: string
  /** Throws an `Error` for the operator if notifications do not arrive. */
  readonly check: () => Promise<void>
}

const UPDATE_IDENTITY =
  'update database_identity set epoch = $1, since = $2, place = $3 where epoch = $4 and place = $5'

/** Uses one connection for listening and polling. When it is lost, the next poll opens another. */
export function createPostgresChangeSource(
  newClient: () => Pg.Client,
  { bus, history, place, check }: PostgresChangeSourceOptions,
): ChangeSource {
  let listener: ListenerConnection | undefined
  const drop = (lost: ListenerConnection | undefined) => {
    if (lost === listener) listener = undefined
    // The socket is destroyed, because an unreachable server would not respond to a regular close.
    lost?.client.connection.stream.destroy()
  }
  const listen = (): ListenerConnection => {
    const client = newClient()
    client.on('notification', ({ payload }) => {
      const seq = Number(payload)
      if (Number.isSafeInteger(seq)) bus.publish(seq)
    })
    const connection = { client, ready: client.connect().then(() => client.query(`listen ${CHANNEL}`)) }
    client.on('error', () => drop(connection))
    return connection
  }
  const query = buildStateQuery('$1', place)
  const createIdentityStore = (client: Pg.Client) => ({
    read: async (anchor: number): Promise<DatabaseState> => {
      const { rows } = await client.query<DatabaseState>(query, [anchor])
      const [state] = rows
      if (!state) throw new Error('the table database_identity is empty')
      return state
    },
    write: async ({ from, to }: IdentityChange): Promise<void> => {
      await client.query(UPDATE_IDENTITY, [to.epoch, to.since, to.place, from.epoch, from.storedPlace])
    },
  })
  async function poll(): Promise<void> {
    listener ??= listen()
    const current = listener
    const slow = setTimeout(bus.beginOutage, SLOW_MILLISECONDS)
    try {
      // Listening starts before the poll, so that no write is missed in between.
      await current.ready
      await history.refresh(createIdentityStore(current.client))
    } catch (error) {
      drop(current)
      bus.beginOutage()
      throw error
    } finally {
      clearTimeout(slow)
    }
  }
  return {
    check,
    poll,
    catchUp: createCatchUp(bus, poll),
    pollSync: bus.isFresh,
    close: async () => {
      history.close()
      drop(listener)
    },
  }
}

function createCatchUp(bus: ChangeBusPublisher, poll: () => Promise<void>): ChangeSource['catchUp'] {
  // The poller reports failures.
  const pollNext = coalesceRuns(() => poll().catch(() => {}))
  return async () => {
    if (!bus.isInOutage()) await waitAtMost(SLOW_MILLISECONDS, pollNext())
  }
}
