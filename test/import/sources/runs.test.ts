/** Runs of sources: what they write, and what happens to events that disappear. */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import {
  createScriptedSource,
  createSourceTester,
  type ScriptedSource,
  type SourceTester,
} from '../../helper/sources/scripted-source.ts'

const counts = ({ created, updated, unchanged, conflicts, canceled, failed }: Json) =>
  `${created} created, ${updated} updated, ${unchanged} unchanged, ${conflicts} conflicts, ${canceled} canceled, ${failed} failed`

for (const engine of SPLIT_ENGINES) {
  describe(`runs of sources on ${engine.name}`, () => {
    let service: TestService
    let source: ScriptedSource
    let tester: SourceTester
    before(async () => {
      service = await startService({ engine, now: '2026-11-21T03:00:00Z' })
    })
    after(() => service.stop())
    beforeEach(() => {
      source = createScriptedSource()
      tester = createSourceTester(service, source)
    })
    afterEach(async () => {
      for (const { id } of await tester.send('GET', '/sources')) await tester.send('DELETE', `/sources/${id}`)
      const { database } = service.services
      const { events } = await tester.send(
        'GET',
        '/events?per_page=100&start_date=2000-01-01&end_date=2099-01-01&status=any',
      )
      for (const { id } of events) await tester.send('DELETE', `/events/${id}`)
      assert.deepEqual(await database.read.selectFrom('imported_records').selectAll().execute(), [])
    })

    const setEvents = (...keys: readonly string[]) => {
      source.events.clear()
      for (const key of keys) source.events.set(key, {})
    }
    const findEvent = async (title: string): Promise<Json> =>
      (await tester.send('GET', `/events?search=${title}&start_date=2000-01-01&status=any`)).events[0]

    test('New events are created, changed ones updated, and equal ones left unchanged', async () => {
      setEvents('alpha', 'beta')
      const id = await tester.create()
      const first = await tester.run(id)
      const expected = '2 created, 0 updated, 0 unchanged, 0 conflicts, 0 canceled, 0 failed'
      assert.deepEqual([first.status, counts(first)], ['succeeded', expected])
      assert.deepEqual(await tester.list(), { alpha: 'publish', beta: 'publish' })
      const { external_id: externalId } = await findEvent('alpha')
      assert.equal(externalId, `source-${id}:alpha`)
      source.events.set('alpha', { title: 'gamma' })
      source.events.set('delta', {})
      const second = await tester.run(id)
      assert.equal(counts(second), '1 created, 1 updated, 1 unchanged, 0 conflicts, 0 canceled, 0 failed')
      assert.deepEqual(second.details, [])
      assert.deepEqual(await tester.list(), { gamma: 'publish', beta: 'publish', delta: 'publish' })
      assert.equal(counts(await tester.run(id)), '0 created, 0 updated, 3 unchanged, 0 conflicts, 0 canceled, 0 failed')
    })

    test('Events have the status, author and category of the source', async () => {
      const category = (await tester.send('POST', '/categories', { name: 'Clubs' })).id
      setEvents('alpha')
      source.events.set('beta', { categories: ['Music'] })
      await tester.run(await tester.create({ status: 'pending', author: service.ids.editor, category }))
      assert.deepEqual(await tester.list(), { alpha: 'pending', beta: 'pending' })
      const { author, categories } = await findEvent('beta')
      assert.deepEqual(
        [author, categories.map(({ name }: Json) => name)],
        [String(service.ids.editor), ['Clubs', 'Music']],
      )
      await tester.send('DELETE', `/categories/${category}`)
      source.events.set('beta', { title: 'gamma', categories: ['Music'] })
      const { id } = (await tester.send('GET', '/sources'))[0]
      assert.equal((await tester.run(id)).updated, 1)
    })

    test('Events that disappear are canceled, and take place again when they return', async () => {
      setEvents('alpha', 'beta', 'gamma')
      const id = await tester.create()
      await tester.run(id)
      setEvents('alpha', 'gamma')
      const run = await tester.run(id)
      assert.equal(counts(run), '0 created, 0 updated, 2 unchanged, 0 conflicts, 1 canceled, 0 failed')
      assert.deepEqual(run.details, [
        { outcome: 'canceled', key: 'beta', event: (await findEvent('beta')).id, title: 'beta', reason: '' },
      ])
      assert.equal((await tester.list())['beta'], 'publish canceled')
      assert.equal((await tester.run(id)).canceled, 0)
      setEvents('alpha', 'beta', 'gamma')
      assert.equal(counts(await tester.run(id)), '0 created, 1 updated, 2 unchanged, 0 conflicts, 0 canceled, 0 failed')
      assert.deepEqual(await tester.list(), { alpha: 'publish', beta: 'publish', gamma: 'publish' })
    })

    test('Events that disappear are trashed or kept if the source specifies it, and return with their ID', async () => {
      setEvents('alpha', 'beta', 'gamma')
      const id = await tester.create({ missing: 'keep' })
      await tester.run(id)
      const { id: event } = await findEvent('beta')
      setEvents('alpha', 'gamma')
      assert.equal((await tester.run(id)).canceled, 0)
      await tester.send('PUT', `/sources/${id}`, { missing: 'trash' })
      assert.equal((await tester.run(id)).canceled, 1)
      assert.deepEqual(await tester.list(), { alpha: 'publish', gamma: 'publish' })
      setEvents('alpha', 'beta', 'gamma')
      assert.equal((await tester.run(id)).updated, 1)
      assert.equal((await findEvent('beta')).id, event)
    })

    test('A series that disappears is canceled with its exceptions, and returns', async () => {
      setEvents('alpha', 'beta')
      const dates = { start_date: '2027-03-02 11:00:00', end_date: '2027-03-02 12:00:00' }
      const overrides = [{ date: '2027-03-02', fields: { title: 'weekly special', ...dates } }]
      const series = { recurrence: { rrule: 'FREQ=DAILY;COUNT=3' }, overrides }
      source.events.set('weekly', series)
      const id = await tester.create()
      await tester.run(id)
      const listStates = async () => {
        const { events } = await tester.send('GET', '/events?search=weekly&start_date=2000-01-01')
        return events.map(({ event_status: state = 'scheduled' }: Json) => state)
      }
      assert.deepEqual(await listStates(), ['scheduled', 'scheduled', 'scheduled'])
      source.events.delete('weekly')
      assert.equal((await tester.run(id)).canceled, 1)
      assert.deepEqual(await listStates(), ['canceled', 'canceled', 'canceled'])
      source.events.set('weekly', series)
      await tester.run(id)
      assert.deepEqual(await listStates(), ['scheduled', 'scheduled', 'scheduled'])
    })

    test('Local edits are kept and reported as conflicts when the event changes or disappears', async () => {
      setEvents('alpha', 'beta', 'gamma', 'delta')
      const id = await tester.create()
      await tester.run(id)
      for (const title of ['alpha', 'beta'])
        await tester.send('PUT', `/events/${(await findEvent(title)).id}`, { description: 'edited' })
      await tester.send('DELETE', `/events/${(await findEvent('gamma')).id}`)
      assert.equal((await tester.run(id)).conflicts, 0)
      source.events.delete('beta')
      source.events.set('alpha', { title: 'other' })
      const run = await tester.run(id)
      assert.equal(counts(run), '0 created, 0 updated, 2 unchanged, 2 conflicts, 0 canceled, 0 failed')
      assert.deepEqual(
        run.details.map(({ outcome, key, reason }: Json) => [outcome, key, reason]),
        [
          ['conflict', 'alpha', 'it was edited here since its last import'],
          ['conflict', 'beta', 'it has disappeared from the source, but was edited here'],
        ],
      )
      assert.deepEqual(await tester.list(), { alpha: 'publish', beta: 'publish', delta: 'publish' })
    })

    test('A run in which more than half of the events disappear fails, unless it is confirmed', async () => {
      setEvents('alpha', 'beta', 'gamma')
      const id = await tester.create()
      await tester.run(id)
      setEvents('alpha', 'delta', 'epsilon', 'zeta')
      const run = await tester.run(id)
      assert.deepEqual(
        [run.status, counts(run)],
        ['failed', '3 created, 0 updated, 1 unchanged, 0 conflicts, 0 canceled, 0 failed'],
      )
      assert.match(
        run.error,
        /^More than half of the events have disappeared from the source: 2 of 3\..*with a confirmation\.$/,
      )
      assert.equal((await tester.list())['beta'], 'publish')
      setEvents()
      assert.match((await tester.run(id)).error, /: 6 of 6\./)
      const confirmed = await tester.run(id, { confirm: true })
      assert.deepEqual([confirmed.status, confirmed.canceled], ['succeeded', 6])
    })

    test('Nothing is canceled when the source cannot be read to its end, or contains an unreadable event', async () => {
      setEvents('alpha', 'beta', 'gamma')
      const id = await tester.create()
      await tester.run(id)
      setEvents('alpha', 'delta', 'gamma')
      source.failure = 'the calendar ends too early'
      const cut = await tester.run(id)
      assert.deepEqual([cut.status, cut.error], ['failed', 'the calendar ends too early'])
      source.failure = ''
      source.events.set('line 7', { failure: 'BEGIN:VEVENT has no END:VEVENT' })
      const broken = await tester.run(id)
      assert.deepEqual([broken.status, broken.failed, broken.created], ['failed', 1, 1])
      assert.match(
        broken.error,
        /^Events seem to have disappeared \(1\), but parts of the source could not be read \(1\)/,
      )
      assert.deepEqual(broken.details, [
        { outcome: 'failed', key: '', event: 0, title: '', reason: 'line 7: BEGIN:VEVENT has no END:VEVENT' },
      ])
      assert.equal((await tester.list())['beta'], 'publish')
      source.events.delete('line 7')
      source.events.set('beta', { failure: 'DTSTART is missing', key: 'beta' })
      const known = await tester.run(id)
      assert.deepEqual([known.status, known.failed, known.canceled], ['succeeded', 1, 0])
      source.events.delete('beta')
      assert.equal((await tester.run(id)).canceled, 1)
    })

    test('Ended events that a feed of coming events no longer contains are kept, and others are canceled', async () => {
      const createDates = (day: string) => ({ start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` })
      const days = {
        old: '2026-10-01',
        recent: '2026-11-10',
        latest: '2026-11-15',
        soon: '2026-12-01',
        later: '2026-12-02',
      }
      for (const [key, day] of Object.entries(days)) source.events.set(key, createDates(day))
      source.hasPast = false
      const id = await tester.create()
      await tester.run(id)
      for (const key of ['old', 'latest']) source.events.delete(key)
      const run = await tester.run(id)
      assert.deepEqual(
        run.details.map(({ key }: Json) => key),
        ['latest'],
      )
      source.hasPast = true
      assert.deepEqual(
        (await tester.run(id)).details.map(({ key }: Json) => key),
        ['old'],
      )
    })

    test('A preview lists the planned changes and writes nothing', async () => {
      setEvents('alpha', 'beta', 'gamma')
      const id = await tester.create()
      await tester.run(id)
      setEvents('alpha', 'gamma', 'delta')
      source.events.set('alpha', { title: 'omega' })
      const state = await tester.send('GET', `/sources/${id}`)
      const preview = await tester.preview(id)
      assert.equal(counts(preview), '1 created, 1 updated, 1 unchanged, 0 conflicts, 1 canceled, 0 failed')
      assert.deepEqual(
        preview.details.map(({ outcome, title }: Json) => `${outcome} ${title}`),
        ['updated omega', 'created delta', 'canceled beta'],
      )
      assert.deepEqual(await tester.list(), { alpha: 'publish', beta: 'publish', gamma: 'publish' })
      assert.deepEqual(await tester.send('GET', `/sources/${id}`), state)
    })

    test('Events of a deleted source stay', async () => {
      setEvents('alpha')
      const id = await tester.create()
      await tester.run(id)
      await tester.send('DELETE', `/sources/${id}`)
      assert.deepEqual(await tester.list(), { alpha: 'publish' })
    })

    test('Writes of sources are in the history as imports', async () => {
      setEvents('alpha')
      await tester.run(await tester.create())
      const { history } = await tester.send('GET', `/events/${(await findEvent('alpha')).id}/history`)
      assert.deepEqual(
        history.map(({ action, channel, user }: Json) => [action, channel, user]),
        [['create', 'import', null]],
      )
    })
  })
}
