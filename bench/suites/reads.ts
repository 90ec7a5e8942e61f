/** Read benchmarks, each compared with minimal baselines. */
import { createRandom } from '../../src/cli/seed-data/seeded-random.ts'
import type { Fixture } from '../lib/fixture.ts'
import { API_PATH } from '../lib/fixture-calendar.ts'
import { formatRequest, type LoadRequest } from '../lib/load-generator.ts'
import { type BenchResult, type Contender, type RoundOptions, runRounds } from '../lib/rounds.ts'
import { generateVariedRequests } from '../lib/urls.ts'

/** Many connections measure throughput; one measures latency without queueing. */
export const MANY_CONNECTIONS = 10
export const ONE_CONNECTION = 1

/** Repeats the same request. */
const repeat = (text: string) => (): LoadRequest => ({ text, kind: '' })

interface RequestSequences {
  readonly service: () => LoadRequest
  readonly texts: () => LoadRequest
  readonly rows: () => LoadRequest
}

/** All contenders use the same sequence at their own speed, and continue it in later rows. */
export function createRequestSequences({ contents, seed }: Fixture): RequestSequences {
  const createSequence = (path: string) => {
    const requests = generateVariedRequests(seed, contents)
    return (): LoadRequest => {
      const { kind, query } = requests.next().value
      return { text: formatRequest(`${path}?${query}`), kind }
    }
  }
  return {
    service: createSequence(`${API_PATH}/events`),
    texts: createSequence('/texts'),
    rows: createSequence('/rows'),
  }
}

export async function measureHotPage(fixture: Fixture, pace: RoundOptions): Promise<BenchResult[]> {
  const { port, server, etag, authorization } = fixture
  const path = `${API_PATH}/events`
  const baseline = { name: 'node:http', port: server.port }
  const contenders = (headers: Record<string, string>, target: number, status = 200): Contender[] => [
    { name: 'calends', port, next: repeat(formatRequest(path, { headers })), status },
    { ...baseline, next: repeat(formatRequest('/hot', { headers })), status, target },
  ]
  const rows = []
  for (const connections of [MANY_CONNECTIONS, ONE_CONNECTION]) {
    rows.push(await runRounds('hot page of 50 events', connections, contenders({}, 0.6), pace))
    const conditional = contenders({ 'if-none-match': etag }, 0.7, 304)
    rows.push(await runRounds('the same, not modified (304)', connections, conditional, pace))
  }
  rows.push(
    await runRounds('the same, signed in', MANY_CONNECTIONS, withoutTargets(contenders({ authorization }, 0)), pace),
  )
  return rows
}

const withoutTargets = (contenders: readonly Contender[]): Contender[] =>
  contenders.map(({ target: _target, ...contender }) => contender)

export async function measureVariedLists(
  fixture: Fixture,
  sequences: RequestSequences,
  pace: RoundOptions,
): Promise<BenchResult[]> {
  const { port, database, driver } = fixture
  const contenders: Contender[] = [
    { name: 'calends', port, next: sequences.service },
    { name: `${driver}, prebuilt texts`, port: database.port, next: sequences.texts, target: 0.6 },
    { name: `${driver}, JSON.stringify`, port: database.port, next: sequences.rows },
  ]
  const name = 'varied lists, each query once'
  return [
    await runRounds(name, MANY_CONNECTIONS, contenders, pace),
    await runRounds(name, ONE_CONNECTION, contenders, pace),
  ]
}

export async function measureSingleEvents(
  { port, server, contents, seed }: Fixture,
  pace: RoundOptions,
): Promise<BenchResult[]> {
  const createRequests = (path: string) => {
    const random = createRandom(seed)
    return (): LoadRequest => ({ text: formatRequest(`${path}/${random.pick(contents.ids)}`), kind: '' })
  }
  const contenders: Contender[] = [
    { name: 'calends', port, next: createRequests(`${API_PATH}/events`) },
    { name: 'node:http', port: server.port, next: createRequests('/singles'), target: 0.5 },
  ]
  const first = await runRounds('random single event, first time', ONE_CONNECTION, withoutTargets(contenders), pace)
  await requestAll(port, contents.ids)
  const name = 'random single event'
  return [
    first,
    await runRounds(name, MANY_CONNECTIONS, contenders, pace),
    await runRounds(name, ONE_CONNECTION, contenders, pace),
  ]
}

/** Limits the warm-up, because the cache cannot hold more. */
const MAX_WARM_UP = 10_000

async function requestAll(port: number, ids: readonly number[]): Promise<void> {
  const remaining = ids.slice(0, MAX_WARM_UP)
  const requestNext = async () => {
    for (let id = remaining.pop(); id !== undefined; id = remaining.pop()) {
      await (await fetch(`http://127.0.0.1:${port}${API_PATH}/events/${id}`)).arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: MANY_CONNECTIONS }, requestNext))
}
