/**
 * Date filters: wire-contract §8.3, with Q17 (include), Q42 (default window), Q43 (wall time and instants) and
 * decisions: strict_dates. The oracle below is written from those pages alone and takes its clock arithmetic from Intl,
 * so it shares no code with the service.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { fc, getSeed } from '../../helper/properties/seeds.ts'
import { formatSeconds, getInstant, getWallTime, parseSeconds } from '../../helper/properties/wall-times.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const SEED = getSeed(610)
const NOW = '2027-03-10T04:30:00Z'
const HOUR = 3600
const DAY = 24 * HOUR

interface Site {
  readonly zone: string
  /** Seconds after midnight at which a day begins (`DAY_CUTOFF`). */
  readonly cutoff: number
}

interface EventInput {
  readonly start: number
  readonly end: number
  readonly zone: string
  readonly allDay: boolean
}

interface Times {
  readonly wallStart: number
  readonly wallEnd: number
  readonly utcStart: number
  readonly utcEnd: number
  readonly allDay: boolean
}

const midnight = (wall: number): number => Math.floor(wall / DAY) * DAY
const dayStart = (wall: number, { cutoff }: Site): number => midnight(wall) + cutoff
const dayEnd = (wall: number, site: Site): number => dayStart(wall, site) + DAY - 1

function computeTimes({ start, end, zone, allDay }: EventInput, site: Site): Times {
  const utcStart = getInstant(allDay ? dayStart(start, site) : start, zone)
  const utcEnd = getInstant(allDay ? dayEnd(end, site) : end, zone)
  return { wallStart: getWallTime(utcStart, zone), wallEnd: getWallTime(utcEnd, zone), utcStart, utcEnd, allDay }
}

const BOUNDS = ['start_date', 'end_date', 'starts_after', 'starts_before', 'ends_after', 'ends_before'] as const
type BoundName = (typeof BOUNDS)[number]

const TESTS: Readonly<Record<BoundName, (t: Times, wall: boolean, bound: number) => boolean>> = {
  start_date: (t, wall, bound) => (wall ? t.wallStart : t.utcStart) >= bound,
  starts_after: (t, wall, bound) => (wall ? t.wallStart : t.utcStart) > bound,
  starts_before: (t, wall, bound) => (wall ? t.wallStart : t.utcStart) < bound,
  end_date: (t, wall, bound) => (wall ? t.wallEnd : t.utcEnd) <= bound,
  ends_after: (t, wall, bound) => (wall ? t.wallEnd : t.utcEnd) > bound,
  ends_before: (t, wall, bound) => (wall ? t.wallEnd : t.utcEnd) < bound,
}

/** A value of a filter: its text, and the wall time or instant that it means. */
interface Value {
  readonly text: string
  readonly isWall: boolean
  readonly seconds: number
  /** Wall time as written, of an instant. */
  readonly written?: number
}

interface Query {
  readonly bounds: Readonly<Partial<Record<BoundName, Value>>>
  readonly isStrict: boolean
}

/**
 * With a late day cutoff the last second of a day has the date of the next one. As a bound it still means the day that
 * it ends, since links contain such bounds and must mean the same query (Q18).
 */
function lastSecond(wall: number, site: Site): number {
  return site.cutoff > 0 && wall === dayStart(wall, site) - 1 ? wall : dayEnd(wall, site)
}

/**
 * The day of a bound: as given, or for an instant the day of the site; all but `start_date` count from the end of the
 * day.
 */
function computeBound(name: BoundName, { isWall, seconds }: Value, isStrict: boolean, site: Site): number {
  if (isStrict) return seconds
  const edge = name === 'start_date' ? dayStart : lastSecond
  return isWall ? edge(seconds, site) : getInstant(edge(getWallTime(seconds, site.zone), site), site.zone)
}

/** The first or last second of a day is a date for all-day events: the beginning or end of their day. */
function computeDay(name: BoundName, { isWall, written }: Value, isStrict: boolean, site: Site): number | undefined {
  if (isWall || written === undefined) return undefined
  const isFirst = written === midnight(written)
  if (!isFirst && written !== midnight(written) + DAY - 1) return undefined
  const isStart = isStrict ? isFirst : name === 'start_date'
  return isStart ? dayStart(written, site) : dayEnd(written, site)
}

