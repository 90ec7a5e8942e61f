/** Background jobs: publish scheduled records, geocode venues, extend series, render fragments, warm the cache, clean up. */
import { type BackupSchedule, runDueBackup } from '../backup/run-backup.ts'
import { createSystemOrigin } from '../domain/history/history.ts'
import { geocodeNextDue } from '../usecases/background/geocode-venue.ts'
import { publishScheduledPosts } from '../usecases/background/publish-scheduled.ts'
import { createFragmentJob } from '../usecases/background/render-fragments.ts'
import { deleteOldHistory } from '../usecases/history/delete-old-history.ts'
import { removeAbandonedFiles } from '../usecases/media/orphaned-files.ts'
import { warmFragmentCache } from '../usecases/read/warm-cache.ts'
import { extendDueSeries } from '../usecases/series/extend-series.ts'
import { type Services, withOrigin } from '../usecases/services.ts'

export interface Scheduler {
  /** Stops the timer, aborts pending outgoing requests and waits for running jobs. */
  readonly stop: () => Promise<void>
}

type Job = (services: Services, signal: AbortSignal) => Promise<unknown>

const TICK_MILLISECONDS = 1000

/** Jobs run once a second, independent of each other; an idle run is one indexed query per table. */
const JOBS: readonly Job[] = [publishScheduledPosts, geocodeNextVenue, extendDueSeries]

/** `onFailure` receives errors; the next run follows as usual. */
export const startJobs = (
  services: Services,
  onFailure: (error: unknown) => void,
  backups?: BackupSchedule,
): Scheduler =>
  startScheduler(
    [
      ...[...JOBS, createFragmentJob(), createDailyJob(removeAbandonedFiles), createDailyJob(deleteOldHistory)],
      ...(backups ? [createBackupJob(backups)] : []),
    ],
    withOrigin(services, createSystemOrigin('job')),
    onFailure,
  )

const createBackupJob =
  (schedule: BackupSchedule): Job =>
  (services, signal) =>
    runDueBackup(services, schedule, { now: Date.now, signal })

/** Runs in every process, because each has its own fragment cache. */
export const startCacheWarmUp = (services: Services, onFailure: (error: unknown) => void): Scheduler =>
  startScheduler([createWarmUpJob()], services, onFailure)

function startScheduler(jobs: readonly Job[], services: Services, onFailure: (error: unknown) => void): Scheduler {
  const controller = new AbortController()
  const stops = jobs.map((job) =>
    startInterval(async () => {
      try {
        await job(services, controller.signal)
      } catch (error) {
        if (!isAborted(error, controller.signal)) onFailure(error)
      }
    }),
  )
  return {
    stop: async () => {
      controller.abort()
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}

/** Warms the cache once per render context, after its first use. */
function createWarmUpJob(): Job {
  let nextIndex = 0
  return async (services, signal) => {
    const setting = services.fragments.getRenderContexts()[nextIndex]
    if (!setting) return
    nextIndex++
    await warmFragmentCache(services, setting, signal)
  }
}

const DAY_MILLISECONDS = 24 * 3_600_000

/** Runs at start and then daily. */
function createDailyJob(work: Job): Job {
  let nextRun = 0
  return async (services, signal) => {
    if (performance.now() < nextRun) return
    nextRun = performance.now() + DAY_MILLISECONDS
    await work(services, signal)
  }
}

const isAborted = (error: unknown, { aborted }: AbortSignal): boolean =>
  aborted && error instanceof Error && error.name === 'AbortError'

/** `work` must not reject. Returns the function that stops the timer. */
function startInterval(work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve()
  let isIdle = true
  const timer = setInterval(() => {
    if (!isIdle) return
    isIdle = false
    running = work().finally(() => {
      isIdle = true
    })
  }, TICK_MILLISECONDS)
  return async () => {
    clearInterval(timer)
    await running
  }
}

async function geocodeNextVenue(services: Services, signal: AbortSignal): Promise<void> {
  const lookup = await geocodeNextDue(services, signal)
  if (lookup?.outcome.kind === 'failed') throw new Error(`geocoding venue ${lookup.id}: ${lookup.outcome.reason}`)
}
