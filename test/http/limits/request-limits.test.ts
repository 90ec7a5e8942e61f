/** Limits on requests, seen by clients. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { findValue, parseMetrics } from '../../helper/monitoring/read-metrics.ts'
import { type RequestOptions, startService, type TestService } from '../../helper/service.ts'

const TOKEN = 'a-token-for-tests-only'
/** A rate of one per second with its burst. */
const BURST = 10
const MAX_REQUESTS = 500

for (const engine of ONE_ENGINE) {
  describe(`Limits on requests on ${engine.name}`, () => {
    async function start(
      context: { after: (stop: () => Promise<void>) => void },
      env: Readonly<Record<string, string>>,
    ) {
      const service = await startService({ engine, env: { METRICS_TOKEN: TOKEN, ...env } })
      context.after(() => service.stop())
      return service
    }
    const from = (ip: string): RequestOptions => ({ headers: { 'x-forwarded-for': ip } })
    /** Sends requests until one is rejected, and returns it with the number of accepted ones. */
    async function exhaust({ send }: TestService, paths: readonly string[], options: RequestOptions) {
      for (let count = 0; count < MAX_REQUESTS; count++) {
        const response = await send('GET', paths[count % paths.length] ?? '', options)
        if (response.status !== 200) return { count, ...response }
      }
      throw new Error('no request was rejected')
    }
    test('The port of X-Forwarded-For does not make another client, and garbage is rejected', async (context) => {
      const service = await start(context, { TRUST_PROXY: 'on', RATE_LIMIT_REQUESTS: '1' })
      const send = async (ip: string) => (await service.send('GET', '/categories', from(ip))).status
      await exhaust(service, ['/categories'], from('192.0.2.1:1'))
      for (const same of ['192.0.2.1:2', '192.0.2.1', '8.8.8.8, 192.0.2.1:3']) assert.equal(await send(same), 429, same)
      assert.equal(await send('[2001:db8::1]:443'), 200)
      for (const garbage of ['unknown', '192.0.2.1x', '192.0.2.300', '<script>', ''])
        assert.equal(await send(garbage), 400, garbage)
      const { json } = await service.send('GET', '/categories', from('unknown'))
      assert.equal(json.code, 'forwarded_address_invalid')
    })

    async function countRejections({ send }: TestService, limit: string) {
      const { text } = await send('GET', '//metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
      return findValue(parseMetrics(text), 'calends_http_rejected_requests_total', { limit })
    }

    test('A client with too many requests gets 429 with Retry-After, and others do not', async (context) => {
      const service = await start(context, { TRUST_PROXY: 'on', RATE_LIMIT_REQUESTS: '1' })
      const client = from('192.0.2.1')
      const options = { headers: { ...client.headers, 'accept-language': 'de', origin: 'https://other.example' } }
      // Cached and computed responses count alike.
      const { count, status, json, headers } = await exhaust(service, ['/events', '/venues?page=1'], options)
      assert.ok(count >= BURST)
      assert.deepEqual([status, json.code], [429, 'too_many_requests'])
      assert.match(json.message, /Zu viele Anfragen/)
      assert.ok(Number(headers['retry-after']) >= 1)
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal((await service.send('GET', '/events', from('192.0.2.2'))).status, 200)
      assert.equal((await service.send('GET', '/events', from('192.0.2.1, 192.0.2.3'))).status, 200)
      assert.equal(await countRejections(service, 'address'), 1)
    })

    test('Addresses of one IPv6 network are one client', async (context) => {
      const service = await start(context, { TRUST_PROXY: 'on', RATE_LIMIT_REQUESTS: '1' })
      let count = 0
      while ((await service.send('GET', '/events', from(`2001:db8::${count}`))).status === 200) count++
      assert.ok(count >= BURST && count < MAX_REQUESTS)
      assert.equal((await service.send('GET', '/events', from('2001:db8:0:1::1'))).status, 200)
    })

    test('Without TRUST_PROXY, X-Forwarded-For is ignored, and this machine is not limited', async (context) => {
      const service = await start(context, { RATE_LIMIT_REQUESTS: '1', RATE_LIMIT_KEY: '1' })
      for (let count = 0; count < 3 * BURST; count++) {
        assert.equal((await service.send('GET', '/events', from('192.0.2.1'))).status, 200)
        assert.equal((await service.send('GET', '/events?page=1', { ...from('192.0.2.1'), as: 'admin' })).status, 200)
      }
    })

    test('Requests with one application password are limited, cached or not', async (context) => {
      const service = await start(context, { TRUST_PROXY: 'on', RATE_LIMIT_KEY: '1' })
      for (const path of ['/events', '/media']) {
        const as = path === '/events' ? 'editor' : 'author'
        const { count, status, json } = await exhaust(service, [path], { ...from('192.0.2.1'), as })
        assert.deepEqual([count >= BURST, status, json.code], [true, 429, 'too_many_requests'], path)
      }
      assert.equal((await service.send('GET', '/events', { ...from('192.0.2.1'), as: 'admin' })).status, 200)
      assert.equal((await service.send('GET', '/events')).status, 200)
      assert.ok(((await countRejections(service, 'key')) ?? 0) > 0)
    })

    test('A process above its memory limit serves cached responses and health checks only', async (context) => {
      const service = await start(context, { MAX_MEMORY_MEGABYTES: '1' })
      const path = '//readyz'
      await new Promise((done) => setTimeout(done, 1200))
      const { status, json, headers } = await service.send('GET', '/events')
      assert.deepEqual([status, json.code, headers['retry-after']], [503, 'overloaded', '5'])
      assert.equal((await service.send('GET', path)).status, 200)
      assert.ok(((await countRejections(service, 'memory')) ?? 0) > 0)
    })
  })
}
