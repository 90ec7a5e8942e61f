/** Background jobs: runs each at its interval, in one of the processes that share the database. */
import { type ProcessServices, type Services, withCurrentSite, withOrigin } from '../calendar/services.ts'
import { createSystemOrigin } from '../kernel/change-record.ts'
import type { ChangeBus } from '../storage/types.ts'

export interface Scheduler {
  /** Stops the timer, aborts pending outgoing requests and waits for running jobs. */
  readonly stop: () => Promise<void>
}

export interface Job {
  /** Label of the job in metrics. */
  readonly name: string
  /** Milliseconds from the end of a run to the next. */
  readonly interval: number
  readonly run: (services: Services, signal: AbortSignal) => Promise<unknown>
  /** Waits for work that `run` has started. */
  readonly settle?: () => Promise<void>
  /** True for a job that also runs when the database has changed. */
  readonly followsChanges?: true
}

const SECOND_MILLISECONDS = 1000
const MINUTE_MILLISECONDS = 60 * SECOND_MILLISECONDS
const HOUR_MILLISECONDS = 60 * MINUTE_MILLISECONDS

/** Intervals of jobs, in milliseconds. An idle run is one indexed query per table. */
export const INTERVALS = {
  second: SECOND_MILLISECONDS,
  minute: MINUTE_MILLISECONDS,
  hour: HOUR_MILLISECONDS,
  day: 24 * HOUR_MILLISECONDS,
} as const

/** Receives an error and the name of the job; the next run follows as usual. */
export type FailureListener = (error: unknown, job: string) => void

/** Starts jobs, which are independent of each other. */
export function startJobs(jobs: readonly Job[], services: ProcessServices, onFailure: FailureListener): Scheduler {
  const controller = new AbortController()
  const { signal } = controller
  const stops = jobs.map(({ name, interval, run, followsChanges }) => {
    services.jobs.register(name, interval)
    const bus = followsChanges ? services.database.bus : undefined
    return startInterval({ interval, bus }, async () => {
      try {
        await services.jobs.run(name, interval, async () => {
          await run(withOrigin(withCurrentSite(services), createSystemOrigin('job')), signal)
        })
      } catch (error) {
        if (!isAborted(error, signal)) onFailure(error, name)
      }
    })
  })
  return {
    stop: async () => {
      controller.abort()
      await Promise.all(stops.map((stop) => stop()))
      await Promise.all(jobs.map(({ settle }) => settle?.()))
    },
  }
}

const isAborted = (error: unknown, { aborted }: AbortSignal): boolean =>
  aborted && error instanceof Error && error.name === 'AbortError'

interface IntervalOptions {
  readonly interval: number
  /** Starts the work, too, when the database has changed. */
  readonly bus: ChangeBus | undefined
}

/** The first run is after a second. `work` must not reject. Returns the function that stops the timer. */
function startInterval({ interval, bus }: IntervalOptions, work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve()
  let isIdle = true
  let nextRun = 0
  let isStopped = false
  let hasChanged = false
  const start = () => {
    isIdle = false
    hasChanged = false
    // Timers may fire a little early.
    nextRun = performance.now() + interval - SECOND_MILLISECONDS / 2
    running = work().finally(() => {
      isIdle = true
      if (hasChanged && !isStopped) start()
    })
  }
  const timer = setInterval(() => {
    if (isIdle && performance.now() >= nextRun) start()
  }, SECOND_MILLISECONDS)
  const unsubscribe = bus?.subscribe(() => {
    hasChanged = true
    if (isIdle) start()
  })
  return async () => {
    isStopped = true
    clearInterval(timer)
    unsubscribe?.()
    await running
  }
}
