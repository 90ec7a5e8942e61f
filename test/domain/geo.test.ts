/** Circles on the globe: contents of a bounding box and order of distances, compared with the haversine formula. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type BoundingBox,
  computeBoundingBox,
  computeSquaredChord,
  MAX_DISTANCE_KM,
  type Point,
  toSphericalPoint,
} from '../../src/calendar/linked/geo.ts'
import { fc, getSeed } from '../helper/properties/seeds.ts'

const KILOMETERS = 6371.0088
/** Kilometers by which the two formulas may differ; close to the antipode both lose precision. */
const BLUR = 0.01

function haversine(a: Point, b: Point): number {
  const [lat, lng] = [((b.lat - a.lat) * Math.PI) / 180, ((b.lng - a.lng) * Math.PI) / 180]
  const across = Math.cos((a.lat * Math.PI) / 180) * Math.cos((b.lat * Math.PI) / 180) * Math.sin(lng / 2) ** 2
  return 2 * KILOMETERS * Math.asin(Math.min(1, Math.sqrt(Math.sin(lat / 2) ** 2 + across)))
}

function computeSquaredChordLength(a: Point, b: Point): number {
  const [p, q] = [toSphericalPoint(a), toSphericalPoint(b)]
  return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y) + (p.z - q.z) * (p.z - q.z)
}

const containsPoint = ({ south, north, longitudes }: BoundingBox, { lat, lng }: Point): boolean =>
  lat >= south && lat <= north && longitudes.some(({ west, east }) => lng >= west && lng <= east)

const degrees = (limit: number) =>
  fc.oneof(
    fc.double({ min: -limit, max: limit, noNaN: true }),
    fc.constantFrom(-limit, limit, 0, limit - 1e-9, 1e-9 - limit, limit - 0.1, 0.1 - limit),
  )
const point = fc.record({ lat: degrees(90), lng: degrees(180) })
const radius = fc.oneof(
  fc.double({ min: 1e-6, max: 100, noNaN: true }),
  fc.double({ min: 1e-6, max: MAX_DISTANCE_KM, noNaN: true }),
  fc.constantFrom(1e-6, 10_007.543, 20_015.1, MAX_DISTANCE_KM),
)

/** The point in a direction and at a distance from another one. */
function computeDestination({ lat, lng }: Point, kilometers: number, bearing: number): Point {
  const [angle, from] = [kilometers / KILOMETERS, (lat * Math.PI) / 180]
  const sine = Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing)
  const to = Math.asin(Math.max(-1, Math.min(1, sine)))
  const east = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * Math.sin(to),
  )
  return { lat: (to * 180) / Math.PI, lng: ((lng + (east * 180) / Math.PI + 540) % 360) - 180 }
}

test('The bounding box contains every point of the circle, across the antimeridian and around the poles', () => {
  const near = fc.tuple(
    point,
    radius,
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 7, noNaN: true }),
  )
  fc.assert(
    fc.property(near, ([center, kilometers, share, bearing]) => {
      const point = computeDestination(center, kilometers * share, bearing)
      const isInside = computeSquaredChordLength(center, point) <= computeSquaredChord(kilometers)
      return !isInside || containsPoint(computeBoundingBox({ center, radius: kilometers }), point)
    }),
    { numRuns: 20_000, seed: getSeed(1) },
  )
  fc.assert(
    fc.property(point, point, radius, (center, point, kilometers) => {
      const isInside = computeSquaredChordLength(center, point) <= computeSquaredChord(kilometers)
      return !isInside || containsPoint(computeBoundingBox({ center, radius: kilometers }), point)
    }),
    { numRuns: 20_000, seed: getSeed(2) },
  )
})

test('A point is in the circle if the haversine formula agrees', () => {
  const check = (center: Point, point: Point, kilometers: number) => {
    const distance = haversine(center, point)
    const isInside = computeSquaredChordLength(center, point) <= computeSquaredChord(kilometers)
    return Math.abs(distance - kilometers) < BLUR || isInside === distance < kilometers
  }
  fc.assert(fc.property(point, point, radius, check), { numRuns: 20_000, seed: getSeed(3) })
  const near = fc.tuple(
    point,
    radius,
    fc.double({ min: 0, max: 2, noNaN: true }),
    fc.double({ min: 0, max: 7, noNaN: true }),
  )
  fc.assert(
    fc.property(near, ([center, kilometers, share, bearing]) =>
      check(center, computeDestination(center, kilometers * share, bearing), kilometers),
    ),
    { numRuns: 20_000, seed: getSeed(4) },
  )
})

test('Half the circumference covers every point', () => {
  fc.assert(
    fc.property(point, (center) => {
      const antipode = { lat: -center.lat, lng: center.lng > 0 ? center.lng - 180 : center.lng + 180 }
      assert.ok(computeSquaredChordLength(center, antipode) <= computeSquaredChord(MAX_DISTANCE_KM))
      assert.ok(containsPoint(computeBoundingBox({ center, radius: MAX_DISTANCE_KM }), antipode))
    }),
    { seed: getSeed(5) },
  )
})

test('A small circle has a small bounding box, in two parts where it crosses the antimeridian', () => {
  const paris = computeBoundingBox({ center: { lat: 48.8566, lng: 2.3522 }, radius: 25 })
  assert.ok(paris.north - paris.south < 0.46 && paris.longitudes.length === 1)
  assert.ok(paris.longitudes.every(({ west, east }) => east - west < 0.7))
  const fiji = computeBoundingBox({ center: { lat: -17, lng: 179.95 }, radius: 25 })
  assert.deepEqual([fiji.longitudes[0]?.east, fiji.longitudes[1]?.west], [180, -180])
  assert.ok(fiji.longitudes.every(({ west, east }) => east - west < 0.5))
  const pole = computeBoundingBox({ center: { lat: 89.9, lng: 0 }, radius: 25 })
  assert.deepEqual(pole.longitudes, [{ west: -180, east: 180 }])
})
