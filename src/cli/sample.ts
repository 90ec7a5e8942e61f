/** A believable calendar made up from word lists: the same seed and day give the same events. */
import type { EventInput } from '../calendar/event.ts'
import type { OrganizerInput } from '../calendar/organizer.ts'
import type { Status } from '../calendar/post.ts'
import type { VenueInput } from '../calendar/venue.ts'
import { addDays, addSeconds, type DateTime, dayOf } from '../text/dates.ts'
import { slugify } from '../text/slug.ts'
import { type Random, randomOf } from './random.ts'
import {
  ADVICE,
  CITIES,
  type City,
  FIRST_NAMES,
  ORGANIZERS,
  PLACES,
  PROGRAMMES,
  type Programme,
  STREETS,
  SURNAME_ENDS,
  SURNAME_MIDDLES,
  SURNAME_STARTS,
  TAGS,
} from './sample-words.ts'

/** How large a calendar is besides its events. */
export interface Extent {
  readonly venues: number
  readonly organizers: number
  /** The earliest day of an event, counted from today. */
  readonly firstDay: number
}

/** A small calendar looks ahead; a large one has as much behind it, and more houses and people. */
export function extentOf(events: number): Extent {
  return {
    venues: Math.min(Math.max(CITIES.length * PLACES.length, Math.floor(events / 50)), 5000),
    organizers: Math.min(Math.max(ORGANIZERS.length, Math.floor(events / 100)), 2500),
    firstDay: events > 1000 ? -300 : -60,
  }
}

export interface SampleVenue {
  readonly input: VenueInput
  readonly city: City
}

/** The first `count` of endless venues: every house in every city, then others of the same name. */
export const sampleVenues = (count: number): SampleVenue[] =>
  Array.from({ length: count }, (_, index) => venueAt(index))

function venueAt(number: number): SampleVenue {
  const city = at(CITIES, Math.floor(number / PLACES.length))
  const { timezone: _timezone, currency: _currency, code: _code, ...address } = city
  return {
    city,
    input: {
      ...address,
      venue: numbered(`${at(PLACES, number)} ${city.city}`, Math.floor(number / (PLACES.length * CITIES.length))),
      address: `${3 + 7 * number} ${at(STREETS, number)}`,
      phone: `555-01${String(number).padStart(2, '0')}`,
      description: `A house for music, words and pictures in the middle of ${city.city}.`,
    },
  }
}

/** The first `count` of endless organizers. */
export const sampleOrganizers = (count: number): OrganizerInput[] =>
  Array.from({ length: count }, (_, number) => {
    const organizer = numbered(at(ORGANIZERS, number), Math.floor(number / ORGANIZERS.length))
    const host = `${slugify(organizer)}.example`
    return { organizer, email: `hello@${host}`, website: `https://${host}/` }
  })

/** The first of a name goes without a number. */
const numbered = (name: string, turn: number): string => (turn === 0 ? name : `${name} ${turn + 1}`)

/** Of a list that begins anew at its end. */
function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('the list is empty')
  return found
}

export interface SampleEvent {
  readonly input: Partial<EventInput>
  /** Place among the venues; a few events have none yet. */
  readonly venue: number | undefined
  /** Places among the organizers. */
  readonly organizers: readonly number[]
  readonly category: string
  readonly tags: readonly string[]
}

/** The calendar reaches a year ahead. */
const LAST_DAY = 365

/** Events without end, series by series, a third of them single ones; `today` is the wall clock of the site. */
export function* sampleEvents(seed: number, today: DateTime, extent: Extent): Generator<SampleEvent> {
  const random = randomOf(seed)
  while (true) yield* series(random, today, extent)
}

const ONCE = PROGRAMMES.filter(({ every }) => every === 0)
const REPEATED = PROGRAMMES.filter(({ every }) => every > 0)

