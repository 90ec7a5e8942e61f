/** A realistic calendar of one town: the same seed and day generate the same events. */

import { slugify } from '../../../base/text/slug.ts'
import type { DateTime } from '../../../base/time/date-time.ts'
import { addDays, addSeconds, toDateOnly } from '../../../base/time/parse-date.ts'
import type { EventInput } from '../../../calendar/events/event-fields.ts'
import type { OrganizerInput } from '../../../calendar/linked/organizer-fields.ts'
import type { VenueInput } from '../../../calendar/linked/venue-fields.ts'
import type { PostStatus } from '../../../kernel/post.ts'
import type { SceneName } from './poster-scenes.ts'
import { createSampleCalendar, type SampleCalendar, type SampleExtent } from './sample-calendar.ts'
import {
  BAND_ENDS,
  BAND_STARTS,
  EXHIBITIONS,
  FESTIVALS,
  PIECES,
  SERIES,
  SINGLE_EVENTS,
  type TimedProgram,
  TOPICS,
  type WholeDayProgram,
} from './sample-programs.ts'
import {
  createWebsiteUrl,
  getCyclic,
  listTownOrganizers,
  listTownVenues,
  NAMED_ORGANIZER_COUNT,
  TOWN,
} from './sample-town.ts'
import { ADVICE, FIRST_NAMES, SURNAME_ENDS, SURNAME_MIDDLES, SURNAME_STARTS } from './sample-words.ts'
import { createRandom, type Random } from './seeded-random.ts'

/** The first of a fixed sequence of venues. */
export const createSampleVenues = (count: number): VenueInput[] =>
  listTownVenues(count).map(({ name, street, latitude, longitude }, index) => ({
    ...TOWN.address,
    venue: name,
    address: street,
    geo_lat: latitude,
    geo_lng: longitude,
    phone: `(802) 555-${String(100 + (index % 100)).padStart(4, '0')}`,
    website: createWebsiteUrl(name),
    description: `${name}, ${street}. Open an hour before each event.`,
  }))

/** The first of a fixed sequence of organizers. */
export const createSampleOrganizers = (count: number): OrganizerInput[] =>
  listTownOrganizers(count).map((organizer) => {
    const website = createWebsiteUrl(organizer)
    return { organizer, website, email: `hello@${new URL(website).host}` }
  })

export interface SampleEvent {
  readonly input: Partial<EventInput>
  /** Index of the venue; a few events have none yet. */
  readonly venue: number | undefined
  /** Indexes of the organizers. */
  readonly organizers: readonly number[]
  readonly category: string
  readonly tags: readonly string[]
  readonly poster: { readonly scene: SceneName; readonly variant: number } | undefined
}

export const POSTER_VARIANTS = 2

/** Generates an endless sequence of events, mostly without two at the same time and venue. `today` is wall time of the site. */
export function* generateSampleEvents(
  seed: number,
  today: DateTime,
  extent: SampleExtent,
): Generator<SampleEvent, never> {
  const random = createRandom(seed)
  const calendar = createSampleCalendar(today, extent)
  let nextSeries = random.between(0, SERIES.length - 1)
  for (let turn = 0; ; turn++) {
    const exhibition = EXHIBITION_TURNS.indexOf(turn)
    if (exhibition >= 0)
      yield* generateWholeDays(random, calendar, getCyclic(EXHIBITIONS, exhibition), EXHIBITION_DAYS[exhibition])
    else if (turn % FESTIVAL_TURNS === 2) yield* generateWholeDays(random, calendar, random.pick(FESTIVALS))
    else if (FIRST_SERIES.includes(turn) || random.chance(SERIES_SHARE))
      yield* generateSeries(random, calendar, getCyclic(SERIES, nextSeries++))
    else yield* generateSingle(random, calendar)
  }
}

/** Exhibitions come first, because there are few even in a large calendar. One is open today, the others open later. */
const EXHIBITION_TURNS = [1, 5, 9]
const EXHIBITION_DAYS = [-13, 6, 27]
const FIRST_SERIES = [0, 3, 6]
/** A series has about ten events, so that half of all events belong to one. */
const SERIES_SHARE = 0.1
const FESTIVAL_TURNS = 50

type Program = TimedProgram | WholeDayProgram

/** Common properties of the events of a series. */
interface ProgramPlan {
  readonly program: Program
  readonly title: string
  readonly prices: readonly number[]
  readonly shared: Omit<SampleEvent, 'input'>
}

function planProgram(random: Random, { findVenues: placesFor, extent }: SampleCalendar, program: Program): ProgramPlan {
  const { titles, category, scene, venues, organizer, tags } = program
  const prices = random.pick(program.prices)
  const usual = listTownOrganizers(NAMED_ORGANIZER_COUNT).indexOf(organizer)
  const isLarge = extent.organizers > NAMED_ORGANIZER_COUNT
  const organizers = [isLarge && random.chance(0.7) ? random.between(0, extent.organizers - 1) : usual]
  if (random.chance(0.15)) organizers.push(random.between(0, extent.organizers - 1))
  return {
    program,
    prices,
    title: fillTemplate(random.pick(titles), random),
    shared: {
      category,
      venue: random.chance(0.98) ? random.pick(placesFor(venues)) : undefined,
      organizers: [...new Set(organizers)],
      tags: prices.length === 0 ? ['free entry', ...tags] : tags,
      poster: random.chance(0.96) ? { scene, variant: random.between(0, POSTER_VARIANTS - 1) } : undefined,
    },
  }
}

