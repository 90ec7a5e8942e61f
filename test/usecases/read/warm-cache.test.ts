import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createFragmentCache } from '../../../src/calendar/fragments/fragment-cache.ts'
import { warmFragmentCache } from '../../../src/calendar/posts/warm-cache.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

const MANY = 120

for (const engine of SPLIT_ENGINES) {
  describe(`Cache warm-up on ${engine.name}`, () => {
    let service: TestService
    const ids: number[] = []
    before(async () => {
      service = await startService({ engine })
      for (let n = 0; n < MANY; n++) {
        const dates = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }
        const { json } = await service.send('POST', '/events', { as: 'admin', json: { title: `Event ${n}`, ...dates } })
        ids.push(json.id)
      }
      await service.send('GET', '/tags')
      await service.send('GET', '/events?per_page=1')
    })
    after(() => service.stop())

    /** The number of fragments that a warm-up loads into a cache of this size. */
    const warmed = async (bytes: number, signal = new AbortController().signal) => {
      const [setting] = service.services.fragments.getRenderContexts()
      assert.ok(setting)
      const texts = createFragmentCache(service.services.database, bytes, { add: () => {} })
      await warmFragmentCache({ ...service.services, fragments: texts }, setting, signal)
      // The events have no linked records and no terms.
      return texts.statistics().entries
    }

    test('The warm-up loads the fragments of all records that lists show by default', async () => {
      assert.equal(await warmed(10_000_000), MANY)
    })

    test('The warm-up stops at the size of the cache, and is skipped without a cache', async () => {
      const some = await warmed(300_000)
      assert.ok(some >= 50 && some < MANY, String(some))
      assert.equal(await warmed(0), 0)
    })

    test('The warm-up is aborted when the process stops', async () => {
      const stopping = new AbortController()
      const broken = warmed(10_000_000, stopping.signal)
      stopping.abort()
      await assert.rejects(broken, { name: 'AbortError' })
    })
  })
}
