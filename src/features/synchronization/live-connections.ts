/** Requests that stay open until something changes: waiting requests and event streams. Their number is limited. */
import type { LiveKind } from '../../http/feature-host.ts'
import { problem } from '../../kernel/problem.ts'
import type { ChangeBus, Position } from '../../storage/types.ts'

export interface LiveConnections {
  /**
   * Throws `overloaded` when too many connections are open, or while the service stops, and `too_many_requests` when the
   * client has a tenth of them. An undefined client has no limit of its own.
   */
  readonly assertAvailable: (client: string | undefined) => void
  /** Counts a connection of the client until the returned function is called. */
  readonly begin: (kind: LiveKind, client: string | undefined) => () => void
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
/** Clients share an address behind a proxy or a router. */
export const LIVE_CLIENT_SHARE = 0.1

export function createLiveConnections({ bus, maxConnections, onReject }: LiveConnectionOptions): LiveConnections {
  const counts: Record<LiveKind, number> = { wait: 0, stream: 0 }
  const clients = createClientCounter()
  const closing = new AbortController()
  return {
    assertAvailable: (client) => {
      const isFull = counts.wait + counts.stream >= maxConnections || closing.signal.aborted
      if (!isFull && clients.count(client) < Math.ceil(maxConnections * LIVE_CLIENT_SHARE)) return
      onReject()
      throw problem(isFull ? 'overloaded' : 'too_many_requests', { retryAfter: RETRY_SECONDS })
    },
    begin: (kind, client) => {
      counts[kind]++
      clients.add(client, 1)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        counts[kind]--
        clients.add(client, -1)
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

/** Numbers of open connections by client. */
function createClientCounter() {
  const counts = new Map<string, number>()
  return {
    count: (client: string | undefined): number => (client === undefined ? 0 : (counts.get(client) ?? 0)),
    add: (client: string | undefined, change: number): void => {
      if (client === undefined) return
      const count = (counts.get(client) ?? 0) + change
      if (count === 0) counts.delete(client)
      else counts.set(client, count)
    },
  }
}
