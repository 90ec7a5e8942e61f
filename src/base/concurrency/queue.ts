/** Bounded concurrency: a limited number of tasks runs at once, the others wait in order. */

export interface QueueOptions {
  /** Maximum number of running tasks. */
  readonly concurrency: number
  /** Maximum number of waiting tasks, and the error for further ones; unlimited when omitted. */
  readonly waiting?: { readonly limit: number; readonly createError: () => Error }
}

export interface TaskOptions {
  /** Runs before all tasks that are not urgent, and is never rejected because the queue is full. */
  readonly isUrgent?: boolean
}

export interface Queue {
  /** Settles like the task. A failed task does not affect others. */
  readonly run: <T>(task: () => Promise<T>, options?: TaskOptions) => Promise<T>
  /** Number of running and waiting tasks. */
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

/** Queues by key; a queue exists only while it has tasks. */
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
