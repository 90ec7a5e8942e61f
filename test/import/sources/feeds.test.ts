/** Sources that are calendar files, read by HTTP. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { readSource } from '../../../src/features/sources/read-source.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { getSeed } from '../../helper/properties/seeds.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'
import { type FeedEvent, type FeedServer, formatFeed, startFeedServer } from '../../helper/sources/feed-server.ts'
import { createRandomFeed } from '../../helper/sources/random-feed.ts'
import { createSourceTester, type SourceTester } from '../../helper/sources/scripted-source.ts'

const createEvent = (uid: string): FeedEvent => ({
  ...{ uid, title: uid, start: '2027-03-01 10:00:00', end: '2027-03-01 12:00:00' },
  ...{ description: '', venue: '', category: '', isCanceled: false },
})
const EVENTS = ['a', 'b', 'c'].map(createEvent)

for (const engine of ONE_ENGINE) {
  describe(`sources that are calendar files on ${engine.name}`, () => {
    let feed: FeedServer
    let service: TestService
    let tester: SourceTester
    before(async () => {
      feed = await startFeedServer()
      service = await startService({ engine, env: { SOURCE_FETCH_ALLOW: feed.host } })
      tester = createSourceTester(service, { read: readSource })
    })
    after(async () => {
      await service.stop()
      await feed.stop()
    })
    beforeEach(() => {
      feed.requests.length = 0
    })

    const create = (fields: Json = {}) => tester.create({ type: 'ics', url: feed.url, ...fields })
    const respond = (body: string, headers: Readonly<Record<string, string>> = {}, status = 200) => {
      feed.response = { body, headers, status }
    }

    test('A feed of 200 events stays equal over 8 rounds of random changes', async () => {
      const random = createRandomFeed(200, getSeed(1))
      const id = await create()
      for (let round = 0; round <= 8; round++) {
        respond(random.format())
        const { status, error, failed, conflicts } = await tester.run(id)
        assert.deepEqual([status, error, failed, conflicts], ['succeeded', '', 0, 0])
        await random.compare(service, id)
        random.change()
      }
    })

    test('A feed is requested with the validators of the last complete import', async () => {
      const etag = '"v1"'
      const modified = 'Sat, 21 Nov 2026 10:00:00 GMT'
      respond(formatFeed(EVENTS), { etag, 'last-modified': modified })
      const id = await create()
      assert.equal((await tester.run(id)).created, 3)
      assert.equal((await tester.run(id)).status, 'not-modified')
      assert.deepEqual(
        feed.requests.map((headers) => [headers['if-none-match'], headers['if-modified-since']]),
        [
          [undefined, undefined],
          [etag, modified],
        ],
      )
      respond(formatFeed(EVENTS), { 'last-modified': modified })
      const other = await create()
      await tester.run(other)
      assert.equal((await tester.run(other)).status, 'not-modified')
      const broken = 'BEGIN:VEVENT\r\nUID:d\r\nSUMMARY:d\r\nEND:VEVENT\r\nEND:VCALENDAR'
      respond(formatFeed(EVENTS).replace('END:VCALENDAR', broken), { etag: '"v2"' })
      const failed = await tester.run(id)
      assert.deepEqual([failed.status, failed.failed, failed.details[0].key], ['succeeded', 1, 'd'])
      assert.equal((await tester.run(id)).status, 'succeeded')
    })

    test('A feed that is cut between two events cancels nothing', async () => {
      respond(formatFeed(EVENTS))
      const id = await create()
      await tester.run(id)
      respond(formatFeed(EVENTS.slice(0, 2)).replace(/END:VCALENDAR\r\n$/, ''))
      const { status, error, canceled } = await tester.run(id)
      assert.deepEqual([status, canceled], ['failed', 0])
      assert.match(error, /: the calendar ends without END:VCALENDAR/)
    })

    test('Responses that are no calendar fail with a reason', async () => {
      const id = await create()
      respond('<html>Maintenance</html>')
      assert.match(
        (await tester.run(id)).error,
        /: the response is not a calendar but a page\. The type "page" imports what a page offers\.$/,
      )
      respond('', {}, 404)
      assert.match((await tester.run(id)).error, /: the response has the status 404$/)
      respond('', { 'retry-after': '86400' }, 429)
      await tester.send('PUT', `/sources/${id}`, { enabled: true })
      await tester.runDue()
      const { created, next_run: next } = await tester.send('GET', `/sources/${id}`)
      assert.equal(Date.parse(`${next}Z`) - Date.parse(`${created}Z`), 86_400_000)
    })

    test('A calendar of a service that is read again equals its events, with their recurrence', async () => {
      const origin = await startService({ engine })
      const send = async (path: string, json?: Json) => {
        const response = await origin.send(json ? 'POST' : 'GET', path, { as: 'admin', json })
        assert.ok(response.status < 300, response.text)
        return response
      }
      const times = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00', timezone: 'Europe/Paris' }
      await send('/events', { ...times, title: 'Single', venue: { venue: 'Hall', address: 'Street 1' } })
      await send('/events', { ...times, title: 'Weekly', recurrence: 'FREQ=WEEKLY;COUNT=4' })
      respond((await send('/events.ics')).text)
      const run = await tester.run(await create())
      assert.deepEqual([run.status, run.created, run.details], ['succeeded', 2, []])
      const { total } = await tester.send('GET', '/events?search=weekly&start_date=2027-01-01')
      assert.equal(total, 4)
      await origin.stop()
    })
  })
}
