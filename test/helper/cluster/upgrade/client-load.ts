/** Clients that read and write through a balancer and expect that no request fails. */
import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { waitUntil } from '../../until.ts'

const API = '/api/cal/events/v1'
const READS = [`${API}/events?per_page=5`, `${API}/categories`, `${API}/venues`, '/events/list/', '/readyz']
const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

export interface LoadReport {
  /** Requests with an expected response. */
  readonly completed: number
  /** Time of the slowest request, in milliseconds. */
  readonly slowest: number
  /** Unexpected responses and errors of connections. */
  readonly failures: readonly string[]
  /** Titles of events as last acknowledged, by ID. */
  readonly titles: ReadonlyMap<number, string>
}

export interface ClientLoad {
  /** Resolves when each client has completed this many further requests. */
  readonly waitForRequests: (count: number) => Promise<void>
  readonly stop: () => Promise<LoadReport>
}

interface Progress {
  completed: number
}

export type EventFields = Readonly<Record<string, unknown>>

interface LoadOptions {
  readonly url: string
  readonly authorization: string
  readonly readers: number
  /** One client each, whose events have these fields. */
  readonly writers: readonly EventFields[]
}

export function startLoad({ url, authorization, readers, writers }: LoadOptions): ClientLoad {
  const titles = new Map<number, string>()
  const failures: string[] = []
  const progress: Progress[] = []
  let slowest = 0
  let isOn = true

  async function runClient(requestNext: (send: Send, round: number) => Promise<void>): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const own = { completed: 0 }
    progress.push(own)
    const send = createSend(url, agent)
    for (let round = 0; isOn; round++) {
      const since = performance.now()
      try {
        await requestNext(send, round)
        own.completed++
      } catch (error) {
        failures.push(
          `${error instanceof Error ? error.message : error}, after ${Math.round(performance.now() - since)} ms`,
        )
      }
      slowest = Math.max(slowest, performance.now() - since)
      await pause(Math.random() * 20)
    }
    agent.destroy()
  }

  const read = async (send: Send, round: number) => {
    await send('GET', READS[round % READS.length] ?? '/')
  }
  /** Creates an event, then changes it twice. */
  const createWriter = (name: string, fields: EventFields) => {
    let id = 0
    return async (send: Send, round: number) => {
      const title = `${name} ${round}`
      const [path, json] =
        round % 3 === 0 ? [`${API}/events`, { ...DATES, ...fields, title }] : [`${API}/events/${id}`, { title }]
      const headers = { authorization, 'idempotency-key': randomUUID() }
      id = readId(await send('POST', path, { json, headers }))
      titles.set(id, title)
    }
  }
  const clients = [
    ...Array.from({ length: readers }, () => runClient(read)),
    ...writers.map((fields, index) => runClient(createWriter(`Writer ${index}`, fields))),
  ]
  return {
    waitForRequests: async (count) => {
      const targets = progress.map(({ completed }) => completed + count)
      await waitUntil(() => progress.every(({ completed }, index) => completed >= (targets[index] ?? 0)), 60_000)
    },
    stop: async () => {
      isOn = false
      await Promise.all(clients)
      const completed = progress.reduce((sum, client) => sum + client.completed, 0)
      return { completed, slowest: Math.round(slowest), failures, titles }
    },
  }
}

interface SendOptions {
  readonly json: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Resolves with the body; rejects for a status other than 200 and 201. */
type Send = (method: string, path: string, options?: SendOptions) => Promise<string>

const createSend =
  (url: string, agent: Agent): Send =>
  (method, path, options) =>
    new Promise((resolve, reject) => {
      const body = options ? JSON.stringify(options.json) : ''
      const headers = {
        ...options?.headers,
        ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      }
      const request = httpRequest(`${url}${path}`, { method, agent, headers }, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode = 0 } = response
          if (statusCode === 200 || statusCode === 201) resolve(text)
          else reject(new Error(`${method} ${path} returned ${statusCode}: ${text.slice(0, 200)}`))
        })
      })
      request.on('error', (error) => reject(new Error(`${method} ${path}: ${error.message}`)))
      request.end(body)
    })

function readId(text: string): number {
  const json: unknown = JSON.parse(text)
  if (typeof json !== 'object' || json === null || !('id' in json) || typeof json.id !== 'number')
    throw new Error(`a response without an id: ${text.slice(0, 200)}`)
  return json.id
}
