/** All that takes part in a run: the service on a copy of the kept calendar, and the opponents, each a process of its own. */
import { constants, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../../src/cli/seed-data/seeded-random.ts'
import type { PreparedResponses } from '../baselines/server.ts'
import type { CalendarContents } from './calendar-contents.ts'
import { API_PATH, type CachedCalendar } from './fixture-calendar.ts'
import { type BaselineProcess, endProcess, startBaseline } from './processes.ts'
import { type BenchService, IDENTITY_HEADERS, launchService } from './service.ts'
import { generateVariedRequests, type VariedRequest } from './urls.ts'

export interface Fixture {
  readonly facts: CalendarContents
  readonly seed: number
  readonly authorization: string
  readonly service: BenchService
  readonly port: number
  /** Sends what lies ready. */
  readonly server: BaselineProcess
  /** Asks a copy of the database. */
  readonly database: BaselineProcess
  /** What the database is, and its driver. */
  readonly driver: string
  readonly etag: string
  /** Where the service keeps the calendar. */
  readonly folder: string
  readonly settings: NodeJS.ProcessEnv
  readonly close: () => Promise<void>
}

/** Where the databases of a run are, and who asks the copy. */
export interface FixtureDatabases {
  readonly driver: string
  readonly settings: NodeJS.ProcessEnv
  readonly bare: { readonly name: string; readonly database: string }
  /** Removes what is not in the folder of the run. */
  readonly close?: () => Promise<void>
}

/** Copies, because a run writes; without copying bytes where the file system can do that. */
export function createSqliteDatabases(kept: CachedCalendar, folder: string): FixtureDatabases {
  const copy = (from: string, to: string) =>
    copyFileSync(join(kept.folder, from), join(folder, to), constants.COPYFILE_FICLONE)
  mkdirSync(join(folder, 'service'), { recursive: true })
  copy('calends.db', join('service', 'calends.db'))
  copy('bare.db', 'bare.db')
  return { driver: 'better-sqlite3', settings: {}, bare: { name: 'sqlite', database: join(folder, 'bare.db') } }
}

interface Setting {
  readonly kept: CachedCalendar
  readonly facts: CalendarContents
  readonly folder: string
  readonly databases: FixtureDatabases
  readonly seed: number
}

const SINGLES = 1000

export async function createFixture({ kept, facts, folder, databases, seed }: Setting): Promise<Fixture> {
  const data = join(folder, 'service')
  mkdirSync(data, { recursive: true })
  const { driver, settings, bare } = databases
  const service = await launchService(data, settings)
  try {
    const hot = await answerOf(`${service.home}${API_PATH}/events`)
    const random = createRandom(seed)
    const singles = []
    for (let number = 0; number < Math.min(SINGLES, facts.ids.length); number++)
      singles.push(await answerOf(`${service.home}${API_PATH}/events/${random.pick(facts.ids)}`))
    const prepared: PreparedResponses = { hot, singles }
    writeFileSync(join(folder, 'prepared.json'), JSON.stringify(prepared))
    writeFileSync(join(folder, 'headers.json'), JSON.stringify(hot.headers))
    const server = await startBaseline('server', [join(folder, 'prepared.json')])
    const database = await startBaseline(bare.name, [bare.database, join(folder, 'headers.json')])
    return {
      ...{ facts, seed, authorization: kept.authorization, service, server, database, driver, folder: data, settings },
      port: Number(new URL(service.home).port),
      etag: hot.headers['etag'] ?? '',
      close: async () => {
        await Promise.all([service, server, database].map(({ child }) => endProcess(child)))
      },
    }
  } catch (error) {
    await endProcess(service.child)
    throw error
  }
}

/** What a connection says of itself, and lengths, are the server's own business. */
const OWN = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

async function answerOf(url: string): Promise<PreparedResponses['hot']> {
  const answer = await fetch(url, { headers: IDENTITY_HEADERS })
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`)
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OWN.includes(name)))
  return { headers, body: await answer.text() }
}

/** One of each kind, and some more. */
const COMPARED = 30

/** Throws when the opponent answers another list than the service to the same address. */
export async function assertSameResponses({ facts, seed, service, database }: Fixture): Promise<void> {
  const walk = generateVariedRequests(seed + 1, facts)
  for (let number = 0; number < COMPARED; number++) {
    const address = walk.next().value
    const ours = await listOf(`${service.home}${API_PATH}/events?${address.query}`)
    const bare = await listOf(`http://127.0.0.1:${database.port}/texts?${address.query}`)
    if (ours !== bare) throw new Error(`the service and its opponent do not agree on ${describe(address)}`)
  }
}

const describe = ({ kind, query }: VariedRequest): string => `a list by ${kind}: ?${query}`

/** Records and total; the texts of the copy were taken at another port. */
async function listOf(url: string): Promise<string> {
  const answer = await fetch(url, { headers: IDENTITY_HEADERS })
  const { events, total }: Record<string, unknown> = JSON.parse(await answer.text())
  return JSON.stringify([events, total]).replace(/127\.0\.0\.1:\d+/g, '')
}
