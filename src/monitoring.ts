/** Creates what observes the requests of one process, from the settings. */
import type { Worker } from 'node:cluster'
import type { Logger } from 'pino'
import type { ReadCacheStatistics } from './base/cache-statistics.ts'
import { type Broadcast, createBroadcast } from './base/concurrency/ipc.ts'
import { toSeconds } from './base/time/civil-time.ts'
import {
  type CheckReports,
  createCheckRunner,
  createDiskCheck,
  createJobsCheck,
  createMailCheck,
  createMediaCheck,
  createReplicaCheck,
  createReplicationCheck,
  createWritesCheck,
  type ReadinessCheck,
} from './calendar/readiness-checks.ts'
import type { ProcessServices } from './calendar/services.ts'
import type { Config } from './config.ts'
import { createBackupCheck } from './features/backup/backup-check.ts'
import { isReplicated } from './features/backup/backup-options.ts'
import { countActiveDigests } from './features/digests/subscription-store.ts'
import type { CheckSample, MetricSources } from './features/monitoring/metric-definitions.ts'
import type { Metrics, MetricValues } from './features/monitoring/metrics.ts'
import { requestAllMetrics, shareMetrics } from './features/monitoring/metrics-channel.ts'
import type { MetricsEndpoint } from './features/monitoring/serve-metrics.ts'
import { shareJobs } from './features/monitoring/shared-jobs.ts'
import { createSlowRequestLog } from './features/monitoring/slow-requests.ts'
import type { TraceExport } from './features/monitoring/trace-export.ts'
import { findOldestPending } from './features/webhooks/delivery-store.ts'
import { createRequestCounters } from './http/request-counters.ts'
import { createRequestObserver, type RequestObserver } from './http/request-observer.ts'
import type { JobMonitor } from './kernel/job-monitor.ts'
import { createMailProbe } from './kernel/mailer.ts'
import { programVersion } from './version.ts'

/** Connection of a worker to the others, through the supervisor. */
export interface Peers {
  readonly broadcast: Broadcast
  readonly shareMetrics: (read: () => Promise<MetricValues>) => void
  /** Text of the metrics of all processes. */
  readonly requestAllMetrics: () => Promise<string>
}

export const createPeers = (supervisor: Worker): Peers => ({
  broadcast: createBroadcast(supervisor),
  shareMetrics: (read) => shareMetrics(supervisor, read),
  requestAllMetrics: () => requestAllMetrics(supervisor),
})

export const servesMetrics = ({ METRICS_PORT, METRICS_TOKEN }: Pick<Config, 'METRICS_PORT' | 'METRICS_TOKEN'>) =>
  METRICS_PORT !== 0 || METRICS_TOKEN !== ''

export interface Monitoring {
  readonly observer: RequestObserver
  readonly metricsEndpoint: MetricsEndpoint | undefined
  readonly runChecks: () => Promise<CheckReports>
  /** The jobs of all workers. */
  readonly readJobs: JobMonitor['read']
  /** Sends the remaining traces. */
  readonly stop: () => Promise<void>
  /** Text of the metrics of all processes; undefined when they are not served. */
  readonly formatMetrics: (() => Promise<string>) | undefined
}

export interface MonitoringOptions extends Pick<MetricSources, 'countConnections' | 'countStreams' | 'countLive'> {
  readonly config: Config
  readonly services: ProcessServices
  readonly logger: Logger
  readonly caches: ReadCacheStatistics
  /** Undefined in a single process. */
  readonly peers?: Peers | undefined
}

