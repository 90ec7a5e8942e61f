/** Bounded concurrency: a limited number of tasks runs at once, the others wait in order. */

export interface QueueOptions {
  /** Tasks that run at the same time. */
  readonly concurrency: number
  /** Tasks that may wait, and the error that rejects those beyond; without it any number may wait. */
  readonly waiting?: { readonly limit: number; readonly createError: () => Error }
}

export interface TaskOptions {
  /** Runs before every task that is not urgent, and is never rejected because the queue is full. */
  readonly isUrgent?: boolean
}

export interface Queue {
  /** Settles as the task does. A task that fails does not stop the next. */
  readonly run: <T>(task: () => Promise<T>, options?: TaskOptions) => Promise<T>
  /** Tasks that run or wait. */
  readonly size: () => number
}

export function createQueue({ concurrency, waiting }: QueueOptions): Queue {
  const urgent: (() => Promise<void>)[] = []
  const ordinary: (() => Promise<void>)[] = []
  let running = 0

  function startNext(): void {
    if (running >= concurrency) return
    const next = urgent.shift() ?? ordinary.shift()
    if (!next) return
    running++
    void next()
  }

  function run<T>(task: () => Promise<T>, { isUrgent = false }: TaskOptions = {}): Promise<T> {
    const isFull = waiting !== undefined && running >= concurrency && ordinary.length >= waiting.limit
    if (isFull && !isUrgent) return Promise.reject(waiting.createError())
    return new Promise((resolve, reject) => {
      const start = async () => {
        try {
          resolve(await task())
        } catch (error) {
          reject(error)
        }
        running--
        startNext()
      }
      if (isUrgent) urgent.push(start)
      else ordinary.push(start)
      startNext()
    })
  }

  return { run, size: () => running + urgent.length + ordinary.length }
}

/** Queues by key, which exist only while they have tasks. */
export function createKeyedQueue(options: QueueOptions): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, Queue>()
  return async (key, task) => {
    const queue = queues.get(key) ?? createQueue(options)
    queues.set(key, queue)
    try {
      return await queue.run(task)
    } finally {
      if (queue.size() === 0) queues.delete(key)
    }
  }
}
