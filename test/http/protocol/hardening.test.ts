import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openEngine } from '../../../src/storage/engine.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { startService, type TestService } from '../../helper/service.ts'

const json = { 'content-type': 'application/json' }
const event = { title: 'Plain', start_date: '2027-03-01', end_date: '2027-03-01' }

for (const engine of ONE_ENGINE) {
  describe(`Hostile requests on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { TRUST_PROXY: 'on', RATE_LIMIT_SIGN_IN: '5' } })
    })
    after(() => service.stop())

    test('A very long string of escaped quotes returns an ordinary syntax error', async () => {
      const body = `"${'\\"'.repeat(500_000)}`
      const { status, json: response } = await service.send('POST', '/events', { body, headers: json })
      assert.deepEqual([status, response.code], [400, 'rest_invalid_json'])
    })

    test('Brackets inside strings do not count as nesting', async () => {
      const title = '[{"\\'.repeat(400)
      const { status } = await service.send('POST', '/events', { as: 'admin', json: { ...event, title } })
      assert.equal(status, 201)
    })

    for (const [kind, plural] of [
      ['venue', 'venues'],
      ['organizer', 'organizers'],
    ] as const) {
      test(`Creating a ${kind} of the same name does not open a protected one`, async () => {
        const secret = { [kind]: 'Secret place', description: 'hidden words', phone: '555-1', post_password: 'x' }
        await service.send('POST', `/${plural}`, { as: 'admin', json: secret })
        const again = await service.send('POST', `/${plural}`, { as: 'contributor', json: { [kind]: 'secret place' } })
        assert.equal(again.status, 201)
        assert.doesNotMatch(again.text, /hidden words|555-1/)
        const input = { [kind]: 'Secret place', description: 'hidden words' }
        const created = await service.send('POST', `/${plural}`, { as: 'contributor', json: input })
        assert.notEqual(created.json.id, again.json.id)
      })
    }

    test('A search text of any length causes no 500', async () => {
      await service.send('POST', '/categories', { as: 'admin', json: { name: 'One' } })
      const texts = ['a'.repeat(60_000), '\ufdfa'.repeat(1600), '%'.repeat(1600), '\ufdfa'.repeat(400)]
      for (const path of ['/categories?hide_empty=false&_method=GET', '/events?_method=GET', '/venues?_method=GET']) {
        for (const search of texts) {
          const { status } = await service.send('POST', path, { json: { search } })
          assert.equal(status, 200)
        }
      }
    })

    test('A URL that could end an attribute or contain another URL is rejected', async () => {
      const hostile = ['https://x.org/"><script>', 'https://x.org/<b>', 'https://x.org/`', 'blob:https://x.org/1']
      for (const website of [...hostile, 'view-source:https://x.org', 'jar:javascript:alert(1)', 'about:blank']) {
        const { status } = await service.send('POST', '/organizers', { as: 'admin', json: { organizer: 'W', website } })
        assert.equal(status, 400, website)
      }
    })

    test('A POST that overrides its method with HEAD has no response body', async () => {
      const { status, text } = await service.send('POST', '/events?_method=HEAD')
      assert.deepEqual([status, text], [200, ''])
    })

    test('Behind a proxy the client IP is the one that the proxy reports, not the one that the client sends', async () => {
      const wrong = `Basic ${Buffer.from('nobody:wrong').toString('base64')}`
      const attempt = async (number: number) => {
        const headers = { authorization: wrong, 'x-forwarded-for': `10.0.0.${number}, 203.0.113.9` }
        return (await service.send('GET', '/events', { headers })).status
      }
      for (let number = 0; number < 5; number++) assert.equal(await attempt(number), 401)
      assert.equal(await attempt(99), 429)
    })

    test('IDs beyond the range of the column match no record', async () => {
      for (const id of ['2147483648', '9007199254740993', '99999999999999999999']) {
        assert.equal((await service.send('GET', `/events/${id}`)).status, 404)
        assert.equal((await service.send('GET', `/venues/${id}`)).status, 400)
        assert.equal((await service.send('GET', `/events?venue=${id}`)).status, 400)
      }
    })

    test('During a write of another process reads succeed and writes wait', async () => {
      const other = await openEngine(service.config.databaseUrl)
      let isReleased = false
      let onLocked = () => {}
      let release = () => {}
      const locked = new Promise<void>((resolve) => {
        onLocked = resolve
      })
      const requested = new Promise<void>((resolve) => {
        release = resolve
      })
      const transaction = other.write.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx)
        onLocked()
        await requested
        isReleased = true
      })
      await locked
      const write = service.send('POST', '/events', { as: 'admin', json: event })
      assert.equal((await service.send('GET', '/events')).status, 200)
      assert.equal(isReleased, false)
      release()
      await transaction
      assert.equal((await write).status, 201)
      await other.read.destroy()
      await other.write.destroy()
    })
  })
}
