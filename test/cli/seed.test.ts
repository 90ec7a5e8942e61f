import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { drawPoster } from '../../src/features/settings/sample/draw-poster.ts'
import { SCENES } from '../../src/features/settings/sample/poster-scenes.ts'
import { computeExtent } from '../../src/features/settings/sample/sample-calendar.ts'
import {
  createSampleOrganizers,
  createSampleVenues,
  generateSampleEvents,
  type SampleEvent,
} from '../../src/features/settings/sample/sample-data.ts'
import { runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'

const TODAY = '2026-11-20 22:00:00'

function first(count: number, seed: number): SampleEvent[] {
  const source = generateSampleEvents(seed, TODAY, computeExtent(count))
  return Array.from({ length: count }, () => source.next().value)
}

const getStart = ({ input }: SampleEvent): string => input.start_date ?? ''
const getWeekday = (event: SampleEvent): string =>
  new Date(`${getStart(event).slice(0, 10)}T00:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })

test('The same seed creates the same events, another seed creates others', () => {
  assert.deepEqual(first(50, 7), first(50, 7))
  assert.notDeepEqual(first(50, 7), first(50, 8))
})

test('Sample events cover a year and all statuses, prices and lengths', () => {
  const inputs = first(1000, 1).map(({ input }) => input)
  const starts = inputs.map(({ start_date }) => start_date ?? '').sort()
  assert.ok((starts[0] ?? '') < '2026-10-15' && (starts.at(-1) ?? '') > '2027-10-15')
  assert.ok(starts.every((start) => start >= '2026-09-21' && start < '2027-11-28'))
  for (const status of ['draft', 'pending', 'private', 'publish'] as const) {
    assert.ok(
      inputs.some((input) => input.status === status),
      status,
    )
  }
  assert.ok(inputs.some(({ featured }) => featured))
  assert.ok(inputs.some(({ all_day, start_date, end_date }) => all_day && start_date !== end_date))
  assert.ok(inputs.some(({ tickets }) => tickets) && inputs.some(({ cost }) => cost))
})

test('Titles match the weekday and the time of their events', () => {
  const times: Readonly<Record<string, RegExp>> = {
    Sunrise: /^0[5-7]:/,
    Morning: /^(?:09|10):/,
    Lunchtime: /^12:/,
    Afternoon: /^1[45]:/,
    Matinee: /^15:/,
    'at Nine': /^21:00/,
    Evening: /^(?:19|20):/,
    Night: /^(?:17|19|20):/,
  }
  const found = new Set<string>()
  for (const event of first(2000, 3)) {
    const { title = '', all_day } = event.input
    const weekday = /(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day/.exec(title)?.[0]
    if (weekday !== undefined) assert.equal(getWeekday(event), weekday, title)
    if (/\bWeekend\b/.test(title)) assert.match(getWeekday(event), /Friday|Saturday|Sunday/)
    for (const [word, time] of Object.entries(times))
      if (!all_day && title.includes(word) && !title.includes('Night Ferry')) {
        assert.match(getStart(event).slice(11), time, title)
        found.add(word)
      }
    if (weekday !== undefined) found.add('weekday')
  }
  assert.deepEqual([...found].sort(), [...Object.keys(times), 'weekday'].sort())
})

test('Half of the events belong to series at a fixed weekday, time and venue', () => {
  const events = first(400, 2)
  const series = new Map<string, SampleEvent[]>()
  for (const event of events) {
    const key = `${event.input.title} ${getWeekday(event)} ${getStart(event).slice(11)} ${event.venue}`
    series.set(key, [...(series.get(key) ?? []), event])
  }
  const repeated = [...series.values()].filter(({ length }) => length >= 5)
  assert.ok(repeated.length >= 8 && repeated.flat().length > 130, `${repeated.length} ${repeated.flat().length}`)
  for (const run of repeated) {
    const days = run.map((event) => Date.parse(getStart(event).slice(0, 10)) / 86_400_000).sort((a, b) => a - b)
    assert.ok(days.every((day, index) => (day - (days[index - 1] ?? day - 7)) % 7 === 0))
  }
})

test('A calendar has three exhibitions, regardless of its size', () => {
  for (const count of [100, 3000]) {
    const exhibitions = first(count, 4).filter(({ category }) => category === 'Exhibitions')
    assert.equal(exhibitions.length, 3)
    assert.equal(new Set(exhibitions.map(({ input }) => input.title)).size, 3)
    assert.ok(exhibitions.some((event) => getStart(event) < TODAY && (event.input.end_date ?? '') > TODAY))
  }
})

test('The venues of a calendar are in one town and time zone, each with a separate address and coordinates', () => {
  const venues = createSampleVenues(computeExtent(200).venues)
  assert.equal(new Set(venues.map(({ city, country }) => `${city}, ${country}`)).size, 1)
  for (const key of ['venue', 'address'] as const)
    assert.equal(new Set(venues.map((venue) => venue[key])).size, venues.length, key)
  assert.equal(new Set(venues.map(({ geo_lat, geo_lng }) => `${geo_lat} ${geo_lng}`)).size, venues.length)
  for (const { geo_lat, geo_lng } of createSampleVenues(2000))
    assert.ok(Math.abs((geo_lat ?? 0) - 44.477) < 0.03 && Math.abs((geo_lng ?? 0) + 73.2) < 0.03)
  assert.deepEqual([...new Set(first(200, 1).map(({ input }) => input.timezone))], ['America/New_York'])
})

test('No two events of a small calendar take place in one venue at the same time', () => {
  const timed = first(300, 5).filter(({ venue, input }) => venue !== undefined && !input.all_day)
  const times = timed.map((event) => `${event.venue} ${getStart(event)}`)
  assert.ok(new Set(times).size > times.length - 6, `${times.length} ${new Set(times).size}`)
})

test('A large calendar has more venues and organizers, with different names, and covers the last year', () => {
  const extent = computeExtent(100_000)
  assert.ok(extent.venues > computeExtent(60).venues && extent.firstDay < computeExtent(60).firstDay)
  const venues = createSampleVenues(extent.venues).map(({ venue }) => venue)
  const organizers = createSampleOrganizers(extent.organizers).map(({ organizer }) => organizer)
  assert.equal(new Set(venues).size, extent.venues)
  assert.equal(new Set(organizers).size, extent.organizers)
  for (const name of [...venues, ...organizers]) assert.doesNotMatch(name, /\d/)
})

test('Posters differ in each variant of each scene, and are always drawn the same way', () => {
  const names = Object.keys(SCENES) as (keyof typeof SCENES)[]
  const posters = names.flatMap((scene) => [0, 1, 2].map((variant) => drawPoster(scene, variant)))
  assert.equal(new Set(posters.map(({ svg }) => svg)).size, 3 * names.length)
  assert.deepEqual(
    posters,
    names.flatMap((scene) => [0, 1, 2].map((variant) => drawPoster(scene, variant))),
  )
})

for (const engine of ONE_ENGINE) {
  describe(`calends seed on ${engine.name}`, () => {
    let service: TestService
    const media = mkdtempSync(join(tmpdir(), 'calends-seed-'))
    const env = { MEDIA_URL: `file:${media}` }
    before(async () => {
      service = await startService({ engine, env })
    })
    after(async () => {
      await service.stop()
      rmSync(media, { recursive: true })
    })

    const seed = async (...args: readonly string[]): Promise<Json> => {
      const { code, stdout, stderr } = await runCalends(service.config.databaseUrl, ['seed', ...args, '--json'], {
        env,
      })
      assert.deepEqual([code, stderr], [0, ''])
      return JSON.parse(stdout)
    }
    const total = async (kind: string): Promise<number> =>
      (await service.send('GET', `/${kind}?status=any&starts_after=1970-01-01`, { as: 'admin' })).json.total

    test('seed adds as many records as it reports, and reuses all but the events in later runs', async () => {
      const counts = await seed('--events', '60')
      assert.deepEqual([counts.events, counts.images], [60, 26])
      assert.equal(await total('events'), 60)
      await seed('--events', '5', '--seed', '3')
      await seed('--events', '5', '--seed', '3')
      assert.equal(await total('events'), 70)
      assert.equal(await total('venues'), computeExtent(60).venues)
      assert.equal(await total('media'), 26)
    })

    test('seed assigns one of its images to most events, and the images are served', async () => {
      const { json } = await service.send('GET', '/events?starts_after=1970-01-01&per_page=100')
      const images = json.events.map(({ image }: Json) => image).filter(Boolean)
      assert.ok(images.length > json.events.length * 0.8)
      const [{ url, sizes }] = images
      for (const { pathname } of [new URL(url), new URL(sizes.large.url)]) {
        const response = await fetch(`${service.origin}${pathname}`)
        assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/webp'])
      }
    })

    test('seed creates events with offers', async () => {
      const { json } = await service.send('GET', '/events?ticketed=true&starts_after=1970-01-01')
      assert.ok(json.total > 0 && json.events.every(({ tickets }: Json) => tickets.length > 1))
    })

    test('seed creates free and paid events', async () => {
      const events = async (free: boolean) =>
        (await service.send('GET', `/events?free=${free}&starts_after=1970-01-01&per_page=100`)).json.events
      const [free, paid] = [await events(true), await events(false)]
      assert.ok(free.length > 5 && free.every(({ cost }: Json) => cost === 'Free'))
      assert.ok(paid.length > 5 && paid.every(({ cost }: Json) => /\d/.test(cost)))
    })

    test('The seeded database passes the integrity check, and has a tree of categories', async () => {
      const { code, stdout } = await runCalends(service.config.databaseUrl, ['check'], { env })
      assert.deepEqual([code, stdout], [0, 'no problems found\n'])
      const { json } = await service.send('GET', '/categories?hide_empty=false')
      assert.ok(json.categories.some(({ parent }: { parent: number }) => parent > 0))
    })
  })

  test(`calends seed --no-images creates the database and adds no images on ${engine.name}`, async () => {
    const storage = await engine.create()
    const { code, stdout, stderr } = await runCalends(storage.url, ['seed', '--events', '1', '--no-images'])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^seeding: 100 %\nevents: 1\nvenues: 14\norganizers: 14\n[\s\S]*images: 0\n$/)
    await storage.remove()
  })

  test(`calends seed fails for a negative number of events on ${engine.name}`, async () => {
    const storage = await engine.create()
    const { code, stdout, stderr } = await runCalends(storage.url, ['seed', '--events', '-3'])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /Expected an integer, 0 or more/)
    await storage.remove()
  })
}
