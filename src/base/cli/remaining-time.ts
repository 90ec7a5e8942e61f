/** Estimates the remaining time of a stage from its progress so far; empty in the first seconds. */
export function createRemainingTime(now: () => number): (done: number, total: number) => string {
  const start = now()
  let first: number | undefined
  return (done, total) => {
    first ??= done
    const [elapsed, processed] = [now() - start, done - first]
    if (elapsed < MINIMUM_MILLISECONDS || processed <= 0 || done >= total) return ''
    return `${formatSeconds(Math.ceil((((total - done) / processed) * elapsed) / 1000))} left`
  }
}

const MINIMUM_MILLISECONDS = 2000

function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
