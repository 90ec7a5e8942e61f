/** Days, times and places of the sample town. */
import { addDays, addSeconds, type DateTime, dayOf } from '../text/dates.ts'
import type { Weekday } from './sample-programs.ts'
import {
  FIRST_ORGANIZERS,
  FIRST_VENUES,
  MOST_ORGANIZERS,
  MOST_VENUES,
  townVenues,
  type VenueKind,
} from './sample-town.ts'

/** The size of a calendar besides its events. */
export interface Extent {
  readonly venues: number
  readonly organizers: number
  /** The earliest and latest day on which an event begins, counted from today. */
  readonly firstDay: number
  readonly lastDay: number
}

/** A small calendar covers a few weeks, so that its months are full; a large one a year back and a year ahead. */
export function extentOf(events: number): Extent {
  const within = (least: number, number: number, most: number) => Math.min(Math.max(least, Math.floor(number)), most)
  return {
    venues: within(FIRST_VENUES, events / 50, MOST_VENUES),
    organizers: within(FIRST_ORGANIZERS, events / 100, MOST_ORGANIZERS),
    firstDay: events > 1000 ? -300 : -within(14, events / 6, 60),
    lastDay: within(60, events * 0.6, 365),
  }
}

/** Days are counted from today. */
export interface Calendar {
  readonly today: DateTime
  readonly extent: Extent
  /** The first day from this one on that is one of the weekdays. */
  readonly nextDay: (days: readonly Weekday[], from: number) => number
  readonly startAt: (day: number, time: string) => DateTime
  readonly isInSeason: (program: { readonly months?: readonly [number, number] }, day: number) => boolean
  /** Indexes of all venues of these kinds, at least one. */
  readonly placesFor: (kinds: readonly VenueKind[]) => readonly number[]
  /** Returns false when the venue is taken at this time. */
  readonly reserve: (venue: number | undefined, start: DateTime) => boolean
}

const MOST_REFUSALS = 200
const WEEKDAYS: readonly Weekday[] = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

export function openCalendar(today: DateTime, extent: Extent): Calendar {
  const midnight = `${dayOf(today)} 00:00:00`
  const firstWeekday = new Date(`${dayOf(today)}T00:00:00Z`).getUTCDay()
  const isOn = (days: readonly Weekday[], day: number) =>
    days.some((name) => WEEKDAYS.indexOf(name) === (((firstWeekday + day) % 7) + 7) % 7)
  const venues = townVenues(extent.venues)
  const taken = new Set<string>()
  let refusals = 0
  return {
    today,
    extent,
    nextDay: (days, from) => [0, 1, 2, 3, 4, 5, 6].map((next) => from + next).find((day) => isOn(days, day)) ?? from,
    startAt: (day, time) => addSeconds(addDays(midnight, day), secondsOf(time)),
    isInSeason: ({ months }, day) => {
      const month = Number(addDays(midnight, day).slice(5, 7))
      return months === undefined || (month >= months[0] && month <= months[1])
    },
    placesFor: remembered((kinds) => venues.flatMap(({ kind }, index) => (kinds.includes(kind) ? [index] : []))),
    reserve: (venue, start) => {
      const key = `${venue} ${start}`
      if (venue !== undefined && taken.has(key)) {
        // Where nearly every time is taken, events share one rather than none being found.
        if (++refusals > MOST_REFUSALS) taken.clear()
        return false
      }
      refusals = 0
      taken.add(key)
      return true
    },
  }
}

function remembered<K extends object, V>(work: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const value = known.get(key) ?? work(key)
    known.set(key, value)
    return value
  }
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 3600 + minutes * 60
}
