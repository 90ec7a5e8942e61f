/** Reads the log of a SQLite file as blocks with their times. */
import { setTimeout as sleep } from 'node:timers/promises'
import { followLog, type LogFollower, type LogFrames } from '../../../storage/sqlite/log-follower.ts'
import type { LogBlock } from './replica-format.ts'

/** Bytes that are read at once. */
const READ_BYTES = 8 * 2 ** 20
const LOCK_PAUSE_MILLISECONDS = 5
const START_ATTEMPTS = 1000
/** Few, because they delay the reading. The next one continues, and meanwhile the log grows. */
const RESTART_ATTEMPTS = 10

export interface LogReader extends Pick<LogFollower, 'copyTo' | 'close'> {
  /** Reads what was committed since the last call, and restarts a long log. */
  readonly read: () => Promise<readonly LogBlock[]>
  /** Time up to which everything was read, in milliseconds since 1970; 0 before the first complete reading. */
  readonly getReachedTime: () => number
}

export async function openLogReader(path: string, now: () => number): Promise<LogReader> {
  const follower = await startFollower(path)
  let reached = 0

  /** `time` is when the reading began, if it reached the end of the log. */
  function addTimes(found: readonly LogFrames[], time: number): readonly LogBlock[] {
    const from = reached
    // The clock may have been set back.
    reached = Math.max(from, time)
    return found.map((frames, index) => ({ ...frames, from, time: index === found.length - 1 ? reached : from }))
  }

  return {
    ...{ copyTo: follower.copyTo, close: follower.close, getReachedTime: () => reached },
    read: async () => {
      const began = now()
      const { found, isComplete } = follower.read(READ_BYTES)
      const blocks = [...addTimes(found, isComplete ? began : 0)]
      for (let attempt = 0; isComplete && attempt < RESTART_ATTEMPTS && follower.isLong(); attempt++) {
        if (attempt > 0) await sleep(LOCK_PAUSE_MILLISECONDS)
        const restarted = now()
        const rest = follower.restart()
        if (rest.length > 0) blocks.push(...addTimes(rest, restarted))
      }
      return blocks
    },
  }
}

/** Retries while a transaction of this or another process writes. */
async function startFollower(path: string): Promise<LogFollower> {
  for (let attempt = 0; ; attempt++) {
    const follower = followLog(path)
    if (follower) return follower
    if (attempt === START_ATTEMPTS) throw new Error('the database is locked by a long transaction')
    await sleep(LOCK_PAUSE_MILLISECONDS)
  }
}
