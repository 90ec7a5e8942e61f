/** `Idempotency-Key`: a repeated write gets the response to the first one (decisions: Retry safety). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINES } from '../../helper/engines.ts'
import { type RequestOptions, startService, type TestService } from '../../helper/service.ts'

const EVENT = { title: 'Concert', start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 12:00:00' }

for (const engine of ENGINES) {
  describe(`Idempotency-Key on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const create = (key: string, options: RequestOptions = {}) =>
      service.send('POST', '/events', {
        as: 'editor',
        json: EVENT,
        ...options,
        headers: { 'idempotency-key': key, ...options.headers },
      })
    const countEvents = async (): Promise<number> =>
      (await service.send('GET', '/events?start_date=2026-01-01&status=any', { as: 'admin' })).json.total

    test('A repeated POST gets the first response and creates nothing', async () => {
      const total = await countEvents()
      const first = await create('repeated')
      const second = await create('repeated')
      assert.equal(first.status, 201)
      assert.equal(first.headers['idempotency-replayed'], undefined)
      assert.equal(second.status, 201)
      assert.equal(second.headers['idempotency-replayed'], 'true')
      assert.equal(second.text, first.text)
      assert.equal(second.headers['location'], first.headers['location'])
      assert.equal(await countEvents(), total + 1)
    })
  })
}
