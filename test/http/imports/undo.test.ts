/** Undoing imports: what is deleted and restored, and what stays. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createCalendar, createImportTester, type ImportTester } from '../../helper/imports/import-tester.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const createEvent = (uid: string, ...lines: readonly string[]): string[] => [
  ...['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T000000Z', 'DTSTART:20270301T190000Z', 'DTEND:20270301T200000Z'],
  ...lines,
  'END:VEVENT',
]

const wrapCalendar = (...events: readonly (readonly string[])[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n')

for (const engine of ONE_ENGINE) {
  describe(`undo of imports on ${engine.name}`, () => {
    let service: TestService
    let tester: ImportTester
    before(async () => {
      service = await startService({ engine })
      tester = createImportTester(service)
    })
    after(() => service.stop())

    const find = async (search: string): Promise<Json[]> =>
      (await tester.send('GET', `/events?search=${search}&start_date=2000-01-01&status=any&per_page=50`)).events
    const list = async (collection: string): Promise<Json[]> =>
      (await tester.send('GET', `/${collection}?per_page=50&hide_empty=false`))[collection]
    const load = async (name: string, text: string): Promise<Json> => {
      const { id } = await tester.upload(name, text)
      return tester.perform(id, 'run')
    }
    const describeResults = (results: readonly Json[]) =>
      results.map(({ outcome, kind, title, details }) => `${outcome} ${kind} ${title}${details && `: ${details}`}`)

    test('An undo deletes what was created, and a repeated import creates it again', async () => {
      const text = createCalendar('a1', 'a2')
      const done = await load('a.ics', text)
      const before = { venues: (await list('venues')).length, categories: (await list('categories')).length }
      assert.equal((await find('Event')).length, 2)
      const planned = await tester.perform(done.id, 'undo', { preview: true })
      assert.deepEqual([planned.task, planned.counts.deleted, planned.undone], ['preview-undo', 4, null])
      assert.equal((await find('Event')).length, 2)
      const undone = await tester.perform(done.id, 'undo')
      assert.deepEqual([undone.status, undone.counts.deleted, undone.can_undo], ['succeeded', 4, false])
      assert.deepEqual(describeResults(await tester.results(done.id)), [
        'deleted event Event a2',
        'deleted event Event a1',
        'deleted venue Imported Hall',
        'deleted category Imported',
      ])
      assert.deepEqual(await find('Event'), [])
      const rest = { venues: (await list('venues')).length, categories: (await list('categories')).length }
      assert.deepEqual(rest, { venues: before.venues - 1, categories: before.categories - 1 })
      const refused = await service.send('POST', `/imports/${done.id}/undo`, { as: 'admin', json: {} })
      assert.deepEqual([refused.status, refused.json.code], [409, 'import-not-undoable'])
      const again = await load('a.ics', text)
      assert.equal(again.counts.created, 2)
      await tester.perform(again.id, 'undo')
    })

    test('An undo restores what was changed, and the next import changes it again', async () => {
      const first = await load('b.ics', wrapCalendar(createEvent('b1', 'SUMMARY:Before', 'LOCATION:Old place')))
      const changed = wrapCalendar(createEvent('b1', 'SUMMARY:After', 'LOCATION:New place', 'DESCRIPTION:More'))
      const second = await load('b.ics', changed)
      assert.equal(second.counts.updated, 1)
      await tester.perform(second.id, 'undo')
      const [event] = await find('Before')
      assert.deepEqual([event.title, event.venue.venue, event.description], ['Before', 'Old place', ''])
      assert.deepEqual(
        describeResults(await tester.results(second.id)),
        ['restored event Before: title, description, venue', 'deleted venue New place'].map((line) =>
          line.replace('event Before', 'event After'),
        ),
      )
      assert.equal((await load('b.ics', changed)).counts.updated, 1)
      const [renewed] = await find('After')
      assert.equal(renewed.id, event.id)
      // The first import does not own the later change.
      const kept = await tester.perform(first.id, 'undo')
      assert.deepEqual([kept.counts.conflict > 0, (await find('After')).length], [true, 1])
    })

    test('Records that were edited since, or that others use, stay and are listed', async () => {
      const done = await load('c.ics', createCalendar('c1', 'c2'))
      const [edited, other] = await find('Event')
      await tester.send('POST', `/events/${edited.id}`, { title: 'Edited here' })
      const own = await tester.send('POST', '/events', {
        ...{ title: 'Own', start_date: '2027-03-02 10:00:00', end_date: '2027-03-02 11:00:00' },
        venue: other.venue.id,
      })
      for (const options of [{ preview: true }, {}]) {
        await tester.perform(done.id, 'undo', options)
        const lines = describeResults(await tester.results(done.id))
        const users = [own.id, edited.id].sort((a, b) => a - b)
        assert.deepEqual(lines.sort(), [
          `conflict category Imported: it is used by event ${edited.id}`,
          'conflict event Edited here: it was changed after the import',
          `conflict venue Imported Hall: it is used by event ${users[0]} and 1 more`,
          `deleted event ${other.title}`,
        ])
      }
      assert.deepEqual((await find('Edited')).length, 1)
      assert.equal((await tester.send('GET', `/events/${own.id}`)).venue.venue, 'Imported Hall')
    })

    test('A series that was created is deleted with its events, unless one of them was edited', async () => {
      const create = (uid: string) =>
        wrapCalendar(createEvent(uid, `SUMMARY:Series ${uid}`, 'RRULE:FREQ=WEEKLY;COUNT=3'))
      const done = await load('d.ics', create('d1'))
      assert.equal((await find('Series')).length, 3)
      await tester.perform(done.id, 'undo')
      assert.deepEqual(describeResults(await tester.results(done.id)), ['deleted series Series d1'])
      assert.deepEqual([(await find('Series')).length, (await tester.send('GET', '/series')).total], [0, 0])
      const edited = await load('d2.ics', create('d2'))
      const [event] = await find('Series')
      await tester.send('POST', `/events/${event.id}`, { title: 'Series special' })
      await tester.perform(edited.id, 'undo')
      assert.match(describeResults(await tester.results(edited.id))[0] ?? '', /^conflict series .*was changed after/)
      assert.equal((await find('Series')).length, 3)
    })

    test('A series that was changed is restored with its events', async () => {
      const create = (title: string) => wrapCalendar(createEvent('e1', `SUMMARY:${title}`, 'RRULE:FREQ=WEEKLY;COUNT=3'))
      await load('e.ics', create('Course'))
      const second = await load('e.ics', create('Class'))
      assert.equal((await find('Class')).length, 3)
      await tester.perform(second.id, 'undo')
      assert.deepEqual([(await find('Course')).length, (await find('Class')).length], [3, 0])
      assert.deepEqual(describeResults(await tester.results(second.id)), ['restored series Class: title'])
    })

    test('Records with ids are deleted or restored, with their terms', async () => {
      const model = await tester.send('POST', '/events', {
        ...{ title: 'Kept', start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 11:00:00', categories: ['Mine'] },
      })
      const category = { ...model.categories[0], id: 7001, name: 'Theirs', slug: 'theirs' }
      const records = [
        { ...model, title: 'Replaced', categories: [category] },
        { ...model, id: 9101, title: 'New', slug: 'new-9101', categories: [category] },
      ]
      const done = await load('events.json', JSON.stringify(records))
      assert.deepEqual([(await find('Replaced')).length, (await find('New')).length], [1, 1])
      const undone = await tester.perform(done.id, 'undo')
      assert.deepEqual([undone.counts.deleted, undone.counts.restored, undone.counts.failed], [2, 1, 0])
      const restored = await tester.send('GET', `/events/${model.id}`)
      assert.deepEqual([restored.title, restored.categories[0].name], ['Kept', 'Mine'])
      assert.equal((await service.send('GET', '/events/9101', { as: 'admin' })).status, 404)
      assert.ok(!(await list('categories')).some(({ id }) => id === 7001))
    })

    test('An import that is older than the history cannot be undone', async () => {
      const done = await load('old.ics', createCalendar('o1'))
      const { database } = service.services
      const old = { imported_utc: '1900-01-01 00:00:00' }
      await database.transaction((tx) => tx.updateTable('imports').set(old).where('id', '=', done.id).execute())
      const refused = await service.send('POST', `/imports/${done.id}/undo`, { as: 'admin', json: {} })
      assert.deepEqual([refused.status, refused.json.code], [409, 'import-not-undoable'])
    })
  })
}
