/** Workers say once a second that they live; one that is silent is stopped or hangs, and holds up the others. */

const BEAT_INTERVAL_MILLISECONDS = 1000
const MAX_SILENCE_MILLISECONDS = 5000
const CHECK_INTERVAL_MILLISECONDS = 500
/** A look that comes so late was kept from coming: the supervising process itself was stopped, or the machine was. */
const LATE_CHECK_MILLISECONDS = 3 * CHECK_INTERVAL_MILLISECONDS

/** Calls `beat` from the event loop, which does not turn while a worker hangs. Returns the function that ends it. */
export function startHeartbeat(beat: () => void): () => void {
  const timer = setInterval(beat, BEAT_INTERVAL_MILLISECONDS).unref()
  return () => clearInterval(timer)
}

export interface MonitoredWorker {
  readonly onSilence: () => void
}

export interface HeartbeatMonitor {
  /** Expects the first beat within so many milliseconds, and each further one within five seconds. */
  readonly watch: (watched: MonitoredWorker, milliseconds: number) => void
  readonly beat: (watched: MonitoredWorker) => void
  /** Allows for a long silence, up to the next beat. */
  readonly allow: (watched: MonitoredWorker, milliseconds: number) => void
  readonly forget: (watched: MonitoredWorker) => void
}

/** `now` is in milliseconds, and must not go on while the machine is suspended. */
export function createHeartbeatMonitor(now = () => performance.now()) {
  /** Until when each may be silent. */
  const deadlines = new Map<MonitoredWorker, number>()
  let lastCheck = now()
  const extendDeadline = (worker: MonitoredWorker, milliseconds: number) => {
    if (deadlines.has(worker)) deadlines.set(worker, now() + milliseconds)
  }
  const check = () => {
    const moment = now()
    const delay = moment - lastCheck
    lastCheck = moment
    // What was sent meanwhile has yet to be read.
    if (delay > LATE_CHECK_MILLISECONDS) {
      for (const [worker, deadline] of deadlines)
        deadlines.set(worker, Math.max(deadline, moment + MAX_SILENCE_MILLISECONDS))
      return
    }
    for (const [worker, deadline] of deadlines) {
      if (deadline > moment) continue
      deadlines.delete(worker)
      worker.onSilence()
    }
  }
  const monitor: HeartbeatMonitor = {
    watch: (worker, milliseconds) => {
      deadlines.set(worker, now() + milliseconds)
    },
    beat: (worker) => extendDeadline(worker, MAX_SILENCE_MILLISECONDS),
    allow: extendDeadline,
    forget: (worker) => {
      deadlines.delete(worker)
    },
  }
  return { ...monitor, check }
}

/** A monitor that looks by itself, without keeping the process from ending. */
export function startHeartbeatMonitor(): HeartbeatMonitor {
  const monitor = createHeartbeatMonitor()
  setInterval(monitor.check, CHECK_INTERVAL_MILLISECONDS).unref()
  return monitor
}
