/** FIFO mutex with a timeout. */
import { problem } from '../../domain/problem.ts'

export interface WriteQueue {
  /** Resolves when the caller has acquired the mutex. Throws `overloaded` after `milliseconds`. */
  readonly acquire: (milliseconds: number) => Promise<void>
  /** Passes the mutex on. */
  readonly release: () => void
}

export function createWriteQueue(): WriteQueue {
  const waiting: (() => void)[] = []
  let isTaken = false
  return {
    acquire: (milliseconds) => {
      if (!isTaken) {
        isTaken = true
        return Promise.resolve()
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(serve), 1)
          reject(problem('overloaded', { retryAfter: 1 }))
        }, milliseconds)
        const serve = () => {
          clearTimeout(timer)
          resolve()
        }
        waiting.push(serve)
      })
    },
    release: () => {
      const next = waiting.shift()
      if (next) next()
      else isTaken = false
    },
  }
}
