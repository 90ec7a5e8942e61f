/** Write benchmarks: sequential and concurrent creations, and lists with concurrent creations. */

import type { SampleExtent } from '../../src/cli/seed-data/sample-calendar.ts'
import { generateSampleEvents } from '../../src/cli/seed-data/sample-data.ts'
import { createRandom } from '../../src/cli/seed-data/seeded-random.ts'
import type { CalendarContents } from '../lib/calendar-contents.ts'
import type { Fixture } from '../lib/fixture.ts'
import { API_PATH } from '../lib/fixture-calendar.ts'
import { formatRequest, type LoadRequest } from '../lib/load-generator.ts'
import { type BenchResult, type Contender, type RoundOptions, runRounds } from '../lib/rounds.ts'
import { type createRequestSequences, MANY_CONNECTIONS, ONE_CONNECTION } from './reads.ts'

const WRITERS = 16
const CREATED = 201

/** Creations of events with relations, similar to those of the calendar. The same seed gives the same requests. */
export function createEventRequests({ contents, seed, authorization }: Fixture): () => LoadRequest {
  const extent: SampleExtent = {
    venues: contents.venueIds.length,
    organizers: contents.organizerIds.length,
    firstDay: contents.firstDay,
    lastDay: 365,
  }
  const samples = generateSampleEvents(seed, contents.today, extent)
  return () => {
    const body = JSON.stringify(createBody(samples.next().value, contents))
    return {
      text: formatRequest(`${API_PATH}/events`, { method: 'POST', headers: { authorization }, body }),
      kind: 'create',
    }
  }
}

type Sample = ReturnType<typeof generateSampleEvents> extends Generator<infer Item> ? Item : never

function createBody({ input, venue, organizers, category, tags }: Sample, contents: CalendarContents) {
  const venueId = venue === undefined ? undefined : contents.venueIds[venue]
  return {
    ...input,
    status: 'publish',
    ...(venueId !== undefined && { venue: { id: venueId } }),
    organizer: organizers.flatMap((number) => contents.organizerIds[number] ?? []),
    categories: [category],
    tags,
  }
}

export async function measureCreations(
  fixture: Fixture,
  create: () => LoadRequest,
  pace: RoundOptions,
): Promise<BenchResult[]> {
  const { port, database, driver } = fixture
  // The baseline inserts its own rows and discards the body.
  const baselineRequest = { text: formatRequest('/', { method: 'POST', body: '{}' }), kind: 'create' }
  const contenders: Contender[] = [
    { name: 'calends', port, next: create, status: CREATED },
    { name: `${driver}, same rows`, port: database.port, next: () => baselineRequest, status: CREATED, target: 0.4 },
  ]
  return [
    await runRounds('creations, one after another', ONE_CONNECTION, contenders, pace),
    await runRounds('creations, 16 at a time', WRITERS, contenders, pace),
  ]
}

const MIXES = [
  { name: '95 % varied lists, 5 % creations', share: 0.05 },
  { name: '90 % varied lists, 10 % creations', share: 0.1, target: 0.5 },
]

/** Compared with the same lists without creations. */
export async function measureMixedLoad(
  { port, seed }: Fixture,
  list: ReturnType<typeof createRequestSequences>['service'],
  create: () => LoadRequest,
  pace: RoundOptions,
): Promise<BenchResult[]> {
  const rows = []
  for (const { name, share, target } of MIXES) {
    const random = createRandom(seed)
    const mixed = () => (random.chance(share) ? create() : { ...list(), kind: 'list' })
    rows.push(
      await runRounds(
        name,
        MANY_CONNECTIONS,
        [
          { name: 'calends', port, next: mixed, status: [200, CREATED] },
          { name: 'calends, lists alone', port, next: list, ...(target !== undefined && { target }) },
        ],
        pace,
      ),
    )
  }
  return rows
}
