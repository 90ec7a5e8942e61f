/** Metrics that are read when they are requested. `docs/guides/monitoring.md` lists them. */
import type { ReadCacheStatistics } from '../../base/cache-statistics.ts'
import type { RequestCounters } from '../../http/request-counters.ts'
import type { JobMonitor } from '../../kernel/job-monitor.ts'
import type { DatabaseStatistics } from '../../storage/types.ts'

/** Result of a readiness check, as far as metrics show it. */
export interface CheckSample {
  readonly name: string
  readonly isOk: boolean
  readonly values: Readonly<Record<string, number>>
}

export interface MetricSources {
  readonly requests: RequestCounters
  readonly caches: ReadCacheStatistics
  readonly database: () => DatabaseStatistics
  readonly jobs: JobMonitor
  readonly webhooks: {
    /** Requests to receivers by their result. */
    readonly countRequests: () => Readonly<Record<string, number>>
    /** Age of the oldest pending delivery of all nodes, in seconds. */
    readonly findLag: () => Promise<number>
  }
  readonly digests: {
    /** Mails by their result. */
    readonly countMails: () => Readonly<Record<string, number>>
    readonly countSubscribers: () => Promise<number>
  }
  /** Open connections of clients. */
  readonly countConnections: () => number
  readonly countStreams: () => number
  /** Requests that stay open until something changes. */
  readonly countLive: (kind: (typeof LIVE_KINDS)[number]) => number
  readonly runChecks: () => Promise<readonly CheckSample[]>
  /** Longest delay of the event loop since the last call, in seconds. */
  readonly readEventLoopDelay: () => number
}

export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface MetricDefinition {
  readonly name: string
  readonly kind: 'counter' | 'gauge'
  readonly help: string
  readonly labels: readonly string[]
  /** How the values of several workers are combined. */
  readonly aggregator: 'sum' | 'max' | 'min'
  readonly read: (sources: MetricSources) => readonly Sample[] | Promise<readonly Sample[]>
}

const LIVE_KINDS = ['wait', 'stream'] as const

type Reader = MetricDefinition['read']

const counter = (name: string, help: string, labels: readonly string[], read: Reader): MetricDefinition => ({
  name: `calends_${name}`,
  kind: 'counter',
  help,
  labels,
  aggregator: 'sum',
  read,
})

const gauge = (
  [name, aggregator]: readonly [string, MetricDefinition['aggregator']],
  help: string,
  labels: readonly string[],
  read: Reader,
): MetricDefinition => ({ name: `calends_${name}`, kind: 'gauge', help, labels, aggregator, read })

const single = (value: number): readonly Sample[] => [{ labels: {}, value }]

/** One sample per entry, without those that are undefined. */
const listSamples = <T>(
  label: string,
  entries: Readonly<Record<string, T>>,
  getValue: (entry: T) => number | undefined,
): readonly Sample[] =>
  Object.entries(entries).flatMap(([name, entry]) => {
    const value = getValue(entry)
    return value === undefined ? [] : [{ labels: { [label]: name }, value }]
  })

const seconds = (milliseconds: number): number => milliseconds / 1000

const HTTP_METRICS: readonly MetricDefinition[] = [
  counter('http_requests_total', 'Requests', ['route', 'method', 'status'], ({ requests }) =>
    requests.requests().map(({ route, method, status, count }) => ({
      labels: { route, method, status: String(status) },
      value: count,
    })),
  ),
  counter('http_rejected_requests_total', 'Requests rejected because of a limit', ['limit'], ({ requests }) =>
    [...requests.rejections()].map(([limit, value]) => ({ labels: { limit }, value })),
  ),
  gauge(['http_connections', 'sum'], 'Open connections of clients', [], ({ countConnections }) =>
    single(countConnections()),
  ),
  gauge(['http_streams', 'sum'], 'Feeds that are being sent', [], ({ countStreams }) => single(countStreams())),
  gauge(
    ['http_live_connections', 'sum'],
    'Requests that wait for changes, and event streams',
    ['kind'],
    ({ countLive }) => LIVE_KINDS.map((kind) => ({ labels: { kind }, value: countLive(kind) })),
  ),
]

const CACHE_LABELS = ['cache']

const CACHE_METRICS: readonly MetricDefinition[] = [
  counter('cache_hits_total', 'Cache hits', CACHE_LABELS, ({ caches }) =>
    listSamples('cache', caches(), (c) => c.hits),
  ),
  counter('cache_misses_total', 'Cache misses', CACHE_LABELS, ({ caches }) =>
    listSamples('cache', caches(), (cache) => cache.misses),
  ),
  counter('cache_evictions_total', 'Entries removed to make room', CACHE_LABELS, ({ caches }) =>
    listSamples('cache', caches(), (cache) => cache.evictions),
  ),
  gauge(['cache_entries', 'sum'], 'Entries', CACHE_LABELS, ({ caches }) =>
    listSamples('cache', caches(), (cache) => cache.entries),
  ),
  gauge(['cache_bytes', 'sum'], 'Estimated memory of the entries', CACHE_LABELS, ({ caches }) =>
    listSamples('cache', caches(), (cache) => cache.bytes),
  ),
]

