/** A large feed of a source stays equal over many rounds of random changes. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readSource } from '../../src/features/sources/read-source.ts'
import { ENGINES } from '../helper/engines.ts'
import { getSeed } from '../helper/properties/seeds.ts'
import { startService, type TestService } from '../helper/service.ts'
import { type FeedServer, startFeedServer } from '../helper/sources/feed-server.ts'
import { createRandomFeed } from '../helper/sources/random-feed.ts'
import { createSourceTester, type SourceTester } from '../helper/sources/scripted-source.ts'

const EVENTS = Number(process.env['SOURCE_EVENTS'] ?? 5000)
const ROUNDS = 20

for (const engine of ENGINES) {
  describe(`a feed of ${EVENTS} events on ${engine.name}`, () => {
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

    test(`It stays equal over ${ROUNDS} rounds of random changes`, async () => {
      const random = createRandomFeed(EVENTS, getSeed(18))
      const id = await tester.create({ type: 'ics', url: feed.url })
      for (let round = 0; round <= ROUNDS; round++) {
        feed.response = { body: random.format() }
        const { status, error, failed, conflicts } = await tester.run(id)
        assert.deepEqual([status, error, failed, conflicts], ['succeeded', '', 0, 0], `round ${round}`)
        await random.compare(service, id)
        random.change()
      }
    })
  })
}