function isWithin(times: Times, name: BoundName, { value, isStrict }: { value: Value; isStrict: boolean }, site: Site) {
  const day = times.allDay ? computeDay(name, value, isStrict, site) : undefined
  return day === undefined
    ? TESTS[name](times, value.isWall, computeBound(name, value, isStrict, site))
    : TESTS[name](times, true, day)
}

function isFound(times: Times, { bounds, isStrict }: Query, site: Site): boolean {
  const isRelative = BOUNDS.slice(2).some((name) => bounds[name])
  const today = getWallTime(Date.parse(NOW) / 1000, site.zone)
  const inTwoYears = parseSeconds(formatSeconds(today).replace(/^\d+/, (year) => String(Number(year) + 2)))
  if (!isRelative && !bounds.start_date && times.wallStart < dayStart(today, site)) return false
  if (!isRelative && !bounds.end_date && times.wallEnd > dayEnd(inTwoYears, site)) return false
  return BOUNDS.every((name) => {
    const value = bounds[name]
    const isReplaced = (name === 'start_date' && bounds.starts_after) || (name === 'end_date' && bounds.ends_before)
    return !value || isReplaced || isWithin(times, name, { value, isStrict }, site)
  })
}

const ZONES = ['America/New_York', 'Europe/Paris', 'Asia/Tokyo', 'UTC', 'UTC-5', 'Australia/Lord_Howe']
/** Days with clock changes, and the days around them; the edges of the default window; distant dates. */
const DAYS = ['2027-03-14', '2027-03-28', '2027-04-04', '2027-10-03', '2027-10-31', '2027-11-07', '2027-06-10']
const EDGES = ['2027-03-09', '2027-03-10', '2029-03-09', '2029-03-10', '2029-03-11', '2020-06-10', '2040-06-10']

const moments = fc
  .record({
    day: fc.constantFrom(...DAYS, ...DAYS, ...EDGES),
    shift: fc.integer({ min: -1, max: 1 }),
    time: fc.oneof(
      fc.constantFrom(0, 1, 2, 3, 5, 6, 12, 22, 23).map((h) => h * HOUR),
      fc.nat(DAY / 60 - 1).map((m) => m * 60),
    ),
    seconds: fc.constantFrom(0, 0, 0, 30),
  })
  .map(({ day, shift, time, seconds }) => parseSeconds(`${day} 00:00:00`) + shift * DAY + time + seconds)

const inputs: fc.Arbitrary<EventInput> = fc
  .record({
    start: moments,
    length: fc.oneof(fc.constantFrom(0, HOUR, 2 * HOUR), fc.nat(3 * DAY)),
    zone: fc.constantFrom(...ZONES),
    allDay: fc.boolean(),
  })
  .map(({ start, length, ...rest }) => ({ ...rest, start, end: start + length }))

const wallForms: readonly ((seconds: number) => string)[] = [
  (s) => formatSeconds(s),
  (s) => formatSeconds(s).replace(' ', 'T'),
  (s) => formatSeconds(s).replaceAll('-', '/'),
]
const withOffset = (seconds: number, minutes: number): string => {
  const sign = minutes < 0 ? '-' : '+'
  const size = Math.abs(minutes)
  const clock = `${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`
  return `${formatSeconds(seconds + minutes * 60).replace(' ', 'T')}${sign}${clock}`
}
interface InstantForm {
  readonly write: (seconds: number) => string
  /** Minutes. */
  readonly offset: number
}
const instantForms: readonly InstantForm[] = [
  { write: (s) => `${formatSeconds(s).replace(' ', 'T')}Z`, offset: 0 },
  ...[-240, -300, 330, 840].map((offset) => ({ write: (s: number) => withOffset(s, offset), offset })),
  { write: (s) => String(s), offset: 0 },
  { write: (s) => `@${s}`, offset: 0 },
]

