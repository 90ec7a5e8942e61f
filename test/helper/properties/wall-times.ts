/** Wall times and clock changes by Intl, which share no code with the service. All times are seconds since 1970. */
import { fc } from './seeds.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** Zones that only the service knows. */
const FIXED: Readonly<Record<string, number>> = { 'UTC-5': -5 * HOUR, 'UTC+5.75': 5.75 * HOUR }
const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const created = new Intl.DateTimeFormat('sv-SE', { ...parts, second: '2-digit', timeZone: zone })
  formats.set(zone, created)
  return created
}

/** Seconds of a wall time that is read as UTC. */
export const parseSeconds = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}Z`) / 1000
export const formatSeconds = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

export function getWallTime(instant: number, zone: string): number {
  const fixed = FIXED[zone]
  return fixed === undefined ? parseSeconds(getFormat(zone).format(instant * 1000)) : instant + fixed
}

/** The first instant of a wall time; a wall time in a gap moves forward by the length of the gap (wire-contract §6.2). */
export function getInstant(wall: number, zone: string): number {
  const before = getWallTime(wall - DAY, zone) - (wall - DAY)
  const after = getWallTime(wall + DAY, zone) - (wall + DAY)
  const found = [wall - before, wall - after]
    .sort((a, b) => a - b)
    .find((instant) => getWallTime(instant, zone) === wall)
  return found ?? wall - before
}

/** Instants within two hours of a clock change from 1970 to 2100; any instants for a zone without changes. */
export function createInstantsNearChange(zone: string): fc.Arbitrary<number> {
  const from = fc.integer({ min: 0, max: Date.UTC(2098, 0) / 1000 })
  const shift = fc.oneof(
    fc.integer({ min: -2 * HOUR, max: 2 * HOUR }),
    fc.constantFrom(-HOUR, -HOUR - 1, -1, 0, 1, HOUR - 1, HOUR),
  )
  return fc.tuple(from, shift).map(([second, seconds]) => findNextChange(second, zone) + seconds)
}

/** The next clock change within two years, otherwise the given instant. */
function findNextChange(from: number, zone: string): number {
  const offset = (instant: number) => getWallTime(instant, zone) - instant
  const initial = offset(from)
  const steps = Array.from({ length: 104 }, (_, week) => from + (week + 1) * 7 * DAY)
  let after = steps.find((instant) => offset(instant) !== initial)
  if (after === undefined) return from
  for (let before = after - 7 * DAY; after - before > 1; ) {
    const middle = Math.floor((before + after) / 2)
    if (offset(middle) === initial) before = middle
    else after = middle
  }
  return after
}
