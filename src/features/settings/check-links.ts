/** Checks the websites of upcoming events, a few per minute, so that no server notices it. */
import { setTimeout } from 'node:timers/promises'
import type { FetchResult } from '../../base/net/safe-fetch.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import type { Services } from '../../calendar/services.ts'
import { claimDueUrls, deleteOldLinkChecks, recordLinkCheck } from './link-checks.ts'

const DAY_SECONDS = 86_400
const CHECK_SECONDS = 7 * DAY_SECONDS
/** A new attempt after a failure. */
const RETRY_SECONDS = DAY_SECONDS
/** Results of URLs that are not in use any more. */
const KEEP_SECONDS = 60 * DAY_SECONDS
const URLS_PER_RUN = 5
const PAUSE_MILLISECONDS = 1000

/** Checks the next due URLs, one after the other. Each is claimed first, so that only one node checks it. */
export async function checkDueLinks(services: Services, signal: AbortSignal): Promise<void> {
  const { database, now, fetchSource } = services
  const time = now()
  const due = {
    now: time,
    checkBefore: addSeconds(time, -CHECK_SECONDS),
    retryBefore: addSeconds(time, -RETRY_SECONDS),
    limit: URLS_PER_RUN,
  }
  const urls = await database.transaction(async (tx) => {
    await deleteOldLinkChecks(tx, addSeconds(time, -KEEP_SECONDS))
    return claimDueUrls(tx, due)
  })
  for (const [index, url] of urls.entries()) {
    if (index > 0) await setTimeout(PAUSE_MILLISECONDS, undefined, { signal })
    const result = await fetchSource(url, { accept: '*/*', maxBytes: 1, signal })
    if (signal.aborted) return
    await database.transaction((tx) => recordLinkCheck(tx, url, describeFailure(result)))
  }
}

/** Empty for a page that exists. A server that only refuses programs counts as one. */
function describeFailure(result: FetchResult): string {
  if (!('failure' in result) || result.failure === 'too-large' || result.failure === 'encoding') return ''
  if (result.failure !== 'status') return result.failure
  return REFUSALS.has(result.status ?? 0) ? '' : String(result.status)
}

/** Unauthorized, forbidden, method not allowed, too many requests. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 405, 429])
