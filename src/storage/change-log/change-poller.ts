/** Polls for changes of other processes, because notifications may get lost. */
import type { ChangeSource } from '../types.ts'

export interface ChangePoller {
  readonly stop: () => Promise<void>
}

/** Two polls within the second after which every process must have noticed a change. */
const POLL_MILLISECONDS = 500
/** Limits how long a node continues to show the state of a former primary after another node has found the new one. */
const MAX_PAUSE_MILLISECONDS = 1000

export interface ChangePollerOptions {
  readonly afterPoll: () => void
  /** Called for the first of several consecutive failures. */
  readonly report: (error: unknown) => void
}

/** Resolves after the first poll. */
export async function startChangePoller(
  source: ChangeSource,
  { afterPoll, report }: ChangePollerOptions,
): Promise<ChangePoller> {
  let failures = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let polling = Promise.resolve()
  const poll = async () => {
    try {
      await source.poll()
      failures = 0
    } catch (error) {
      if (failures === 0 && !isStopped) report(error)
      failures++
    }
    if (isStopped) return
    afterPoll()
    timer = setTimeout(start, computePause(failures)).unref()
  }
  const start = () => {
    polling = poll()
  }
  start()
  await polling
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await source.close()
      await polling
    },
  }
}

/** Randomized backoff, so that nodes do not all reconnect at the same moment. */
function computePause(failures: number): number {
  if (failures < 2) return POLL_MILLISECONDS
  return Math.min(POLL_MILLISECONDS * 2 ** (failures - 1), MAX_PAUSE_MILLISECONDS) * (0.5 + Math.random() / 2)
}
