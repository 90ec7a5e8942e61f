/** Geocodes every waiting venue in sequence, with progress output. */

import { findPendingVenueIds, retryUnknownAddresses } from '../../calendar/linked/geocoding-queue.ts'
import type { Services } from '../../calendar/services.ts'
import { type GeocodeOutcome, geocodeVenue } from './geocode-venue.ts'
import type { Geocoder } from './geocoder.ts'

export interface GeocodeOptions {
  /** Also retries addresses that were not found. */
  readonly retryUnknown: boolean
  readonly limit: number
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
  /** Receives messages for the user. */
  readonly onProblem: (text: string) => void
}

export interface GeocodeReport {
  readonly found: number
  readonly not_found: number
  readonly failed: number
  /** Venues that were skipped: stopped, aborted or above the limit. */
  readonly left: number
}

const MAX_CONSECUTIVE_FAILURES = 5
const MAX_PAUSE_MILLISECONDS = 300_000

/** Each result is stored at once, so the next call continues after an interrupted one. */
export async function geocodeAll(
  services: Services,
  geocoder: Geocoder,
  options: GeocodeOptions,
): Promise<GeocodeReport> {
  if (options.retryUnknown) await services.database.transaction(retryUnknownAddresses)
  const ids = await findPendingVenueIds(services.database.read)
  const total = Math.min(ids.length, options.limit)
  const counts = { found: 0, unknown: 0, failed: 0, stale: 0 }
  let done = 0
  let failuresInARow = 0
  options.onProgress(done, total)
  for (const id of ids.slice(0, total)) {
    const shouldStop = failuresInARow >= MAX_CONSECUTIVE_FAILURES || geocoder.getBackoff() > MAX_PAUSE_MILLISECONDS
    if (shouldStop) options.onProblem(describeStop(geocoder))
    const outcome = shouldStop ? undefined : await geocodeUnlessAborted(services, geocoder, id, options.signal)
    if (!outcome) break
    if (outcome.kind === 'failed') options.onProblem(`venue ${id}: ${outcome.reason}`)
    failuresInARow = outcome.kind === 'failed' ? failuresInARow + 1 : 0
    counts[outcome.kind]++
    options.onProgress(++done, total)
  }
  return { found: counts.found, not_found: counts.unknown, failed: counts.failed, left: ids.length - done }
}

function describeStop(geocoder: Geocoder): string {
  const minutes = Math.ceil(geocoder.getBackoff() / 60_000)
  return `giving up; the geocoder should be left alone for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`
}

async function geocodeUnlessAborted(
  services: Services,
  geocoder: Geocoder,
  id: number,
  signal: AbortSignal,
): Promise<GeocodeOutcome | undefined> {
  try {
    return await geocodeVenue(services, geocoder, { id, signal, onlyDue: false })
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}
