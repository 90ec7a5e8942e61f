/** Rows of writes: creations one by one and at once, and lists while somebody creates. */
import { randomOf } from '../src/cli/random.ts'
import { sampleEvents } from '../src/cli/sample.ts'
import type { Extent } from '../src/cli/sample-calendar.ts'
import type { CalendarFacts } from './facts.ts'
import { NAMESPACE } from './kept-calendar.ts'
import { type Ask, askText } from './load.ts'
import { MANY, ONE, type walksOf } from './reads.ts'
import { compare, type Pace, type Row, type Side } from './rounds.ts'
import type { Stage } from './stage.ts'

const WRITERS = 16
const CREATED = 201

/** Creations of events like those of the calendar, with what they are tied to; the same for the same seed. */
export function creations({ facts, seed, authorization }: Stage): () => Ask {
  const extent: Extent = {
    venues: facts.venueIds.length,
    organizers: facts.organizerIds.length,
    firstDay: facts.firstDay,
    lastDay: 365,
  }
  const samples = sampleEvents(seed, facts.today, extent)
  return () => {
    const body = JSON.stringify(bodyOf(samples.next().value, facts))
    return {
      text: askText(`${NAMESPACE}/events`, { method: 'POST', headers: { authorization }, body }),
      kind: 'create',
    }
  }
}

type Sample = ReturnType<typeof sampleEvents> extends Generator<infer Item> ? Item : never

function bodyOf({ input, venue, organizers, category, tags }: Sample, facts: CalendarFacts) {
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

export async function createRows(stage: Stage, create: () => Ask, pace: Pace): Promise<Row[]> {
  const { port, database, driver } = stage
  // What it inserts it knows; the body is only read.
  const bare = { text: askText('/', { method: 'POST', body: '{}' }), kind: 'create' }
  const sides: Side[] = [
    { name: 'calends', port, next: create, status: CREATED },
    { name: `${driver}, same rows`, port: database.port, next: () => bare, status: CREATED, target: 0.4 },
  ]
  return [
    await compare('creations, one after another', ONE, sides, pace),
    await compare('creations, 16 at a time', WRITERS, sides, pace),
  ]
}

const MIXES = [
  { name: '95 % varied lists, 5 % creations', share: 0.05 },
  { name: '90 % varied lists, 10 % creations', share: 0.1, target: 0.5 },
]

/** Beside the same lists without creations. */
export async function mixRows(
  { port, seed }: Stage,
  list: ReturnType<typeof walksOf>['service'],
  create: () => Ask,
  pace: Pace,
): Promise<Row[]> {
  const rows = []
  for (const { name, share, target } of MIXES) {
    const random = randomOf(seed)
    const mixed = () => (random.chance(share) ? create() : { ...list(), kind: 'list' })
    rows.push(
      await compare(
        name,
        MANY,
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
