/** PostgreSQL tells of what other nodes wrote by NOTIFY, and knows it when asked. */
import type Pg from 'pg'
import type { ChangeBusPublisher, ChangeSource, DatabaseHistory, DatabaseState, IdentityChange } from '../core/types.ts'
import { buildStateQuery } from '../identity/database-identity.ts'

export const CHANNEL = 'calends'

interface ListenerConnection {
  readonly client: Pg.Client
  /** Settled once it listens, or cannot. */
  readonly ready: Promise<unknown>
}

export interface PostgresChangeSourceOptions {
  readonly bus: ChangeBusPublisher
  readonly history: DatabaseHistory
  /** Expression of the place of the database. */
  readonly place: string
}

const UPDATE_IDENTITY =
  'update database_identity set epoch = $1, since = $2, place = $3 where epoch = $4 and place = $5'

/** One connection listens and looks; when it is lost, the next look takes another that `newClient` makes. */
export function createPostgresChangeSource(
  newClient: () => Pg.Client,
  { bus, history, place }: PostgresChangeSourceOptions,
): ChangeSource {
  let listener: ListenerConnection | undefined
  const drop = (lost: ListenerConnection | undefined) => {
    if (lost === listener) listener = undefined
    // A server that is gone without a word would not answer a farewell.
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
      if (!state) throw new Error('the database has lost its identity')
      return state
    },
    write: async ({ from, to }: IdentityChange): Promise<void> => {
      await client.query(UPDATE_IDENTITY, [to.epoch, to.since, to.place, from.epoch, from.storedPlace])
    },
  })
  return {
    poll: async () => {
      listener ??= listen()
      const current = listener
      try {
        // Listening comes first: nothing is written unheard between a look and the next notice.
        await current.ready
        await history.refresh(createIdentityStore(current.client))
      } catch (error) {
        drop(current)
        throw error
      }
    },
    pollSync: bus.isFresh,
    close: async () => {
      history.close()
      drop(listener)
    },
  }
}
