/** Geocoding: the address to look up, and the geocoding state of a venue after a write. */

import type { Venue } from '../../kernel/post.ts'
import { createInvalidParams, INVALID_VALUE } from '../../kernel/problem.ts'
import { chooseStateOrProvince } from './address.ts'

/** Query to a geocoder; unknown parts are empty. */
export interface PostalAddress {
  readonly street: string
  readonly city: string
  readonly state: string
  readonly postalcode: string
  readonly country: string
}

/** Address fields of a venue. */
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

/** A state or country alone is not geocoded: its center would be shown as the location of the venue. */
const isLocatable = ({ street, city, postalcode }: PostalAddress): boolean =>
  street !== '' || city !== '' || postalcode !== ''

export const isSameAddress = (one: PostalAddress, other: PostalAddress): boolean =>
  toAddressLines(one).join('\n') === toAddressLines(other).join('\n')

/** Lines in the order of a postal address. */
export const toAddressLines = ({ street, postalcode, city, state, country }: PostalAddress): readonly string[] => [
  street,
  postalcode,
  city,
  state,
  country,
]

/** Coordinates in the input: degrees, null to clear; omitted values stay. */
interface GeoInput {
  readonly geo_lat?: number | null | undefined
  readonly geo_lng?: number | null | undefined
}

/**
 * Applies coordinates of the input. Both or neither: a single one is combined with the stored other one, or rejected
 * naming the missing one. Geocoded coordinates that a client sends back unchanged do not count as entered by a user.
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
 * Coordinates and geocoding state when the input has none. Coordinates entered by a user stay; geocoded ones are
 * cleared when the address changes; an address that was not found is not looked up again until it changes.
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
