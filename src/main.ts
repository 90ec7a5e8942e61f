/** A serving process: start, signals, shutdown. */
import { setFlagsFromString } from 'node:v8'
import { type Logger, pino } from 'pino'
import { createWarmUpJob } from './api/jobs.ts'
import { createApp } from './app.ts'
import { redactSecrets } from './base/text/redact.ts'
import { createConfiguredAdministrator } from './calendar/users/accounts.ts'
import { type Config, readAdminPassword } from './config.ts'
import { findOrCreateSetupToken } from './features/settings/setup.ts'
import { type Scheduler, startJobs } from './http/jobs.ts'
import { listenForMetrics } from './metrics-port.ts'
import type { Peers } from './monitoring.ts'
import { openLogStream } from './process/log-stream.ts'
import { toListenError } from './process/startup-error.ts'
import { handleUnhandledFailures } from './process/unhandled-failures.ts'
import { createServices, type StartOptions } from './process-services.ts'

/** Maximum time of a shutdown. An unreachable database server can take longer to fail. */
export const STOP_TIMEOUT_MILLISECONDS = 15_000

/** Tasks of a process among those that share a port. */
export interface WorkerRole {
  /** Number of the worker; undefined for a single process. */
  readonly worker?: number
  readonly runsJobs: boolean
  /** Called before work that blocks the event loop for a long time. */
  readonly onLongWork?: () => void
  /** True if it prints that the service listens. */
  readonly printsWelcome: boolean
  readonly start: StartOptions
  /** Resolves when the process has to stop. */
  readonly stopRequest?: Promise<void>
  /** Connection to the other workers; undefined for a single process. */
  readonly peers?: Peers
  /** Resolves when no other worker listens any more. */
  readonly waitForOthers?: () => Promise<void>
}

export const createSoleRole = (creation: StartOptions['creation']): WorkerRole => ({
  runsJobs: true,
  printsWelcome: true,
  start: { creation, checksAfterCrash: true },
})

const NEWER_DATABASE_WARNING =
  'the database was migrated by a newer version of Calends; this one can work with it, but should be upgraded'

const ROLLING_RESTART_WARNING = 'SIGUSR2 replaces workers one after the other, which requires WORKERS=2 or more'

/** Ends the process: completes pending requests, then closes the database. */
export type StopFn = () => Promise<void>

export interface RunningService {
  readonly stop: StopFn
  /** Starts the background jobs, which run in one of the workers. */
  readonly startBackgroundJobs: () => void
}

/**
 * Serves until SIGTERM, SIGINT or SIGHUP, or until the returned `stop` is called. Throws an `Error` with a message for the
 * operator when it cannot start.
 */
export async function serve(config: Config, role: WorkerRole): Promise<RunningService> {
  const logger = await createLogger(config, role)
  const reportError = (error: unknown) => logger.error({ err: error }, 'background task failed')
  const { onLongWork } = role
  const services = await createServices(config, Date.now, reportError, {
    ...role.start,
    ...(onLongWork && { onLongWork }),
  })
  const { newerMigrations } = services.database
  if (newerMigrations.length > 0) logger.warn({ migrations: newerMigrations }, NEWER_DATABASE_WARNING)
  const { server, host, jobs, starters, close, formatMetrics } = await createApp({
    config,
    services,
    logger,
    ...role,
  })
  const runners: Scheduler[] = []
  const closers: StopFn[] = [close]
  const stopRunners = async () => {
    for (const runner of runners) await runner.stop()
  }
  const closeServers = async () => {
    for (const closeServer of closers) await closeServer()
  }
  // From here on, a shutdown has to complete pending requests.
  const { stop, hasBegun } = createStop(logger, [closeServers, stopRunners, services.close])
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void stop())
  if (role.worker === undefined) process.on('SIGUSR2', () => logger.warn(ROLLING_RESTART_WARNING))
  void role.stopRequest?.then(stop)
  const onFailure = (error: unknown, job: string) => logger.error({ err: error, job }, 'job failed')
  const startBackgroundJobs = () => {
    if (hasBegun()) return
    runners.push(startJobs(jobs, services, onFailure))
    runners.push(...starters.flatMap((start) => start(onFailure) ?? []))
  }
  try {
    await server.listen({ port: config.PORT, host: config.HOST }).catch((error) => {
      throw toListenError(error, { HOST: config.HOST, name: 'PORT', port: config.PORT })
    })
    // The supervisor of workers serves the metrics of all.
    if (role.peers === undefined) closers.push(await listenForMetrics(config, formatMetrics))
    const administrator = await createConfiguredAdministrator(services, () => readAdminPassword(config))
    const setupToken = role.printsWelcome ? await findOrCreateSetupToken(services) : undefined
    if (role.printsWelcome)
      process.stdout.write(formatWelcome(host.getHomeUrl(), config, { administrator, setupToken }))
  } catch (error) {
    if (hasBegun()) return { stop, startBackgroundJobs }
    await closeServers()
    await services.close()
    throw error
  }
  if (hasBegun()) return { stop, startBackgroundJobs }
  handleUnhandledFailures({ logger, jobs: services.jobs, stop: () => void stop() })
  limitYoungGeneration()
  runners.push(startJobs([createWarmUpJob()], services, onFailure))
  if (role.runsJobs) startBackgroundJobs()
  return { stop, startBackgroundJobs }
}

