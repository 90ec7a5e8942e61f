/** Attempts of requests to untrusted URLs: with the safe connector, a time limit, and connections of their own. */
import { lookup as lookupName } from 'node:dns/promises'
import type { Dispatcher } from 'undici'
import { Agent } from './http-client.ts'
import { createSafeConnector, type LookupAddresses } from './safe-connector.ts'

export interface SafeAttemptOptions {
  /** Hosts (`host` or `host:port`, in the form of `normalizeHost`) that are allowed although they are not public. */
  readonly allow: readonly string[]
  /** Default: the resolver of the system. */
  readonly lookup?: LookupAddresses
  /** Time limit of one attempt. Default: 10000. */
  readonly attemptMilliseconds?: number
}

export interface SafeAttempt {
  readonly dispatcher: Dispatcher
  /** Aborted at the end of the time limit, or by the caller. */
  readonly signal: AbortSignal
}

export interface SafeAttempts {
  /** Resolves once the connections of the attempt are closed. `signal` ends it early. */
  readonly run: <T>(work: (attempt: SafeAttempt) => Promise<T>, signal?: AbortSignal) => Promise<T>
  readonly isClosed: () => boolean
  /** Aborts running attempts and waits until their connections are closed. */
  readonly close: () => Promise<void>
}

export const ATTEMPT_MILLISECONDS = 10_000

export const lookupAll: LookupAddresses = (hostname) => lookupName(hostname, { all: true })

export function createSafeAttempts(options: SafeAttemptOptions): SafeAttempts {
  const { lookup = lookupAll, attemptMilliseconds = ATTEMPT_MILLISECONDS } = options
  const allow = new Set(options.allow)
  const running = new Map<AbortController, Promise<unknown>>()
  let isClosed = false

  function run<T>(work: (attempt: SafeAttempt) => Promise<T>, outer?: AbortSignal): Promise<T> {
    const controller = new AbortController()
    const { signal } = controller
    const abort = () => controller.abort()
    const timer = setTimeout(abort, attemptMilliseconds)
    outer?.addEventListener('abort', abort)
    // One agent per attempt, so that destroying it closes all of its connections, including pending ones.
    const dispatcher = new Agent({ connect: createSafeConnector({ allow, lookup, signal }) })
    const runAndClose = async (): Promise<T> => {
      try {
        return await work({ dispatcher, signal })
      } finally {
        clearTimeout(timer)
        outer?.removeEventListener('abort', abort)
        running.delete(controller)
        controller.abort()
        await dispatcher.destroy()
      }
    }
    const outcome = runAndClose()
    running.set(controller, outcome)
    return outcome
  }

  return {
    run,
    isClosed: () => isClosed,
    close: async () => {
      isClosed = true
      const outcomes = [...running.values()]
      for (const controller of running.keys()) controller.abort()
      await Promise.allSettled(outcomes)
    },
  }
}
