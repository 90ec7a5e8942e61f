/** The processes of a benchmark run: the service on a copy of the fixture calendar, and the baselines. */
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
  readonly contents: CalendarContents
  readonly seed: number
  readonly authorization: string
  readonly service: BenchService
  readonly port: number
  /** HTTP baseline: sends prepared responses. */
  readonly server: BaselineProcess
  /** Database baseline: queries a copy of the database. */
  readonly database: BaselineProcess
  /** Name of the database driver. */
  readonly driver: string
  readonly etag: string
  /** Data folder of the service. */
  readonly folder: string
  readonly settings: NodeJS.ProcessEnv
  readonly close: () => Promise<void>
}

/** The databases of a run and the baseline that queries the copy. */
export interface FixtureDatabases {
  readonly driver: string
  readonly settings: NodeJS.ProcessEnv
  readonly baseline: { readonly name: string; readonly database: string }
  /** Removes resources outside the folder of the run. */
  readonly close?: () => Promise<void>
}

/** Copies the databases, because a run writes to them. Uses copy-on-write if the file system supports it. */
export function createSqliteDatabases(cached: CachedCalendar, folder: string): FixtureDatabases {
  const copy = (from: string, to: string) =>
    copyFileSync(join(cached.folder, from), join(folder, to), constants.COPYFILE_FICLONE)
  mkdirSync(join(folder, 'service'), { recursive: true })
  copy('calends.db', join('service', 'calends.db'))
  copy('baseline.db', 'baseline.db')
  return { driver: 'better-sqlite3', settings: {}, baseline: { name: 'sqlite', database: join(folder, 'baseline.db') } }
}

interface FixtureOptions {
  readonly cached: CachedCalendar
  readonly contents: CalendarContents
  readonly folder: string
  readonly databases: FixtureDatabases
  readonly seed: number
}

const SINGLES = 1000

export async function createFixture({ cached, contents, folder, databases, seed }: FixtureOptions): Promise<Fixture> {
  const data = join(folder, 'service')
  mkdirSync(data, { recursive: true })
  const { driver, settings, baseline } = databases
  const service = await launchService(data, settings)
  try {
    const hot = await fetchPrepared(`${service.home}${API_PATH}/events`)
    const random = createRandom(seed)
    const singles = []
    for (let number = 0; number < Math.min(SINGLES, contents.ids.length); number++)
      singles.push(await fetchPrepared(`${service.home}${API_PATH}/events/${random.pick(contents.ids)}`))
    const prepared: PreparedResponses = { hot, singles }
    writeFileSync(join(folder, 'prepared.json'), JSON.stringify(prepared))
    writeFileSync(join(folder, 'headers.json'), JSON.stringify(hot.headers))
    const server = await startBaseline('server', [join(folder, 'prepared.json')])
    const database = await startBaseline(baseline.name, [baseline.database, join(folder, 'headers.json')])
    return {
      ...{
        contents,
        seed,
        authorization: cached.authorization,
        service,
        server,
        database,
        driver,
        folder: data,
        settings,
      },
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

/** Connection headers and lengths, which each server sets itself. */
const CONNECTION_HEADERS = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

async function fetchPrepared(url: string): Promise<PreparedResponses['hot']> {
  const response = await fetch(url, { headers: IDENTITY_HEADERS })
  if (!response.ok) throw new Error(`${url} returned ${response.status}. Expected a success status.`)
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !CONNECTION_HEADERS.includes(name)))
  return { headers, body: await response.text() }
}

/** Number of compared lists, enough to include every kind. */
const COMPARED_LISTS = 30

/** Throws if the baseline and the service return different lists for the same query. */
export async function assertSameResponses({ contents, seed, service, database }: Fixture): Promise<void> {
  const requests = generateVariedRequests(seed + 1, contents)
  for (let number = 0; number < COMPARED_LISTS; number++) {
    const request = requests.next().value
    const actual = await fetchList(`${service.home}${API_PATH}/events?${request.query}`)
    const expected = await fetchList(`http://127.0.0.1:${database.port}/texts?${request.query}`)
    if (actual !== expected) throw new Error(`The service and the baseline differ for ${describeRequest(request)}.`)
  }
}

const describeRequest = ({ kind, query }: VariedRequest): string => `a list by ${kind}: ?${query}`

/** Returns events and total without ports, because the texts of the copy contain another one. */
async function fetchList(url: string): Promise<string> {
  const response = await fetch(url, { headers: IDENTITY_HEADERS })
  const { events, total }: Record<string, unknown> = JSON.parse(await response.text())
  return JSON.stringify([events, total]).replace(/127\.0\.0\.1:\d+/g, '')
}
