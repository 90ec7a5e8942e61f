const DAY = 24 * 60 * 60_000

/** Milliseconds from `now` that `Retry-After` demands (RFC 9110, 10.2.3), at most a day; undefined without a valid value. */
export function parseRetryAfter(header: string, now: number): number | undefined {
  const value = header.trim()
  const wait = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), DAY)
}
