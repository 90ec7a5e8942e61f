import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { createCheckRunner, createDiskCheck, createJobsCheck } from '../../src/calendar/readiness-checks.ts'
import { shareJobs } from '../../src/features/monitoring/shared-jobs.ts'
import { startJobs } from '../../src/http/jobs.ts'
import { createJobMonitor, type JobStatus } from '../../src/kernel/job-monitor.ts'
import { ENGINES } from '../helper/engines.ts'
import { findValue, parseMetrics } from '../helper/monitoring/read-metrics.ts'
import { type ServiceOptions, startService } from '../helper/service.ts'
import { waitUntil } from '../helper/until.ts'

const JOB: JobStatus = {
  ...{ runs: 1, failures: 0, milliseconds: 1, lag: 0 },
  lastRun: 1,
  lastSuccess: 1,
  isFailing: false,
}
const checkJobs = (jobs: Readonly<Record<string, JobStatus>>) => createJobsCheck(() => jobs).run()

describe('Readiness checks', () => {
  test('A check that throws or does not finish is failing, and others are not affected', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const run = createCheckRunner([
      { name: 'good', run: async () => ({ status: 'ok' }) },
      { name: 'bad', run: () => Promise.reject(new Error('secret')) },
      { name: 'slow', run: () => new Promise(() => {}) },
    ])
    const reports = run()
    await new Promise((done) => setImmediate(done))
    context.mock.timers.tick(10_000)
    assert.deepEqual(await reports, {
      good: { status: 'ok' },
      bad: { status: 'failing', reason: 'the check failed' },
      slow: { status: 'failing', reason: 'no response' },
    })
  })

  test('Jobs that are overdue or have failed are named', async () => {
    assert.equal((await checkJobs({ publish: JOB, series: JOB })).status, 'ok')
    const failed = await checkJobs({ publish: JOB, series: { ...JOB, isFailing: true } })
    assert.deepEqual(failed, { status: 'warning', reason: 'failed: series', values: { lag_seconds: 0, failing: 1 } })
    const late = await checkJobs({ publish: { ...JOB, lag: 601 }, series: { ...JOB, isFailing: true } })
    assert.deepEqual([late.status, late.reason], ['warning', 'overdue: publish'])
  })

  test('A worker reports the jobs of another one, which become overdue when that worker stops reporting', (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    let deliver: (body: unknown) => void = () => {}
    const read = shareJobs({ send: () => {}, listen: (_topic, listener) => (deliver = listener) }, createJobMonitor())
    assert.deepEqual(read(), {})
    deliver({ publish: 'nonsense' })
    assert.deepEqual(read(), {})
    deliver({ publish: { ...JOB, lag: 7 } })
    assert.ok((read()['publish']?.lag ?? 0) >= 7)
    const sent: unknown[] = []
    const monitor = createJobMonitor()
    shareJobs({ send: (_topic, body) => sent.push(body), listen: () => {} }, monitor)
    monitor.register('warm-up', 1000)
    context.mock.timers.tick(10_000)
    assert.deepEqual(sent, [], 'a worker without jobs of its own sends nothing')
    monitor.register('publish', 1000)
    context.mock.timers.tick(2000)
    assert.deepEqual(
      sent.map((body) => Object.keys(body as object)),
      [['warm-up', 'publish']],
    )
  })

  test('The disk check reports free space, and fails for a missing folder', async () => {
    const { values } = await createDiskCheck(import.meta.dirname).run()
    assert.ok((values?.['free_bytes'] ?? 0) > 0)
    assert.ok((values?.['total_bytes'] ?? 0) >= (values?.['free_bytes'] ?? 0))
    const run = createCheckRunner([createDiskCheck('/nonexistent/folder')])
    assert.equal((await run())['disk']?.status, 'failing')
  })

  test('/readyz and metrics report a failing job, and /readyz stays 200', async (context) => {
    const token = 'a-token-for-tests-only'
    const service = await startService({ env: { METRICS_TOKEN: token } })
    context.after(() => service.stop())
    const readyz = () => service.send('GET', '//readyz')
    assert.deepEqual((await readyz()).json.checks.jobs, { status: 'ok', lag_seconds: 0, failing: 0 })
    const failing = {
      ...service.services,
      now: () => {
        throw new Error('no time')
      },
    }
    const { stop } = startJobs(service.jobs, failing, () => {})
    await waitUntil(async () => (await readyz()).json.checks.jobs.status === 'warning', 20_000)
    const { status, json } = await readyz()
    assert.deepEqual([status, json.status, json.checks.writes], [200, 'ready', { status: 'ok' }])
    assert.match(json.checks.jobs.reason, /^failed: .*publish/)
    assert.ok(json.checks.disk.free_bytes > 0)
    const { text } = await service.send('GET', '//metrics', { headers: { authorization: `Bearer ${token}` } })
    const samples = parseMetrics(text)
    assert.equal(findValue(samples, 'calends_check_ok', { check: 'jobs' }), 0)
    assert.equal(findValue(samples, 'calends_check_ok', { check: 'writes' }), 1)
    assert.ok((findValue(samples, 'calends_check_value', { check: 'jobs', name: 'failing' }) ?? 0) > 0)
    await stop()
  })

  /** The state of a service after its check has failed, the check, and its value in metrics. */
  async function readCheck(context: TestContext, name: string, options: ServiceOptions) {
    const token = 'a-token-for-tests-only'
    const service = await startService({ ...options, env: { METRICS_TOKEN: token, ...options.env } })
    context.after(() => service.stop())
    const readyz = () => service.send('GET', '//readyz')
    // A check that takes long has no result at first.
    await waitUntil(async () => (await readyz()).json.checks[name].status !== 'ok', 20_000)
    const { status, json } = await readyz()
    const { text } = await service.send('GET', '//metrics', { headers: { authorization: `Bearer ${token}` } })
    const metric = findValue(parseMetrics(text), 'calends_check_ok', { check: name })
    return { state: [status, json.status], check: json.checks[name], metric }
  }

  test('/readyz and metrics report a mail server that accepts no connections, and /readyz stays 200', async (context) => {
    // Nothing listens on port 1; a free port could be given to the mail server of another test.
    const SMTP_URL = 'smtp://127.0.0.1:1'
    assert.deepEqual(await readCheck(context, 'mail', { env: { SMTP_URL, MAIL_FROM: 'a@calendar.example' } }), {
      state: [200, 'ready'],
      check: { status: 'failing', reason: 'the mail server does not accept connections' },
      metric: 0,
    })
  })

  const postgres = ENGINES.find(({ name }) => name === 'postgres')

  test('/readyz and metrics report a replica that cannot be reached, and /readyz stays 200', {
    skip: !postgres,
  }, async (context) => {
    const DATABASE_REPLICA_URL = 'postgres://postgres@127.0.0.1:1/calends'
    const options = { ...(postgres && { engine: postgres }), env: { DATABASE_REPLICA_URL } }
    assert.deepEqual(await readCheck(context, 'replica', options), {
      state: [200, 'ready'],
      check: { status: 'warning', reason: 'unavailable or behind the primary' },
      metric: 0,
    })
  })
})