/** One, or a few of the same: on the same weekday, at the same hour and place. */
function* series(random: Random, today: DateTime, extent: Extent): Generator<SampleEvent> {
  const programme = random.pick(random.chance(0.75) ? ONCE : REPEATED)
  const venue = random.between(0, extent.venues - 1)
  const plan: SeriesPlan = {
    programme,
    city: venueAt(venue).city,
    title: random.pick(programme.titles),
    hour: programme.hours.length > 0 ? random.pick(programme.hours) : undefined,
    prices: random.pick(programme.prices),
  }
  const shared = {
    venue: random.chance(0.95) ? venue : undefined,
    organizers: distinct([...Array(random.between(0, 2)).keys()].map(() => random.between(0, extent.organizers - 1))),
    category: programme.category,
    tags: distinct([...Array(random.between(0, 3)).keys()].map(() => random.pick(TAGS))),
  }
  const first = random.between(extent.firstDay, LAST_DAY)
  const times = programme.every === 0 ? 1 : random.between(4, 12)
  for (let turn = 0, day = first; turn < times && day <= LAST_DAY; turn++, day += programme.every) {
    yield { ...shared, input: eventInput(random, plan, day, today) }
  }
}

interface SeriesPlan {
  readonly programme: Programme
  readonly city: City
  readonly title: string
  readonly hour: number | undefined
  readonly prices: readonly number[]
}

function eventInput(
  random: Random,
  { programme, city, title, hour, prices }: SeriesPlan,
  offset: number,
  today: DateTime,
): Partial<EventInput> {
  const day = addDays(`${dayOf(today)} 00:00:00`, offset)
  const announced = Math.min(offset - random.between(20, 60), -random.between(1, 30))
  return {
    title,
    slug: slugify(`${title} ${dayOf(day)}`),
    description: `${programme.text}\n\n${people(random)}\n\n${advice(random)}\n\nIn ${city.city}, in all weathers.`,
    excerpt: programme.text.split('. ', 1).join(),
    status: statusOf(random),
    date: addDays(today, announced),
    timezone: city.timezone,
    ...(hour === undefined ? wholeDays(day, programme.length) : hours(day, hour, programme.length)),
    ...priced(prices, city, day),
    featured: random.chance(0.05),
    show_map: true,
    show_map_link: true,
  }
}

function people(random: Random): string {
  const name = () =>
    [random.pick(FIRST_NAMES), [SURNAME_STARTS, SURNAME_MIDDLES, SURNAME_ENDS].map(random.pick).join('')].join(' ')
  return `This time with ${name()}, ${name()} and ${name()}, and whoever else turns up with something to show.`
}

function advice(random: Random): string {
  const first = random.between(0, ADVICE.length - 1)
  return [0, 1, 2].map((next) => at(ADVICE, first + next)).join(' ')
}

/** What has several prices is sold until its day; the rest says in words what it costs. */
function priced(prices: readonly number[], { currency, code }: City, day: DateTime): Partial<EventInput> {
  if (prices.length < 2) return { cost: prices.length === 0 ? ['Free'] : prices.map((price) => `${currency}${price}`) }
  return {
    tickets: prices.map((price, index) => ({
      name: index === 0 ? 'Reduced' : 'Full price',
      price: String(price),
      currency: code,
      url: '',
      available_from: '',
      available_until: day,
      availability: 'InStock',
    })),
  }
}

/** Most are published; some wait for their editors. */
function statusOf(random: Random): Status {
  if (random.chance(0.9)) return 'publish'
  return random.pick(['draft', 'draft', 'pending', 'private'])
}

function hours(day: DateTime, hour: number, minutes: number) {
  const start = addSeconds(day, hour * 3600)
  return { start_date: start, end_date: addSeconds(start, minutes * 60), all_day: false }
}

function wholeDays(day: DateTime, days: number) {
  return { start_date: day, end_date: addDays(day, days - 1), all_day: true }
}

const distinct = <T>(list: readonly T[]): T[] => [...new Set(list)]
