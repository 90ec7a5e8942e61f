import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { publishScheduledPosts } from '../../../src/calendar/events/publish-scheduled.ts'
import { withOrigin } from '../../../src/calendar/services.ts'
import { importRecords } from '../../../src/features/imports/import-records.ts'
import { createSystemOrigin } from '../../../src/kernel/change-record.ts'
import { runCalends } from '../../helper/command-line.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'
import { createFileReader } from '../../import/records.ts'

const EVENT = { title: 'Audited', start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

const basic = (login: string, password: string): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

for (const engine of ONE_ENGINE) {
  describe(`The audit log on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const readAudit = async (query = ''): Promise<Json[]> => {
      const { status, json, text } = await service.send('GET', `/audit${query}`, { as: 'admin' })
      assert.equal(status, 200, text)
      return json.audit
    }

    test('Only administrators read the audit log', async () => {
      const statuses = await Promise.all(
        (['anon', 'subscriber', 'editor', 'admin'] as const).map(
          async (as) => (await service.send('GET', '/audit', { as })).status,
        ),
      )
      assert.deepEqual(statuses, [401, 403, 403, 200])
    })

    test('Filters by user, kind, record, action, channel and time select entries', async () => {
      service.setNow('2026-12-01T10:00:00Z')
      const { id } = (await service.send('POST', '/events', { as: 'author', json: EVENT })).json
      service.setNow('2026-12-01T11:00:00Z')
      await service.send('PUT', `/events/${id}`, { as: 'editor', json: { title: 'Other' } })
      await service.send('POST', '/tags', { as: 'editor', json: { name: 'audited' } })
      const { author, editor } = service.ids
      const select = async (query: string) =>
        (await readAudit(query)).map(({ kind, action, user }) => `${kind} ${action} ${user?.login}`)
      assert.deepEqual(await select(`?user=${author}&kind=event`), ['event create author'])
      assert.deepEqual(await select(`?user=${editor}&from=2026-12-01T10:30:00Z&kind=tag`), ['tag create editor'])
      assert.deepEqual(await select(`?kind=event&record=${id}`), ['event update editor', 'event create author'])
      assert.deepEqual(await select(`?action=update&channel=api`), ['event update editor'])
      assert.deepEqual(await select('?from=2026-12-01T10:00:00Z&until=2026-12-01T10:00:00Z&kind=event'), [
        'event create author',
      ])
      // Without an offset, the bound is in the time zone of the site.
      assert.deepEqual(await select('?until=2026-12-01T05:30:00&kind=event'), ['event create author'])
      const { status } = await service.send('GET', '/audit?action=nothing', { as: 'admin' })
      assert.equal(status, 400)
    })

    test('Pages of the audit log are linked', async () => {
      const { json } = await service.send('GET', '/audit?per_page=1&kind=user&action=create', { as: 'admin' })
      assert.deepEqual([json.total, json.audit.length], [6, 1])
      const next = new URL(json.next_rest_url)
      assert.deepEqual([next.searchParams.get('kind'), next.searchParams.get('page')], ['user', '2'])
      const beyond = await service.send('GET', '/audit?page=999', { as: 'admin' })
      assert.deepEqual([beyond.status, beyond.json.code], [404, 'history-page-not-found'])
    })

    test('Failed sign-ins are recorded with the account and IP address, and without an unknown login', async () => {
      service.setNow('2026-12-02T10:00:00Z')
      for (const login of ['editor', 'hunter2'])
        await service.send('GET', '/events', { headers: { authorization: basic(login, 'wrong') } })
      const entries = await readAudit('?action=sign-in-failed&from=2026-12-02T10:00:00Z')
      assert.deepEqual(
        entries.map(({ user, ip, record }) => [user?.login, ip, record]),
        [
          [undefined, '127.0.0.1', 0],
          ['editor', '127.0.0.1', service.ids.editor],
        ],
      )
      assert.equal(JSON.stringify(entries).includes('hunter2'), false)
    })

    test('A successful sign-in with an application password is recorded once an hour', async () => {
      const readSignIns = async () => (await readAudit(`?action=sign-in&user=${service.ids.contributor}`)).length
      service.setNow('2026-12-03T10:00:00Z')
      const signIn = () => service.send('GET', '/events', { as: 'contributor' })
      await signIn()
      await waitUntil(async () => (await readSignIns()) === 1, 20_000)
      await signIn()
      service.setNow('2026-12-03T11:00:01Z')
      await signIn()
      await waitUntil(async () => (await readSignIns()) >= 2, 20_000)
      assert.equal(await readSignIns(), 2)
      const [entry] = await readAudit(`?action=sign-in&user=${service.ids.contributor}`)
      assert.deepEqual([entry.application, entry.channel, entry.ip], ['test', 'api', '127.0.0.1'])
    })

    test('A sign-in on the page that authorizes applications is recorded, with the password that it creates', async () => {
      const form = new URLSearchParams({ app_name: 'Display', login: 'author2', password: 'x', answer: 'allow' })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { status } = await service.send('POST', '//authorize-application', { body: form.toString(), headers })
      assert.equal(status, 200)
      const entries = await readAudit(`?user=${service.ids.author2}&channel=admin`)
      assert.deepEqual(
        entries.map(({ action, record, ip }) => [action, record, ip]),
        [
          ['create-application-password', service.ids.author2, '127.0.0.1'],
          ['sign-in', service.ids.author2, '127.0.0.1'],
        ],
      )
      assert.deepEqual(entries[0].changes, [{ field: 'application_password', before: null, after: 'Display' }])
    })

    test('Changes of application passwords are recorded', async () => {
      const path = `//api/cal/events/v1/users/${service.ids.subscriber}/application-passwords`
      const { uuid } = (await service.send('POST', path, { as: 'admin', json: { name: 'One' } })).json
      await service.send('PUT', `${path}/${uuid}`, { as: 'admin', json: { name: 'Two' } })
      await service.send('DELETE', `${path}/${uuid}`, { as: 'admin' })
      const entries = await readAudit(`?kind=user&record=${service.ids.subscriber}&user=${service.ids.admin}`)
      assert.deepEqual(
        entries.map(({ action, changes: [{ before, after }] }) => [action, before, after]),
        [
          ['revoke-application-passwords', ['Two'], null],
          ['rename-application-password', 'One', 'Two'],
          ['create-application-password', null, 'One'],
        ],
      )
    })

    test('Commands record their changes of accounts', async () => {
      const run = async (...args: readonly string[]) => {
        const { code, stderr } = await runCalends(service.config.databaseUrl, ['user', ...args])
        assert.equal(code, 0, stderr)
      }
      await run('add', 'temporary', '--role', 'author', '--email', 'temporary@example.test')
      await run('role', 'temporary', 'editor')
      await run('passwd', 'temporary')
      await run('remove', 'temporary')
      const [removal, ...earlier] = (await readAudit('?kind=user&channel=command')).slice(0, 4)
      assert.deepEqual(
        earlier.map(({ action, user }) => [action, user]),
        [
          ['change-password', null],
          ['change-role', null],
          ['create', null],
        ],
      )
      assert.deepEqual(earlier[1].changes, [{ field: 'role', before: 'author', after: 'editor' }])
      assert.equal(removal.changes.find(({ field }: Json) => field === 'login').before, 'temporary')
    })

    test('Jobs and imports record their changes with their channel', async () => {
      service.setNow('2026-12-04T10:00:00Z')
      const json = { ...EVENT, status: 'publish', date: '2026-12-05T10:00:00Z' }
      const { id, status } = (await service.send('POST', '/events', { as: 'editor', json })).json
      assert.equal(status, 'future')
      service.setNow('2026-12-06T10:00:00Z')
      await publishScheduledPosts(withOrigin(service.services, createSystemOrigin('job')))
      const [published] = await readAudit(`?kind=event&record=${id}&channel=job`)
      assert.deepEqual(published.changes, [{ field: 'status', before: 'future', after: 'publish' }])

      const event = (await service.send('GET', `/events/${id}`)).json
      const file = join(service.config.DATA_DIR, 'events.json')
      const imports = withOrigin(service.services, createSystemOrigin('import'))
      const observer = { problem: assert.fail, progress: () => {} }
      writeFileSync(
        file,
        JSON.stringify([
          { ...event, title: 'Imported', tags: [] },
          { ...event, id: 5000, slug: 'x' },
        ]),
      )
      await importRecords(imports, createFileReader([file]), observer)
      const entries = await readAudit('?kind=event&channel=import')
      const byRecord = new Map(entries.map((entry) => [entry.record, entry]))
      assert.deepEqual(byRecord.get(id).changes, [{ field: 'title', before: 'Audited', after: 'Imported' }])
      assert.deepEqual([byRecord.get(5000).action, byRecord.get(5000).user], ['create', null])
    })

    test('Every change of a record is part of the history', async () => {
      const { rows } = await findUnrecordedChanges(service)
      assert.deepEqual(rows, [])
    })
  })
}

/** Changes since the start that the history does not contain. */
async function findUnrecordedChanges({ services: { database } }: TestService) {
  const changes = await database.read.selectFrom('changes').selectAll().where('kind', '<>', 'count').execute()
  const history = await database.read.selectFrom('history').select(['kind', 'record_id', 'revision']).execute()
  const recorded = new Set(history.map(({ kind, record_id, revision }) => `${kind} ${record_id} ${revision}`))
  return { rows: changes.filter(({ kind, id, seq }) => !recorded.has(`${kind} ${id} ${seq}`)) }
}
