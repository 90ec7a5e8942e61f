/** `calends source`. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { startService, type TestService } from '../helper/service.ts'
import { type FeedServer, formatFeed, startFeedServer } from '../helper/sources/feed-server.ts'

const EVENT = {
  ...{ uid: 'a', title: 'Jam', start: '2027-03-01 10:00:00', end: '2027-03-01 12:00:00' },
  ...{ description: '', venue: '', category: '', isCanceled: false },
}

for (const engine of ONE_ENGINE) {
  describe(`calends source on ${engine.name}`, () => {
    let service: TestService
    let feed: FeedServer
    before(async () => {
      service = await startService({ engine })
      feed = await startFeedServer()
    })
    after(async () => {
      await feed.stop()
      await service.stop()
    })

    const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      runCalends(service.config.databaseUrl, ['source', ...args], { env: { SOURCE_FETCH_ALLOW: feed.host, ...env } })

    test('A source is added, listed, previewed, run and removed', async () => {
      const options = ['--name', 'Club', '--author', 'editor', '--status', 'pending', '--user', 'me']
      const added = await run(['add', feed.url, ...options], { SOURCE_PASSWORD: 'hush' })
      assert.deepEqual([added.stdout, added.stderr, added.code], ['created source 1 (Club)\n', '', 0])
      assert.match(
        (await run(['list'])).stdout,
        /^1 {2}Club {2}ics {2}http.*\n +every 60 minutes, next .*\n +no run yet\n$/,
      )
      feed.response = { body: formatFeed([EVENT]) }
      const preview = await run(['run', '1', '--dry-run'])
      assert.match(preview.stdout, /^run 1 succeeded .*: 1 created, 0 updated,.*\n +created Jam\n$/, preview.stderr)
      assert.equal(feed.requests[0]?.authorization, `Basic ${Buffer.from('me:hush').toString('base64')}`)
      const first = JSON.parse((await run(['run', '1', '--json'])).stdout)
      assert.deepEqual([first.status, first.created], ['succeeded', 1])
      const { events } = (await service.send('GET', '/events?status=any&search=Jam', { as: 'admin' })).json
      assert.deepEqual([events[0].status, events[0].author], ['pending', String(service.ids.editor)])
      feed.response = {
        body: formatFeed([EVENT]).replace('END:VEVENT', 'END:VEVENT\r\nBEGIN:VEVENT\r\nUID:b\r\nEND:VEVENT'),
      }
      assert.match(
        (await run(['run', '1'])).stdout,
        /^run \d+ incomplete .* 1 failed\n +failed b: line \d+: DTSTART is missing\n$/,
      )
      feed.response = { body: formatFeed([]) }
      const emptied = await run(['run', '1'])
      assert.equal(emptied.code, 1)
      assert.match(emptied.stdout, /More than half of the events have disappeared/)
      assert.match((await run(['run', '1', '--confirm'])).stdout, /1 canceled/)
      const listed = JSON.parse((await run(['list', '--json'])).stdout)
      assert.deepEqual([listed.has_password, listed.last_run.canceled], [true, 1])
      assert.equal((await run(['remove', '1'])).stdout, 'removed source 1 (Club); its events stay\n')
      assert.equal((await run(['list'])).stdout, '')
    })

    test('Invalid input is rejected with a reason', async () => {
      const invalid = await run(['add', 'ftp://club.example/', '--author', 'editor'])
      assert.deepEqual([invalid.code, invalid.stderr], [1, 'calends: url: Invalid parameter.\n'])
      const unknown = await run(['add', 'https://club.example/', '--author', 'nobody'])
      assert.match(unknown.stderr, /nobody/)
      assert.match((await run(['run', '99'])).stderr, /Source not found/)
    })
  })
}