/**
 * Keeps the young generation of the heap at the size that it reached during the start, about 8 MB. V8 would let it grow to
 * 48 MB, which makes nothing faster here.
 */
const limitYoungGeneration = (): void => setFlagsFromString('--semi-space-growth-factor=1')

async function createLogger(config: Config, { worker }: WorkerRole): Promise<Logger> {
  const options = { level: config.LOG_LEVEL, hooks: { streamWrite: redactSecrets } }
  const logger = pino(options, await openLogStream(config, { isShared: worker !== undefined }))
  return worker === undefined ? logger : logger.child({ worker })
}

/** Returns a `stop` that runs the steps once and then ends the process. */
function createStop(
  logger: Logger,
  steps: readonly StopFn[],
): { readonly stop: StopFn; readonly hasBegun: () => boolean } {
  let stopped: Promise<void> | undefined
  const runSteps = async () => {
    setTimeout(() => {
      logger.error('shutdown timed out')
      logger.flush(() => process.exit(1))
    }, STOP_TIMEOUT_MILLISECONDS).unref()
    for (const step of steps) {
      // The following steps run even if one fails.
      await step().catch((error: unknown) => logger.error({ err: error }, 'failed while stopping'))
    }
    // Connections to an unreachable database would keep the process alive.
    logger.flush(() => process.exit())
  }
  const stop = () => {
    stopped ??= runSteps()
    return stopped
  }
  return { stop, hasBegun: () => stopped !== undefined }
}

const EVENTS_PATH = '/api/cal/events/v1/events'

interface FirstRun {
  /** Login of the administrator that was created with the configured password. */
  readonly administrator: string | undefined
  /** For a site without an administrator. */
  readonly setupToken: string | undefined
}

function formatWelcome(home: string, config: Config, firstRun: FirstRun): string {
  const lines = [
    `Calends listens on ${home}`,
    `  calendar:      ${home}/`,
    `  API:           ${home}${EVENTS_PATH}`,
    ...(config.WORDPRESS_MOUNT
      ? [`                 ${home}/wp-json/tribe/events/v1/events (as The Events Calendar)`]
      : []),
    `  documentation: ${home}/docs`,
    ...describeFirstRun(home, firstRun),
  ]
  return `${lines.join('\n')}\n`
}

function describeFirstRun(home: string, { administrator, setupToken }: FirstRun): readonly string[] {
  if (administrator !== undefined)
    return ['', `Created the first administrator, "${administrator}", with the configured password.`]
  if (setupToken === undefined) return []
  return [
    '',
    'There is no administrator yet. Create the first one in a browser, with this link:',
    `  ${home}/admin/setup?token=${setupToken}`,
    'or with: calends user add LOGIN --role administrator --email ADDRESS',
  ]
}
