/** Imports by administrators over HTTP: upload, inspection, preview, run and results. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runNextImport } from '../../../src/features/imports/runs/run-imports.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createCalendar, createImportTester, type ImportTester } from '../../helper/imports/import-tester.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { type FeedServer, startFeedServer } from '../../helper/sources/feed-server.ts'

const TABLE = 'What;When;Where;Notes\nFair;25.03.2027;Town hall;secret\nMarket;nonsense;;\n'

for (const engine of ONE_ENGINE) {
  describe(`imports over HTTP on ${engine.name}`, () => {
    let service: TestService
    let tester: ImportTester
    let feed: FeedServer
    before(async () => {
      feed = await startFeedServer()
      service = await startService({ engine, env: { SOURCE_FETCH_ALLOW: feed.host } })
      tester = createImportTester(service)
    })
    after(async () => {
      await service.stop()
      await feed.stop()
    })

    const findEvents = async (search: string): Promise<Json[]> =>
      (await tester.send('GET', `/events?search=${search}&start_date=2000-01-01&status=any`)).events

    test('A table is inspected, mapped, previewed and imported, and its file is deleted afterwards', async () => {
      const found = await tester.upload('fair.csv', TABLE)
      assert.deepEqual([found.task, found.status, found.detected_format], ['inspect', 'succeeded', 'csv'])
      assert.deepEqual([found.table.kind, found.table.delimiter, found.table.dates], ['event', ';', 'DMY'])
      assert.deepEqual(
        found.table.columns.map(({ heading, samples }: Json) => [heading, samples[0]]),
        [
          ['What', 'Fair'],
          ['When', '25.03.2027'],
          ['Where', 'Town hall'],
          ['Notes', 'secret'],
        ],
      )
      assert.ok(found.table.choices.includes('start_date'))
      const columns = { What: 'title', When: 'start_date', Where: 'venue', Notes: '' }
      await tester.send('PUT', `/imports/${found.id}`, {
        mapping: { columns, dates: 'DMY' },
        record_status: 'pending',
        categories: ['Fairs'],
      })
      await tester.work()
      const planned = await tester.perform(found.id, 'preview')
      assert.deepEqual([planned.status, planned.counts.created, planned.counts.failed], ['succeeded', 1, 1])
      assert.deepEqual(await findEvents('Fair'), [])
      const rows = await tester.results(found.id)
      const [created, failed] = ['created', 'failed'].map((name) => rows.find((one) => one.outcome === name))
      assert.deepEqual(
        [created.outcome, created.kind, created.record, created.title, created.location],
        ['created', 'event', 0, 'Fair', 'fair.csv:2'],
      )
      assert.deepEqual([failed.outcome, failed.location], ['failed', 'fair.csv:3'])
      assert.match(failed.details, /column 2 \(When\)/)
      assert.equal((await tester.results(found.id, '&outcome=failed')).length, 1)
      const done = await tester.perform(found.id, 'run')
      assert.deepEqual(
        [done.status, done.counts.created, done.size, done.done, done.total, done.can_run, done.can_undo],
        ['succeeded', 1, 0, 2, 2, false, true],
      )
      const [event] = await findEvents('Fair')
      assert.deepEqual(
        [event.status, event.start_date, event.author],
        ['pending', '2027-03-25 00:00:00', String(service.ids.admin)],
      )
      assert.deepEqual(
        event.categories.map(({ name }: Json) => name),
        ['Fairs'],
      )
      const chunks = await service.services.database.read.selectFrom('import_chunks').selectAll().execute()
      assert.deepEqual(chunks, [])
      const { history } = await tester.send('GET', `/events/${event.id}/history`)
      assert.deepEqual([history[0].channel, history[0].user.id], ['import', service.ids.admin])
    })

    test('The calendar at a URL is imported, and imported again without a change', async () => {
      feed.response = { body: createCalendar('u1', 'u2') }
      for (const counts of [
        [2, 0],
        [0, 2],
      ]) {
        const { id } = await tester.send('POST', '/imports', { url: feed.url })
        await tester.work()
        const done = await tester.perform(id, 'run')
        assert.deepEqual([done.detected_format, done.counts.created, done.counts.unchanged], ['ics', ...counts])
      }
      assert.equal((await findEvents('u1')).length, 1)
    })

    test('A URL that is neither a file nor a site, and a private address, are reported as failures', async () => {
      feed.response = { body: '<!doctype html><title>Nothing</title>', headers: { 'content-type': 'text/html' } }
      for (const [url, message] of [
        [`http://${feed.host}/`, /: no events were found\. The page has no API/],
        ['http://127.0.0.1:1/events.ics', /not public/],
      ] as const) {
        const { id } = await tester.send('POST', '/imports', { url })
        await tester.work()
        const failed = await tester.send('GET', `/imports/${id}`)
        assert.deepEqual([failed.status, failed.can_run], ['failed', false])
        assert.match(failed.error, message)
        const refused = await service.send('POST', `/imports/${id}/run`, { as: 'admin', json: {} })
        assert.deepEqual([refused.status, refused.json.code], [409, 'import-not-runnable'])
      }
    })

    test('A file of an unknown type fails with its name, and a settings change inspects it again', async () => {
      const failed = await tester.upload('page.xml', '<feed/>')
      assert.equal(failed.status, 'failed')
      assert.match(failed.error, /^page\.xml: the type of the file is unknown\./)
      const repaired = await tester.upload('odd.txt', 'a,b\n1,2\n', { format: 'csv' })
      assert.deepEqual([repaired.status, repaired.detected_format], ['succeeded', 'csv'])
    })

    test('Records of the API are previewed and imported with their ids, in a background task with progress', async () => {
      const model = await tester.send('POST', '/events', {
        ...{ title: 'Model', start_date: '2027-05-01 10:00:00', end_date: '2027-05-01 11:00:00' },
      })
      const record = { ...model, id: 9001, title: 'Kept id', slug: 'kept-id' }
      const { id } = await tester.upload('events.json', JSON.stringify({ events: [record, { id: 'x' }] }))
      const planned = await tester.perform(id, 'preview')
      assert.deepEqual([planned.counts.created, planned.counts.failed > 0], [1, true])
      assert.match((await tester.results(id, '&outcome=failed'))[0].location, /^events\.json#2$/)
      await tester.perform(id, 'run')
      assert.equal((await tester.send('GET', '/events/9001')).title, 'Kept id')
    })

    test('Waiting tasks can be stopped, busy imports are refused, and deleting removes the file', async () => {
      const { id } = await tester.upload('stop.ics', createCalendar('s1'))
      await tester.send('POST', `/imports/${id}/preview`, {})
      for (const [method, path] of [
        ['POST', `/imports/${id}/run`],
        ['PUT', `/imports/${id}`],
        ['DELETE', `/imports/${id}`],
      ] as const) {
        const refused = await service.send(method, path, { as: 'admin', json: {} })
        assert.deepEqual([refused.status, refused.json.code], [409, 'import-busy'], `${method} ${path}`)
      }
      assert.equal((await tester.send('POST', `/imports/${id}/stop`, {})).status, 'stopped')
      const again = await tester.perform(id, 'preview')
      assert.equal(again.status, 'succeeded')
      assert.equal((await tester.send('DELETE', `/imports/${id}`)).previous.id, id)
      const { read } = service.services.database
      assert.deepEqual(
        await read.selectFrom('import_chunks').selectAll().execute(),
        await read.selectFrom('import_chunks').selectAll().where('import_id', '<>', id).execute(),
      )
      assert.deepEqual(await read.selectFrom('import_results').selectAll().where('import_id', '=', id).execute(), [])
      assert.equal((await service.send('GET', `/imports/${id}`, { as: 'admin' })).status, 404)
    })

    test('One task runs at a time; a task of a process that has ended is started again', async () => {
      const first = await tester.upload('first.ics', createCalendar('f1'))
      const second = await tester.upload('second.ics', createCalendar('f2'))
      for (const { id } of [first, second]) await tester.send('POST', `/imports/${id}/run`, {})
      const { database } = service.services
      const claim = { status: 'running', holder: 'other', held_until: '2026-11-21 03:02:00', attempts: 1 }
      await database.transaction((tx) => tx.updateTable('imports').set(claim).where('id', '=', first.id).execute())
      const { signal } = new AbortController()
      assert.equal(await runNextImport(service.services, signal), undefined)
      assert.equal((await tester.send('GET', `/imports/${second.id}`)).status, 'queued')
      service.setNow('2026-11-21T03:02:01Z')
      await tester.work()
      for (const { id } of [first, second])
        assert.equal((await tester.send('GET', `/imports/${id}`)).status, 'succeeded')
    })

    test('A task that is interrupted by a shutdown waits again, and one that ends processes repeatedly fails', async () => {
      const { id } = await tester.upload('shutdown.ics', createCalendar('d1'))
      await tester.send('POST', `/imports/${id}/run`, {})
      const controller = new AbortController()
      controller.abort()
      await assert.rejects(runNextImport(service.services, controller.signal))
      assert.equal((await tester.send('GET', `/imports/${id}`)).status, 'queued')
      const { database } = service.services
      await database.transaction((tx) => tx.updateTable('imports').set({ attempts: 3 }).where('id', '=', id).execute())
      await tester.work()
      const failed = await tester.send('GET', `/imports/${id}`)
      assert.deepEqual([failed.status, failed.error], ['failed', 'The process ended during the import, 3 times.'])
      assert.equal((await tester.perform(id, 'run')).status, 'succeeded')
    })

    test('An import whose file is missing, as in the copy of a database, fails', async () => {
      const { id } = await tester.upload('copied.ics', createCalendar('m1'))
      const { database } = service.services
      await database.transaction((tx) => tx.deleteFrom('import_chunks').where('import_id', '=', id).execute())
      const failed = await tester.perform(id, 'run')
      assert.deepEqual([failed.status, failed.error], ['failed', 'The file was deleted. Upload it again.'])
    })

    test('Only administrators use imports and exports', async () => {
      const { id } = await tester.upload('private.ics', createCalendar('p1'))
      for (const as of ['anon', 'author', 'editor'] as const)
        for (const [method, path] of [
          ['GET', '/imports'],
          ['POST', '/imports'],
          ['POST', '/imports/files'],
          ['GET', `/imports/${id}`],
          ['PUT', `/imports/${id}`],
          ['DELETE', `/imports/${id}`],
          ['POST', `/imports/${id}/preview`],
          ['POST', `/imports/${id}/run`],
          ['POST', `/imports/${id}/undo`],
          ['POST', `/imports/${id}/stop`],
          ['GET', `/imports/${id}/results`],
          ['GET', '/exports/events.csv'],
          ['GET', '/exports/calends.ndjson'],
        ] as const) {
          const json = method === 'POST' ? { url: 'https://club.example/a.ics' } : undefined
          const { status } = await service.send(method, path, { as, json })
          assert.equal(status, as === 'anon' ? 401 : 403, `${method} ${path} as ${as}`)
        }
    })

    test('Invalid settings are rejected by name, and the password is never returned', async () => {
      const url = 'https://site.example/'
      for (const [fields, name] of [
        [{ url: 'ftp://x.example/' }, 'url'],
        [{ url, format: 'pdf' }, 'format'],
        [{ url, record_status: 'trash' }, 'record_status'],
        [{ url, mapping: { columns: { A: 'no such column' } } }, 'mapping'],
        [{ url, categories: Array.from({ length: 21 }, (_, index) => `C${index}`) }, 'categories'],
      ] as const) {
        const { status, json } = await service.send('POST', '/imports', { as: 'admin', json: fields })
        assert.deepEqual([status, Object.keys(json.data.params)], [400, [name]], name)
      }
      const created = await tester.send('POST', '/imports', { url, username: 'me', password: 'secret', format: 'site' })
      assert.deepEqual([created.has_password, created.username], [true, 'me'])
      assert.ok(!JSON.stringify(created).includes('secret'))
      await tester.send('POST', `/imports/${created.id}/stop`, {})
      const tooLarge = await service.send('POST', '/imports/files', {
        as: 'admin',
        headers: { 'content-length': String(65 * 2 ** 20), 'content-disposition': 'attachment; filename="big.ics"' },
      })
      assert.equal(tooLarge.status, 413)
    })
  })
}
