/** Outcomes of the background jobs of one process. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Label of the replication of SQLite in metrics. */
export const REPLICATION_JOB = 'replicate'

export interface JobStatus {
  readonly runs: number
  readonly failures: number
  /** Total time of all runs, in milliseconds. */
  readonly milliseconds: number
  /** Start of the newest run, in seconds since 1970; undefined before the first. */
  readonly lastRun: number | undefined
  /** End of the newest successful run, in seconds since 1970. */
  readonly lastSuccess: number | undefined
  /** Seconds by which a run is overdue, 0 for a job that runs on time; for the replication, by which the replica is behind. */
  readonly lag: number
  /** Whether the newest run failed. */
  readonly isFailing: boolean
}

export interface JobMonitor {
  /** Runs a job that is expected every `interval` milliseconds. Rejects like `work`. */
  readonly run: (name: string, interval: number, work: () => Promise<void>) => Promise<void>
  /**
   * Fails the run whose code threw an error that no promise of the run carries: in a timer, as an event of a stream, or as
   * an unhandled rejection. Must be called where the process receives the error. Undefined for the error of other code.
   */
  readonly failRun: (error: unknown) => FailedRun | undefined
  /** Expects the first run of a job from now on. `measureLag`, in seconds, replaces the time since the last run. */
  readonly register: (name: string, interval: number, measureLag?: () => number) => void
  /** By name; empty in a process that runs no jobs. */
  readonly read: () => Readonly<Record<string, JobStatus>>
}

export interface FailedRun {
  readonly job: string
  /** False for an error after the end of the run. The caller has to report it. */
  readonly isReported: boolean
}

interface Run {
  readonly name: string
  isRunning: boolean
  readonly fail: (error: unknown) => void
}

interface JobState {
  interval: number
  runs: number
  failures: number
  milliseconds: number
  lastRun: number | undefined
  lastSuccess: number | undefined
  isFailing: boolean
  /** Milliseconds of `performance.now()`. */
  lastEnd: number
  measureLag: (() => number) | undefined
}

const getUnixSeconds = (): number => Date.now() / 1000

export function createJobMonitor(): JobMonitor {
  const jobs = new Map<string, JobState>()
  const currentRun = new AsyncLocalStorage<Run>()
  const addJob = (name: string, interval: number): JobState => {
    const known = jobs.get(name)
    if (known) return known
    const state: JobState = {
      interval,
      ...{ runs: 0, failures: 0, milliseconds: 0, lastRun: undefined, lastSuccess: undefined, isFailing: false },
      ...{ lastEnd: performance.now(), measureLag: undefined },
    }
    jobs.set(name, state)
    return state
  }
  return {
    register: (name, interval, measureLag) => {
      addJob(name, interval).measureLag = measureLag
    },
    run: async (name, interval, work) => {
      const state = addJob(name, interval)
      const startedAt = performance.now()
      state.lastRun = getUnixSeconds()
      state.runs++
      try {
        await runGuarded(currentRun, name, work)
        state.isFailing = false
        state.lastSuccess = getUnixSeconds()
      } catch (error) {
        state.isFailing = true
        state.failures++
        throw error
      } finally {
        state.lastEnd = performance.now()
        state.milliseconds += state.lastEnd - startedAt
      }
    },
    failRun: (error) => {
      const run = currentRun.getStore()
      if (!run) return undefined
      const isReported = run.isRunning
      run.fail(error)
      return { job: run.name, isReported }
    },
    read: () => Object.fromEntries([...jobs].map(([name, state]) => [name, describeJob(state)])),
  }
}

/** Rejects like `work`, or with an error that escaped from it. */
async function runGuarded(currentRun: AsyncLocalStorage<Run>, name: string, work: () => Promise<void>): Promise<void> {
  let fail: Run['fail'] = () => {}
  const escaped = new Promise<never>((_, reject) => {
    fail = reject
  })
  const run: Run = { name, isRunning: true, fail }
  try {
    await currentRun.run(run, () => Promise.race([work(), escaped]))
  } finally {
    run.isRunning = false
  }
}

function describeJob({ interval, lastEnd, measureLag, ...state }: JobState): JobStatus {
  return { ...state, lag: measureLag?.() ?? Math.max(0, performance.now() - lastEnd - interval) / 1000 }
}
