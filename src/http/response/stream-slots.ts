/** Limits the number of concurrent streams: each has buffers until its client has read everything. */
import { setImmediate } from 'node:timers/promises'
import { createQueue } from '../../base/concurrency/queue.ts'
import { problem } from '../../kernel/problem.ts'

export interface StreamSlot {
  /** Call it when the client has read a chunk. */
  readonly touch: () => void
  /**
   * All streams together produce one chunk per turn of the event loop. Otherwise fast or numerous streams would starve
   * new connections, of which the process accepts one per turn.
   */
  readonly waitForTurn: () => Promise<unknown>
  /** Aborts when the stream has to end in favor of a waiting one. */
  readonly signal: AbortSignal
  readonly release: () => void
}

export interface StreamSlots {
  /** Waits for a slot. Throws `overloaded` after a timeout, or when too many requests are waiting. */
  readonly take: () => Promise<StreamSlot>
  /** Number of active streams. */
  readonly count: () => number
}

export interface StreamSlotsOptions {
  /** Called when a request gets no slot. */
  readonly onReject?: () => void
  /** Maximum number of concurrent streams. */
  readonly maxStreams: number
  /** Timeout of waiting for a slot. */
  readonly waitMilliseconds?: number
  /** Streams of which nothing was read for this time end when others wait. */
  readonly stalledMilliseconds?: number
}

export const MAX_STREAM_WAIT_MILLISECONDS = 10_000
export const STALLED_STREAM_MILLISECONDS = 5000
const CHECK_INTERVAL_MILLISECONDS = 250
const RETRY_SECONDS = 5
/** Waiting requests per slot: those that can be served within the timeout, at one second each. */
export const MAX_WAITING_PER_SLOT = 10

interface ActiveStream {
  readonly ending: AbortController
  /** Time of the last read, in milliseconds of `performance.now()`. */
  touched: number
}

export function createStreamSlots(options: StreamSlotsOptions): StreamSlots {
  const {
    maxStreams,
    waitMilliseconds = MAX_STREAM_WAIT_MILLISECONDS,
    stalledMilliseconds = STALLED_STREAM_MILLISECONDS,
    onReject = () => {},
  } = options
  const active = createActiveStreams()
  const waiting = new Set<(slot: StreamSlot) => void>()
  let timer: NodeJS.Timeout | undefined

  const begin = (): StreamSlot => active.begin(admit)

  const admit = (): void => {
    for (const receive of waiting) {
      if (active.count() >= maxStreams) break
      waiting.delete(receive)
      receive(begin())
    }
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  const endStalled = (): void => {
    active.endStalled(stalledMilliseconds, waiting.size)
    admit()
  }

  const waitForSlot = (): Promise<StreamSlot> =>
    new Promise((resolve, reject) => {
      const receive = (slot: StreamSlot) => {
        clearTimeout(timeout)
        resolve(slot)
      }
      const timeout = setTimeout(() => {
        waiting.delete(receive)
        admit()
        onReject()
        reject(createOverloadedProblem())
      }, waitMilliseconds)
      waiting.add(receive)
      timer ??= setInterval(endStalled, CHECK_INTERVAL_MILLISECONDS).unref()
    })

  return {
    count: active.count,
    take: async () => {
      if (active.count() < maxStreams) return begin()
      if (waiting.size >= maxStreams * MAX_WAITING_PER_SLOT) {
        onReject()
        throw createOverloadedProblem()
      }
      return waitForSlot()
    },
  }
}

interface ActiveStreams {
  readonly count: () => number
  /** `onRelease` is called after the slot of the stream is free. */
  readonly begin: (onRelease: () => void) => StreamSlot
  /** Aborts at most `limit` streams of which nothing was read for `stalledMilliseconds`, and frees their slots. */
  readonly endStalled: (stalledMilliseconds: number, limit: number) => void
}

function createActiveStreams(): ActiveStreams {
  const streams = new Set<ActiveStream>()
  const eventLoopQueue = createQueue({ concurrency: 1 })
  return {
    count: () => streams.size,
    begin: (onRelease) => {
      const stream: ActiveStream = { ending: new AbortController(), touched: performance.now() }
      streams.add(stream)
      return {
        touch: () => {
          stream.touched = performance.now()
        },
        waitForTurn: () => eventLoopQueue.run(() => setImmediate()),
        signal: stream.ending.signal,
        release: () => {
          streams.delete(stream)
          onRelease()
        },
      }
    },
    endStalled: (stalledMilliseconds, limit) => {
      const latest = performance.now() - stalledMilliseconds
      const stalled = [...streams].filter(({ touched }) => touched <= latest)
      for (const stream of stalled.slice(0, limit)) {
        streams.delete(stream)
        stream.ending.abort()
      }
    },
  }
}

const createOverloadedProblem = () => problem('overloaded', { retryAfter: RETRY_SECONDS })
