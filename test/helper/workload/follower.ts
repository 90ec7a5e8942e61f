/** A client that keeps a copy with GET /changes of one node. */
import { setTimeout as pause } from 'node:timers/promises'
import { type ChangeCopy, createChangeCopy } from '../changes/change-copy.ts'
import { describeResult, type FailureLog, sendRequest } from './outcome.ts'

export interface Follower {
  readonly origin: string
  readonly copy: ChangeCopy
  readonly run: (signal: AbortSignal) => Promise<void>
}

const PAUSE_MILLISECONDS = 200
const COPIED = '&kinds=event,venue&per_page=50'

export function createFollower(origin: string, failures: FailureLog): Follower {
  const copy = createCopy(origin, failures)
  return {
    origin,
    copy,
    run: async (signal) => {
      while (!signal.aborted) {
        // An interrupted copy continues with its cursor; the failure has been recorded.
        await copy.synchronize().catch(() => {})
        await pause(PAUSE_MILLISECONDS)
      }
    },
  }
}

/** A copy whose `synchronize` rejects when a request fails. */
export const createCopy = (origin: string, failures: FailureLog): ChangeCopy =>
  createChangeCopy(async (path) => {
    const result = await sendRequest(origin, path)
    const isExpected = result.status === 200 || result.status === 410
    const failure = result.failure ?? (isExpected ? undefined : 'wrong')
    if (failure) {
      failures.record(failure, describeResult('GET /changes', result))
      throw new Error(failure)
    }
    return result
  }, COPIED)
