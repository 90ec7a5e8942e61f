/** The process of `calends serve`: settings, wiring, server, clean stop. */
import { type Logger, pino } from 'pino'
import { type Account, createFirstAdministrator } from './actions/accounts.ts'
import type { Config } from './config.ts'
import { createApp, createServices } from './context.ts'
import { startJobs } from './jobs/runner.ts'

/** Longest way from the signal to the end; a server that is out of reach may take longer to say so. */
const STOP_MILLISECONDS = 15_000

/**
 * Runs until SIGTERM or SIGINT: requests under way are answered, then the database is closed. Throws an `Error` with a
 * clear line when it cannot start; whoever supervises it starts it again.
 */
export async function serve(config: Config): Promise<void> {
  const logger = pino({ level: config.LOG_LEVEL }, pino.destination({ sync: false }))
  const services = await createServices(config, Date.now, (error) =>
    logger.error({ err: error }, 'failed beside a request'),
  )
  const { server, home, close } = await createApp({ config, services, logger })
  try {
    await server.listen({ port: config.PORT, host: config.HOST })
    // Only now: its passwords are shown once, and a port that is taken would lose them.
    const administrator = await createFirstAdministrator(services)
    const jobs = startJobs(services, (error) => logger.error({ err: error }, 'job failed'))
    stopAtSignal(logger, [close, jobs.stop, services.close])
    process.stdout.write(welcome(home(), config, administrator))
  } catch (error) {
    await close()
    await services.close()
    throw error
  }
}

function stopAtSignal(logger: Logger, steps: readonly (() => Promise<void>)[]): void {
  const stop = async () => {
    setTimeout(() => {
      logger.error('stopped before all was done')
      logger.flush(() => process.exit(1))
    }, STOP_MILLISECONDS).unref()
    for (const step of steps) await step()
    // A database out of reach keeps its connections open, and them this process.
    logger.flush(() => process.exit())
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
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
