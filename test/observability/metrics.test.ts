import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startJobs } from '../../src/http/jobs.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { findValue, parseMetrics } from '../helper/monitoring/read-metrics.ts'
import { startService, type TestService } from '../helper/service.ts'
import { waitUntil } from '../helper/until.ts'

const TOKEN = 'a-token-for-tests-only'
const EVENT = { title: 'Concert', start_date: '2027-03-01', end_date: '2027-03-01' }

for (const engine of ONE_ENGINE) {
  describe(`GET /metrics on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, env: { METRICS_TOKEN: TOKEN } })
    })
    after(() => service.stop())

    const request = (authorization?: string) =>
      service.send('GET', '//metrics', { headers: { ...(authorization && { authorization }) } })
    async function read() {
      const { text } = await request(`Bearer ${TOKEN}`)
      return parseMetrics(text)
    }
    async function countRequests(route: string, method: string, status: string) {
      return findValue(await read(), 'calends_http_requests_total', { route, method, status }) ?? 0
    }

    test('The token is required', async () => {
      for (const authorization of [undefined, 'Bearer another-token-of-tests', `Basic ${TOKEN}`, 'Bearer']) {
        const { status, headers, text } = await request(authorization)
        assert.deepEqual([status, headers['www-authenticate'], text], [401, 'Bearer', ''])
      }
      const { status, headers } = await request(`Bearer ${TOKEN}`)
      assert.equal(status, 200)
      assert.match(headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/)
      assert.equal(headers['cache-control'], 'no-store')
    })

    test('Requests are counted by the pattern of their route, whether they come from the cache or not', async () => {
      const { json } = await service.send('POST', '/events', { as: 'admin', json: EVENT })
      for (let index = 0; index < 4; index++) await service.send('GET', `/events/${json.id}`)
      for (let index = 0; index < 4; index++) await service.send('GET', '/events?page=1')
      await service.send('GET', '//wp-json/wp/v2/media')
      await service.send('GET', '/events/abc-is-no-route/')
      await service.send('GET', '//')
      const counts = {
        created: await countRequests('/events', 'POST', '201'),
        single: await countRequests('/events/{id}', 'GET', '200'),
        list: await countRequests('/events', 'GET', '200'),
        other: await countRequests('/wp/v2/media', 'GET', '200'),
        none: await countRequests('none', 'GET', '404'),
        page: await countRequests('page', 'GET', '200'),
      }
      assert.deepEqual(counts, { created: 1, single: 4, list: 4, other: 1, none: 1, page: 1 })
    })

    test('No label contains text of a request', async () => {
      await service.send('GET', '/events?search=secret-search')
      await service.send('GET', '//secret-path/')
      const { text } = await request(`Bearer ${TOKEN}`)
      assert.doesNotMatch(text, /secret/)
    })

    test('Stages, database and caches are measured', async () => {
      const before = await read()
      await service.send('POST', '/events', { as: 'admin', json: EVENT })
      await service.send('GET', '/events?page=1&per_page=7')
      const after = await read()
      const difference = (name: string, labels = {}) =>
        (findValue(after, name, labels) ?? 0) - (findValue(before, name, labels) ?? 0)
      assert.equal(difference('calends_http_stage_duration_seconds_count', { stage: 'handle' }), 3)
      assert.equal(difference('calends_http_request_duration_seconds_count', { route: '/events' }), 2)
      assert.ok(difference('calends_http_request_duration_seconds_sum', { route: '/events' }) > 0)
      assert.ok(difference('calends_database_statements_total') > 2)
      assert.ok(difference('calends_database_statement_seconds_total') > 0)
      assert.equal(difference('calends_database_write_locks_total') >= 1, true)
      assert.ok(difference('calends_database_write_lock_wait_seconds_total') > 0)
      for (const cache of ['responses', 'fragments', 'lists', 'statements'])
        assert.notEqual(findValue(after, 'calends_cache_entries', { cache }), undefined, cache)
      assert.ok(difference('calends_cache_misses_total', { cache: 'responses' }) > 0)
      if (engine.name === 'sqlite') assert.ok((findValue(after, 'calends_database_wal_bytes') ?? 0) > 0)
      else assert.equal(findValue(after, 'calends_database_pool_connections', { pool: 'write', state: 'limit' }), 2)
      assert.ok((findValue(after, 'calends_http_connections') ?? 0) >= 1)
      assert.ok((findValue(after, 'process_resident_memory_bytes') ?? 0) > 1e6)
    })

    test('A delay of the event loop is reported once', async () => {
      await read()
      await pause(50)
      const end = performance.now() + 300
      while (performance.now() < end);
      await pause(50)
      assert.ok((findValue(await read(), 'calends_event_loop_delay_seconds') ?? 0) > 0.2)
    })

    test('Jobs report their runs and failures', async () => {
      const failing = {
        ...service.services,
        now: () => {
          throw new Error('no time')
        },
      }
      const stops = [startJobs(service.jobs, service.services, () => {}), startJobs(service.jobs, failing, () => {})]
      await waitUntil(
        async () => (findValue(await read(), 'calends_job_failures_total', { name: 'publish' }) ?? 0) > 0,
        20_000,
      )
      await waitUntil(
        async () =>
          findValue(await read(), 'calends_job_last_success_timestamp_seconds', { name: 'publish' }) !== undefined,
        20_000,
      )
      for (const { stop } of stops) await stop()
      const samples = await read()
      const lastRun = findValue(samples, 'calends_job_last_run_timestamp_seconds', { name: 'publish' }) ?? 0
      assert.ok(Math.abs(lastRun - Date.now() / 1000) < 60)
      assert.ok((findValue(samples, 'calends_job_runs_total', { name: 'series' }) ?? 0) > 0)
      await waitUntil(
        async () => (findValue(await read(), 'calends_job_lag_seconds', { name: 'publish' }) ?? 0) > 0.5,
        20_000,
      )
    })
  })
}

test('/metrics does not exist on the public port without METRICS_TOKEN', async (context) => {
  const service = await startService()
  context.after(() => service.stop())
  const { status } = await service.send('GET', '//metrics', { headers: { authorization: 'Bearer ' } })
  assert.equal(status, 404)
})
