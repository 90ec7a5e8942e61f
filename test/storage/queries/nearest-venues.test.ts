/** Pages of the nearest venues equal the complete sorted list, however unevenly the venues are distributed. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { applyLinkedInput } from '../../../src/calendar/linked/apply-linked-input.ts'
import { findLinkedIds } from '../../../src/calendar/linked/find-linked-ids.ts'
import { computeSquaredChord, type Point, toSphericalPoint } from '../../../src/calendar/linked/geo.ts'
import { planLinked } from '../../../src/calendar/lists/query-plan.ts'
import { insertBatch } from '../../../src/calendar/posts/bulk-write.ts'
import { allocateIds } from '../../../src/calendar/posts/post-store.ts'
import { createWriteContext } from '../../../src/calendar/write-context.ts'
import { ANONYMOUS } from '../../../src/kernel/user.ts'
import { ENGINES } from '../../helper/engines.ts'
import { fc, getSeed } from '../../helper/properties/seeds.ts'
import { startService, type TestService } from '../../helper/service.ts'

/** A cluster, some venues around it, and a few on the opposite side of the earth; several at the same location. */
const POINTS: readonly Point[] = Array.from({ length: 240 }, (_, number) => {
  if (number < 150) return { lat: 48 + (number % 10) / 1000, lng: 2 + (number % 15) / 1000 }
  if (number < 220) return { lat: 48 + ((number * 37) % 100) / 25, lng: 2 + ((number * 53) % 100) / 20 }
  return { lat: -40 + number / 100, lng: 179.5 + ((number % 10) / 10 - 0.5) }
})

function chord(a: Point, b: Point): number {
  const [p, q] = [toSphericalPoint(a), toSphericalPoint(b)]
  return (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y) + (q.z - p.z) * (q.z - p.z)
}

for (const engine of ENGINES) {
  describe(`The nearest venues on ${engine.name}`, () => {
    let service: TestService
    const points = new Map<number, Point>()
    before(async () => {
      service = await startService({ engine })
      const { services } = service
      const writeContext = createWriteContext(services, { id: 1, role: 'administrator' })
      await services.database.transaction(async (tx) => {
        const ids = await allocateIds(tx, 'venue', POINTS.length)
        const venues = ids.map((id, index) => {
          const { lat, lng } = POINTS[index] ?? { lat: 0, lng: 0 }
          const point = { lat, lng: lng > 180 ? lng - 360 : lng }
          points.set(id, point)
          const input = { venue: `Venue ${id}`, geo_lat: point.lat, geo_lng: point.lng }
          return { ...applyLinkedInput.venue(input, undefined, writeContext), id }
        })
        await insertBatch(tx, 'venue', venues, { at: services.now() })
      })
    })
    after(() => service.stop())

    async function readAllPages(center: Point, radius: number, perPage: number): Promise<number[]> {
      const query = {
        geoloc_lat: center.lat,
        geoloc_lng: center.lng,
        geoloc_radius: radius,
        orderby: 'distance',
      } as const
      const clock = { now: service.services.now(), zone: 'UTC', dayCutoff: '00:00' }
      const collected: number[] = []
      for (let page = 1; ; page++) {
        const plan = planLinked(query, {}, { viewer: ANONYMOUS, clock, paging: { page, perPage } })
        const { ids } = await findLinkedIds(service.services.database.read, 'venue', plan)
        if (ids.length === 0) return collected
        collected.push(...ids)
      }
    }

    function sorted(center: Point, radius: number): number[] {
      const inside = [...points].filter(([, point]) => chord(center, point) <= computeSquaredChord(radius))
      return inside.sort(([a, p], [b, q]) => chord(center, p) - chord(center, q) || a - b).map(([id]) => id)
    }

    test('The pages contain all venues, sorted by distance', async () => {
      const near = fc.record({
        lat: fc.double({ min: 47.9, max: 48.1, noNaN: true }),
        lng: fc.double({ min: 1.9, max: 2.1, noNaN: true }),
      })
      const anywhere = fc.record({
        lat: fc.double({ min: -90, max: 90, noNaN: true }),
        lng: fc.double({ min: -180, max: 180, noNaN: true }),
      })
      const antimeridian = fc.record({
        lat: fc.double({ min: -39, max: -36, noNaN: true }),
        lng: fc.oneof(
          fc.double({ min: 178, max: 180, noNaN: true }),
          fc.double({ min: -180, max: -178, noNaN: true }),
          fc.constantFrom(-180, 180),
        ),
      })
      const radius = fc.constantFrom(0.5, 5, 50, 500, 5000, 20038)
      const property = fc.asyncProperty(
        fc.oneof(near, anywhere, antimeridian),
        radius,
        fc.constantFrom(3, 10, 50),
        async (center, km, perPage) => {
          assert.deepEqual(await readAllPages(center, km, perPage), sorted(center, km))
        },
      )
      await fc.assert(property, { seed: getSeed(7), numRuns: 40 })
    })
  })
}
