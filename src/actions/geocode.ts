/**
 * Looking up coordinates of venues. The geocoder is asked outside of any transaction; before, the venue is claimed for a
 * while, so that of several services on one database one asks, and afterwards it is looked at again. A person who
 * starts the command does not wait for claims.
 */
import { type Address, addressOf, isSameAddress } from '../calendar/geocoding.ts'
import type { Venue } from '../calendar/post.ts'
import type { Answer, Geocoder } from '../net/geocoder.ts'
import { recordChange } from '../storage/changes.ts'
import type { Writer } from '../storage/database.ts'
import { findWanted, setTurn, setUnknown, turnOf } from '../storage/geocoding.ts'
import { findPost, updatePost } from '../storage/posts.ts'
import { addSeconds } from '../text/dates.ts'
import { toLocal } from '../text/zone.ts'
import type { Services } from './services.ts'

/** Longer than two requests that take their time. */
const CLAIM_SECONDS = 60
const FIRST_WAIT_SECONDS = 60
const LONGEST_WAIT_SECONDS = 86_400

/** `stale`: the venue needs no coordinates any more, or has another address by now. */
export type Outcome = Answer | { readonly kind: 'stale' }

export interface Lookup {
  readonly id: number
  readonly outcome: Outcome
}

/** Looks up the next venue whose turn has come; undefined when there is none or the geocoder is to be left alone. */
export async function geocodeDue(services: Services, signal: AbortSignal): Promise<Lookup | undefined> {
  const { geocoder, database, now } = services
  if (!geocoder || geocoder.rest() > 0) return undefined
  const id = await findWanted(database.read, now())
  if (id === undefined) return undefined
  return { id, outcome: await geocodeVenue(services, geocoder, { id, signal, onlyDue: true }) }
}

interface Asking {
  readonly id: number
  readonly signal: AbortSignal
  /** Whether the venue's turn must have come. */
  readonly onlyDue: boolean
}

/** Rejects when `signal` is aborted; the venue is then asked for again once its claim has run out. */
export async function geocodeVenue(services: Services, geocoder: Geocoder, asking: Asking): Promise<Outcome> {
  const claim = await services.database.transaction((tx) => claimVenue(tx, services, asking))
  if (!claim) return { kind: 'stale' }
  const answer = await geocoder.lookUp(claim.address, asking.signal)
  return services.database.transaction((tx) => keepAnswer(tx, services, claim, answer))
}

interface Claim {
  readonly id: number
  readonly address: Address
  readonly failures: number
}

async function claimVenue(tx: Writer, { now }: Services, { id, onlyDue }: Asking): Promise<Claim | undefined> {
  const turn = await turnOf(tx, id)
  const venue = turn && (!onlyDue || turn.geocode_due <= now()) ? await findPost(tx, 'venue', id) : undefined
  if (!turn || !venue) return undefined
  await setTurn(tx, id, { ...turn, geocode_due: addSeconds(now(), CLAIM_SECONDS) })
  return { id, address: addressOf(venue), failures: turn.geocode_failures }
}

async function keepAnswer(tx: Writer, services: Services, claim: Claim, answer: Answer): Promise<Outcome> {
  const { id, address, failures } = claim
  const venue = (await turnOf(tx, id)) && (await findPost(tx, 'venue', id))
  if (!venue || !isSameAddress(addressOf(venue), address)) return { kind: 'stale' }
  if (answer.kind === 'found') await place(tx, services, venue, answer.point)
  if (answer.kind === 'unknown') await setUnknown(tx, id)
  if (answer.kind === 'failed') {
    const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** failures, LONGEST_WAIT_SECONDS)
    await setTurn(tx, id, { geocode_due: addSeconds(services.now(), wait), geocode_failures: failures + 1 })
  }
  return answer
}

async function place(tx: Writer, { now, site }: Services, venue: Venue, point: { lat: number; lng: number }) {
  const at = now()
  const placed = { geo_lat: point.lat, geo_lng: point.lng, geocoding: 'found' } as const
  await updatePost(tx, 'venue', { ...venue, ...placed, modified: toLocal(at, site.zone), modified_utc: at })
  await recordChange(tx, { kind: 'venue', id: venue.id, op: 'update', at })
}
