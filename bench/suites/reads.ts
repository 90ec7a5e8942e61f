/** Read benchmarks, each compared with minimal baselines. */
import { createRandom } from '../../src/features/settings/sample/seeded-random.ts'
import { type Fixture, formatListPath, LIST_PATH } from '../fixture/fixture.ts'
import { formatRequest, type LoadRequest } from '../lib/load-generator.ts'
import { type BenchmarkOptions, type BenchResult, type Contender, type RoundOptions, runRounds } from '../lib/rounds.ts'

/** Many connections measure throughput; one measures latency without queueing. */
export const MANY_CONNECTIONS = 16
export const ONE_CONNECTION = 1

type Request = { readonly kind: string; readonly path: string }
type Requests = () => LoadRequest

const toLoadRequest = ({ kind, path }: Request): LoadRequest => ({ text: formatRequest(path), kind })

/** Each request once, in order. */
function createSequence(requests: readonly Request[]): Requests {
  let turn = 0
  return () => {
    const request = requests[turn++ % requests.length]
    if (request === undefined) throw new Error('There are no requests.')
    return toLoadRequest(request)
  }
}

/** Random requests, the same for the same seed. */
export function pickRequests(requests: readonly Request[], seed: number): Requests {
  const random = createRandom(seed)
  return () => toLoadRequest(random.pick(requests))
}

export const listRequests = ({ requests }: Fixture): Request[] =>
  requests.lists.map((request) => ({ kind: request.kind, path: formatListPath(request) }))

const singleRequests = ({ requests }: Fixture): Request[] => requests.singles.map((path) => ({ kind: 'event', path }))

async function runAll(benchmarks: readonly BenchmarkOptions[], pace: RoundOptions): Promise<BenchResult[]> {
  const results: BenchResult[] = []
  for (const benchmark of benchmarks) results.push(await runRounds(benchmark, pace))
  return results
}

export function measureHotPage({ service, server, etag, cached }: Fixture, pace: RoundOptions): Promise<BenchResult[]> {
  const { authorization } = cached
  const repeat = (headers: Record<string, string>) => {
    const text = formatRequest(LIST_PATH, { headers })
    return (): LoadRequest => ({ text, kind: 'page' })
  }
  const benchmark = (name: string, connections: number, contenders: readonly Contender[]) => ({
    ...{ name, connections, contenders },
  })
  const withBaseline = (headers: Record<string, string>, target: number, status = 200): Contender[] => [
    { name: 'calends', process: service, next: repeat(headers), status },
    { name: 'node:http, same bytes', process: server, next: repeat(headers), status, target },
  ]
  const conditional = withBaseline({ 'if-none-match': etag }, 0.7, 304)
  return runAll(
    [
      benchmark('cached page of 50 events', MANY_CONNECTIONS, withBaseline({}, 0.8)),
      benchmark('cached page of 50 events', ONE_CONNECTION, withBaseline({}, 0.8)),
      benchmark('the same with If-None-Match (304)', MANY_CONNECTIONS, conditional),
      benchmark('the same, signed in', MANY_CONNECTIONS, [
        { name: 'calends', process: service, next: repeat({ authorization }) },
        { name: 'calends, anonymous', process: service, next: repeat({}), target: 0.5 },
      ]),
    ],
    pace,
  )
}

export function measureLists(fixture: Fixture, pace: RoundOptions): Promise<BenchResult[]> {
  const { service, server, database, driver, seed } = fixture
  const requests = listRequests(fixture)
  const contenders = (createNext: () => Requests): Contender[] => [
    { name: 'calends', process: service, next: createNext() },
    { name: 'node:http, same bytes', process: server, next: createNext(), target: 0.03 },
    { name: `${driver}, prebuilt texts`, process: database, next: createNext() },
  ]
  const name = `${requests.length} different lists`
  const connections = MANY_CONNECTIONS
  return runAll(
    [
      {
        name: `${name}, first request`,
        connections,
        contenders: contenders(() => createSequence(requests)),
        requests: requests.length,
      },
      { name: `${name}, repeated`, connections, contenders: contenders(() => pickRequests(requests, seed)) },
    ],
    pace,
  )
}

const SINGLE_CONNECTIONS = [MANY_CONNECTIONS, 10, ONE_CONNECTION]

export function measureSingleEvents(fixture: Fixture, pace: RoundOptions): Promise<BenchResult[]> {
  const { service, server, seed } = fixture
  const requests = singleRequests(fixture)
  const contenders = (createNext: () => Requests, target: number): Contender[] => [
    { name: 'calends', process: service, next: createNext() },
    { name: 'node:http, same bytes', process: server, next: createNext(), target },
  ]
  const first = {
    name: `${requests.length} single events, first request`,
    connections: MANY_CONNECTIONS,
    contenders: contenders(() => createSequence(requests), 0.3),
    requests: requests.length,
  }
  const name = `${requests.length} single events, repeated`
  const repeated = SINGLE_CONNECTIONS.map((connections) => ({
    ...{ name, connections },
    contenders: contenders(() => pickRequests(requests, seed), 0.5),
  }))
  return runAll([first, ...repeated], pace)
}
