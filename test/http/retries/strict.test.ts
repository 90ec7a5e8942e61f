/** Strict handling: unknown parameters are errors (decisions: Unknown fields, Unknown `orderby`, `order`). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type RequestOptions, startService, type TestService } from '../../helper/service.ts'

const EVENT = { title: 'Concert', start_date: '2027-01-01 10:00:00', end_date: '2027-01-01 12:00:00' }
const PREFER = { prefer: 'handling=strict' }

for (const engine of ONE_ENGINE) {
  describe(`strict handling on ${engine.name}`, () => {
    let service: TestService
    let eventId: number
    before(async () => {
      service = await startService({ engine })
      eventId = (await service.send('POST', '/events', { as: 'admin', json: EVENT })).json.id
    })
    after(() => service.stop())

    const send = (method: string, path: string, options: RequestOptions = {}) =>
      service.send(method, path, { as: 'admin', ...options })

    test('Unknown parameters are ignored by default, and return 400 on every route in strict requests', async () => {
      const requests: [string, string, object?][] = [
        ['GET', '/events?titel=x'],
        ['GET', `/events/${eventId}?titel=x`],
        ['GET', '/venues?titel=x'],
        ['GET', '/organizers?titel=x'],
        ['GET', '/categories?titel=x'],
        ['GET', '/tags?titel=x'],
        ['GET', '/media?titel=x'],
        ['GET', '/series?titel=x'],
        ['GET', '/events.ics?titel=x'],
        ['GET', `/events/${eventId}/history?titel=x`],
        ['GET', '/users?titel=x'],
        ['GET', '//wp-json/wp/v2/media?titel=x'],
        ['POST', '/events', { ...EVENT, titel: 'x' }],
        ['PATCH', `/events/${eventId}`, { titel: 'x' }],
        ['PUT', '/events/by-external-id/a:1', { ...EVENT, titel: 'x' }],
        ['POST', '/venues', { venue: 'Hall', titel: 'x' }],
        ['POST', '/tags', { name: 'one', titel: 'x' }],
      ]
      for (const [method, path, json] of requests) {
        const query = `${path}${path.includes('?') ? '&' : '?'}strict=1`
        for (const response of [
          await send(method, query, { json }),
          await send(method, path, { json, headers: PREFER }),
        ]) {
          assert.equal(response.status, 400, `${method} ${path}`)
          assert.deepEqual(Object.keys(response.json.data.params), ['titel'], path)
        }
        const ignored = await send(method, path, { json })
        assert.ok(ignored.status < 400, `${method} ${path} ${ignored.text}`)
      }
    })

    test('Preference-Applied states that the preference was observed', async () => {
      const listed = await send('GET', '/events', { headers: PREFER })
      assert.equal(listed.status, 200)
      assert.equal(listed.headers['preference-applied'], 'handling=strict')
      const failed = await send('GET', '/events?titel=x', { headers: PREFER })
      assert.equal(failed.headers['preference-applied'], 'handling=strict')
      assert.equal((await send('GET', '/events')).headers['preference-applied'], undefined)
    })

    test('All unknown and invalid parameters are named in one error, with hints', async () => {
      const response = await send('POST', '/events?strict=1', { json: { ...EVENT, titel: 'x', kost: 5, status: 'x' } })
      assert.deepEqual(Object.keys(response.json.data.params).sort(), ['kost', 'status', 'titel'])
      assert.match(response.json.data.params.titel, /Unknown parameter/)
    })

    test('Parameters that every route accepts are known', async () => {
      const query = 'strict=1&_fields=id&_envelope&_pretty&_method=PATCH'
      assert.equal((await send('POST', `/events/${eventId}?${query}`, { json: {} })).json.status, 200)
      assert.equal((await send('PATCH', `/events/${eventId}?strict=1&dry_run=1`, { json: {} })).status, 200)
      assert.equal((await send('GET', '//?rest_route=/tribe/events/v1/events&strict=1')).status, 200)
    })

    test('A cached response to a lenient request does not answer a strict one', async () => {
      for (const path of ['/categories?titel=x', `/events/${eventId}?titel=x`, '/events?titel=x']) {
        for (let index = 0; index < 3; index++) await send('GET', path, { as: 'anon' })
        assert.equal((await send('GET', `${path}&strict=1`, { as: 'anon' })).status, 400, path)
        assert.equal((await send('GET', path, { as: 'anon', headers: PREFER })).status, 400, path)
        assert.equal((await send('GET', path, { as: 'anon' })).status, 200, path)
      }
    })

    test('An unknown orderby or order is ignored, and returns 400 in strict requests', async () => {
      for (const path of ['/events', '/venues', '/organizers'])
        for (const query of ['orderby=color', 'order=up']) {
          assert.equal((await send('GET', `${path}?${query}`)).status, 200)
          assert.equal((await send('GET', `${path}?${query}&strict=1`)).status, 400)
          assert.equal((await send('GET', `${path}?${query}`, { headers: PREFER })).status, 400)
        }
    })
  })
}
