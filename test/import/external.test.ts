import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type {
  ExternalEntry,
  ExternalImportOptions,
  ExternalRecord,
  ExternalResult,
} from '../../src/features/imports/external/external-record.ts'
import { type ExternalCounts, importExternalRecords } from '../../src/features/imports/external/import-external.ts'
import { findMissingRecords } from '../../src/features/imports/external/missing-records.ts'
import { problem } from '../../src/kernel/problem.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'

const NO_RESULTS: ExternalCounts = { created: 0, updated: 0, unchanged: 0, conflict: 0, failed: 0 }

const createRecord = (key: string, fields: Json = {}, more: Partial<ExternalRecord> = {}): ExternalRecord => ({
  kind: 'event',
  key,
  where: `feed:${key}`,
  fields: {
    title: `Event ${key}`,
    description: '',
    start_date: '2027-03-01 19:00:00',
    end_date: '2027-03-01 21:00:00',
    timezone: 'Europe/Brussels',
    ...fields,
  },
  ...more,
})

async function* iterate(entries: readonly ExternalEntry[]): AsyncGenerator<ExternalEntry> {
  yield* entries
}

for (const engine of ONE_ENGINE) {
  describe(`import of other calendars on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const load = async (entries: readonly ExternalEntry[], more: Partial<ExternalImportOptions> = {}) => {
      const results: ExternalResult[] = []
      const options = { source: 'feed', onResult: (result: ExternalResult) => void results.push(result), ...more }
      const { counts, seen } = await importExternalRecords(service.services, iterate(entries), options)
      return { counts, seen, results, outcomes: results.map(({ outcome }) => outcome) }
    }
    const get = async (path: string): Promise<Json> => (await service.send('GET', path, { as: 'admin' })).json
    const find = (key: string) => get(`/events/by-external-id/feed:${key}`)
    const edit = async (id: number, json: Json) => {
      const { status } = await service.send('POST', `/events/${id}`, { as: 'admin', json })
      assert.equal(status, 200)
    }

    test('A repeated import changes nothing, and a changed record is updated', async () => {
      const venue = { venue: 'Town Hall', city: 'Ghent' }
      const records = [createRecord('a1', { venue, organizer: 'Town', categories: ['Music'] }), createRecord('a2')]
      assert.deepEqual((await load(records)).counts, { ...NO_RESULTS, created: 2 })
      const event = await find('a1')
      assert.deepEqual(
        [event.venue.venue, event.organizer[0].organizer, event.status],
        ['Town Hall', 'Town', 'publish'],
      )
      assert.deepEqual((await load(records)).counts, { ...NO_RESULTS, unchanged: 2 })
      assert.equal((await find('a1')).modified_utc, event.modified_utc)
      const { results } = await load([createRecord('a1', { venue, title: 'New', categories: ['Music'] })])
      assert.deepEqual([results[0]?.outcome, results[0]?.changes], ['updated', ['title']])
      assert.equal((await find('a1')).title, 'New')
      const history = await get(`/events/${event.id}/history`)
      assert.equal(history.history[0].channel, 'import')
    })

    test('A record that was edited here is a conflict only if the source has changed it too', async () => {
      await load([createRecord('b1')])
      const { id } = await find('b1')
      await edit(id, { description: 'Ours' })
      assert.deepEqual((await load([createRecord('b1')])).outcomes, ['unchanged'])
      const { results } = await load([createRecord('b1', { title: 'Theirs' })])
      assert.deepEqual([results[0]?.outcome, results[0]?.id], ['conflict', id])
      assert.match(results[0]?.reason ?? '', /edited here/)
      assert.equal((await get(`/events/${id}`)).title, 'Event b1')
    })

    test('A record that was deleted here is not created again', async () => {
      await load([createRecord('b2')])
      const { id } = await find('b2')
      await service.send('DELETE', `/events/${id}`, { as: 'admin' })
      assert.deepEqual((await load([createRecord('b2', { title: 'Theirs' })])).outcomes, ['conflict'])
    })

    test('Venues are matched by name and address, and linked without changing them', async () => {
      const link = (address: string) => ({ venue: { venue: 'Café Central', address, phone: '1' } })
      await load([createRecord('c1', link('1 Main Street')), createRecord('c2', link('9 Other Road'))])
      await load([createRecord('c3', { venue: { venue: 'CAFE CENTRAL', address: '9 other road', phone: '2' } })])
      await load([createRecord('c4', { venue: 'Café Central' })])
      const events = await Promise.all(['c1', 'c2', 'c3', 'c4'].map(find))
      const [first, second, third, fourth] = events.map(({ venue }) => venue.id)
      assert.notEqual(first, second)
      assert.deepEqual([third, fourth], [second, first])
      assert.equal((await get(`/venues/${second}`)).phone, '1')
    })

    test('An invalid record fails with its reason, an invalid optional field is omitted, and others are written', async () => {
      const { results } = await load([
        createRecord('d1', { end_date: '2020-01-01', venue: 'Nowhere Hall' }),
        createRecord('d2', { website: 'javascript:alert(1)' }),
        createRecord('d3'),
        createRecord('d3'),
        { where: 'feed:9', failure: 'it is no event' },
      ])
      const byWhere = new Map(results.map((result) => [result.where, result]))
      assert.deepEqual(results.map(({ outcome }) => outcome).sort(), [
        'created',
        'created',
        'failed',
        'failed',
        'failed',
      ])
      assert.match(byWhere.get('feed:d1')?.reason ?? '', /^end date: /)
      assert.deepEqual(byWhere.get('feed:d2')?.warnings, [
        'website: Received "javascript:alert(1)". Expected an absolute URL, for example "https://example.com/". It was omitted.',
      ])
      assert.equal(byWhere.get('feed:9')?.reason, 'it is no event')
      assert.deepEqual((await get('/venues?search=Nowhere')).venues ?? [], [])
    })

    test('A plan reports what an import would do, and writes nothing', async () => {
      await load([createRecord('e1')])
      const { results } = await load(
        [createRecord('e1', { title: 'Planned' }), createRecord('e2', { venue: 'Planned Hall' })],
        { mode: 'plan' },
      )
      assert.deepEqual(
        results.map(({ outcome, changes }) => [outcome, changes]),
        [
          ['updated', ['title']],
          ['created', undefined],
        ],
      )
      assert.equal((await find('e1')).title, 'Event e1')
      assert.equal((await service.send('GET', '/events/by-external-id/feed:e2', { as: 'admin' })).status, 404)
    })

    test('New records get the status and categories of the import, and updates leave the status', async () => {
      const options = { status: 'pending', categories: ['Imported'] } as const
      await load([createRecord('f1', { categories: ['Own'] })], options)
      const { id, status, categories } = await find('f1')
      assert.equal(status, 'pending')
      assert.deepEqual(categories.map(({ name }: Json) => name).sort(), ['Imported', 'Own'])
      await load([createRecord('f1', { categories: ['Own'], title: 'New' })], options)
      assert.equal((await get(`/events/${id}`)).status, 'pending')
    })

    test('An import of many records ends its transaction after a second', async (context) => {
      let milliseconds = 0
      context.mock.method(performance, 'now', () => (milliseconds += 400))
      const batches: number[] = []
      const records = Array.from({ length: 7 }, (_, index) => createRecord(`slow${index}`))
      const { counts } = await load(records, { onBatch: async (_, results) => void batches.push(results.length) })
      assert.deepEqual(counts, { ...NO_RESULTS, created: 7 })
      assert.ok(batches.length > 1, `transactions of ${batches} records`)
      assert.equal(
        batches.reduce((sum, count) => sum + count, 0),
        7,
      )
    })

    test('An import waits while the database is busy, and fails as a whole if that lasts', async () => {
      let rejections = 2
      const onBatch = async () => {
        if (rejections-- > 0) throw problem('database_locked')
      }
      assert.deepEqual((await load([createRecord('busy1')], { onBatch })).outcomes, ['created'])
      rejections = 10
      await assert.rejects(load([createRecord('busy2')], { onBatch }), { code: 'database_locked' })
      assert.deepEqual((await load([createRecord('busy1'), createRecord('busy2')])).outcomes, ['unchanged', 'created'])
    })

    test('Records of a source that an import has not seen are missing', async () => {
      const options = { source: 'other' }
      await load([createRecord('g1'), createRecord('g2'), createRecord('g3')], options)
      const { seen } = await load([createRecord('g2')], options)
      const missing = []
      for await (const { key } of findMissingRecords(service.services.database.read, 'other', seen)) missing.push(key)
      assert.deepEqual(missing, ['g1', 'g3'])
    })

    const createSeries = (key: string, fields: Json = {}, more: Partial<ExternalRecord> = {}) =>
      createRecord(key, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4', rdate: [], exdate: [] }, ...fields }, more)
    const listDates = async (search: string): Promise<string[]> => {
      const { events } = await get(`/events?search=${search}&start_date=2027-01-01&per_page=50`)
      return events.map(({ start_date, title }: Json) => `${start_date} ${title}`)
    }

    test('A recurrence becomes a series with its changed occurrences, and is updated as one', async () => {
      const override = {
        date: '2027-03-08',
        fields: createRecord('h1', {
          title: 'Moved h1',
          start_date: '2027-03-09 10:00:00',
          end_date: '2027-03-09 11:00:00',
        }).fields,
      }
      const series = createSeries('h1', {}, { overrides: [override] })
      assert.deepEqual((await load([series])).outcomes, ['created'])
      assert.deepEqual((await load([series])).outcomes, ['unchanged'])
      assert.deepEqual(await listDates('h1'), [
        '2027-03-01 19:00:00 Event h1',
        '2027-03-09 10:00:00 Moved h1',
        '2027-03-15 19:00:00 Event h1',
        '2027-03-22 19:00:00 Event h1',
      ])
      const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=4', rdate: [], exdate: ['2027-03-15'] }
      assert.deepEqual((await load([createSeries('h1', { recurrence, title: 'Other h1' })])).outcomes, ['updated'])
      assert.deepEqual(await listDates('h1'), [
        '2027-03-01 19:00:00 Other h1',
        '2027-03-08 19:00:00 Other h1',
        '2027-03-22 19:00:00 Other h1',
      ])
    })

    test('An occurrence that was edited here stays when its series changes at the source', async () => {
      await load([createSeries('i1')])
      const { events } = await get('/events?search=i1&start_date=2027-01-01')
      await edit(events[1].id, { title: 'Ours i1' })
      assert.deepEqual((await load([createSeries('i1', { title: 'Theirs i1' })])).outcomes, ['updated'])
      assert.deepEqual(
        (await listDates('i1')).map((text) => text.slice(20)),
        ['Theirs i1', 'Ours i1', 'Theirs i1', 'Theirs i1'],
      )
    })

    test('An event that becomes a series and one that ceases to be are replaced', async () => {
      await load([createRecord('j1')])
      assert.deepEqual((await load([createSeries('j1')])).outcomes, ['created'])
      assert.equal((await listDates('j1')).length, 4)
      assert.deepEqual((await load([createRecord('j1')])).outcomes, ['created'])
      assert.deepEqual(await listDates('j1'), ['2027-03-01 19:00:00 Event j1'])
      assert.equal((await find('j1')).status, 'publish')
    })
  })
}
