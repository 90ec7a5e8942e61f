import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { extentOf, type SampleEvent, sampleEvents, sampleOrganizers, sampleVenues } from '../../src/cli/sample.ts'
import { calends } from '../helper/command-line.ts'
import { ENGINES } from '../helper/engines.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'

function first(count: number, seed: number): SampleEvent[] {
  const source = sampleEvents(seed, '2026-11-20 22:00:00', extentOf(count))
  return Array.from({ length: count }, () => source.next().value)
}

test('a seed gives the same events again, another seed others', () => {
  assert.deepEqual(first(50, 7), first(50, 7))
  assert.notDeepEqual(first(50, 7), first(50, 8))
})

test('samples are spread over a year and of many sorts', () => {
  const inputs = first(400, 1).map(({ input }) => input)
  const starts = inputs.map(({ start_date }) => start_date ?? '').sort()
  assert.ok((starts[0] ?? '') < '2026-10-15' && (starts.at(-1) ?? '') > '2027-10-15')
  assert.ok(starts.every((start) => start >= '2026-09-21' && start < '2027-11-22'))
  for (const sort of ['draft', 'pending', 'private', 'publish'] as const) {
    assert.ok(
      inputs.some(({ status }) => status === sort),
      sort,
    )
  }
  assert.ok(inputs.some(({ featured }) => featured))
  assert.ok(inputs.some(({ all_day, start_date, end_date }) => all_day && start_date !== end_date))
  assert.ok(inputs.some(({ tickets }) => tickets) && inputs.some(({ cost }) => cost))
  assert.ok(new Set(inputs.map(({ timezone }) => timezone)).size > 3)
})

test('a large calendar has more venues and organizers, none of the same name, and a past', () => {
  const extent = extentOf(10_000)
  assert.ok(extent.venues > extentOf(60).venues && extent.firstDay < extentOf(60).firstDay)
  const venues = sampleVenues(extent.venues).map(({ input }) => input.venue)
  const organizers = sampleOrganizers(extent.organizers).map(({ organizer }) => organizer)
  assert.equal(new Set(venues).size, extent.venues)
  assert.equal(new Set(organizers).size, extent.organizers)
})

for (const engine of ENGINES) {
  describe(`calends seed on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const seed = async (...args: readonly string[]): Promise<Json> => {
      const { code, stdout, stderr } = await calends(service.config.databaseUrl, ['seed', ...args, '--json'])
      assert.deepEqual([code, stderr], [0, ''])
      return JSON.parse(stdout)
    }
    const total = async (kind: string): Promise<number> =>
      (await service.ask('GET', `/${kind}?status=any&starts_after=1970-01-01`, { as: 'admin' })).json.total

    test('fills a calendar that lists what it says, and adds to it when called again', async () => {
      assert.deepEqual((await seed('--events', '60')).events, 60)
      assert.equal(await total('events'), 60)
      await seed('--events', '5', '--seed', '3')
      await seed('--events', '5', '--seed', '3')
      assert.equal(await total('events'), 70)
      assert.equal(await total('venues'), extentOf(60).venues)
    })

    test('some of its events have offers', async () => {
      const { json } = await service.ask('GET', '/events?ticketed=true&starts_after=1970-01-01')
      assert.ok(json.total > 0 && json.events.every(({ tickets }: Json) => tickets.length > 1))
    })

    test('some of its events are free, most are not', async () => {
      const events = async (free: boolean) =>
        (await service.ask('GET', `/events?free=${free}&starts_after=1970-01-01&per_page=100`)).json.events
      const [free, paid] = [await events(true), await events(false)]
      assert.ok(free.length > 0 && free.every(({ cost }: Json) => cost === 'Free'))
      assert.ok(paid.length > free.length && paid.every(({ cost }: Json) => /\d/.test(cost)))
    })

    test('what it makes is whole, and its categories stand in a tree', async () => {
      const { code, stdout } = await calends(service.config.databaseUrl, ['check'])
      assert.deepEqual([code, stdout], [0, 'the database is whole\n'])
      const { json } = await service.ask('GET', '/categories?hide_empty=false')
      assert.ok(json.categories.some(({ parent }: { parent: number }) => parent > 0))
    })
  })

  test(`seed makes the database when there is none on ${engine.name}`, async () => {
    const place = await engine.create()
    const { code, stdout, stderr } = await calends(place.url, ['seed', '--events', '1'])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^seeding: 100 %\nevents: 1\nvenues: \d+\n/)
    await place.remove()
  })

  test(`a number of events that is none fails on ${engine.name}`, async () => {
    const place = await engine.create()
    const { code, stdout, stderr } = await calends(place.url, ['seed', '--events', '-3'])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /whole number/)
    await place.remove()
  })
}
