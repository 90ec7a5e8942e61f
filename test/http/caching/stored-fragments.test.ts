/** Rendered records are stored in the database: what writes them, when they are used, and when they are rendered again. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { publishScheduledPosts } from '../../../src/calendar/events/publish-scheduled.ts'
import { createFragmentBacklog, storeFragments } from '../../../src/calendar/fragments/fragment-backlog.ts'
import { createFragmentVersion } from '../../../src/calendar/fragments/fragment-version.ts'
import { createFragmentJob } from '../../../src/calendar/fragments/render-fragments.ts'
import { renderRows } from '../../../src/calendar/fragments/render-rows.ts'
import type { PostKind } from '../../../src/kernel/post.ts'
import { findRevision, recordChange } from '../../../src/storage/change-log/change-log.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const DATES = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }
const AT = '2026-11-21 03:00:00'

for (const engine of ONE_ENGINE) {
  describe(`Stored fragments on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { CACHE_MEGABYTES: '0' } })
    })
    after(() => service.stop())

    const send = async (method: string, path: string, json?: Json): Promise<Json> => {
      const response = await service.send(method, path, { as: 'admin', json })
      assert.ok(response.status < 300, response.text)
      return response.json
    }
    const findRow = async (id: number) =>
      service.services.database.read.selectFrom('fragments').selectAll().where('id', '=', id).executeTakeFirst()
    const isCurrent = async (kind: PostKind, id: number) =>
      (await findRow(id))?.revision === (await findRevision(service.services.database.read, kind, id))
    /** Changes the title like another program: without a change and without a fragment. */
    const renameRow = (title: string, id: number) =>
      service.services.database.transaction((tx) =>
        tx.updateTable('events').set({ title }).where('id', '=', id).execute(),
      )

    test('Every write of a record stores its fragment, from which responses are assembled', async () => {
      const event = await send('POST', '/events', {
        ...DATES,
        title: 'Stored',
        description: 'Äther 日本語',
        venue: { venue: 'Hall' },
        organizer: [{ organizer: 'One' }, { organizer: 'Two' }],
        categories: ['music'],
        tags: ['loud'],
      })
      for (const [kind, { id }] of [
        ['event', event],
        ['venue', event.venue],
        ['organizer', event.organizer[1]],
      ] as const)
        assert.ok(await isCurrent(kind, id), kind)
      await renameRow('Not rendered', event.id)
      assert.equal((await send('GET', `/events/${event.id}`)).title, 'Stored')
      assert.equal((await send('GET', '/events')).events[0].title, 'Stored')
      const changed = await send('POST', `/events/${event.id}`, { title: 'Changed', tags: [] })
      assert.deepEqual([changed.title, changed.tags, changed.venue.venue], ['Changed', [], 'Hall'])
      await renameRow('Not rendered', event.id)
      assert.deepEqual(await send('GET', `/events/${event.id}`).then(({ title, tags }) => [title, tags]), [
        'Changed',
        [],
      ])
      await send('POST', `/venues/${event.venue.id}`, { venue: 'Other hall' })
      assert.equal((await send('GET', `/events/${event.id}`)).venue.venue, 'Other hall')
    })

    test('One stored fragment serves all mounts and languages', async () => {
      const { id } = await send('POST', '/events', { ...DATES, title: 'Mounted' })
      const responses = await Promise.all(
        ['/wp-json/tribe/events/v1', '/api/cal/events/v1', '/de/wp-json/tribe/events/v1'].map(async (mount) => {
          const { status, json, headers } = await service.send('GET', `/${mount}/events/${id}`)
          assert.equal(status, 200)
          assert.equal(json.rest_url, `${service.origin}${mount}/events/${id}`)
          return headers['etag']
        }),
      )
      assert.equal(new Set(responses).size, 3)
      const row = await findRow(id)
      assert.ok(row && !row.open.includes(service.origin))
    })

    test('A record that an older version of the service changed is rendered again, and then stored', async () => {
      const { id } = await send('POST', '/events', { ...DATES, title: 'Before' })
      await service.services.database.transaction(async (tx) => {
        await tx.updateTable('events').set({ title: 'After' }).where('id', '=', id).execute()
        await recordChange(tx, { kind: 'event', id, op: 'update', at: AT })
      })
      assert.equal(await isCurrent('event', id), false)
      assert.equal((await send('GET', `/events/${id}`)).title, 'After')
      await waitUntil(() => isCurrent('event', id), 5000)
      await renameRow('Not rendered', id)
      assert.equal((await send('GET', `/events/${id}`)).title, 'After')
    })

    test('Writes and the background store how to attend an event online', async () => {
      const { database } = service.services
      const link = { virtual_url: 'https://meet.example/', virtual_url_visibility: 'hour-before' }
      const { id } = await send('POST', '/events', { ...DATES, title: 'Online', ...link })
      const stored = await findRow(id)
      assert.match(stored?.online ?? '', /^online;2026-12-01 .*;https:\/\/meet\.example\/$/)
      await send('PUT', `/events/${id}`, { attendance_mode: 'mixed' })
      assert.match((await findRow(id))?.online ?? '', /^mixed;/)
      await send('PUT', `/events/${id}`, { is_virtual: false })
      assert.equal((await findRow(id))?.online, '')
      await database.transaction(async (tx) => {
        const changed = { attendance_mode: 'online', ...link }
        await tx.updateTable('events').set(changed).where('id', '=', id).execute()
        await recordChange(tx, { kind: 'event', id, op: 'update', at: AT })
      })
      assert.equal((await send('GET', `/events/${id}`)).attendance_mode, 'online')
      await waitUntil(() => isCurrent('event', id), 5000)
      assert.equal((await findRow(id))?.online, stored?.online)
    })

    test('A fragment of another version is not used', async () => {
      const { id } = await send('POST', '/events', { ...DATES, title: 'Old text' })
      await service.services.database.transaction((tx) =>
        tx.updateTable('fragments').set({ version: 'other' }).where('id', '=', id).execute(),
      )
      await renameRow('New text', id)
      assert.equal((await send('GET', `/events/${id}`)).title, 'New text')
    })

    const renderEvent = async (id: number) => {
      const { database, site } = service.services
      const { epoch } = database.bus.current()
      const rows = await renderRows(database.read, 'event', [id], site)
      return rows.map((row) => ({ epoch, row }))
    }

    test('Storing in the background skips what was rendered before a failover', async () => {
      const { database } = service.services
      const { id } = await send('POST', '/events', { ...DATES, title: 'Promoted' })
      const rows = await renderEvent(id)
      await database.transaction((tx) => tx.deleteFrom('fragments').where('id', '=', id).execute())
      await storeFragments(
        database,
        rows.map(({ row }) => ({ epoch: 'ffffffffff', row })),
      )
      assert.equal(await findRow(id), undefined)
      await storeFragments(database, rows)
      assert.ok(await isCurrent('event', id))
    })

    test('Storing in the background does not replace the fragment of a newer change', async () => {
      const { database } = service.services
      const { id } = await send('POST', '/events', { ...DATES, title: 'First' })
      const rows = await renderEvent(id)
      await send('POST', `/events/${id}`, { title: 'Second' })
      await storeFragments(database, rows)
      assert.ok(await isCurrent('event', id))
      assert.equal((await send('GET', `/events/${id}`)).title, 'Second')
    })

    test('Storing in the background changes neither the generation nor the change log', async () => {
      const { database } = service.services
      const { id } = await send('POST', '/events', { ...DATES, title: 'Quiet' })
      const before = database.generation()
      await storeFragments(database, await renderEvent(id))
      assert.equal(database.generation(), before)
    })

    test('A backlog that was closed stores nothing', async () => {
      const { database, site } = service.services
      const { id } = await send('POST', '/events', { ...DATES, title: 'Late' })
      const rows = await renderRows(database.read, 'event', [id], site)
      await database.transaction((tx) => tx.deleteFrom('fragments').where('id', '=', id).execute())
      const backlog = createFragmentBacklog(database, (error) => assert.fail(String(error)))
      const { epoch } = database.bus.current()
      backlog.add(epoch, rows)
      await backlog.close()
      backlog.add(epoch, rows)
      assert.equal(await findRow(id), undefined)
    })

    test('Events lose a deleted term, and their fragments are stored without it', async () => {
      const event = await send('POST', '/events', { ...DATES, title: 'Tagged', tags: ['fleeting', 'lasting'] })
      const deletedTag = event.tags.find(({ name }: Json) => name === 'fleeting')
      await send('DELETE', `/tags/${deletedTag.id}`)
      const shown = await send('GET', `/events/${event.id}`)
      assert.deepEqual(
        shown.tags.map(({ name }: Json) => name),
        ['lasting'],
      )
      await waitUntil(async () => (await findRow(event.id)) !== undefined, 5000)
      assert.equal((await findRow(event.id))?.relations, `;;${shown.tags[0].id}`)
    })

    test('A changed count is a change of its own, and no revision of the term', async () => {
      const { read } = service.services.database
      const { tags } = await send('POST', '/events', { ...DATES, title: 'Counted', tags: ['counted'] })
      const before = await findRevision(read, 'tag', tags[0].id)
      const second = await send('POST', '/events', { ...DATES, title: 'Counted, too', tags: ['counted'] })
      assert.equal(second.tags[0].count, 2)
      assert.equal((await send('GET', `/tags/${tags[0].id}`)).count, 2)
      assert.equal(await findRevision(read, 'tag', tags[0].id), before)
    })

    test('A scheduled event with a password does not count for its terms when it is published', async () => {
      const date = '2026-11-22 10:00:00'
      const scheduled = { ...DATES, title: 'Later', date, status: 'publish', post_password: 'x', tags: ['later'] }
      const { id, status, tags } = await send('POST', '/events', scheduled)
      assert.equal(status, 'future')
      service.setNow('2026-11-23T03:00:00Z')
      assert.equal(await publishScheduledPosts(service.services), 1)
      const { read } = service.services.database
      assert.equal(
        (await read.selectFrom('events').select('status').where('id', '=', id).execute())[0]?.status,
        'publish',
      )
      assert.equal((await send('GET', `/tags/${tags[0].id}`)).count, 0)
      service.setNow('2026-11-21T03:00:00Z')
    })

    test('The background job stores every missing fragment of this version, and later those of other programs', async () => {
      const { database, site } = service.services
      const { signal } = new AbortController()
      const { id } = await send('POST', '/events', { ...DATES, title: 'Missing' })
      await database.transaction((tx) => tx.deleteFrom('fragments').execute())
      const runJob = createFragmentJob()
      await runJob(service.services, signal)
      assert.ok(await isCurrent('event', id))
      const { records } = await database.read
        .selectFrom('object_ids')
        .select((on) => on.fn.countAll<number>().as('records'))
        .where('kind', '<>', 'media')
        .executeTakeFirstOrThrow()
      const rows = await database.read.selectFrom('fragments').select(['id', 'version']).execute()
      assert.equal(rows.length, Number(records))
      assert.deepEqual([...new Set(rows.map(({ version }) => version))], [createFragmentVersion(site)])
      await database.transaction((tx) => recordChange(tx, { kind: 'event', id, op: 'update', at: AT }))
      await runJob(service.services, signal)
      assert.ok(await isCurrent('event', id))
    })
  })
}