/** Bounds close to the times of events, where a second makes a difference. */
function queries(all: readonly Times[]): fc.Arbitrary<Query> {
  const near = fc.oneof(fc.constantFrom(...all.flatMap((t) => [t.wallStart, t.wallEnd, t.utcStart, t.utcEnd])), moments)
  const seconds = fc.tuple(near, fc.constantFrom(-1, 0, 0, 1)).map(([moment, shift]) => moment + shift)
  const days = seconds.map((s): Value => ({ text: formatSeconds(s).slice(0, 10), isWall: true, seconds: midnight(s) }))
  const walls = fc
    .tuple(seconds, fc.constantFrom(...wallForms))
    .map(([s, form]): Value => ({ text: form(s), isWall: true, seconds: s }))
  const createInstant = (s: number, { write, offset }: InstantForm): Value => ({
    ...{ text: write(s), isWall: false, seconds: s },
    written: s + offset * 60,
  })
  const instants = fc.tuple(seconds, fc.constantFrom(...instantForms)).map(([s, form]) => createInstant(s, form))
  /** Instants that are written as the first or last second of a day. */
  const writtenDays = fc
    .tuple(seconds, fc.constantFrom(0, DAY - 1), fc.constantFrom(...instantForms))
    .map(([s, time, form]) => createInstant(midnight(s) + time - form.offset * 60, form))
  const value = fc.oneof(days, walls, instants, writtenDays)
  const names = fc.shuffledSubarray([...BOUNDS], { minLength: 0, maxLength: 3 })
  const bounds = names.chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, value]))))
  return fc.record({ bounds, isStrict: fc.boolean() })
}

const SITES: readonly (readonly [string, string])[] = [
  ['America/New_York', '00:00'],
  ['Asia/Tokyo', '06:00'],
  ['UTC', '00:00'],
  ['America/New_York', '06:00'],
]

/** wire-contract §23.3. New York by default; all events in one category. */
const BOUNDARY_SET: readonly (readonly [string, string, string, Json?])[] = [
  ['A', '2027-06-10 00:00', '2027-06-10 01:00'],
  ['B', '2027-06-10 10:00', '2027-06-10 12:00'],
  ['C', '2027-06-10 23:00', '2027-06-10 23:59:59'],
  ['D', '2027-06-10 22:00', '2027-06-11 02:00'],
  ['E', '2027-06-10', '2027-06-10', { all_day: true }],
  ['F', '2027-06-10', '2027-06-12', { all_day: true }],
  ['G', '2027-06-09 10:00', '2027-06-11 10:00'],
  ['H', '2027-06-10 10:00', '2027-06-10 12:00', { timezone: 'Asia/Tokyo' }],
  ['I', '2027-06-11 00:00', '2027-06-11 01:00'],
  ['J', '2027-06-10 10:00', '2027-06-10 12:00', { featured: true }],
  ['K', '2027-06-10 10:00', '2027-06-10 12:00', { sticky: true }],
  ['L', '2027-06-10 10:00', '2027-06-10 12:00', { hide_from_listings: true }],
  ['M', '2027-06-10 09:00', '2027-06-10 12:00', { status: 'draft' }],
  ['N', '2027-06-10 09:30', '2027-06-10 12:00', { status: 'private' }],
  ['O', '2027-06-10 09:45', '2027-06-10 12:00', { date: '2027-01-01' }],
  ['P', '2020-06-10 10:00', '2020-06-10 12:00'],
  ['Q', '2040-06-10 10:00', '2040-06-10 12:00'],
]

