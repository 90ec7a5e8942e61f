/** Handles uncaught exceptions and unhandled rejections of a process. */
import type { Logger } from 'pino'
import type { JobMonitor } from '../kernel/job-monitor.ts'

interface FailureOptions {
  readonly logger: Logger
  /** A background job that throws fails alone. */
  readonly jobs?: Pick<JobMonitor, 'failRun'>
  /** Completes pending requests and ends the process. */
  readonly stop: () => void
}

/**
 * An error of a background job fails its run. Another unhandled rejection is logged, and the process continues, because
 * requests are unaffected. After another uncaught exception the state of the process is unknown: it stops with exit code 1,
 * so that its supervisor restarts it.
 */
export function handleUnhandledFailures({ logger, jobs, stop }: FailureOptions): void {
  const isFailureOfJob = (error: unknown): boolean => {
    const failed = jobs?.failRun(error)
    if (failed && !failed.isReported) logger.error({ err: error, job: failed.job }, 'job failed after its end')
    return failed !== undefined
  }
  process.on('unhandledRejection', (error) => {
    if (!isFailureOfJob(error)) logger.error({ err: error }, 'unhandled rejection')
  })
  process.on('uncaughtException', (error) => {
    if (isFailureOfJob(error)) return
    logger.fatal({ err: error }, 'uncaught exception, the process stops')
    process.exitCode = 1
    stop()
  })
}
