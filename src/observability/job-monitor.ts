/** Outcomes of the background jobs of one process. */

export interface JobStatus {
  readonly runs: number
  readonly failures: number
  /** Total time of all runs, in milliseconds. */
  readonly milliseconds: number
  /** Start of the newest run, in seconds since 1970; undefined before the first. */
  readonly lastRun: number | undefined
  /** End of the newest successful run, in seconds since 1970. */
  readonly lastSuccess: number | undefined
  /** Seconds by which a run is overdue: 0 for a job that runs on time. */
  readonly lag: number
  /** Whether the newest run failed. */
  readonly isFailing: boolean
}

export interface JobMonitor {
  /** Runs a job that is expected every `interval` milliseconds. Rejects like `work`. */
  readonly run: (name: string, interval: number, work: () => Promise<void>) => Promise<void>
  /** Expects the first run of a job from now on. */
  readonly register: (name: string, interval: number) => void
  /** By name; empty in a process that runs no jobs. */
  readonly read: () => Readonly<Record<string, JobStatus>>
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
}

const getUnixSeconds = (): number => Date.now() / 1000

export function createJobMonitor(): JobMonitor {
  const jobs = new Map<string, JobState>()
  const addJob = (name: string, interval: number): JobState => {
    const known = jobs.get(name)
    if (known) return known
    const state: JobState = {
      interval,
      ...{ runs: 0, failures: 0, milliseconds: 0, lastRun: undefined, lastSuccess: undefined, isFailing: false },
      lastEnd: performance.now(),
    }
    jobs.set(name, state)
    return state
  }
  return {
    register: addJob,
    run: async (name, interval, work) => {
      const state = addJob(name, interval)
      const startedAt = performance.now()
      state.lastRun = getUnixSeconds()
      state.runs++
      try {
        await work()
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
    read: () => Object.fromEntries([...jobs].map(([name, state]) => [name, describeJob(state)])),
  }
}

function describeJob({ interval, lastEnd, ...state }: JobState): JobStatus {
  return { ...state, lag: Math.max(0, performance.now() - lastEnd - interval) / 1000 }
}
