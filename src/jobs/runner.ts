/** Work that happens without a request: publishing what is due. */
import { publishDue } from '../actions/publish-due.ts'
import type { Services } from '../actions/services.ts'

export interface Runner {
  /** Stops ticking and waits for work under way. */
  readonly stop: () => Promise<void>
}

const TICK_MILLISECONDS = 1000

/** Looks once a second; a look is one indexed query a table. `onFailure` hears what went wrong, and the next tick comes. */
export function startJobs(services: Services, onFailure: (error: unknown) => void): Runner {
  let running: Promise<unknown> = Promise.resolve()
  let isIdle = true
  const timer = setInterval(() => {
    if (!isIdle) return
    isIdle = false
    running = publishDue(services)
      .catch(onFailure)
      .finally(() => {
        isIdle = true
      })
  }, TICK_MILLISECONDS)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