const POOL_STATES = ['busy', 'idle', 'waiting', 'limit'] as const

const DATABASE_METRICS: readonly MetricDefinition[] = [
  counter('database_statements_total', 'SQL statements', [], ({ database }) => single(database().statements)),
  counter('database_statement_seconds_total', 'Time of SQL statements', [], ({ database }) =>
    single(seconds(database().statementMilliseconds)),
  ),
  counter('database_write_locks_total', 'Transactions that took the write lock', [], ({ database }) =>
    single(database().lockWaits),
  ),
  counter('database_write_lock_wait_seconds_total', 'Time of waiting for the write lock', [], ({ database }) =>
    single(seconds(database().lockWaitMilliseconds)),
  ),
  counter(
    'database_write_failures_total',
    'Transactions that failed because the database was full, read-only, busy or unavailable',
    [],
    ({ database }) => single(database().writeFailures),
  ),
  gauge(['database_wal_bytes', 'max'], 'Size of the write-ahead log of SQLite', [], ({ database }) => {
    const { walBytes } = database()
    return walBytes === undefined ? [] : single(walBytes)
  }),
  gauge(
    ['database_pool_connections', 'sum'],
    'Connections to PostgreSQL: busy, idle, and their limit; tasks that wait for one',
    ['pool', 'state'],
    ({ database }) =>
      Object.entries(database().pools).flatMap(([pool, counts]) =>
        POOL_STATES.map((state) => ({ labels: { pool, state }, value: counts[state] })),
      ),
  ),
]

/** Not `job`, which is a label that Prometheus adds. */
const JOB_LABELS = ['name']

const JOB_METRICS: readonly MetricDefinition[] = [
  counter('job_runs_total', 'Runs', JOB_LABELS, ({ jobs }) => listSamples('name', jobs.read(), (job) => job.runs)),
  counter('job_failures_total', 'Failed runs', JOB_LABELS, ({ jobs }) =>
    listSamples('name', jobs.read(), (job) => job.failures),
  ),
  counter('job_seconds_total', 'Time of all runs', JOB_LABELS, ({ jobs }) =>
    listSamples('name', jobs.read(), (job) => seconds(job.milliseconds)),
  ),
  gauge(['job_last_run_timestamp_seconds', 'max'], 'Start of the newest run', JOB_LABELS, ({ jobs }) =>
    listSamples('name', jobs.read(), (job) => job.lastRun),
  ),
  gauge(['job_last_success_timestamp_seconds', 'max'], 'End of the newest successful run', JOB_LABELS, ({ jobs }) =>
    listSamples('name', jobs.read(), (job) => job.lastSuccess),
  ),
  gauge(['job_lag_seconds', 'max'], 'Time by which a run is overdue', JOB_LABELS, ({ jobs }) =>
    listSamples('name', jobs.read(), (job) => job.lag),
  ),
]

const WEBHOOK_METRICS: readonly MetricDefinition[] = [
  counter('webhook_requests_total', 'Requests to the URLs of webhooks', ['result'], ({ webhooks }) =>
    listSamples('result', webhooks.countRequests(), (count) => count),
  ),
  gauge(['webhook_lag_seconds', 'max'], 'Age of the oldest pending delivery', [], async ({ webhooks }) =>
    single(await webhooks.findLag()),
  ),
]

const DIGEST_METRICS: readonly MetricDefinition[] = [
  counter('digest_mails_total', 'Digests by mail', ['result'], ({ digests }) =>
    listSamples('result', digests.countMails(), (count) => count),
  ),
  gauge(['digest_subscribers', 'max'], 'Confirmed subscriptions to digests', [], async ({ digests }) =>
    single(await digests.countSubscribers()),
  ),
]

const STATE_METRICS: readonly MetricDefinition[] = [
  gauge(['event_loop_delay_seconds', 'max'], 'Longest delay of the event loop since the last scrape', [], (sources) =>
    single(sources.readEventLoopDelay()),
  ),
  gauge(['check_ok', 'min'], '1 if a check of /readyz succeeds, otherwise 0', ['check'], async ({ runChecks }) =>
    (await runChecks()).map(({ name, isOk }) => ({ labels: { check: name }, value: isOk ? 1 : 0 })),
  ),
  gauge(['check_value', 'max'], 'Values of the checks of /readyz', ['check', 'name'], async ({ runChecks }) =>
    (await runChecks()).flatMap(({ name: check, values }) =>
      Object.entries(values).map(([name, value]) => ({ labels: { check, name }, value })),
    ),
  ),
]

export const METRIC_DEFINITIONS: readonly MetricDefinition[] = [
  ...HTTP_METRICS,
  ...CACHE_METRICS,
  ...DATABASE_METRICS,
  ...JOB_METRICS,
  ...WEBHOOK_METRICS,
  ...DIGEST_METRICS,
  ...STATE_METRICS,
]
