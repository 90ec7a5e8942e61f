/** A complete service on a real port with a real database, and its client. */
import { Agent, request as httpRequest, type Server } from 'node:http'
import { pino } from 'pino'
import { createApp } from '../../src/app.ts'
import type { Services } from '../../src/calendar/services.ts'
import { type Config, readConfig } from '../../src/config.ts'
import type { DigestOptions } from '../../src/features/digests/digest-renderer.ts'
import type { Feature } from '../../src/http/feature.ts'
import type { Job } from '../../src/http/jobs.ts'
import { createServices } from '../../src/process-services.ts'
import { createUsers, type TestUser, type TestUsers } from './accounts/users.ts'
import { assertConformsToDocument } from './conformance.ts'
import { ENGINES, type TestEngine, type TestStorage } from './engines.ts'
import { canCopy, createStorageWithUsers, DEFAULT_NOW } from './storage/prepared-storage.ts'

export type { TestUser }

export interface RequestOptions {
  readonly as?: TestUser
  readonly json?: unknown
  /** Sent unchanged, with its content type in `headers`. */
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

// biome-ignore lint/suspicious/noExplicitAny: responses are compared unchanged, and tests read any of their fields
export type Json = any

export interface TestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** The parsed body, or undefined when it is not JSON. */
  readonly json: Json
}

export interface TestService extends TestUsers {
  /** Those of the service, so that tests can replace some of them. `site` has the current settings. */
  readonly services: Services
  readonly config: Config
  /** Undefined if no digests are sent. */
  readonly digests: DigestOptions | undefined
  /** Jobs of the service, which do not run by themselves. */
  readonly jobs: readonly Job[]
  readonly origin: string
  /** Internals, for operations that no request can do. */
  readonly server: Server
  /**
   * `path` starts after the namespace (`/events?page=2`), or is absolute when it begins with `//`, without one slash.
   */
  readonly send: (method: string, path: string, options?: RequestOptions) => Promise<TestResponse>
  /** Sets the clock, UTC. */
  readonly setNow: (moment: string) => void
  readonly stop: () => Promise<void>
}

export interface ServiceOptions {
  readonly engine?: TestEngine
  readonly env?: Readonly<Record<string, string>>
  /** UTC, `YYYY-MM-DDTHH:MM:SSZ`; the clock does not advance until it is set. */
  readonly now?: string
  readonly mount?: '/wp-json/tribe/events/v1' | '/api/cal/events/v1'
  /** Port on which the service listens; by default a free one. */
  readonly port?: number
  /** Another service whose users the database already contains. */
  readonly existing?: TestService
  /** Default: all. */
  readonly features?: readonly Feature[]
  /** Called with failures of background tasks. */
  readonly report?: Services['reportError']
  /** Replaces the random source, so that two services generate the same values. */
  readonly random?: Services['random']
}

/** TEST_POSTGRES_LISTEN_URL names the server itself if TEST_POSTGRES_URL leads to a pooler. */
function findListenUrl(databaseUrl: string): Readonly<Record<string, string>> {
  const server = process.env['TEST_POSTGRES_LISTEN_URL']
  if (!server || !databaseUrl.startsWith(process.env['TEST_POSTGRES_URL'] ?? '-')) return {}
  return { DATABASE_LISTEN_URL: new URL(new URL(databaseUrl).pathname, server).href }
}

interface NewStorage {
  readonly storage: TestStorage
  /** The users that it contains. */
  readonly users?: TestUsers
}

/** Services with a database or a random source of their own create their users in it. */
async function createStorage(engine: TestEngine, { existing, random, env }: ServiceOptions): Promise<NewStorage> {
  if (!canCopy(engine) || existing || random || env?.['DATABASE_URL']) return { storage: await engine.create() }
  return createStorageWithUsers(engine)
}

/** Starts a service; call `stop` when done. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const engine = options.engine ?? ENGINES[0]
  if (!engine) throw new Error('no engine')
  const { storage, users: prepared } = await createStorage(engine, options)
  const config = readConfig({
    DATABASE_URL: storage.url,
    ...findListenUrl(storage.url),
    DATA_DIR: storage.folder,
    PORT: '0',
    SITE_TIMEZONE: 'America/New_York',
    LOG_LEVEL: 'silent',
    ...options.env,
  })
  let now = Date.parse(options.now ?? DEFAULT_NOW)
  const ticker = () => now
  const created = await createServices(config, ticker, options.report)
  const services: Services = {
    ...created,
    random: options.random ?? created.random,
    get site() {
      return created.settings.current()
    },
  }
  const { ids, authorization } = options.existing ?? prepared ?? (await createUsers(services))
  const { server, close, host, jobs } = await createApp({
    ...{ config, services, logger: pino({ level: 'silent' }) },
    ...(options.features && { features: options.features }),
  })
  await server.listen({ port: options.port ?? 0, host: '127.0.0.1' })
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const agent = new Agent({ keepAlive: true })
  const mount = options.mount ?? '/wp-json/tribe/events/v1'

  async function sendRequest(method: string, path: string, options: RequestOptions = {}): Promise<TestResponse> {
    const target = path.startsWith('//') ? path.slice(1) : `${mount}${path}`
    const response = await send(method, target, options)
    assertConformsToDocument(method, target, options, response)
    return response
  }

  function send(method: string, path: string, options: RequestOptions): Promise<TestResponse> {
    const { as = 'anon', json, body, headers = {} } = options
    const payload = json === undefined ? body : JSON.stringify(json)
    const sent: Record<string, string | number> = {
      ...(as !== 'anon' && { authorization: authorization(as) }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(payload !== undefined && { 'content-length': Buffer.byteLength(payload) }),
      ...headers,
    }
    return new Promise((resolve, reject) => {
      const request = httpRequest({ port, host: '127.0.0.1', method, path, headers: sent, agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const actual = Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
          )
          resolve({ status: response.statusCode ?? 0, headers: actual, text, json: parse(text) })
        })
      })
      request.on('error', (error) => {
        // On a busy machine, the service closes an idle connection while the next request is written to it.
        const isClosed = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
        resolve(isClosed ? send(method, path, options) : Promise.reject(error))
      })
      request.end(payload)
    })
  }

  return {
    services,
    config,
    digests: host.digests,
    jobs,
    origin: `http://127.0.0.1:${port}`,
    server: server.server,
    send: sendRequest,
    authorization,
    ids,
    setNow: (moment) => {
      now = Date.parse(moment)
    },
    stop: async () => {
      agent.destroy()
      await close()
      await services.close()
      await storage.remove()
    },
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
