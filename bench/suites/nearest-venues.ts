/** Part of `npm run bench`: finding the nearest of 10,000 venues spread over a country the size of France. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyLinkedInput } from '../../src/calendar/linked/apply-linked-input.ts'
import { findLinkedIds } from '../../src/calendar/linked/find-linked-ids.ts'
import type { LinkedQuery } from '../../src/calendar/lists/linked-query.ts'
import { planLinked } from '../../src/calendar/lists/query-plan.ts'
import { insertBatch } from '../../src/calendar/posts/bulk-write.ts'
import { allocateIds } from '../../src/calendar/posts/post-store.ts'
import { createTimeContext, withCurrentSite } from '../../src/calendar/services.ts'
import { createWriteContext } from '../../src/calendar/write-context.ts'
import { readConfig } from '../../src/config.ts'
import { ANONYMOUS } from '../../src/kernel/user.ts'
import { createServices } from '../../src/process-services.ts'
import { createEnvironment, launchService, measureLatency } from '../lib/service.ts'

const VENUES = 10_000
const BATCH = 250
const RUNS = 300

/** Seeded random numbers from 0 to 1. */
function createRandomFraction(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const folder = mkdtempSync(join(tmpdir(), 'calends-bench-'))
const services = withCurrentSite(await createServices(readConfig(createEnvironment(folder))))
const random = createRandomFraction(1)
const createPoint = () => ({ lat: 43 + 7 * random(), lng: -1 + 8 * random() })
const writeContext = createWriteContext(services, { id: 1, role: 'administrator' })

for (let done = 0; done < VENUES; done += BATCH) {
  await services.database.transaction(async (tx) => {
    const ids = await allocateIds(tx, 'venue', BATCH)
    const venues = ids.map((id) => {
      const { lat, lng } = createPoint()
      const input = { venue: `Venue ${id}`, geo_lat: lat, geo_lng: lng }
      return { ...applyLinkedInput.venue(input, undefined, writeContext), id }
    })
    await insertBatch(tx, 'venue', venues, { at: services.now() })
  })
}

const paging = { page: 1, perPage: 50 }
const createQuery = (radius: number): LinkedQuery => {
  const { lat, lng } = createPoint()
  return { geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: radius, orderby: 'distance' }
}

async function measureQuery(radius: number): Promise<string> {
  const durations: number[] = []
  let found = 0
  for (let run = 0; run < RUNS; run++) {
    const plan = planLinked(createQuery(radius), {}, { viewer: ANONYMOUS, clock: createTimeContext(services), paging })
    const began = performance.now()
    found += (await findLinkedIds(services.database.read, 'venue', plan)).total
    durations.push(performance.now() - began)
  }
  durations.sort((a, b) => a - b)
  const at = (share: number) => (durations[Math.floor(share * RUNS)] ?? 0).toFixed(2)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, of ${Math.round(found / RUNS)} within`
}

for (const radius of [25, 100, 1500]) {
  process.stdout.write(`IDs of the nearest 50 of ${VENUES} venues in ${radius} km: ${await measureQuery(radius)}\n`)
}
await services.close()

const { child, url } = await launchService(folder)
for (const radius of [25, 100, 1500]) {
  const path = `/venues?per_page=50&orderby=distance&geoloc_lat=46.5&geoloc_lng=3&geoloc_radius=${radius}`
  process.stdout.write(`the nearest 50 venues in ${radius} km: ${await measureLatency(url, path)}\n`)
}
child.kill('SIGTERM')
child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
