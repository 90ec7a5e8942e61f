/** Two services that are the same in all but their database, and are asked the same. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { publishDue } from '../../src/actions/publish-due.ts'
import type { TestEngine } from '../helper/engines.ts'
import { type Answer, type Ask, startService, type TestService } from '../helper/service.ts'

export interface Request extends Ask {
  readonly method: string
  readonly path: string
}

/** The second is asked while the first goes on; where they differ, one of the next calls fails. */
export interface Twins {
  /** The answer that both give; `about` is said with a difference. */
  readonly ask: (request: Request, about: string) => Promise<Answer>
  /** Sets both clocks, UTC, and publishes what is due then. */
  readonly setNow: (moment: string, about: string) => Promise<void>
  /** Holds every row of every table of one against that of the other. */
  readonly compareTables: (about: string) => Promise<void>
  /** Waits until the second has answered everything. */
  readonly settle: () => Promise<void>
  readonly stop: () => Promise<void>
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

/** How far the first may be ahead. */
const MOST_AHEAD = 100

export async function startTwins(
  engines: readonly [TestEngine, TestEngine],
  seed: number,
  now: string,
): Promise<Twins> {
  const start = (engine: TestEngine) => startService({ engine, now, env: SETTINGS, random: repeatable(seed) })
  const [first, second] = [await start(engines[0]), await start(engines[1])]
  const names = [engines[0].name, engines[1].name] as const
  const behind: Promise<void>[] = []

  async function both<T>(work: (service: TestService) => Promise<T>, shown: (result: T) => unknown, about: string) {
    if (behind.length >= MOST_AHEAD) await behind.shift()
    const result = await work(first)
    const last = behind.at(-1)
    const following = (async () => {
      await last
      compare(names, [shown(result), shown(await work(second))], about)
    })()
    // It is waited for later, and fails then.
    following.catch(() => {})
    behind.push(following)
    return result
  }
  const settle = async () => {
    await behind.at(-1)
    behind.length = 0
  }

  return {
    ask: async ({ method, path, ...ask }, about) => {
      const said = `${about}: ${method} ${path} ${inShort(ask)}`
      const answer = await both((service) => service.ask(method, path, ask), shown, said)
      if (answer.status >= 500) assert.fail(`${said}: ${answer.text}`)
      return answer
    },
    setNow: async (moment, about) => {
      const publish = (service: TestService) => {
        service.setNow(moment)
        return publishDue(service.services)
      }
      await both(publish, (published) => published, `${about}: published at ${moment}`)
    },
    compareTables: async (about) => {
      await settle()
      for (const [table, columns] of Object.entries(ORDERS)) {
        const rows = await Promise.all([first, second].map((service) => rowsOf(service, table as Table, columns)))
        compare(names, [rows[0], rows[1]], `${about}: ${table}`)
      }
    },
    settle,
    stop: async () => {
      await Promise.allSettled(behind)
      await Promise.all([first.stop(), second.stop()])
    },
  }
}

/** Fails where the two are not the same to the last byte. */
function compare(names: readonly [string, string], parts: readonly [unknown, unknown], about: string): void {
  const [one = '', other = ''] = parts.map((part) => JSON.stringify(part))
  if (one === other) return
  assert.fail(`${about}\n${names[0]}: ${around(one, other)}\n${names[1]}: ${around(other, one)}`)
}

/** What is sent, but for files. */
const inShort = (ask: Ask): string =>
  JSON.stringify({ ...ask, ...(Buffer.isBuffer(ask.body) && { body: '...' }) }).slice(0, 2000)

/** What of an answer must be the same: all but when and over which connection it came. */
function shown({ status, headers, text }: Answer): unknown {
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...rest } = headers
  return [status, text, rest]
}

/** Where a text leaves another. */
function around(text: string, other: string): string {
  let at = 0
  while (at < text.length && text[at] === other[at]) at += 1
  return `${at > 200 ? '...' : ''}${text.slice(Math.max(0, at - 200), at + 300)}`
}

/** What tells rows of a table apart. */
const ORDERS = {
  object_ids: ['id'],
  events: ['id'],
  venues: ['id'],
  organizers: ['id'],
  links: ['event_id', 'kind', 'position'],
  media: ['id'],
  terms: ['id'],
  event_terms: ['event_id', 'term_id'],
  post_search: ['rowid'],
  application_passwords: ['id'],
  changes: ['seq'],
} as const
type Table = keyof typeof ORDERS

/** A table by its rows, columns by name: engines list them in other orders. */
async function rowsOf({ services }: TestService, table: Table, columns: readonly string[]): Promise<unknown> {
  const order = sql.join(columns.map((column) => sql.ref(column)))
  const shown = table === 'post_search' ? sql`rowid, text` : sql`*`
  const { rows } = await sql<object>`select ${shown} from ${sql.table(table)} order by ${order}`.execute(
    services.database.read,
  )
  return rows.map((row) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))
}
