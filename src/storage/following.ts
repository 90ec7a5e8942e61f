/** Looking again and again at what other processes wrote: notices of it may get lost. */
/** An engine's way to what others wrote. */
export interface Watch {
  /** Reads the newest state and tells the bus; rejects while the database is away. */
  readonly look: () => Promise<void>
  /** Tells the bus what can be known without waiting; says whether the bus may now be believed. */
  readonly peek: () => boolean
  /** Breaks off a look under way. */
  readonly close: () => Promise<void>
}

export interface Following {
  readonly stop: () => Promise<void>
}

/** Twice in the second in which everything must be known everywhere. */
const LOOK_MILLISECONDS = 500
const LONGEST_PAUSE_MILLISECONDS = 4000

export interface FollowingHooks {
  /** Called after every look that found the database. */
  readonly onLook: () => void
  /** Hears of the first of several looks in a row that failed. */
  readonly report: (error: unknown) => void
}

/** Resolves after the first look. */
export async function follow(watch: Watch, { onLook, report }: FollowingHooks): Promise<Following> {
  let failures = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()
  const look = async () => {
    try {
      await watch.look()
      failures = 0
      if (!isStopped) onLook()
    } catch (error) {
      if (failures === 0 && !isStopped) report(error)
      failures++
    }
    if (!isStopped) timer = setTimeout(start, pauseAfter(failures)).unref()
  }
  const start = () => {
    looking = look()
  }
  start()
  await looking
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await watch.close()
      await looking
    },
  }
}

/** Nodes that lost their database together must not all come back to it at the same moment. */
function pauseAfter(failures: number): number {
  if (failures < 2) return LOOK_MILLISECONDS
  return Math.min(LOOK_MILLISECONDS * 2 ** (failures - 1), LONGEST_PAUSE_MILLISECONDS) * (0.5 + Math.random() / 2)
}
