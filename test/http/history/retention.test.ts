import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { deleteOldHistory } from '../../../src/features/history/delete-old-history.ts'
import { forgetUser } from '../../../src/features/history/forget-user.ts'
import { startJobs } from '../../../src/http/jobs.ts'
import { runCalends } from '../../helper/command-line.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const EVENT = { title: 'Old', start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

for (const engine of SPLIT_ENGINES) {
  describe(`Retention of the history on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { HISTORY_KEEP: '30d' } })
    })
    after(() => service.stop())

    const countHistory = async (path: string): Promise<number> =>
      (await service.send('GET', `${path}/history`, { as: 'editor' })).json.total

    test('Entries are deleted after the configured number of days, and not before', async () => {
      service.setNow('2026-12-01T10:00:00Z')
      const { id } = (await service.send('POST', '/events', { as: 'editor', json: EVENT })).json
      const { headers } = await service.send('GET', `/events/${id}`, { as: 'editor' })
      service.setNow('2026-12-21T10:00:00Z')
      await service.send('POST', '/tags', { as: 'editor', json: { name: 'newer' } })
      assert.equal(await deleteOldHistory(service.services), 12)
      assert.equal(await countHistory(`/events/${id}`), 1)
      service.setNow('2026-12-31T10:00:00Z')
      assert.equal(await countHistory(`/events/${id}`), 1)
      service.setNow('2026-12-31T10:00:01Z')
      const jobs = startJobs(service.jobs, service.services, (error) => assert.fail(String(error)))
      await waitUntil(async () => (await countHistory(`/events/${id}`)) === 0, 20_000)
      await jobs.stop()
      const { json } = await service.send('GET', '/audit', { as: 'admin' })
      assert.equal(
        json.audit.some(({ kind }: Json) => kind === 'tag'),
        true,
      )
      // The change log and with it the ETag of the event are unchanged.
      assert.equal((await service.send('GET', `/events/${id}`, { as: 'editor' })).headers['etag'], headers['etag'])
    })

    test('With several nodes, entries are deleted once', async () => {
      service.setNow('2027-06-01T10:00:00Z')
      const deleted = await Promise.all([deleteOldHistory(service.services), deleteOldHistory(service.services)])
      assert.equal(deleted.filter((count) => count > 0).length, 1)
    })
  })

  describe(`Forgetting a user on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    /** Rows of all tables that contain the text. */
    const findText = async (text: string): Promise<string[]> => {
      const { read } = service.services.database
      const tables = ['history', 'users', 'application_passwords', 'events', 'changes'] as const
      const found: string[] = []
      for (const table of tables) {
        const rows = await read.selectFrom(table).selectAll().execute()
        found.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`).filter((row) => row.includes(text)))
      }
      return found
    }

    test('calends user forget erases account, name and IP addresses, and reassigns the records', async () => {
      const { id } = (await service.send('POST', '/events', { as: 'author', json: EVENT })).json
      const series = { ...EVENT, recurrence: 'FREQ=DAILY;COUNT=2' }
      const created = (await service.send('POST', '/series', { as: 'author', json: series })).json
      await service.send('PUT', `/events/${id}`, { as: 'editor', json: { title: 'Edited' } })
      assert.notDeepEqual(await findText('author@example.test'), [])
      const { code, stdout, stderr } = await runCalends(service.config.databaseUrl, [
        ...['user', 'forget', 'author', '--reassign', 'editor'],
      ])
      assert.deepEqual([code, stderr], [0, ''])
      assert.equal(stdout, `forgot user ${service.ids.author}; 4 records reassigned\n`)
      assert.deepEqual(await findText('author@example.test'), [])
      const rows = await service.services.database.read.selectFrom('history').selectAll().execute()
      assert.equal(
        rows.some((row) => row.user_id === service.ids.author),
        false,
      )
      assert.deepEqual(
        rows
          .filter((row) => row.ip !== '')
          .map((row) => row.user_id)
          .filter((user) => user !== service.ids.editor),
        [],
      )
      const event = (await service.send('GET', `/events/${id}`, { as: 'editor' })).json
      assert.deepEqual([event.title, event.author], ['Edited', String(service.ids.editor)])
      const reassigned = (await service.send('GET', `/series/${created.id}`, { as: 'editor' })).json
      assert.equal(reassigned.author, String(service.ids.editor))
      const { json } = await service.send('GET', `/events/${id}/history`, { as: 'admin' })
      assert.deepEqual(
        json.history.map(({ user, channel }: Json) => [user?.login, channel]),
        [
          [undefined, 'command'],
          ['editor', 'api'],
          [undefined, 'api'],
        ],
      )
      const audit = (await service.send('GET', `/audit?action=forget`, { as: 'admin' })).json.audit
      assert.deepEqual([audit.length, audit[0].record, audit[0].changes], [1, service.ids.author, []])
      assert.equal((await service.send('GET', '/events', { as: 'author' })).status, 401)
    })

    test('A user who was removed before is forgotten by the ID, and the records can stay', async () => {
      const { id } = (await service.send('POST', '/events', { as: 'author2', json: EVENT })).json
      const run = (...args: readonly string[]) => runCalends(service.config.databaseUrl, ['user', ...args])
      assert.equal((await run('remove', 'author2')).code, 0)
      assert.notDeepEqual(await findText('author2@example.test'), [])
      const number = String(service.ids.author2)
      assert.match((await run('forget', number)).stderr, /--reassign .* or --keep-content/)
      assert.equal((await run('forget', number, '--keep-content')).code, 0)
      assert.deepEqual(await findText('author2'), [])
      assert.equal((await service.send('GET', `/events/${id}`, { as: 'editor' })).json.author, number)
    })

    test('Unknown users and the last administrator are not forgotten', async () => {
      await assert.rejects(forgetUser(service.services, '999'), /there is no user 999/)
      await assert.rejects(forgetUser(service.services, 'admin'), /last_administrator/)
      await assert.rejects(forgetUser(service.services, 'editor', { reassignTo: 'editor' }), /the user to forget/)
    })
  })
}
