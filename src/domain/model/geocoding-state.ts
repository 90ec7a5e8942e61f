/** Coordinates looked up from addresses: what is asked for, and where a venue's search stands after a write. */

import { createInvalidParams, INVALID_VALUE } from '../problem.ts'
import { chooseStateOrProvince } from './address.ts'
import type { Venue } from './post.ts'

/** What a geocoder is asked; what is not known is empty. */
export interface PostalAddress {
  readonly street: string
  readonly city: string
  readonly state: string
  readonly postalcode: string
  readonly country: string
}

/** The parts of a venue that say where it is. */
type AddressFields = Pick<Venue, 'address' | 'city' | 'country' | 'province' | 'state' | 'zip' | 'stateprovince'>
type GeoFields = Pick<Venue, 'geo_lat' | 'geo_lng' | 'geocoding'>

export function toPostalAddress(venue: AddressFields): PostalAddress {
  return {
    street: venue.address,
    city: venue.city,
    state: venue.stateprovince || chooseStateOrProvince(venue),
    postalcode: venue.zip,
    country: venue.country,
  }
}

/** A state or a country alone is no place: its middle would be shown as the venue's. */
const isLocatable = ({ street, city, postalcode }: PostalAddress): boolean =>
  street !== '' || city !== '' || postalcode !== ''

export const isSameAddress = (one: PostalAddress, other: PostalAddress): boolean =>
  toAddressLines(one).join('\n') === toAddressLines(other).join('\n')

/** In the order they stand on a letter. */
export const toAddressLines = ({ street, postalcode, city, state, country }: PostalAddress): readonly string[] => [
  street,
  postalcode,
  city,
  state,
  country,
]

/** What a write says of the place: degrees, null for none; what it leaves out stays. */
interface GeoInput {
  readonly geo_lat?: number | null | undefined
  readonly geo_lng?: number | null | undefined
}

/**
 * Both or neither: one given alone goes with the other that is there, or is refused naming the one that is wanting.
 * Looked-up coordinates that a client sends back as it was shown them do not become a person's.
 */
export function applyGeoInput(input: GeoInput, current: Venue | undefined, address: AddressFields): GeoFields {
  const geo_lat = input.geo_lat === undefined ? (current?.geo_lat ?? null) : input.geo_lat
  const geo_lng = input.geo_lng === undefined ? (current?.geo_lng ?? null) : input.geo_lng
  if ((geo_lat === null) !== (geo_lng === null))
    throw createInvalidParams({ [geo_lat === null ? 'geo_lat' : 'geo_lng']: INVALID_VALUE })
  if (geo_lat === null) return resolveGeoByAddress(address, current, true)
  const isUnchanged = geo_lat === current?.geo_lat && geo_lng === current.geo_lng
  return isUnchanged ? resolveGeoByAddress(address, current) : { geo_lat, geo_lng, geocoding: '' }
}

/**
 * The coordinates of a venue by what is known of its address, when the request gives none. Those of a person stay; those
 * of the geocoder go when the address changes, and an address that was not found is not wanted again while it stays.
 */
function resolveGeoByAddress(venue: AddressFields, current: Venue | undefined, isCleared = false): GeoFields {
  const address = toPostalAddress(venue)
  const isSame = current !== undefined && isSameAddress(toPostalAddress(current), address)
  if (current && current.geo_lat !== null && !isCleared && (isSame || current.geocoding !== 'found')) {
    return { geo_lat: current.geo_lat, geo_lng: current.geo_lng, geocoding: current.geocoding }
  }
  const isUnknown = isSame && current.geocoding === 'unknown'
  return { geo_lat: null, geo_lng: null, geocoding: isUnknown ? 'unknown' : isLocatable(address) ? 'wanted' : '' }
}
