/** Responses and conditional writes after the database has lost writes. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { recordChange } from '../../../src/storage/change-log/change-log.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { setNextId } from '../../helper/next-id.ts'
import { type Json, startService, type TestResponse, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const DATES = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }
const TIMEOUT = 5000

for (const engine of SPLIT_ENGINES) {
  describe(`A database that lost writes on ${engine.name}`, () => {
    let service: TestService
    /** An event whose last change will be lost, and one that will be lost completely. */
    let unchanged: Json
    let lost: Json
    beforeEach(async () => {
      service = await startService({ engine })
      unchanged = await write('POST', '/events', { ...DATES, title: 'Kept', venue: { venue: 'Mill' }, tags: 'open' })
    })
    afterEach(() => service.stop())

    const get = (path: string, headers: Record<string, string> = {}): Promise<TestResponse> =>
      service.send('GET', path, { headers })
    const write = async (method: string, path: string, json: Json = {}): Promise<Json> =>
      (await service.send(method, path, { as: 'admin', json })).json
    const epoch = () => service.services.database.generation()?.epoch

    /** Fills every cache of a node: a response is cached on its second request. */
    const shown = async () => {
      const paths = [`/events/${unchanged.id}`, '/events', '/venues', '/tags', '//', '/events.ndjson', '//sitemap.xml']
      const responses = new Map<string, TestResponse>()
      for (const path of [...paths, ...paths]) responses.set(path, await get(path))
      return responses
    }

    /** Restores the state before `change`, as another process, and then writes other changes. */
    async function loseWrites(change: () => Promise<void>, others: number): Promise<ReadonlyMap<string, TestResponse>> {
      const { database } = service.services
      // On a busy machine the state of the database may be unconfirmed for a moment.
      await waitUntil(() => epoch() !== undefined, TIMEOUT)
      const before = epoch()
      const { seq } = await database.read
        .selectFrom('changes')
        .select((on) => on.fn.max('seq').as('seq'))
        .executeTakeFirstOrThrow()
      await change()
      service.setNow('2026-11-21T03:00:10Z')
      const responses = await shown()
      await database.transaction(async (tx) => {
        await tx.deleteFrom('changes').where('seq', '>', seq).execute()
        await setNextId(tx, database.engine, 'changes', seq + 1)
        await tx.updateTable('events').set({ title: 'Kept' }).where('id', '=', unchanged.id).execute()
        await tx.updateTable('events').set({ status: 'draft' }).where('id', '=', lost.id).execute()
        for (let index = 0; index < others; index++) {
          await tx
            .insertInto('changes')
            .values({ kind: 'user', id: 1, op: 'update', at: '2026-11-21 02:59:00' })
            .execute()
        }
      })
      await waitUntil(() => epoch() !== undefined && epoch() !== before, TIMEOUT)
      return responses
    }
    const rename = async () => {
      await write('PUT', `/events/${unchanged.id}`, { title: 'Renamed' })
      lost = await write('POST', '/events', { ...DATES, title: 'Lost', venue: unchanged.venue.id, tags: 'open' })
    }

    for (const [failure, others] of [
      ['fewer changes than before', 0],
      ['as many changes as before', 2],
      ['more changes than before', 9],
    ] as const) {
      test(`GET returns the state of the database, with ${failure}`, async () => {
        const before = await loseWrites(rename, others)
        assert.equal(before.get('/events')?.json.total, 2)
        const after = await shown()
        assert.equal(after.get(`/events/${unchanged.id}`)?.json.title, 'Kept')
        assert.deepEqual([after.get('/events')?.json.total, after.get('/events')?.json.events[0].title], [1, 'Kept'])
        assert.doesNotMatch(`${after.get('//')?.text}${after.get('/events.ndjson')?.text}`, /Renamed|Lost/)
        assert.equal(await write('PUT', `/events/${unchanged.id}`, { title: 'New' }).then(({ title }) => title), 'New')
        assert.equal((await get(`/events/${unchanged.id}`)).json.title, 'New')
      })
    }

    test('GET with an older validator returns a complete response where the content differs', async () => {
      const before = await loseWrites(rename, 2)
      for (const path of [`/events/${unchanged.id}`, '/events', '//', '/events.ndjson']) {
        const etag = before.get(path)?.headers['etag'] ?? ''
        assert.equal((await get(path, { 'if-none-match': etag })).status, 200, path)
        service.setNow('2026-11-21T03:00:30Z')
        assert.equal((await get(path, { 'if-modified-since': 'Sat, 21 Nov 2026 03:00:00 GMT' })).status, 200, path)
      }
    })

    test('The ETag of a feed changes even if its content is the same', async () => {
      const before = await get('/events.ics')
      await loseWrites(rename, 2)
      const { headers } = await get('/events.ics')
      assert.notEqual(headers['etag'], before.headers['etag'])
    })

    test('If-Match with an older ETag returns 412, although the record has that revision', async () => {
      const { headers } = await get(`/events/${unchanged.id}`)
      const [, revision = ''] = /"[0-9a-f]+-(\d+)-/.exec(headers['etag'] ?? '') ?? []
      await loseWrites(rename, 0)
      const json = { title: 'Overwritten' }
      const put = (etag: string) =>
        service.send('PUT', `/events/${unchanged.id}`, { as: 'admin', json, headers: { 'if-match': etag } })
      assert.equal((await put(headers['etag'] ?? '')).status, 412)
      const now = (await get(`/events/${unchanged.id}`)).headers['etag'] ?? ''
      assert.ok(now.includes(`-${revision}-`), 'the number alone is the same')
      assert.equal((await put(now)).status, 200)
    })

    test('If-Match with an older ETag returns 412 even before the service has noticed the loss', async () => {
      const etag = (await get(`/events/${unchanged.id}`)).headers['etag'] ?? ''
      const { database } = service.services
      const response = await database
        .transaction(async (tx) => {
          const { place } = await tx.selectFrom('database_identity').select('place').executeTakeFirstOrThrow()
          await tx
            .updateTable('database_identity')
            .set({ place: `${place}1` })
            .execute()
          await recordChange(tx, { kind: 'user', id: 1, op: 'update', at: '2026-11-21 03:00:00' })
        })
        .then(() =>
          service.send('PUT', `/events/${unchanged.id}`, {
            as: 'admin',
            json: { title: 'Late' },
            headers: { 'if-match': etag },
          }),
        )
      assert.equal(response.status, 412)
    })
  })
}
