/** A process that serves: settings, wiring, server, clean stop. */
import { type Logger, pino } from 'pino'
import { type Account, createFirstAdministrator } from './actions/accounts.ts'
import type { Config } from './config.ts'
import { createApp, createServices } from './context.ts'
import { type Runner, startJobs, startWarming } from './jobs/runner.ts'
import { openLogOutput } from './log-output.ts'

/** Longest way from the signal to the end; a server that is out of reach may take longer to say so. */
export const STOP_MILLISECONDS = 15_000

/** What falls to a process where several share a port. */
export interface Part {
  /** Its number; undefined where it is the only one. */
  readonly worker?: number
  readonly doesJobs: boolean
  /** Whether it says that the service listens. */
  readonly greets: boolean
  /** Resolves when it is to stop. */
  readonly stopRequest?: Promise<void>
  /** Resolves when none of the others listens any more. */
  readonly othersClosed?: () => Promise<void>
}

const ALONE: Part = { doesJobs: true, greets: true }

/** Ends the process: requests under way are answered, then the database is closed. */
export type Stop = () => Promise<void>

/**
 * Serves until SIGTERM, SIGINT or SIGHUP, or until what it returns is called. Throws an `Error` with a clear line when it cannot
 * start; whoever supervises it starts it again.
 */
export async function serve(config: Config, part = ALONE): Promise<Stop> {
  const logger = createLogger(config, part)
  const services = await createServices(config, Date.now, (error) =>
    logger.error({ err: error }, 'failed beside a request'),
  )
  const { server, home, close } = await createApp({ config, services, logger, ...part })
  const jobs: Runner[] = []
  const stopJobs = async () => {
    for (const job of jobs) await job.stop()
  }
  // From here on a signal finds connections, which are to be answered.
  const { stop, hasBegun } = createStop(logger, [close, stopJobs, services.close])
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void stop())
  void part.stopRequest?.then(stop)
  try {
    await server.listen({ port: config.PORT, host: config.HOST })
    // Only now: its passwords are shown once, and a port that is taken would lose them.
    const administrator = await createFirstAdministrator(services)
    if (part.greets || administrator) process.stdout.write(welcome(home(), config, administrator))
  } catch (error) {
    if (hasBegun()) return stop
    await close()
    await services.close()
    throw error
  }
  if (hasBegun()) return stop
  logUnhandledFailures(logger, stop)
  const onFailure = (error: unknown) => logger.error({ err: error }, 'job failed')
  jobs.push(startWarming(services, onFailure), ...(part.doesJobs ? [startJobs(services, onFailure)] : []))
  return stop
}

function createLogger({ LOG_LEVEL }: Config, { worker }: Part): Logger {
  const logger = pino({ level: LOG_LEVEL }, openLogOutput({ isShared: worker !== undefined }))
  return worker === undefined ? logger : logger.child({ worker })
}

/**
 * A promise that no code handles must not end the requests of others, so a rejection is logged and the process goes on.
 * After an exception that no code handles nothing can be known of the state of the process: it answers what is under way
 * and exits with 1, and its supervisor starts another.
 */
function logUnhandledFailures(logger: Logger, stop: Stop): void {
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'))
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'uncaught exception, the process stops')
    process.exitCode = 1
    void stop()
  })
}

/** Runs the steps once, however often it is called, and then ends the process. */
function createStop(logger: Logger, steps: readonly Stop[]): { readonly stop: Stop; readonly hasBegun: () => boolean } {
  let stopped: Promise<void> | undefined
  const runSteps = async () => {
    setTimeout(() => {
      logger.error('stopped before all was done')
      logger.flush(() => process.exit(1))
    }, STOP_MILLISECONDS).unref()
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

function welcome(home: string, config: Config, administrator: Account | undefined): string {
  const lines = [`Calends listens on ${home}`, `  events: ${home}/api/cal/events/v1/events`]
  if (config.WORDPRESS_MOUNT) lines.push(`  also:   ${home}/wp-json/tribe/events/v1/events`)
  if (administrator) {
    lines.push(
      'The first administrator was created. This is shown only now:',
      `  login:                ${administrator.login}`,
      `  password:             ${administrator.password}`,
      `  application password: ${administrator.app_password} (for the API, as HTTP Basic)`,
    )
  }
  return `${lines.join('\n')}\n`
}
