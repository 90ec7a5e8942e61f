/** PostgreSQL tells of what other nodes wrote by NOTIFY, and knows it when asked. */
import type Pg from 'pg'
import type { BusFeed } from './bus.ts'
import type { Watch } from './following.ts'
import type { History } from './history.ts'
import { type DatabaseState, type IdentityChange, stateQuery } from './identity.ts'

export const CHANNEL = 'calends'

interface Listening {
  readonly client: Pg.Client
  /** Settled once it listens, or cannot. */
  readonly ready: Promise<unknown>
}

export interface PostgresWatchOptions {
  readonly bus: BusFeed
  readonly history: History
  /** Expression of the place of the database. */
  readonly place: string
}

const RENEWAL = 'update database_identity set epoch = $1, since = $2, place = $3 where epoch = $4 and place = $5'

/** One connection listens and looks; when it is lost, the next look takes another that `newClient` makes. */
export function watchPostgres(newClient: () => Pg.Client, { bus, history, place }: PostgresWatchOptions): Watch {
  let listening: Listening | undefined
  const drop = (lost: Listening | undefined) => {
    if (lost === listening) listening = undefined
    // A server that is gone without a word would not answer a farewell.
    lost?.client.connection.stream.destroy()
  }
  const listen = (): Listening => {
    const client = newClient()
    client.on('notification', ({ payload }) => {
      const seq = Number(payload)
      if (Number.isSafeInteger(seq)) bus.raise(seq)
    })
    const made = { client, ready: client.connect().then(() => client.query(`listen ${CHANNEL}`)) }
    client.on('error', () => drop(made))
    return made
  }
  const query = stateQuery('$1', place)
  const sourceOn = (client: Pg.Client) => ({
    read: async (anchor: number): Promise<DatabaseState> => {
      const { rows } = await client.query<DatabaseState>(query, [anchor])
      const [state] = rows
      if (!state) throw new Error('the database has lost its identity')
      return state
    },
    write: async ({ from, to }: IdentityChange): Promise<void> => {
      await client.query(RENEWAL, [to.epoch, to.since, to.place, from.epoch, from.storedPlace])
    },
  })
  return {
    look: async () => {
      listening ??= listen()
      const taken = listening
      try {
        // Listening comes first: nothing is written unheard between a look and the next notice.
        await taken.ready
        await history.look(sourceOn(taken.client))
      } catch (error) {
        drop(taken)
        throw error
      }
    },
    peek: bus.isCertain,
    close: async () => {
      history.close()
      drop(listening)
    },
  }
}
