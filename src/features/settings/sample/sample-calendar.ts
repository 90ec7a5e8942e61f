/** Assigns days, times and venues to the sample events. */

import type { DateTime } from '../../../base/time/date-time.ts'
import { addDays, addSeconds, toDateOnly } from '../../../base/time/parse-date.ts'
import type { Weekday } from './sample-programs.ts'
import {
  listTownVenues,
  MAX_ORGANIZERS,
  MAX_VENUES,
  NAMED_ORGANIZER_COUNT,
  NAMED_VENUE_COUNT,
  type VenueKind,
} from './sample-town.ts'

/** The numbers of records in addition to the events. */
export interface SampleExtent {
  readonly venues: number
  readonly organizers: number
  /** The earliest and latest day on which an event begins, counted from today. */
  readonly firstDay: number
  readonly lastDay: number
}

/** A small calendar covers a few weeks, so that its months are full; a large one a year back and a year ahead. */
export function computeExtent(events: number): SampleExtent {
  const clamp = (min: number, value: number, max: number) => Math.min(Math.max(min, Math.floor(value)), max)
  return {
    venues: clamp(NAMED_VENUE_COUNT, events / 50, MAX_VENUES),
    organizers: clamp(NAMED_ORGANIZER_COUNT, events / 100, MAX_ORGANIZERS),
    firstDay: events > 1000 ? -300 : -clamp(14, events / 6, 60),
    lastDay: clamp(60, events * 0.6, 365),
  }
}

/** Days are counted from today. */
export interface SampleCalendar {
  readonly today: DateTime
  readonly extent: SampleExtent
  /** The first day from this one on that is one of the weekdays. */
  readonly nextDay: (days: readonly Weekday[], from: number) => number
  readonly startAt: (day: number, time: string) => DateTime
  readonly isInSeason: (program: { readonly months?: readonly [number, number] }, day: number) => boolean
  /** Indexes of all venues of these kinds, at least one. */
  readonly findVenues: (kinds: readonly VenueKind[]) => readonly number[]
  /** Returns false when the venue is taken at this time. */
  readonly reserve: (venue: number | undefined, start: DateTime) => boolean
}

const MAX_CONFLICTS = 200
const WEEKDAYS: readonly Weekday[] = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

export function createSampleCalendar(today: DateTime, extent: SampleExtent): SampleCalendar {
  const midnight = `${toDateOnly(today)} 00:00:00`
  const firstWeekday = new Date(`${toDateOnly(today)}T00:00:00Z`).getUTCDay()
  const isOn = (days: readonly Weekday[], day: number) =>
    days.some((name) => WEEKDAYS.indexOf(name) === (((firstWeekday + day) % 7) + 7) % 7)
  const venues = listTownVenues(extent.venues)
  const reserved = new Set<string>()
  let conflicts = 0
  return {
    today,
    extent,
    nextDay: (days, from) => [0, 1, 2, 3, 4, 5, 6].map((next) => from + next).find((day) => isOn(days, day)) ?? from,
    startAt: (day, time) => addSeconds(addDays(midnight, day), parseSeconds(time)),
    isInSeason: ({ months }, day) => {
      const month = Number(addDays(midnight, day).slice(5, 7))
      return months === undefined || (month >= months[0] && month <= months[1])
    },
    findVenues: memoize((kinds) => venues.flatMap(({ kind }, index) => (kinds.includes(kind) ? [index] : []))),
    reserve: (venue, start) => {
      const key = `${venue} ${start}`
      if (venue !== undefined && reserved.has(key)) {
        // If nearly all times are taken, events share a time.
        if (++conflicts > MAX_CONFLICTS) reserved.clear()
        return false
      }
      conflicts = 0
      reserved.add(key)
      return true
    },
  }
}

function memoize<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const cache = new Map<K, V>()
  return (key) => {
    const value = cache.get(key) ?? compute(key)
    cache.set(key, value)
    return value
  }
}

function parseSeconds(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 3600 + minutes * 60
}