/** Query, expected events in order, and viewer. */
const BOUNDARY_CASES: readonly (readonly [string, string, TestUser?])[] = [
  ['', 'G A E F B H J K D C I'],
  ['', 'G A E F M N O B H J K D C I', 'admin'],
  ['start_date=2027-06-10&end_date=2027-06-10', 'A E B H J K C'],
  // Strict bounds are the given second, as wall time (decisions: strict_dates); the reference moved them by the offset
  // of the site.
  ['start_date=2027-06-10&end_date=2027-06-10&strict_dates=true', ''],
  ['start_date=2027-06-10&end_date=2027-06-10 12:00:00&strict_dates=true', 'A B H J K'],
  ['start_date=2027-06-10', 'A E F B H J K D C I'],
  ['end_date=2027-06-10', 'A E B H J K C'],
  ['end_date=2027-06-11 01:00:00', 'G A E B H J K D C I'],
  ['starts_after=2027-06-10', 'I Q'],
  ['starts_after=2027-06-09', 'A E F B H J K D C I Q'],
  ['starts_after=2027-06-10 14:00:00&strict_dates=true', 'D C I Q'],
  ['starts_after=2027-06-10 10:00:00&strict_dates=true', 'D C I Q'],
  ['starts_after=2027-06-10 09:59:59&strict_dates=true', 'B H J K D C I Q'],
  // An instant is compared with UTC (Q43): ten o'clock in Tokyo was one o'clock UTC.
  ['starts_after=2027-06-10T13:59:59Z&strict_dates=true', 'B J K D C I Q'],
  ['starts_before=2027-06-10', 'P G A E F B H J K D C'],
  ['starts_before=2027-06-09', 'P G'],
  ['ends_before=2027-06-10', 'P A B H J K'],
  ['ends_before=2027-06-11', 'P G A E B H J K D C I'],
  ['ends_after=2027-06-10', 'G F D I Q'],
  ['ends_after=2027-06-10 16:00:00&strict_dates=true', 'G E F D C I Q'],
  ['start_date=2027-06-11&starts_after=2027-06-08', 'G A E F B H J K D C I Q'],
  ['start_date=2027-06-10&ends_before=2027-06-10', 'A B H J K'],
  ['start_date=2027-06-12&end_date=2027-06-09', ''],
  ['featured=true', 'J'],
  ['featured=false', 'G A E F B H K D C I'],
  // include finds events of any date (Q17).
  ['include=P', 'P'],
  // ends_after=now finds events in progress (Q42); a timestamp is an instant (Q10).
  ['ends_after=now&starts_before=now', ''],
  ['starts_after=1812635999&strict_dates=true', 'B J K D C I Q'],
  // Lists contain what single reads return (Q3).
  ['status=draft', '', 'contributor'],
  ['status=draft', 'M', 'editor'],
  ['hidden=true&starts_after=2027-06-10 09:59:59&strict_dates=true', 'B H J K L D C I Q', 'editor'],
  // For all-day events, midnight and the last second of a day with an offset are the written date (E: 10, F: 10 to 12);
  // for other events they are instants, here of the evening before in New York.
  ['start_date=2027-06-10T00:00:00Z', 'G A E F B H J K D C I'],
  ['start_date=2027-06-11T00:00:00Z', 'A B J K D C I'],
  ['start_date=2027-06-11T00:00:01Z', 'A E F B J K D C I'],
  ['start_date=1812672000', 'A B J K D C I'],
  ['start_date=2027-06-11T00:00:00%2B02:00', 'A B J K D C I'],
  // The same instant, written as another time of day.
  ['start_date=2027-06-11T02:00:00%2B02:00', 'A E F B J K D C I'],
  ['end_date=2027-06-09T23:59:59Z', 'H'],
  ['end_date=2027-06-10T23:59:59Z', 'A E B H J K C'],
  ['end_date=2027-06-11T00:00:00Z', 'A E B H J K C'],
  ['end_date=2027-06-12T23:59:59Z', 'G A E F B H J K D C I'],
  ['start_date=2027-06-10T00:00:00Z&end_date=2027-06-10T23:59:59Z&strict_dates=true', 'A E B H J K'],
  ['start_date=2027-06-10T00:00:00-04:00&end_date=2027-06-10T23:59:59-04:00&strict_dates=true', 'A E B J K C'],
  ['starts_after=2027-06-10T00:00:00Z&strict_dates=true', 'A B H J K D C I Q'],
  ['starts_after=2027-06-09T23:59:59Z&strict_dates=true', 'A E F B H J K D C I Q'],
  ['starts_before=2027-06-10T00:00:00Z&strict_dates=true', 'P G'],
  ['starts_before=2027-06-11T00:00:00Z&strict_dates=true', 'P G A E F B H J K'],
  ['ends_before=2027-06-11T00:00:00Z&strict_dates=true', 'P A E B H J K'],
  ['ends_after=2027-06-10T23:59:59Z&strict_dates=true', 'G F D C I Q'],
  ['ends_after=2027-06-11T00:00:00Z', 'G F D I Q'],
]

