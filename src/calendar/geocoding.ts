/** Coordinates looked up from addresses: what is asked for, and where a venue's search stands after a write. */
import type { Venue } from './post.ts'
import { stateOrProvince } from './venue.ts'

/** What a geocoder is asked; what is not known is empty. */
export interface Address {
  readonly street: string
  readonly city: string
  readonly state: string
  readonly postalcode: string
  readonly country: string
}

/** The parts of a venue that say where it is. */
export type Addressed = Pick<Venue, 'address' | 'city' | 'country' | 'province' | 'state' | 'zip' | 'stateprovince'>
export type Place = Pick<Venue, 'geo_lat' | 'geo_lng' | 'geocoding'>

export function addressOf(venue: Addressed): Address {
  return {
    street: venue.address,
    city: venue.city,
    state: venue.stateprovince || stateOrProvince(venue),
    postalcode: venue.zip,
    country: venue.country,
  }
}

/** A state or a country alone is no place: its middle would be shown as the venue's. */
const isPlace = ({ street, city, postalcode }: Address): boolean => street !== '' || city !== '' || postalcode !== ''

export const isSameAddress = (one: Address, other: Address): boolean =>
  linesOf(one).join('\n') === linesOf(other).join('\n')

/** In the order they stand on a letter. */
export const linesOf = ({ street, postalcode, city, state, country }: Address): readonly string[] => [
  street,
  postalcode,
  city,
  state,
  country,
]

/**
 * The coordinates of a venue by what is known of its address, when the request gives none. Those of a person stay; those
 * of the geocoder go when the address changes, and an address that was not found is not wanted again while it stays.
 */
export function placeByAddress(venue: Addressed, current: Venue | undefined, isCleared = false): Place {
  const address = addressOf(venue)
  const isSame = current !== undefined && isSameAddress(addressOf(current), address)
  if (current && current.geo_lat !== null && !isCleared && (isSame || current.geocoding !== 'found')) {
    return { geo_lat: current.geo_lat, geo_lng: current.geo_lng, geocoding: current.geocoding }
  }
  const isUnknown = isSame && current.geocoding === 'unknown'
  return { geo_lat: null, geo_lng: null, geocoding: isUnknown ? 'unknown' : isPlace(address) ? 'wanted' : '' }
}
