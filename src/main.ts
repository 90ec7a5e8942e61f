/** A process that serves: settings, wiring, server, clean stop. */
import { type Logger, pino } from 'pino'
import { createFirstAdministrator, type FirstAdministrator } from './actions/accounts.ts'
import { type Config, readAdminPassword } from './config.ts'
import { createApp, createServices, type StartOptions } from './context.ts'
import { startJobs, startWarming } from './jobs/runner.ts'
import { openLogStream } from './log-stream.ts'
import { listenError } from './startup-error.ts'
import { redactSecrets } from './text/redact.ts'

/** Longest way from the signal to the end; a server that is out of reach may take longer to say so. */
export const STOP_MILLISECONDS = 15_000

/** What falls to a process where several share a port. */
export interface Part {
  /** Its number; undefined where it is the only one. */
  readonly worker?: number
  readonly doesJobs: boolean
  /** Told before the process does something for long that keeps its event loop from turning. */
  readonly onLongWork?: () => void
  /** Whether it says that the service listens. */
  readonly greets: boolean
  readonly start: StartOptions
}

export const createSoleRole = (creation: StartOptions['creation']): Part => ({
  doesJobs: true,
  greets: true,
  start: { creation, checksAfterCrash: true },
})

const NEWER_DATABASE =
  'the database was migrated by a newer version of Calends; this one can work with it, but should be upgraded'

/** Ends the process: requests under way are answered, then the database is closed. */
export type Stop = () => Promise<void>

export interface Serving {
  readonly stop: Stop
  /** Begins with the background jobs, of which one process of several takes care. */
  readonly takeJobs: () => void
}

/**
 * Serves until SIGTERM or SIGINT, or until `stop` of what it returns is called. Throws an `Error` with a clear line when
 * it cannot start; the supervisor of the process starts it again.
 */
export async function serve(config: Config, part: Part): Promise<Serving> {
  const logger = await createLogger(config, part)
  const report = (error: unknown) => logger.error({ err: error }, 'failed beside a request')
  const { onLongWork } = part
  const services = await createServices(config, Date.now, report, { ...part.start, ...(onLongWork && { onLongWork }) })
  const { newerMigrations } = services.database
  if (newerMigrations.length > 0) logger.warn({ migrations: newerMigrations }, NEWER_DATABASE)
  const { server, home, close } = await createApp({ config, services, logger, worker: part.worker })
  try {
    await server.listen({ port: config.PORT, host: config.HOST }).catch((error) => {
      throw listenError(error, config)
    })
    // Only now: its passwords are shown once, and a port that is taken would lose them.
    const administrator = await createFirstAdministrator(services, () => readAdminPassword(config))
    const onFailure = (error: unknown) => logger.error({ err: error }, 'job failed')
    const runners = [startWarming(services, onFailure)]
    const takeJobs = () => {
      runners.push(startJobs(services, onFailure))
    }
    if (part.doesJobs) takeJobs()
    const stopRunners = async () => {
      for (const runner of runners) await runner.stop()
    }
    const stop = stopping(logger, [close, stopRunners, services.close])
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
    if (part.greets || administrator) process.stdout.write(welcome(home(), config, administrator))
    return { stop, takeJobs }
  } catch (error) {
    await close()
    await services.close()
    throw error
  }
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

/** What a pipe takes in one piece (PIPE_BUF of Linux). */
const PIPE_BYTES = 4096

/** Workers write to one output, and must not write into each other's lines. */
async function createLogger(config: Config, { worker }: Part): Promise<Logger> {
  const options = { level: config.LOG_LEVEL, hooks: { streamWrite: redactSecrets } }
  if (worker === undefined) return pino(options, await openLogStream(config))
  return pino(options, await openLogStream(config, { maxWrite: PIPE_BYTES })).child({ worker })
}

/** Called again, it is still the first stop that goes on. */
function stopping(logger: Logger, steps: readonly Stop[]): Stop {
  let stopped: Promise<void> | undefined
  const stop = async () => {
    setTimeout(() => {
      logger.error('stopped before all was done')
      logger.flush(() => process.exit(1))
    }, STOP_MILLISECONDS).unref()
    for (const step of steps) await step()
    // A database out of reach keeps its connections open, and them this process.
    logger.flush(() => process.exit())
  }
  return () => {
    stopped ??= stop()
    return stopped
  }
}

const API = '/api/cal/events/v1/events'

function welcome(home: string, config: Config, administrator: FirstAdministrator | undefined): string {
  const lines = [
    `Calends listens on ${home}`,
    `  calendar:      ${home}/`,
    `  API:           ${home}${API}`,
    ...(config.WORDPRESS_MOUNT
      ? [`                 ${home}/wp-json/tribe/events/v1/events (as The Events Calendar)`]
      : []),
    `  documentation: ${home}/docs`,
  ]
  if (administrator) lines.push('', ...describeAdministrator(administrator))
  return `${lines.join('\n')}\n`
}