for (const engine of SPLIT_ENGINES) {
  for (const [zone, cutoff] of SITES) {
    describe(`Date filters of a site in ${zone} whose day begins at ${cutoff} on ${engine.name}`, () => {
      const site: Site = { zone, cutoff: Number(cutoff.slice(0, 2)) * HOUR }
      const stored: { id: number; times: Times }[] = []
      let service: TestService
      before(async () => {
        service = await startService({ engine, now: NOW, env: { SITE_TIMEZONE: zone, DAY_CUTOFF: cutoff } })
        for (const input of fc.sample(inputs, { seed: SEED, numRuns: 90 })) await store(input)
      })
      after(() => service.stop())

      /** Stores an event and checks that its times equal those of the oracle. */
      async function store(input: EventInput): Promise<void> {
        const times = computeTimes(input, site)
        const { status, json } = await service.send('POST', '/events', {
          as: 'admin',
          json: {
            title: 'Event',
            start_date: formatSeconds(input.start),
            end_date: formatSeconds(input.end),
            timezone: input.zone,
            all_day: input.allDay,
          },
        })
        // A start that moves out of a gap may exceed the end, which is rejected (Q12).
        if (times.utcEnd < times.utcStart) return assert.equal(status, 400)
        assert.equal(status, 201, JSON.stringify(json))
        const { start_date, end_date, utc_start_date, utc_end_date } = json
        const expected = [times.wallStart, times.wallEnd, times.utcStart, times.utcEnd].map(formatSeconds)
        assert.deepEqual([start_date, end_date, utc_start_date, utc_end_date], expected, JSON.stringify(input))
        stored.push({ id: json.id, times })
      }

      const getIds = ({ json }: { readonly json: Json }): number[] => json.events.map(({ id }: Json) => id)

      test('A list equals the result of the oracle, in order, and its URL means the same query', async () => {
        const property = fc.asyncProperty(queries(stored.map(({ times }) => times)), async (query) => {
          const entries = Object.entries(query.bounds).map(([name, value]): [string, string] => [
            name,
            value?.text ?? '',
          ])
          const strict: [string, string][] = query.isStrict ? [['strict_dates', 'true']] : []
          const search = new URLSearchParams([['per_page', '100'], ...strict, ...entries])
          const response = await service.send('GET', `/events?${search}`)
          const expected = stored
            .filter(({ times }) => isFound(times, query, site))
            .sort((a, b) => a.times.wallStart - b.times.wallStart || a.id - b.id)
          assert.deepEqual(
            getIds(response),
            expected.map(({ id }) => id),
          )
          const again = await service.send('GET', `/${response.json.rest_url.slice(service.origin.length)}`)
          assert.deepEqual(again.json, response.json)
        })
        await fc.assert(property, { seed: SEED, numRuns: 120, endOnFailure: true, includeErrorInReport: true })
      })

      test('include finds events of any date, regardless of date filters (Q17)', async () => {
        const include = stored.map(({ id }) => id)
        for (const dates of ['', '&start_date=2028-01-01&end_date=2028-01-02', '&starts_after=2041-01-01']) {
          const response = await service.send('GET', `/events?per_page=100&include=${include.join()}${dates}`)
          assert.deepEqual(
            getIds(response).sort((a, b) => a - b),
            include,
          )
        }
      })
    })
  }

  describe(`The boundary cases on ${engine.name}`, () => {
    const names = new Map<number, string>()
    let service: TestService
    before(async () => {
      service = await startService({ engine })
      for (const [name, start_date, end_date, more] of BOUNDARY_SET) {
        const json = { title: name, start_date, end_date, categories: ['zcarch'], ...more }
        const created = await service.send('POST', '/events', { as: 'admin', json })
        names.set(created.json.id, name)
      }
    })
    after(() => service.stop())

    const findTitles = async (query: string, as: TestUser) => {
      const { json } = await service.send('GET', `/events?categories=zcarch&${query}`, { as })
      return json.events.map(({ id }: Json) => names.get(id)).join(' ')
    }

    for (const [query, expected, as = 'anon'] of BOUNDARY_CASES) {
      test(`${query || 'no dates'} by ${as} finds ${expected || 'nothing'}`, async () => {
        const requested = query.replace(/include=P/, `include=${[...names].find(([, name]) => name === 'P')?.[0]}`)
        assert.equal(await findTitles(requested.replaceAll(' ', '%20'), as), expected)
      })
    }
  })
}
