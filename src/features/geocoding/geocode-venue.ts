/**
 * Geocodes venues. The geocoder is called outside of transactions. Before, the venue is claimed for a while, so that
 * only one of several nodes calls it; afterwards the venue is read again. The command ignores claims.
 */

import { addSeconds } from '../../base/time/parse-date.ts'
import { toLocal } from '../../base/time/time-zone.ts'
import {
  findGeocodingSchedule,
  findNextPendingVenue,
  markAddressUnknown,
  updateGeocodingSchedule,
} from '../../calendar/linked/geocoding-queue.ts'
import { isSameAddress, type PostalAddress, toPostalAddress } from '../../calendar/linked/geocoding-state.ts'
import { findPost, updatePost } from '../../calendar/posts/post-store.ts'
import { recordPostFields } from '../../calendar/posts/recorded-fields.ts'
import type { Services } from '../../calendar/services.ts'
import { diffFields } from '../../kernel/change-record.ts'
import type { Venue } from '../../kernel/post.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import type { GeocodeResult, Geocoder } from './geocoder.ts'

/** Longer than two slow requests. */
const CLAIM_SECONDS = 60
const FIRST_WAIT_SECONDS = 60
const MAX_WAIT_SECONDS = 86_400

/** `stale`: the venue needs no coordinates any more, or its address has changed. */
export type GeocodeOutcome = GeocodeResult | { readonly kind: 'stale' }

export interface GeocodeLookup {
  readonly id: number
  readonly outcome: GeocodeOutcome
}

/** Geocodes the next due venue; undefined when there is none or the geocoder is in backoff. */
export async function geocodeNextDue(services: Services, signal: AbortSignal): Promise<GeocodeLookup | undefined> {
  const { geocoder, database, now } = services
  if (!geocoder || geocoder.getBackoff() > 0) return undefined
  const id = await findNextPendingVenue(database.read, now())
  if (id === undefined) return undefined
  return { id, outcome: await geocodeVenue(services, geocoder, { id, signal, onlyDue: true }) }
}

interface GeocodeRequest {
  readonly id: number
  readonly signal: AbortSignal
  /** Whether the venue must be due. */
  readonly onlyDue: boolean
}

/** Geocodes the next due venue. Throws an `Error` when the geocoder fails. */
export async function geocodeNextVenue(services: Services, signal: AbortSignal): Promise<void> {
  const lookup = await geocodeNextDue(services, signal)
  if (lookup?.outcome.kind === 'failed') throw new Error(`geocoding venue ${lookup.id}: ${lookup.outcome.reason}`)
}

/** Rejects when `signal` is aborted; the venue is retried once its claim has expired. */
export async function geocodeVenue(
  services: Services,
  geocoder: Geocoder,
  request: GeocodeRequest,
): Promise<GeocodeOutcome> {
  const claim = await services.database.transaction((tx) => claimVenue(tx, services, request))
  if (!claim) return { kind: 'stale' }
  const result = await geocoder.lookUp(claim.address, request.signal)
  return services.database.transaction((tx) => storeResult(tx, services, claim, result))
}

interface VenueClaim {
  readonly id: number
  readonly address: PostalAddress
  readonly failures: number
}

async function claimVenue(
  tx: Writer,
  { now }: Services,
  { id, onlyDue }: GeocodeRequest,
): Promise<VenueClaim | undefined> {
  const turn = await findGeocodingSchedule(tx, id)
  const venue = turn && (!onlyDue || turn.geocode_due <= now()) ? await findPost(tx, 'venue', id) : undefined
  if (!turn || !venue) return undefined
  await updateGeocodingSchedule(tx, id, { ...turn, geocode_due: addSeconds(now(), CLAIM_SECONDS) })
  return { id, address: toPostalAddress(venue), failures: turn.geocode_failures }
}

async function storeResult(
  tx: Writer,
  services: Services,
  claim: VenueClaim,
  result: GeocodeResult,
): Promise<GeocodeOutcome> {
  const { id, address, failures } = claim
  const venue = (await findGeocodingSchedule(tx, id)) && (await findPost(tx, 'venue', id))
  if (!venue || !isSameAddress(toPostalAddress(venue), address)) return { kind: 'stale' }
  if (result.kind === 'found') await storeCoordinates(tx, services, venue, result.point)
  if (result.kind === 'unknown') await markAddressUnknown(tx, id)
  if (result.kind === 'failed') {
    const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** failures, MAX_WAIT_SECONDS)
    await updateGeocodingSchedule(tx, id, {
      geocode_due: addSeconds(services.now(), wait),
      geocode_failures: failures + 1,
    })
  }
  return result
}

async function storeCoordinates(
  tx: Writer,
  { now, site }: Services,
  venue: Venue,
  point: { lat: number; lng: number },
) {
  const at = now()
  const coordinates = { geo_lat: point.lat, geo_lng: point.lng, geocoding: 'found' } as const
  const located = { ...venue, ...coordinates, modified: toLocal(at, site.zone), modified_utc: at }
  await updatePost(tx, 'venue', located)
  const fields = diffFields(recordPostFields('venue', venue), recordPostFields('venue', located))
  await recordChange(tx, { kind: 'venue', id: venue.id, op: 'update', at, fields })
}
