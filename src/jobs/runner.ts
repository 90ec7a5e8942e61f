/** Work that happens without a request: publishing what is due, looking up coordinates, making texts ahead. */
import { geocodeDue } from '../actions/geocode.ts'
import { removeAbandonedFiles } from '../actions/orphaned-files.ts'
import { publishDue } from '../actions/publish-due.ts'
import type { Services } from '../actions/services.ts'
import { warmTexts } from '../actions/warm-texts.ts'

export interface Runner {
  /** Stops ticking, breaks off what waits for others and waits for the rest of the work under way. */
  readonly stop: () => Promise<void>
}

type Job = (services: Services, signal: AbortSignal) => Promise<unknown>

const TICK_MILLISECONDS = 1000

/** Each looks once a second, none waits for another; a look is one indexed query a table. */
const JOBS: readonly Job[] = [publishDue, geocode]

/** `onFailure` hears what went wrong, and the next tick comes. */
export const startJobs = (services: Services, onFailure: (error: unknown) => void): Runner =>
  start([...JOBS, cleaning()], services, onFailure)

/** What every process does for itself: it keeps texts of its own. */
export const startWarming = (services: Services, onFailure: (error: unknown) => void): Runner =>
  start([warming()], services, onFailure)

function start(jobs: readonly Job[], services: Services, onFailure: (error: unknown) => void): Runner {
  const stopping = new AbortController()
  const stops = jobs.map((job) =>
    startTicking(async () => {
      try {
        await job(services, stopping.signal)
      } catch (error) {
        if (!isBrokenOff(error, stopping.signal)) onFailure(error)
      }
    }),
  )
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}

/** Each setting once, from the moment at which somebody asks for it. */
function warming(): Job {
  let done = 0
  return async (services, signal) => {
    const setting = services.texts.settings()[done]
    if (!setting) return
    done++
    await warmTexts(services, setting, signal)
  }
}

const CLEANING_MILLISECONDS = 24 * 3_600_000

/** At the first tick and then daily. */
function cleaning(): Job {
  let next = 0
  return async (services) => {
    if (performance.now() < next) return
    next = performance.now() + CLEANING_MILLISECONDS
    await removeAbandonedFiles(services)
  }
}

const isBrokenOff = (error: unknown, { aborted }: AbortSignal): boolean =>
  aborted && error instanceof Error && error.name === 'AbortError'

/** `work` never fails. Returns what ends the ticking. */
function startTicking(work: () => Promise<void>): () => Promise<void> {
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

async function geocode(services: Services, signal: AbortSignal): Promise<void> {
  const lookup = await geocodeDue(services, signal)
  if (lookup?.outcome.kind === 'failed') throw new Error(`geocoding venue ${lookup.id}: ${lookup.outcome.reason}`)
}
