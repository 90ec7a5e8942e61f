/** How many bodies are streamed at a time: each holds buffers for as long as its client takes to read it. */
import { problem } from '../../domain/problem.ts'

export interface StreamSlot {
  /** The client has taken a part. */
  readonly touch: () => void
  /** Aborts when the stream has to end so that another can be sent. */
  readonly signal: AbortSignal
  readonly release: () => void
}

export interface StreamSlots {
  /** Waits for a slot. Throws `overloaded` when there is none for too long, or too many wait already. */
  readonly take: () => Promise<StreamSlot>
}

export interface StreamSlotsOptions {
  /** Streams at a time. */
  readonly maxStreams: number
  /** How long one waits for a slot. */
  readonly waitMilliseconds?: number
  /** A stream of which nothing was taken for so long ends when others wait. */
  readonly stalledMilliseconds?: number
}

const MAX_WAIT_MILLISECONDS = 10_000
const STALLED_MILLISECONDS = 5000
const CHECK_INTERVAL_MILLISECONDS = 250
const RETRY_SECONDS = 5
/** Waiting requests for each slot: what can be sent in the time that they wait, if each takes a second. */
const MAX_WAITING_PER_SLOT = 10

interface ActiveStream {
  readonly ending: AbortController
  touched: number
}

export function createStreamSlots(options: StreamSlotsOptions): StreamSlots {
  const {
    maxStreams: most,
    waitMilliseconds = MAX_WAIT_MILLISECONDS,
    stalledMilliseconds = STALLED_MILLISECONDS,
  } = options
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
      if (active.size >= most) break
      waiting.delete(receive)
      receive(begin())
    }
    if (waiting.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  /** Ends the streams of clients that read nothing, one for each that waits. */
  const endStalled = (): void => {
    const latest = performance.now() - stalledMilliseconds
    for (const stream of active) {
      if (active.size - most + waiting.size <= 0) break
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
      if (active.size < most) return begin()
      if (waiting.size >= most * MAX_WAITING_PER_SLOT) throw createOverloadedProblem()
      return waitForSlot()
    },
  }
}

const createOverloadedProblem = () => problem('overloaded', { retryAfter: RETRY_SECONDS })
