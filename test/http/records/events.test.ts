import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`Events on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    test('POST /events returns the complete event, with its URL in Location', async () => {
      const json = { title: 'ZC base', start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
      const { status, json: event, headers } = await service.send('POST', '/events', { as: 'admin', json })
      assert.equal(status, 201)
      assert.equal(event.slug, 'zc-base')
      assert.equal(event.utc_start_date, '2027-03-01 15:00:00')
      assert.equal(event.timezone_abbr, 'EST')
      assert.equal(event.website, event.url)
      assert.equal(headers['location'], event.rest_url)
    })
  })
}
