/** Arithmetic with wall times, `YYYY-MM-DD HH:MM:SS`, which are computed as if they were UTC. */

const toMilliseconds = (wallTime: string): number => Date.parse(`${wallTime.replace(' ', 'T')}Z`)

const toWallTime = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')

export const isWallTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !Number.isNaN(toMilliseconds(text))

export const getDay = (wallTime: string): string => wallTime.slice(0, 10)
export const getTime = (wallTime: string): string => wallTime.slice(11, 16)

export const joinWallTime = (day: string, time: string): string => `${day} ${time || '00:00'}:00`

/** Milliseconds from `start` to `end`. */
export const measureDuration = (start: string, end: string): number => toMilliseconds(end) - toMilliseconds(start)

export const addDuration = (wallTime: string, milliseconds: number): string =>
  toWallTime(toMilliseconds(wallTime) + milliseconds)

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Duration of an event without an end. */
const DEFAULT_DURATION = 2 * HOUR

interface Dates {
  readonly start_date: string
  readonly end_date: string
}

/** The end moves with the start. */
export function moveStart({ start_date, end_date }: Dates, start: string): Dates {
  const isKnown = isWallTime(start_date) && isWallTime(end_date)
  const duration = isKnown ? Math.max(0, measureDuration(start_date, end_date)) : DEFAULT_DURATION
  return { start_date: start, end_date: addDuration(start, duration) }
}

/** The wall time in a time zone at this moment. */
export const getNow = (timeZone: string): string => {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return format.format(new Date())
}