export async function createMonitoring(options: MonitoringOptions): Promise<Monitoring> {
  const { config, services, logger, peers, ...sources } = options
  const counters = createRequestCounters()
  const { statementLog, jobs, database } = services
  const readJobs = peers ? shareJobs(peers.broadcast, jobs) : jobs.read
  const runChecks = createCheckRunner(listChecks(options, readJobs))
  const loaded = servesMetrics(config) ? await loadMetrics() : undefined
  const metrics = loaded?.createMetrics({
    ...sources,
    requests: counters,
    database: database.statistics,
    jobs,
    webhooks: createWebhookSource(services),
    digests: createDigestSource(services),
    runChecks: async () => sampleChecks(await runChecks()),
  })
  const traces = await loadTraceExport(config, logger)
  const listeners = [...createSlowRequestListeners(config, database, logger), ...(traces ? [traces.record] : [])]
  const observer = createRequestObserver({ counters, statementLog, metrics, listeners })
  const common = { observer, runChecks, readJobs, stop: async () => traces?.stop() }
  if (!metrics || !loaded) return { ...common, metricsEndpoint: undefined, formatMetrics: undefined }
  peers?.shareMetrics(metrics.read)
  const formatMetrics = peers?.requestAllMetrics ?? createFormatter(metrics, loaded.formatMetrics)
  const metricsEndpoint = config.METRICS_PORT === 0 && {
    token: config.METRICS_TOKEN,
    format: async () => ({ contentType: loaded.METRICS_CONTENT_TYPE, text: await formatMetrics() }),
  }
  return { ...common, metricsEndpoint: metricsEndpoint || undefined, formatMetrics }
}

/** A database that is unavailable must not make the other metrics unavailable. */
const createWebhookSource = ({ database, webhookSender, now }: ProcessServices): MetricSources['webhooks'] => ({
  countRequests: () => ({ ...webhookSender.counts() }),
  findLag: async () => {
    const oldest = await findOldestPending(database.read).catch(() => undefined)
    return oldest === undefined ? 0 : Math.max(0, toSeconds(now()) - toSeconds(oldest))
  },
})

const createDigestSource = ({ database, digestCounters }: ProcessServices): MetricSources['digests'] => ({
  countMails: digestCounters.counts,
  countSubscribers: () => countActiveDigests(database.read).catch(() => 0),
})

function createSlowRequestListeners({ SLOW_MS }: Config, { explain }: ProcessServices['database'], logger: Logger) {
  return SLOW_MS === 0 ? [] : [createSlowRequestLog({ milliseconds: SLOW_MS, explain, logger })]
}

/** Undefined when traces are not exported; the SDK of OpenTelemetry is not loaded then. */
async function loadTraceExport(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Config,
  logger: Logger,
): Promise<TraceExport | undefined> {
  if (endpoint === '') return undefined
  const { startTraceExport } = await import('./features/monitoring/trace-export.ts')
  const report = (reason: string) => logger.warn({ reason }, 'traces were not exported')
  return startTraceExport({ endpoint, version: programVersion(), report })
}

/** True if each statement has to be attributed to its request. */
export const recordsStatements = (config: Pick<Config, 'SLOW_MS' | 'OTEL_EXPORTER_OTLP_ENDPOINT'>): boolean =>
  config.SLOW_MS > 0 || config.OTEL_EXPORTER_OTLP_ENDPOINT !== ''

/** Checks of `/readyz`, in their order. */
function listChecks({ config, services }: MonitoringOptions, readJobs: JobMonitor['read']): readonly ReadinessCheck[] {
  const { database } = services
  return [
    createWritesCheck(database),
    createDiskCheck(config.DATA_DIR),
    createJobsCheck(readJobs),
    createMediaCheck(services.files),
    ...(config.SMTP_URL === '' ? [] : [createMailCheck(createMailProbe(config.SMTP_URL))]),
    ...(isReplicated(config) ? [createReplicationCheck(readJobs)] : []),
    ...(database.usesReplica() === undefined ? [] : [createReplicaCheck(database)]),
    ...(config.BACKUP_EVERY === 0 ? [] : [createBackupCheck(database, config.BACKUP_EVERY)]),
  ]
}

const sampleChecks = (reports: CheckReports): readonly CheckSample[] =>
  Object.entries(reports).map(([name, { status, values = {} }]) => ({ name, isOk: status === 'ok', values }))

const createFormatter =
  ({ read }: Metrics, format: (processes: readonly MetricValues[]) => Promise<string>) =>
  async (): Promise<string> =>
    format([await read()])

/** Loaded only when metrics are served. */
async function loadMetrics() {
  const { createMetrics } = await import('./features/monitoring/metrics.ts')
  const { formatMetrics, METRICS_CONTENT_TYPE } = await import('./features/monitoring/combine-metrics.ts')
  return { createMetrics, formatMetrics, METRICS_CONTENT_TYPE }
}
