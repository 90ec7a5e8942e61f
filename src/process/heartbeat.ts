/** Heartbeats: workers send one per second. A silent worker is suspended or hangs, and delays its clients. */

const BEAT_INTERVAL_MILLISECONDS = 1000
const MAX_SILENCE_MILLISECONDS = 5000
const CHECK_INTERVAL_MILLISECONDS = 500
/** A check that is this late means that the supervisor or the machine was suspended. */
const LATE_CHECK_MILLISECONDS = 3 * CHECK_INTERVAL_MILLISECONDS

/** Calls `beat` from the event loop, which a hanging worker blocks. Returns a function that stops it. */
export function startHeartbeat(beat: () => void): () => void {
  const timer = setInterval(beat, BEAT_INTERVAL_MILLISECONDS).unref()
  return () => clearInterval(timer)
}

export interface MonitoredWorker {
  readonly onSilence: () => void
}

export interface HeartbeatMonitor {
  /** Expects the first heartbeat within `milliseconds`, and each further one within five seconds. */
  readonly watch: (watched: MonitoredWorker, milliseconds: number) => void
  readonly beat: (watched: MonitoredWorker) => void
  /** Allows a longer silence until the next heartbeat. */
  readonly allow: (watched: MonitoredWorker, milliseconds: number) => void
  readonly forget: (watched: MonitoredWorker) => void
}

/** `now` returns milliseconds of a clock that stops while the machine is suspended. */
export function createHeartbeatMonitor(now = () => performance.now()) {
  /** Time by which each worker has to send a heartbeat. */
  const deadlines = new Map<MonitoredWorker, number>()
  let lastCheck = now()
  const extendDeadline = (worker: MonitoredWorker, milliseconds: number) => {
    if (deadlines.has(worker)) deadlines.set(worker, now() + milliseconds)
  }
  const check = () => {
    const moment = now()
    const delay = moment - lastCheck
    lastCheck = moment
    // Heartbeats that arrived in the meantime have not been read yet.
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

/** A monitor with a timer that does not keep the process alive. */
export function startHeartbeatMonitor(): HeartbeatMonitor {
  const monitor = createHeartbeatMonitor()
  setInterval(monitor.check, CHECK_INTERVAL_MILLISECONDS).unref()
  return monitor
}
