/** Limits that protect a small machine. A request over a limit gets 429 or 503 with `Retry-After` and is counted. */
import type { IncomingMessage } from 'node:http'
import type { Broadcast } from '../../base/concurrency/ipc.ts'
import { type Problem, problem } from '../../kernel/problem.ts'
import { createClientIdentifier } from './client-address.ts'
import { createTokenBuckets } from './token-buckets.ts'
import { createWorkLimits, type WorkLimitOptions, type WorkLimits } from './work-limits.ts'

export interface RequestLimits extends WorkLimits {
  /** Counts a request of a client address; returns the problem when there were too many. */
  readonly takeForClient: (request: IncomingMessage) => Problem | undefined
  /** Counts a request with an application password or a session; returns the problem when there were too many. */
  readonly takeForKey: (key: string, request: IncomingMessage) => Problem | undefined
  readonly close: () => void
}

export interface RequestLimitOptions extends WorkLimitOptions {
  /** Requests per second of an address and of a key; 0 for any number. */
  readonly addressRate: number
  readonly keyRate: number
  readonly trustProxy: boolean
  /** Undefined for a process without other workers. */
  readonly broadcast: Broadcast | undefined
}

/** A client may send as many requests at once as in this time. */
const BURST_SECONDS = 10

export function createRequestLimits(options: RequestLimitOptions): RequestLimits {
  const { addressRate, keyRate, trustProxy, broadcast, onReject } = options
  const identify = createClientIdentifier(trustProxy)
  const createBuckets = (rate: number, topic: string) =>
    rate === 0 ? undefined : createTokenBuckets({ rate, burst: rate * BURST_SECONDS, topic, broadcast })
  const addresses = createBuckets(addressRate, 'requests of addresses')
  const keys = createBuckets(keyRate, 'requests of keys')
  const work = createWorkLimits(options)
  const reject = (limit: string, seconds: number): Problem => {
    onReject(limit)
    return problem('too_many_requests', { retryAfter: Math.max(1, Math.ceil(seconds)) })
  }
  return {
    ...work,
    takeForClient: (request) => {
      const client = addresses && identify(request)
      const seconds = client === undefined ? 0 : (addresses?.take(client) ?? 0)
      return seconds === 0 ? undefined : reject('address', seconds)
    },
    takeForKey: (key, request) => {
      const isLocal = keys === undefined || identify(request) === undefined
      const seconds = isLocal ? 0 : keys.take(key)
      return seconds === 0 ? undefined : reject('key', seconds)
    },
    close: () => {
      addresses?.close()
      keys?.close()
      work.close()
    },
  }
}
