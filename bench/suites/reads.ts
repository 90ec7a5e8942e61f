/** Rows of reads: each beside the least that could answer the same. */
import { createRandom } from '../../src/cli/seed-data/seeded-random.ts'
import type { Fixture } from '../lib/fixture.ts'
import { API_PATH } from '../lib/fixture-calendar.ts'
import { formatRequest, type LoadRequest } from '../lib/load-generator.ts'
import { type BenchResult, type Contender, type RoundOptions, runRounds } from '../lib/rounds.ts'
import { generateVariedRequests } from '../lib/urls.ts'

/** For throughput, and for the time of an answer that waits for no other. */
export const MANY_CONNECTIONS = 10
export const ONE_CONNECTION = 1

/** Always the same request. */
const always = (text: string) => (): LoadRequest => ({ text, kind: '' })

interface Walks {
  readonly service: () => LoadRequest
  readonly texts: () => LoadRequest
  readonly rows: () => LoadRequest
}

/** Every side goes through the same sequence, each at its own speed, and on where it stopped in later rows. */
export function createRequestSequences({ facts, seed }: Fixture): Walks {
  const through = (before: string) => {
    const walk = generateVariedRequests(seed, facts)
    return (): LoadRequest => {
      const { kind, query } = walk.next().value
      return { text: formatRequest(`${before}?${query}`), kind }
    }
  }
  return { service: through(`${API_PATH}/events`), texts: through('/texts'), rows: through('/rows') }
}

export async function measureHotPage(stage: Fixture, pace: RoundOptions): Promise<BenchResult[]> {
  const { port, server, etag, authorization } = stage
  const path = `${API_PATH}/events`
  const bare = { name: 'node:http', port: server.port }
  const sides = (headers: Record<string, string>, target: number, status = 200): Contender[] => [
    { name: 'calends', port, next: always(formatRequest(path, { headers })), status },
    { ...bare, next: always(formatRequest('/hot', { headers })), status, target },
  ]
  const rows = []
  for (const connections of [MANY_CONNECTIONS, ONE_CONNECTION]) {
    rows.push(await runRounds('hot page of 50 events', connections, sides({}, 0.6), pace))
    const conditional = sides({ 'if-none-match': etag }, 0.7, 304)
    rows.push(await runRounds('the same, not modified (304)', connections, conditional, pace))
  }
  rows.push(await runRounds('the same, signed in', MANY_CONNECTIONS, untargeted(sides({ authorization }, 0)), pace))
  return rows
}

const untargeted = (sides: readonly Contender[]): Contender[] => sides.map(({ target: _target, ...side }) => side)

export async function measureVariedLists(stage: Fixture, walks: Walks, pace: RoundOptions): Promise<BenchResult[]> {
  const { port, database, driver } = stage
  const sides: Contender[] = [
    { name: 'calends', port, next: walks.service },
    { name: `${driver}, prebuilt texts`, port: database.port, next: walks.texts, target: 0.6 },
    { name: `${driver}, JSON.stringify`, port: database.port, next: walks.rows },
  ]
  const name = 'varied lists, each address once'
  return [await runRounds(name, MANY_CONNECTIONS, sides, pace), await runRounds(name, ONE_CONNECTION, sides, pace)]
}

export async function measureSingleEvents(
  { port, server, facts, seed }: Fixture,
  pace: RoundOptions,
): Promise<BenchResult[]> {
  const events = (before: string) => {
    const random = createRandom(seed)
    return (): LoadRequest => ({ text: formatRequest(`${before}/${random.pick(facts.ids)}`), kind: '' })
  }
  const sides: Contender[] = [
    { name: 'calends', port, next: events(`${API_PATH}/events`) },
    { name: 'node:http', port: server.port, next: events('/singles'), target: 0.5 },
  ]
  const first = await runRounds('random single event, first time', ONE_CONNECTION, untargeted(sides), pace)
  await askAll(port, facts.ids)
  const name = 'random single event'
  return [
    first,
    await runRounds(name, MANY_CONNECTIONS, sides, pace),
    await runRounds(name, ONE_CONNECTION, sides, pace),
  ]
}

/** More are not asked for ahead: no memory would hold them. */
const MOST_AHEAD = 10_000

async function askAll(port: number, ids: readonly number[]): Promise<void> {
  const left = ids.slice(0, MOST_AHEAD)
  const ask = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      await (await fetch(`http://127.0.0.1:${port}${API_PATH}/events/${id}`)).arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: MANY_CONNECTIONS }, ask))
}
