/** Workers say once a second that they live; one that is silent is stopped or hangs, and holds up the others. */

const BEAT_MILLISECONDS = 1000
const SILENCE_MILLISECONDS = 5000
const LOOK_MILLISECONDS = 500
/** A look that comes so late was kept from coming: the supervising process itself was stopped, or the machine was. */
const LATE_MILLISECONDS = 3 * LOOK_MILLISECONDS

/** Calls `beat` from the event loop, which does not turn while a worker hangs. Returns the function that ends it. */
export function startHeartbeat(beat: () => void): () => void {
  const timer = setInterval(beat, BEAT_MILLISECONDS).unref()
  return () => clearInterval(timer)
}

export interface Watched {
  readonly onSilence: () => void
}

export interface HeartbeatMonitor {
  /** Expects the first beat within so many milliseconds, and each further one within five seconds. */
  readonly watch: (watched: Watched, milliseconds: number) => void
  readonly beat: (watched: Watched) => void
  /** Allows for a long silence, up to the next beat. */
  readonly allow: (watched: Watched, milliseconds: number) => void
  readonly forget: (watched: Watched) => void
}

/** `now` is in milliseconds, and must not go on while the machine is suspended. */
export function createHeartbeatMonitor(now = () => performance.now()) {
  /** Until when each may be silent. */
  const deadlines = new Map<Watched, number>()
  let lastLook = now()
  const set = (watched: Watched, milliseconds: number) => {
    if (deadlines.has(watched)) deadlines.set(watched, now() + milliseconds)
  }
  const look = () => {
    const moment = now()
    const late = moment - lastLook
    lastLook = moment
    // What was sent meanwhile has yet to be read.
    if (late > LATE_MILLISECONDS) {
      for (const [watched, deadline] of deadlines)
        deadlines.set(watched, Math.max(deadline, moment + SILENCE_MILLISECONDS))
      return
    }
    for (const [watched, deadline] of deadlines) {
      if (deadline > moment) continue
      deadlines.delete(watched)
      watched.onSilence()
    }
  }
  const monitor: HeartbeatMonitor = {
    watch: (watched, milliseconds) => {
      deadlines.set(watched, now() + milliseconds)
    },
    beat: (watched) => set(watched, SILENCE_MILLISECONDS),
    allow: set,
    forget: (watched) => {
      deadlines.delete(watched)
    },
  }
  return { ...monitor, look }
}

/** A monitor that looks by itself, without keeping the process from ending. */
export function startHeartbeatMonitor(): HeartbeatMonitor {
  const monitor = createHeartbeatMonitor()
  setInterval(monitor.look, LOOK_MILLISECONDS).unref()
  return monitor
}
