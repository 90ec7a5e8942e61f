/** Limits the number of concurrent streams: each has buffers until its client has read everything. */
import { problem } from '../../domain/problem.ts'

export interface StreamSlot {
  /** Call it when the client has read a chunk. */
  readonly touch: () => void
  /** Aborts when the stream has to end in favor of a waiting one. */
  readonly signal: AbortSignal
  readonly release: () => void
}

export interface StreamSlots {
  /** Waits for a slot. Throws `overloaded` after a timeout, or when too many requests are waiting. */
  readonly take: () => Promise<StreamSlot>
}

export interface StreamSlotsOptions {
  /** Maximum number of concurrent streams. */
  readonly maxStreams: number
  /** Timeout of waiting for a slot. */
  readonly waitMilliseconds?: number
  /** Streams of which nothing was read for this time end when others wait. */
  readonly stalledMilliseconds?: number
}

const MAX_WAIT_MILLISECONDS = 10_000
const STALLED_MILLISECONDS = 5000
const CHECK_INTERVAL_MILLISECONDS = 250
const RETRY_SECONDS = 5
/** Waiting requests per slot: those that can be served within the timeout, at one second each. */
const MAX_WAITING_PER_SLOT = 10

interface ActiveStream {
  readonly ending: AbortController
  touched: number
}

export function createStreamSlots(options: StreamSlotsOptions): StreamSlots {
  const { maxStreams, waitMilliseconds = MAX_WAIT_MILLISECONDS, stalledMilliseconds = STALLED_MILLISECONDS } = options
  const active = new Set<ActiveStream>()
  const waiting = new Set<(slot: StreamSlot) => void>()
  let timer: NodeJS.Timeout | undefined

  const begin = (): StreamSlot => {
    const stream: ActiveStream = { ending: new AbortController(), touched: performance.now() }
    active.add(stream)
    return {
      touch: () => {
        stream.touched = performance.now()
      },
      signal: stream.ending.signal,
      release: () => {
        active.delete(stream)
        admit()
      },
    }
  }

  const admit = (): void => {
    for (const receive of waiting) {
      if (active.size >= maxStreams) break
      waiting.delete(receive)
      receive(begin())
    }
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  /** Ends stalled streams, one per waiting request. */
  const endStalled = (): void => {
    const latest = performance.now() - stalledMilliseconds
    for (const stream of active) {
      if (active.size - maxStreams + waiting.size <= 0) break
      if (stream.touched > latest) continue
      active.delete(stream)
      stream.ending.abort()
    }
    admit()
  }

  const waitForSlot = (): Promise<StreamSlot> =>
    new Promise((resolve, reject) => {
      const receive = (slot: StreamSlot) => {
        clearTimeout(late)
        resolve(slot)
      }
      const late = setTimeout(() => {
        waiting.delete(receive)
        admit()
        reject(createOverloadedProblem())
      }, waitMilliseconds)
      waiting.add(receive)
      timer ??= setInterval(endStalled, CHECK_INTERVAL_MILLISECONDS).unref()
    })

  return {
    take: async () => {
      if (active.size < maxStreams) return begin()
      if (waiting.size >= maxStreams * MAX_WAITING_PER_SLOT) throw createOverloadedProblem()
      return waitForSlot()
    },
  }
}

const createOverloadedProblem = () => problem('overloaded', { retryAfter: RETRY_SECONDS })
