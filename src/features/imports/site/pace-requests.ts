/** Limits the requests to a site: their number at a time, their rate, and pauses that the site demands. */
import { setTimeout } from 'node:timers/promises'
import { createQueue } from '../../../base/concurrency/queue.ts'

export interface PaceOptions {
  /** Maximum number of requests at a time. */
  readonly concurrency: number
  /** Maximum number of requests per second; unlimited when omitted. */
  readonly rate?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface RequestPace {
  /** Runs a request when it may be sent. */
  readonly run: <T>(send: () => Promise<T>) => Promise<T>
  /** Sends no further request for a time, in milliseconds. */
  readonly pause: (milliseconds: number) => void
}

export function createRequestPace({ concurrency, rate, signal }: PaceOptions): RequestPace {
  const queue = createQueue({ concurrency })
  const interval = rate === undefined ? 0 : 1000 / rate
  let nextAt = 0
  return {
    run: (send) =>
      queue.run(async () => {
        for (let wait = nextAt - Date.now(); wait > 0; wait = nextAt - Date.now())
          await setTimeout(wait, undefined, { signal })
        nextAt = Math.max(nextAt, Date.now() + interval)
        return send()
      }),
    pause: (milliseconds) => {
      nextAt = Math.max(nextAt, Date.now() + milliseconds)
    },
  }
}
