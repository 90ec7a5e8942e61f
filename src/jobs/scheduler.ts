/** Work that happens without a request: publishing what is due, looking up coordinates, making texts ahead. */
import { geocodeNextDue } from '../usecases/background/geocode-venue.ts'
import { publishScheduledPosts } from '../usecases/background/publish-scheduled.ts'
import { removeAbandonedFiles } from '../usecases/media/orphaned-files.ts'
import { warmFragmentCache } from '../usecases/read/warm-cache.ts'
import type { Services } from '../usecases/services.ts'

export interface Scheduler {
  /** Stops ticking, breaks off what waits for others and waits for the rest of the work under way. */
  readonly stop: () => Promise<void>
}

type Job = (services: Services, signal: AbortSignal) => Promise<unknown>

const TICK_MILLISECONDS = 1000

/** Each looks once a second, none waits for another; a look is one indexed query a table. */
const JOBS: readonly Job[] = [publishScheduledPosts, geocodeNextVenue]

/** `onFailure` hears what went wrong, and the next tick comes. */
export const startJobs = (services: Services, onFailure: (error: unknown) => void): Scheduler =>
  startScheduler([...JOBS, createCleanUpJob()], services, onFailure)

/** What every process does for itself: it keeps texts of its own. */
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

/** Each setting once, from the moment at which somebody asks for it. */
function createWarmUpJob(): Job {
  let nextIndex = 0
  return async (services, signal) => {
    const setting = services.fragments.getRenderContexts()[nextIndex]
    if (!setting) return
    nextIndex++
    await warmFragmentCache(services, setting, signal)
  }
}

const CLEAN_UP_MILLISECONDS = 24 * 3_600_000

/** At the first tick and then daily. */
function createCleanUpJob(): Job {
  let nextRun = 0
  return async (services) => {
    if (performance.now() < nextRun) return
    nextRun = performance.now() + CLEAN_UP_MILLISECONDS
    await removeAbandonedFiles(services)
  }
}

const isAborted = (error: unknown, { aborted }: AbortSignal): boolean =>
  aborted && error instanceof Error && error.name === 'AbortError'

/** `work` never fails. Returns what ends the ticking. */
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
