/** Rolling restart: each worker is replaced by a new process that serves before the old one stops. */

export interface ReplaceableWorker {
  /** Resolves with whether it served before it ended. */
  readonly becameReady: Promise<boolean>
  readonly exit: Promise<unknown>
  /** Tells it to stop. Resolves when it has stopped listening. */
  readonly close: () => Promise<unknown>
  /** Tells it that its clients can connect to other workers. */
  readonly disconnect: () => void
}

export interface RollingRestart<T extends ReplaceableWorker> {
  /**
   * Replaces the workers one after the other, so that the port always accepts connections. Rejects when a new worker does
   * not start; it and the following workers are then not replaced. A call during a restart repeats it afterwards.
   */
  readonly restart: () => Promise<void>
  /** The worker that replaces one that ended. */
  readonly findReplacement: (worker: T) => T | undefined
}

interface RollingRestartOptions<T> {
  /** The workers that serve now. */
  readonly listServing: () => readonly T[]
  readonly startReplacement: (worker: T) => T
  readonly stopping: AbortSignal
}

export function createRollingRestart<T extends ReplaceableWorker>(
  options: RollingRestartOptions<T>,
): RollingRestart<T> {
  const replacements = new WeakMap<T, T>()
  const replaceAll = async () => {
    for (const worker of options.listServing()) {
      if (options.stopping.aborted) return
      await replaceWorker(worker, options.startReplacement(worker), replacements)
    }
  }
  let latest: Promise<void> = Promise.resolve()
  return {
    restart: () => {
      latest = latest.catch(() => {}).then(replaceAll)
      return latest
    },
    findReplacement: (worker) => replacements.get(worker),
  }
}

async function replaceWorker<T extends ReplaceableWorker>(
  worker: T,
  replacement: T,
  replacements: WeakMap<T, T>,
): Promise<void> {
  // Before it serves: a worker that ends by itself in the meantime is replaced by the same process.
  replacements.set(worker, replacement)
  if (!(await replacement.becameReady)) {
    replacements.delete(worker)
    throw new Error('the new worker did not start')
  }
  await worker.close()
  worker.disconnect()
  await worker.exit
}
