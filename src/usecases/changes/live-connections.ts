/** Requests that stay open until something changes: waiting requests and event streams. Their number is limited. */
import { problem } from '../../domain/problem.ts'
import type { ChangeBus, Position } from '../../storage/core/types.ts'

export type LiveKind = 'wait' | 'stream'

export interface LiveConnections {
  /** Throws `overloaded` when too many connections are open, or while the service stops. */
  readonly assertAvailable: () => void
  /** Counts a connection until the returned function is called. */
  readonly begin: (kind: LiveKind) => () => void
  readonly count: (kind: LiveKind) => number
  /** Aborts when the service stops. */
  readonly closing: AbortSignal
  /** Resolves at a change after the position, after the time, or when one of the signals aborts. */
  readonly waitForChange: (after: Position, options: WaitOptions) => Promise<void>
  readonly close: () => void
}

export interface WaitOptions {
  readonly milliseconds: number
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

export interface LiveConnectionOptions {
  readonly bus: ChangeBus
  readonly maxConnections: number
  /** Called when a connection is rejected. */
  readonly onReject: () => void
}

const RETRY_SECONDS = 30

export function createLiveConnections({ bus, maxConnections, onReject }: LiveConnectionOptions): LiveConnections {
  const counts: Record<LiveKind, number> = { wait: 0, stream: 0 }
  const closing = new AbortController()
  return {
    assertAvailable: () => {
      if (counts.wait + counts.stream < maxConnections && !closing.signal.aborted) return
      onReject()
      throw problem('overloaded', { retryAfter: RETRY_SECONDS })
    },
    begin: (kind) => {
      counts[kind]++
      let isOpen = true
      return () => {
        if (isOpen) counts[kind]--
        isOpen = false
      }
    },
    count: (kind) => counts[kind],
    closing: closing.signal,
    waitForChange: (after, { milliseconds, signal }) =>
      new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          unsubscribe()
          signal.removeEventListener('abort', finish)
          closing.signal.removeEventListener('abort', finish)
          resolve()
        }
        const timer = setTimeout(finish, milliseconds)
        const unsubscribe = bus.subscribe(({ epoch, seq }) => {
          if (epoch !== after.epoch || seq > after.seq) finish()
        })
        signal.addEventListener('abort', finish)
        closing.signal.addEventListener('abort', finish)
        const current = bus.current()
        const isNewer = current.epoch !== after.epoch || current.seq > after.seq
        if (isNewer || signal.aborted || closing.signal.aborted) finish()
      }),
    close: () => closing.abort(),
  }
}
