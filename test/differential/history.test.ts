/**
 * One random sequence of writes on two databases: all responses to writes are identical, byte for byte, and so are all
 * reads afterwards. HISTORY_WRITES makes it longer, HISTORY_SEED selects another one.
 */
import { test } from 'node:test'
import { createRandom, type Random } from '../../src/features/settings/sample/seeded-random.ts'
import { ENGINES } from '../helper/engines.ts'
import { createSolidImage } from '../helper/media/encode-png.ts'
import { getSeed } from '../helper/properties/seeds.ts'
import { addKnownRecord, createKnownRecords, type KnownRecords } from './known-ids.ts'
import { createItemRequest, createListRequests, listFullListPaths, REQUEST_USERS } from './queries.ts'
import { startTwins, type Twins } from './twins.ts'
import { createWriteRequest } from './writes.ts'

const WRITES = Number(process.env['HISTORY_WRITES'] ?? 300)
const SEED = getSeed(1, 'HISTORY_SEED')
/** Writes between two rounds of reads. */
const ROUND = 500
const START = Date.parse('2026-11-21T03:00:00Z')

const ADDITIONAL_FIELDS = [
  { key: 'age', label: 'Age', type: 'number' },
  { key: 'note', label: { en: 'Note', de: 'Notiz' }, type: 'text' },
]

interface HistoryRun {
  readonly twins: Twins
  readonly random: Random
  readonly known: KnownRecords
}

test(`A random history returns the same responses on ${ENGINES.map(({ name }) => name).join(' and ')}`, async (context) => {
  const [first, second] = ENGINES
  if (!first || !second) return context.skip('there is one engine only')
  const images = await Promise.all([
    createSolidImage(40, 30).png().toBuffer(),
    createSolidImage(400, 200).png().toBuffer(),
    createSolidImage(20, 20).jpeg().toBuffer(),
  ])
  const twins = await startTwins([first.name, second.name], { seed: SEED, now: new Date(START).toISOString() })
  try {
    const known = createKnownRecords({ users: [1, 2, 3, 4, 5, 6, 7], images, now: START })
    for (const field of ADDITIONAL_FIELDS)
      await twins.send({ method: 'POST', path: '/fields', as: 'admin', json: field }, 'start')
    const counts = await replay({ twins, random: createRandom(SEED), known })
    context.diagnostic(
      `seed ${SEED}: ${[...counts]
        .sort()
        .map(([status, count]) => `${count} x ${status}`)
        .join(', ')}`,
    )
  } finally {
    await twins.stop()
  }
})

/** Count of writes by status of the response. */
async function replay(run: HistoryRun): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>()
  for (let number = 1; number <= WRITES; number += 1) {
    const about = `seed ${SEED}, write ${number}`
    const { status } = await step(run, about)
    counts.set(status, (counts.get(status) ?? 0) + 1)
    if (number % ROUND !== 0) continue
    for (const request of createListRequests(run.random, run.known)) await run.twins.send(request, `after ${about}`)
  }
  await readEverything(run, `seed ${SEED}, after ${WRITES} writes`)
  return counts
}

async function step({ twins, random, known }: HistoryRun, about: string) {
  if (random.chance(0.1)) {
    known.now += random.between(1, 7200) * 1000
    await twins.setNow(new Date(known.now).toISOString(), about)
  }
  const { kind, ...write } = createWriteRequest(random, known)
  const response = await twins.send(write, about)
  addKnownRecord(known, kind, response.json)
  if (random.chance(0.1)) await twins.send(createItemRequest(random, known), `after ${about}`)
  return response
}

async function readEverything({ twins, random, known }: HistoryRun, about: string): Promise<void> {
  await twins.compareTables(about)
  for (const as of REQUEST_USERS) {
    for (const request of createListRequests(random, known)) await twins.send({ ...request, as }, about)
  }
  for (const list of listFullListPaths()) {
    const send = (page: number) => twins.send({ method: 'GET', path: `${list}&page=${page}`, as: 'admin' }, about)
    const { json } = await send(1)
    const last: number = json.total_pages
    for (const page of new Set([random.between(1, last), random.between(1, last), last])) if (page > 1) await send(page)
  }
  for (const form of ['ics', 'rss', 'ndjson', 'csv']) {
    const path = `/events.${form}?status=any&hidden=true&starts_after=1970-01-01`
    await twins.send({ method: 'GET', path, as: 'admin' }, about)
    await twins.send({ method: 'GET', path: `/events.${form}` }, about)
  }
  await twins.waitUntilIdle()
}
