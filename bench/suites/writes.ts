/** Write benchmarks: sequential and concurrent creations, and lists with concurrent creations. */
import { createRandom } from '../../src/features/settings/sample/seeded-random.ts'
import { createEventInput } from '../fixture/event-input.ts'
import type { Fixture } from '../fixture/fixture.ts'
import { computeSiteExtent, generateSiteEvents } from '../fixture/site-records.ts'
import { formatRequest, type LoadRequest } from '../lib/load-generator.ts'
import { type BenchResult, type Contender, type RoundOptions, runRounds } from '../lib/rounds.ts'
import { API_PATH } from '../lib/service.ts'
import { listRequests, MANY_CONNECTIONS, ONE_CONNECTION, pickRequests } from './reads.ts'

const CREATED = 201
/** Seed of the created events, other than that of the calendar. */
const CREATION_SEED = 1_000_000

/** Creations of events with relations, with the statistics of the calendar. The same seed gives the same requests. */
export function createEventRequests({ contents, seed, cached }: Fixture): () => LoadRequest {
  const samples = generateSiteEvents(CREATION_SEED + seed, contents.today, computeSiteExtent(cached.events))
  const headers = { authorization: cached.authorization }
  return () => {
    const body = JSON.stringify(createEventInput(samples.next().value))
    return { text: formatRequest(`${API_PATH}/events`, { method: 'POST', headers, body }), kind: 'create' }
  }
}

export async function measureCreations(
  { service, server, database, driver }: Fixture,
  create: () => LoadRequest,
  pace: RoundOptions,
): Promise<BenchResult[]> {
  const createContenders = (target: 'http' | 'database' | undefined): Contender[] => [
    { name: 'calends', process: service, next: create, status: CREATED },
    {
      ...{ name: 'append and fdatasync', process: server, next: create, status: CREATED },
      ...(target === 'http' && { target: 0.2 }),
    },
    {
      // It inserts its own rows and discards the body.
      ...{ name: `${driver}, same rows`, process: database, next: create, status: CREATED },
      ...(target === 'database' && { target: 0.5 }),
    },
  ]
  const isPostgres = driver === 'pg'
  const benchmarks = [
    { name: 'creations, one after another', connections: ONE_CONNECTION, target: isPostgres ? undefined : 'http' },
    { name: 'creations, 16 at a time', connections: MANY_CONNECTIONS, target: isPostgres ? 'database' : undefined },
  ] as const
  const results: BenchResult[] = []
  for (const { name, connections, target } of benchmarks)
    results.push(await runRounds({ name, connections, contenders: createContenders(target) }, pace))
  return results
}

const CREATION_SHARE = 0.1
const MIXED_TARGET = 0.7

/** Compared with the same lists without creations. */
export async function measureMixedLoad(
  fixture: Fixture,
  create: () => LoadRequest,
  pace: RoundOptions,
): Promise<BenchResult[]> {
  const { service, seed } = fixture
  const random = createRandom(seed)
  const list = pickRequests(listRequests(fixture), seed + 1)
  const mixed = () => (random.chance(CREATION_SHARE) ? create() : { ...list(), kind: 'list' })
  const contenders: Contender[] = [
    { name: 'calends', process: service, next: mixed, status: [200, CREATED] },
    { name: 'calends, lists alone', process: service, next: list, target: MIXED_TARGET },
  ]
  const name = '90 % lists, 10 % creations'
  return [await runRounds({ name, connections: MANY_CONNECTIONS, contenders }, pace)]
}
