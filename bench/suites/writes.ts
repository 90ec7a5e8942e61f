/** Rows of writes: creations one by one and at once, and lists while somebody creates. */

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

/** Creations of events like those of the calendar, with what they are tied to; the same for the same seed. */
export function createEventRequests({ facts, seed, authorization }: Fixture): () => LoadRequest {
  const extent: SampleExtent = {
    venues: facts.venueIds.length,
    organizers: facts.organizerIds.length,
    firstDay: facts.firstDay,
    lastDay: 365,
  }
  const samples = generateSampleEvents(seed, facts.today, extent)
  return () => {
    const body = JSON.stringify(bodyOf(samples.next().value, facts))
    return {
      text: formatRequest(`${API_PATH}/events`, { method: 'POST', headers: { authorization }, body }),
      kind: 'create',
    }
  }
}

type Sample = ReturnType<typeof generateSampleEvents> extends Generator<infer Item> ? Item : never

function bodyOf({ input, venue, organizers, category, tags }: Sample, facts: CalendarContents) {
  const place = venue === undefined ? undefined : facts.venueIds[venue]
  return {
    ...input,
    status: 'publish',
    ...(place !== undefined && { venue: { id: place } }),
    organizer: organizers.flatMap((number) => facts.organizerIds[number] ?? []),
    categories: [category],
    tags,
  }
}

export async function measureCreations(
  stage: Fixture,
  create: () => LoadRequest,
  pace: RoundOptions,
): Promise<BenchResult[]> {
  const { port, database, driver } = stage
  // What it inserts it knows; the body is only read.
  const bare = { text: formatRequest('/', { method: 'POST', body: '{}' }), kind: 'create' }
  const sides: Contender[] = [
    { name: 'calends', port, next: create, status: CREATED },
    { name: `${driver}, same rows`, port: database.port, next: () => bare, status: CREATED, target: 0.4 },
  ]
  return [
    await runRounds('creations, one after another', ONE_CONNECTION, sides, pace),
    await runRounds('creations, 16 at a time', WRITERS, sides, pace),
  ]
}

const MIXES = [
  { name: '95 % varied lists, 5 % creations', share: 0.05 },
  { name: '90 % varied lists, 10 % creations', share: 0.1, target: 0.5 },
]

/** Beside the same lists without creations. */
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
