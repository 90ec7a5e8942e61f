/** A process that serves: settings, wiring, server, clean stop. */
import { type Logger, pino } from 'pino'
import { type Config, readAdminPassword } from './config.ts'
import { createApp, createServices, type StartOptions } from './container.ts'
import { type Scheduler, startCacheWarmUp, startJobs } from './jobs/scheduler.ts'
import { openLogStream } from './log-stream.ts'
import { toListenError } from './startup-error.ts'
import { redactSecrets } from './text/redact.ts'
import { createFirstAdministrator, type FirstAdministrator } from './usecases/auth/accounts.ts'

/** Longest way from the signal to the end; a server that is out of reach may take longer to say so. */
export const STOP_TIMEOUT_MILLISECONDS = 15_000

/** What falls to a process where several share a port. */
export interface WorkerRole {
  /** Its number; undefined where it is the only one. */
  readonly worker?: number
  readonly runsJobs: boolean
  /** Told before the process does something for long that keeps its event loop from turning. */
  readonly onLongWork?: () => void
  /** Whether it says that the service listens. */
  readonly printsWelcome: boolean
  readonly start: StartOptions
  /** Resolves when it is to stop. */
  readonly stopRequest?: Promise<void>
  /** Resolves when none of the others listens any more. */
  readonly waitForOthers?: () => Promise<void>
}

export const createSoleRole = (creation: StartOptions['creation']): WorkerRole => ({
  runsJobs: true,
  printsWelcome: true,
  start: { creation, checksAfterCrash: true },
})

const NEWER_DATABASE_WARNING =
  'the database was migrated by a newer version of Calends; this one can work with it, but should be upgraded'

/** Ends the process: requests under way are answered, then the database is closed. */
export type StopFn = () => Promise<void>

export interface RunningService {
  readonly stop: StopFn
  /** Begins with the background jobs, of which one process of several takes care. */
  readonly startBackgroundJobs: () => void
}

/**
 * Serves until SIGTERM, SIGINT or SIGHUP, or until `stop` of what it returns is called. Throws an `Error` with a clear line
 * when it cannot start; the supervisor of the process starts it again.
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
  const { server, getHomeUrl, close } = await createApp({ config, services, logger, ...role })
  const runners: Scheduler[] = []
  const stopRunners = async () => {
    for (const runner of runners) await runner.stop()
  }
  // From here on a signal finds connections, which are to be answered.
  const { stop, hasBegun } = createStop(logger, [close, stopRunners, services.close])
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void stop())
  void role.stopRequest?.then(stop)
  const onFailure = (error: unknown) => logger.error({ err: error }, 'job failed')
  const startBackgroundJobs = () => {
    if (!hasBegun()) runners.push(startJobs(services, onFailure))
  }
  try {
    await server.listen({ port: config.PORT, host: config.HOST }).catch((error) => {
      throw toListenError(error, config)
    })
    // Only now: its passwords are shown once, and a port that is taken would lose them.
    const administrator = await createFirstAdministrator(services, () => readAdminPassword(config))
    if (role.printsWelcome || administrator) process.stdout.write(formatWelcome(getHomeUrl(), config, administrator))
  } catch (error) {
    if (hasBegun()) return { stop, startBackgroundJobs }
    await close()
    await services.close()
    throw error
  }
  if (hasBegun()) return { stop, startBackgroundJobs }
  logUnhandledFailures(logger, stop)
  runners.push(startCacheWarmUp(services, onFailure))
  if (role.runsJobs) startBackgroundJobs()
  return { stop, startBackgroundJobs }
}

function describeAdministrator({ login, generated }: FirstAdministrator): readonly string[] {
  if (!generated) return [`Created the first administrator, "${login}", with the configured password.`]
  return [
    'Created the first administrator. These credentials are shown once:',
    `  login:                ${login}`,
    `  password:             ${generated.password} (for signing in on web pages)`,
    `  application password: ${generated.applicationPassword} (for the API, as HTTP Basic)`,
  ]
}

async function createLogger(config: Config, { worker }: WorkerRole): Promise<Logger> {
  const options = { level: config.LOG_LEVEL, hooks: { streamWrite: redactSecrets } }
  const logger = pino(options, await openLogStream(config, { isShared: worker !== undefined }))
  return worker === undefined ? logger : logger.child({ worker })
}

/**
 * A promise that no code handles must not end the requests of others, so a rejection is logged and the process goes on.
 * After an exception that no code handles nothing can be known of the state of the process: it answers what is under way
 * and exits with 1, and its supervisor starts another.
 */
function logUnhandledFailures(logger: Logger, stop: StopFn): void {
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'))
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception, the process stops')
    process.exitCode = 1
    void stop()
  })
}

/** Runs the steps once, however often it is called, and then ends the process. */
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
      // What fails must not keep the rest from being closed.
      await step().catch((error: unknown) => logger.error({ err: error }, 'failed while stopping'))
    }
    // A database out of reach keeps its connections open, and them this process.
    logger.flush(() => process.exit())
  }
  const stop = () => {
    stopped ??= runSteps()
    return stopped
  }
  return { stop, hasBegun: () => stopped !== undefined }
}

const EVENTS_PATH = '/api/cal/events/v1/events'

function formatWelcome(home: string, config: Config, administrator: FirstAdministrator | undefined): string {
  const lines = [
    `Calends listens on ${home}`,
    `  calendar:      ${home}/`,
    `  API:           ${home}${EVENTS_PATH}`,
    ...(config.WORDPRESS_MOUNT
      ? [`                 ${home}/wp-json/tribe/events/v1/events (as The Events Calendar)`]
      : []),
    `  documentation: ${home}/docs`,
  ]
  if (administrator) lines.push('', ...describeAdministrator(administrator))
  return `${lines.join('\n')}\n`
}
