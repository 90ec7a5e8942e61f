/** One of two services, in a process of its own so that both work at once; does what it is told by messages, one by one. */
import { createHash } from 'node:crypto'
import { publishDue } from '../../src/actions/publish-due.ts'
import { ENGINES } from '../helper/engines.ts'
import { type Ask, startService } from '../helper/service.ts'
import { until } from '../helper/until.ts'
import { rowsOf, type Table } from './rows.ts'

export interface Request extends Ask {
  readonly method: string
  readonly path: string
}

export type Deed =
  | { readonly ask: Request }
  /** Sets the clock, UTC, and publishes what is due then: answers how many. */
  | { readonly now: string }
  | { readonly rowsOf: Table }
  | { readonly end: true }

export type Done = { readonly result: unknown } | { readonly error: string }

/** What the process is started with, as JSON. */
export interface Birth {
  readonly engine: string
  readonly seed: number
  readonly now: string
}

const SETTINGS = {
  PUBLIC_URL: 'https://calendar.example',
  PER_PAGE: '7',
  MAX_PER_PAGE: '50',
  RATE_LIMIT_SIGN_IN: '0',
}

/** The same bytes for the same seed, whoever asks for them. */
function repeatable(seed: number): (bytes: number) => string {
  let count = 0
  return (bytes) => {
    count += 1
    return createHash('shake256', { outputLength: bytes }).update(`${seed} ${count}`).digest('hex')
  }
}

const { engine: name, seed, now }: Birth = JSON.parse(process.argv[2] ?? '{}')
const engine = ENGINES.find((one) => one.name === name)
if (!engine) throw new Error(`there is no engine ${name}`)
const service = await startService({ engine, now, env: SETTINGS, random: repeatable(seed) })
await shareEpoch()

/** ETags contain the epoch, which is random; both twins have the same. */
async function shareEpoch(): Promise<void> {
  const { database } = service.services
  const epoch = '0123456789'
  await database.transaction((tx) => tx.updateTable('database_identity').set({ epoch }).execute())
  await until(() => database.generation()?.epoch === epoch, 10_000)
}

async function carryOut(deed: Deed): Promise<unknown> {
  if ('ask' in deed) {
    const { method, path, ...ask } = deed.ask
    return service.ask(method, path, ask)
  }
  if ('rowsOf' in deed) return rowsOf(service.services.database.read, deed.rowsOf)
  if ('end' in deed) return service.stop()
  service.setNow(deed.now)
  return publishDue(service.services)
}

const answer = (done: Done) => process.send?.(done)

async function answerDeed(deed: Deed): Promise<void> {
  try {
    answer({ result: await carryOut(deed) })
  } catch (error) {
    answer({ error: error instanceof Error ? `${error.stack}` : String(error) })
  }
  if ('end' in deed) process.disconnect()
}

// A failure of the deed is part of its answer, so nothing is left to handle.
process.on('message', (deed: Deed) => void answerDeed(deed))
// Whoever started it is gone.
process.on('disconnect', () => process.exit())
answer({ result: 'ready' })
