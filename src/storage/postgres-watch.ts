/** PostgreSQL tells of what other nodes wrote by NOTIFY, and knows it when asked. */
import type Pg from 'pg'
import type { BusFeed } from './bus.ts'
import type { Watch } from './following.ts'

export const CHANNEL = 'calends'

interface Listening {
  readonly client: Pg.Client
  /** Settled once it listens, or cannot. */
  readonly ready: Promise<unknown>
}

/** One connection listens and looks; when it is lost, the next look takes another that `newClient` makes. */
export function watchPostgres(newClient: () => Pg.Client, { raise, isCertain }: BusFeed): Watch {
  let listening: Listening | undefined
  const drop = (lost: Listening | undefined) => {
    if (lost === listening) listening = undefined
    // A server that is gone without a word would not answer a farewell.
    lost?.client.connection.stream.destroy()
  }
  const listen = (): Listening => {
    const client = newClient()
    client.on('notification', ({ payload }) => {
      const generation = Number(payload)
      if (Number.isSafeInteger(generation)) raise(generation)
    })
    const made = { client, ready: client.connect().then(() => client.query(`listen ${CHANNEL}`)) }
    client.on('error', () => drop(made))
    return made
  }
  return {
    look: async () => {
      listening ??= listen()
      const taken = listening
      try {
        // Listening comes first: nothing is written unheard between a look and the next notice.
        await taken.ready
        const { rows } = await taken.client.query<{ seq: number | null }>('select max(seq) as seq from changes')
        return rows[0]?.seq ?? 0
      } catch (error) {
        drop(taken)
        throw error
      }
    },
    peek: isCertain,
    close: async () => drop(listening),
  }
}
