/** FIFO mutex with a timeout. */
import type { Problem } from '../../kernel/problem.ts'

export interface WriteQueue {
  /** Resolves when the caller has acquired the mutex. Throws the created problem after `milliseconds`. */
  readonly acquire: (milliseconds: number, createTimeout: () => Problem) => Promise<void>
  /** Passes the mutex on. */
  readonly release: () => void
}

export function createWriteQueue(): WriteQueue {
  const waiting: (() => void)[] = []
  let isTaken = false
  return {
    acquire: (milliseconds, createTimeout) => {
      if (!isTaken) {
        isTaken = true
        return Promise.resolve()
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(serve), 1)
          reject(createTimeout())
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
