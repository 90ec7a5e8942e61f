/** A believable calendar made up from word lists: the same seed and day give the same events. */
import type { EventInput } from '../calendar/event.ts'
import type { OrganizerInput } from '../calendar/organizer.ts'
import type { Status } from '../calendar/post.ts'
import type { VenueInput } from '../calendar/venue.ts'
import { addDays, addSeconds, type DateTime, dayOf } from '../text/dates.ts'
import { slugify } from '../text/slug.ts'
import { type Random, randomOf } from './random.ts'
import { CITIES, type City, ORGANIZERS, PLACES, PROGRAMMES, type Programme, STREETS, TAGS } from './sample-words.ts'

export interface SampleVenue {
  readonly input: VenueInput
  readonly city: City
}

export const SAMPLE_VENUES: readonly SampleVenue[] = CITIES.flatMap((city, row) =>
  PLACES.map((place, column) => {
    const { timezone: _timezone, currency: _currency, code: _code, ...address } = city
    const number = row * PLACES.length + column
    const street = STREETS[number % STREETS.length]
    return {
      city,
      input: {
        ...address,
        venue: `${place} ${city.city}`,
        address: `${3 + 7 * number} ${street}`,
        phone: `555-01${String(number).padStart(2, '0')}`,
        description: `A house for music, words and pictures in the middle of ${city.city}.`,
      },
    }
  }),
)

export const SAMPLE_ORGANIZERS: readonly OrganizerInput[] = ORGANIZERS.map((organizer) => ({
  organizer,
  email: `hello@${slugify(organizer)}.example`,
  website: `https://${slugify(organizer)}.example/`,
}))

export interface SampleEvent {
  readonly input: Partial<EventInput>
  /** Place in SAMPLE_VENUES; a few events have none yet. */
  readonly venue: number | undefined
  /** Places in SAMPLE_ORGANIZERS. */
  readonly organizers: readonly number[]
  readonly category: string
  readonly tags: readonly string[]
}

/** The calendar reaches from two months back to a year ahead. */
const FIRST_DAY = -60
const LAST_DAY = 365

/** Events without end, series by series, a third of them single ones; `today` is the wall clock of the site. */
export function* sampleEvents(seed: number, today: DateTime): Generator<SampleEvent> {
  const random = randomOf(seed)
  while (true) yield* series(random, today)
}

const ONCE = PROGRAMMES.filter(({ every }) => every === 0)
const REPEATED = PROGRAMMES.filter(({ every }) => every > 0)

/** One, or a few of the same: on the same weekday, at the same hour and place. */
function* series(random: Random, today: DateTime): Generator<SampleEvent> {
  const programme = random.pick(random.chance(0.75) ? ONCE : REPEATED)
  const venue = random.between(0, SAMPLE_VENUES.length - 1)
  const plan: SeriesPlan = {
    programme,
    city: SAMPLE_VENUES[venue]?.city ?? random.pick(CITIES),
    title: random.pick(programme.titles),
    hour: programme.hours.length > 0 ? random.pick(programme.hours) : undefined,
    prices: random.pick(programme.prices),
  }
  const shared = {
    venue: random.chance(0.95) ? venue : undefined,
    organizers: distinct([...Array(random.between(0, 2)).keys()].map(() => random.between(0, ORGANIZERS.length - 1))),
    category: programme.category,
    tags: distinct([...Array(random.between(0, 3)).keys()].map(() => random.pick(TAGS))),
  }
  const first = random.between(FIRST_DAY, LAST_DAY)
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
    description: `${programme.text}\n\nIn ${city.city}, in all weathers.`,
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