/** The same title at the same weekday, time and place, for some months. */
function* generateSeries(random: Random, calendar: SampleCalendar, program: TimedProgram): Generator<SampleEvent> {
  const plan = planProgram(random, calendar, program)
  const { firstDay, lastDay } = calendar.extent
  const first = calendar.nextDay(program.slot.days, random.chance(0.5) ? firstDay : random.between(firstDay, lastDay))
  const time = random.pick(program.slot.times)
  const times = random.between(6, 16)
  for (let turn = 0, day = first; turn < times && day <= lastDay; turn++, day += program.intervalDays) {
    const start = calendar.startAt(day, time)
    if (!calendar.isInSeason(program, day) || !calendar.reserve(plan.shared.venue, start)) continue
    yield createSampleEvent(random, calendar, plan, { day, start, minutes: program.minutes })
  }
}

/** Random days that are tried for an event. */
const MAX_TRIES = 5

/** One event, or the nights of a play. */
function* generateSingle(random: Random, calendar: SampleCalendar): Generator<SampleEvent> {
  const program = random.pick(SINGLE_EVENTS)
  const plan = planProgram(random, calendar, program)
  const time = random.pick(program.slot.times)
  const nights = program.nights ?? 1
  const day = findDay(random, calendar, { ...program, days: nights, begins: program.slot.days }, (found) =>
    calendar.reserve(plan.shared.venue, calendar.startAt(found, time)),
  )
  if (day === undefined) return
  for (let night = 0; night < nights; night++) {
    const start = calendar.startAt(day + night, time)
    yield createSampleEvent(random, calendar, plan, { day: day + night, start, minutes: program.minutes })
  }
}

function* generateWholeDays(
  random: Random,
  calendar: SampleCalendar,
  program: WholeDayProgram,
  near?: number,
): Generator<SampleEvent> {
  const plan = planProgram(random, calendar, program)
  const day = near === undefined ? findDay(random, calendar, program) : calendar.nextDay(program.begins, near)
  if (day !== undefined) yield createSampleEvent(random, calendar, plan, { day, days: program.days })
}

/** A free day in season on a fitting weekday; undefined when none is found. */
function findDay(
  random: Random,
  calendar: SampleCalendar,
  program: Pick<WholeDayProgram, 'begins' | 'days'> & Pick<Program, 'months'>,
  isFree: (day: number) => boolean = () => true,
): number | undefined {
  const { firstDay, lastDay } = calendar.extent
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const day = calendar.nextDay(
      program.begins,
      random.between(firstDay, Math.max(firstDay, lastDay - program.days - 6)),
    )
    if (calendar.isInSeason(program, day) && isFree(day)) return day
  }
  return undefined
}

type EventTime =
  | { readonly day: number; readonly start: DateTime; readonly minutes: number }
  | { readonly day: number; readonly days: number }

function createSampleEvent(
  random: Random,
  calendar: SampleCalendar,
  { program, title, prices, shared }: ProgramPlan,
  time: EventTime,
): SampleEvent {
  const day = calendar.startAt(time.day, '00:00')
  const announced = Math.min(time.day - random.between(20, 60), -random.between(1, 30))
  const input: Partial<EventInput> = {
    title,
    slug: slugify(`${title} ${toDateOnly(day)}`),
    description: [program.text, createHostsText(random), createAdvice(random)].join('\n\n'),
    excerpt: program.text.split(/(?<=[.:])\s/, 1).join(),
    status: pickStatus(random),
    date: addDays(calendar.today, announced),
    timezone: TOWN.timezone,
    ...('start' in time
      ? { start_date: time.start, end_date: addSeconds(time.start, time.minutes * 60), all_day: false }
      : { start_date: day, end_date: addDays(day, time.days - 1), all_day: true }),
    ...createPricing(random, prices, day),
    featured: random.chance('days' in time ? 0.6 : 0.03),
    show_map: true,
    show_map_link: true,
  }
  return { ...shared, input }
}

const person = (random: Random): string =>
  [random.pick(FIRST_NAMES), [SURNAME_STARTS, SURNAME_MIDDLES, SURNAME_ENDS].map(random.pick).join('')].join(' ')

const TEMPLATE_PARTS: Readonly<Record<string, (random: Random) => string>> = {
  person,
  band: (random) => `${random.pick(BAND_STARTS)} ${random.pick(BAND_ENDS)}`,
  piece: (random) => random.pick(PIECES),
  topic: (random) => random.pick(TOPICS),
}

const fillTemplate = (title: string, random: Random): string =>
  title.replace(/\{(\w+)\}/g, (_, name: string) => TEMPLATE_PARTS[name]?.(random) ?? '')

const createHostsText = (random: Random): string =>
  `Your hosts are ${person(random)}, ${person(random)} and ${person(random)}.`

function createAdvice(random: Random): string {
  const first = random.between(0, ADVICE.length - 1)
  return [0, 1, 2].map((next) => getCyclic(ADVICE, first + next)).join(' ')
}

/** Several prices are offers that end on the day; one price, or none, is a text. */
function createPricing(random: Random, prices: readonly number[], day: DateTime): Partial<EventInput> {
  if (prices.length < 2)
    return { cost: prices.length === 0 ? ['Free'] : prices.map((price) => `${TOWN.currencySymbol}${price}`) }
  const availability = random.chance(0.8) ? 'InStock' : random.pick(['SoldOut', 'LimitedAvailability'] as const)
  return {
    tickets: prices.map((price, index) => ({
      name: index === 0 ? 'Reduced' : 'Full price',
      price: String(price),
      currency: TOWN.currencyCode,
      url: '',
      available_from: '',
      available_until: day,
      availability,
    })),
  }
}

/** Most events are published; some are drafts or private. */
const pickStatus = (random: Random): PostStatus =>
  random.chance(0.95) ? 'publish' : random.pick(['draft', 'draft', 'pending', 'private'])
