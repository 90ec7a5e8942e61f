/** Ways to wait for work that continues in the background. */
import { setTimeout } from 'node:timers/promises'

/**
 * Returns a function that resolves when a run of `work` has ended that began after the call. Runs follow each other, and
 * calls that wait for the next one share it.
 */
export function coalesceRuns(work: () => Promise<void>): () => Promise<void> {
  let newest: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined
  const runNext = () => {
    waiting = undefined
    return work()
  }
  return () => {
    waiting ??= newest.then(runNext, runNext)
    newest = waiting
    return waiting
  }
}

/** Resolves or rejects like `work`, or resolves after the time, while `work` continues. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const waiting = new AbortController()
  const timeout = setTimeout(milliseconds, undefined, { signal: waiting.signal }).catch(() => {})
  await Promise.race([work, timeout]).finally(() => waiting.abort())
}
