/** Coordinates looked up from addresses: what is asked for, and where a venue's search stands after a write. */
import type { Venue } from './post.ts'
import { INVALID, invalid } from './problem.ts'
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
type Addressed = Pick<Venue, 'address' | 'city' | 'country' | 'province' | 'state' | 'zip' | 'stateprovince'>
type Place = Pick<Venue, 'geo_lat' | 'geo_lng' | 'geocoding'>

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

/** What a write says of the place: degrees, null for none; what it leaves out stays. */
interface PlaceInput {
  readonly geo_lat?: number | null | undefined
  readonly geo_lng?: number | null | undefined
}

/**
 * Both or neither: one given alone goes with the other that is there, or is refused naming the one that is wanting.
 * Looked-up coordinates that a client sends back as it was shown them do not become a person's.
 */
export function changedPlace(input: PlaceInput, current: Venue | undefined, address: Addressed): Place {
  const geo_lat = input.geo_lat === undefined ? (current?.geo_lat ?? null) : input.geo_lat
  const geo_lng = input.geo_lng === undefined ? (current?.geo_lng ?? null) : input.geo_lng
  if ((geo_lat === null) !== (geo_lng === null)) throw invalid({ [geo_lat === null ? 'geo_lat' : 'geo_lng']: INVALID })
  if (geo_lat === null) return placeByAddress(address, current, true)
  const isUnchanged = geo_lat === current?.geo_lat && geo_lng === current.geo_lng
  return isUnchanged ? placeByAddress(address, current) : { geo_lat, geo_lng, geocoding: '' }
}

/**
 * The coordinates of a venue by what is known of its address, when the request gives none. Those of a person stay; those
 * of the geocoder go when the address changes, and an address that was not found is not wanted again while it stays.
 */
function placeByAddress(venue: Addressed, current: Venue | undefined, isCleared = false): Place {
  const address = addressOf(venue)
  const isSame = current !== undefined && isSameAddress(addressOf(current), address)
  if (current && current.geo_lat !== null && !isCleared && (isSame || current.geocoding !== 'found')) {
    return { geo_lat: current.geo_lat, geo_lng: current.geo_lng, geocoding: current.geocoding }
  }
  const isUnknown = isSame && current.geocoding === 'unknown'
  return { geo_lat: null, geo_lng: null, geocoding: isUnknown ? 'unknown' : isPlace(address) ? 'wanted' : '' }
}
