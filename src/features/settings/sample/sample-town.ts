/** The town of the sample calendar. Its place on the map is that of a real town; venues and organizers are invented. */
import { slugify } from '../../../base/text/slug.ts'
import { createRandom } from './seeded-random.ts'

export const TOWN = {
  address: { city: 'Burlington', country: 'United States', state: 'VT', zip: '05401' },
  timezone: 'America/New_York',
  currencySymbol: '$',
  currencyCode: 'USD',
} as const

export type VenueKind =
  | 'hall'
  | 'club'
  | 'theater'
  | 'cinema'
  | 'library'
  | 'museum'
  | 'gallery'
  | 'square'
  | 'park'
  | 'garden'
  | 'church'
  | 'cafe'
  | 'workshop'

interface TownVenue {
  readonly name: string
  readonly kind: VenueKind
  readonly street: string
  readonly latitude: number
  readonly longitude: number
}

type Coordinates = readonly [latitude: number, longitude: number]

const createTownVenue = (
  name: string,
  kind: VenueKind,
  street: string,
  [latitude, longitude]: Coordinates,
): TownVenue => ({ name, kind, street, latitude, longitude })

const NAMED_VENUES: readonly TownVenue[] = [
  createTownVenue('Lantern Hall', 'hall', '12 Church Street', [44.4801, -73.2126]),
  createTownVenue('The Copper Room', 'club', '85 Pearl Street', [44.4811, -73.2159]),
  createTownVenue('Old Mill Theater', 'theater', '41 Pine Street', [44.4759, -73.2152]),
  createTownVenue('Roxbury Cinema', 'cinema', '22 College Street', [44.4775, -73.2178]),
  createTownVenue('Fletcher Street Library', 'library', '7 Fletcher Street', [44.4779, -73.2099]),
  createTownVenue('Museum of Everyday Things', 'museum', '160 Battery Street', [44.4762, -73.2193]),
  createTownVenue('Gallery Nine', 'gallery', '9 South Winooski Avenue', [44.4768, -73.2106]),
  createTownVenue('Market Square', 'square', 'Market Square', [44.4786, -73.2132]),
  createTownVenue('Lakeside Park', 'park', '1 Lake Street', [44.4809, -73.2212]),
  createTownVenue('Hillside Community Garden', 'garden', '300 North Avenue', [44.4893, -73.2237]),
  createTownVenue("St. Anne's Church", 'church', '20 Cherry Street', [44.4799, -73.2145]),
  createTownVenue('Café Marisol', 'cafe', '54 Main Street', [44.4765, -73.2139]),
  createTownVenue('The Makers Workshop', 'workshop', '208 Flynn Avenue', [44.4561, -73.2178]),
  createTownVenue('Foundry Stage', 'theater', '77 King Street', [44.4748, -73.2161]),
]

/** Kinds of the additional venues of a large calendar, most frequent first. */
const GENERATED_KINDS: readonly VenueKind[] = [
  ...(['hall', 'cafe', 'club', 'workshop', 'gallery', 'church', 'library', 'theater', 'garden', 'park'] as const),
]
const FIRST_WORDS = [
  ...['Amber', 'Birch', 'Cedar', 'Clover', 'Elm Street', 'Fern', 'Granite', 'Harbor', 'Hazel', 'Heron'],
  ...['Ivy', 'Juniper', 'Kestrel', 'Larch', 'Linden', 'Maple', 'Meadow', 'Mercury', 'Northside', 'Orchard'],
  ...['Pearl Street', 'Quarry', 'Redstone', 'Silver', 'Sparrow', 'Spruce', 'Thistle', 'Union', 'Walnut', 'Willow'],
]
const LAST_WORDS: Readonly<Record<VenueKind, readonly string[]>> = {
  hall: ['Hall', 'Assembly Rooms', 'Community Center'],
  cafe: ['Coffee House', 'Bakery', 'Tea Room'],
  club: ['Club', 'Cellar', 'Lounge'],
  workshop: ['Workshop', 'Print Shop', 'Pottery'],
  gallery: ['Gallery', 'Art Space', 'Studios'],
  church: ['Chapel', 'Church', 'Meeting House'],
  library: ['Library', 'Reading Room', 'Book Shop'],
  theater: ['Theater', 'Playhouse', 'Studio Stage'],
  garden: ['Garden', 'Greenhouse', 'Arboretum'],
  park: ['Park', 'Green', 'Common'],
  cinema: ['Cinema'],
  museum: ['Museum'],
  square: ['Square'],
}
const DISTRICTS = ['Old North End', 'South End', 'New North End', 'Hill Section', 'Waterfront', 'Lakeside']
const STREETS = ['Park Street', 'Elm Street', 'North Street', 'Maple Street', 'Union Street', 'Howard Street']

const NAMES_PER_KIND = FIRST_WORDS.length * 3

/** Every kind of venue is among the first ones. */
export const NAMED_VENUE_COUNT = NAMED_VENUES.length

/** Maximum number of distinct venues. */
export const MAX_VENUES = NAMED_VENUES.length + GENERATED_KINDS.length * NAMES_PER_KIND * (DISTRICTS.length + 1)

/** The first venues of a fixed sequence, each with a unique name and location. */
export const listTownVenues = (count: number): TownVenue[] =>
  Array.from({ length: count }, (_, index) => NAMED_VENUES[index] ?? generateTownVenue(index - NAMED_VENUES.length))

function generateTownVenue(number: number): TownVenue {
  const kind = getCyclic(GENERATED_KINDS, number)
  const turn = Math.floor(number / GENERATED_KINDS.length)
  const first = getCyclic(FIRST_WORDS, turn + 7 * (number % GENERATED_KINDS.length))
  const last = getCyclic(LAST_WORDS[kind], Math.floor(turn / FIRST_WORDS.length))
  const round = Math.floor(turn / NAMES_PER_KIND)
  const name = round === 0 ? `${first} ${last}` : `${first} ${last}, ${getCyclic(DISTRICTS, round - 1)}`
  const random = createRandom(number + 1)
  const [latitude, longitude] = [random.between(444_560, 444_950) / 10_000, random.between(-732_120, -731_750) / 10_000]
  return createTownVenue(name, kind, `${10 + 3 * turn} ${getCyclic(STREETS, number)}`, [latitude, longitude])
}

const NAMED_ORGANIZERS = [
  ...['Lantern Arts Collective', 'Harbor Jazz Workshop', 'Old Mill Players', 'Bright Field Film Club'],
  ...['Friends of the Library', 'Lakeside Runners', 'Garden Commons', 'Growers of the Valley'],
  ...['Open Window Choir', 'Second Saturday Makers', 'Museum of Everyday Things', 'Little Comet Comedy'],
  ...['Northside Neighbors', 'Gallery Nine Artists'],
]
const GROUP_NOUNS = [
  ...['Singers', 'Players', 'Readers', 'Walkers', 'Cyclists', 'Gardeners', 'Makers', 'Historians', 'Dancers', 'Cooks'],
  ...[
    'Painters',
    'Astronomers',
    'Birders',
    'Skaters',
    'Poets',
    'Quilters',
    'Rowers',
    'Printers',
    'Beekeepers',
    'Fiddlers',
  ],
]

export const MAX_ORGANIZERS = NAMED_ORGANIZERS.length + GROUP_NOUNS.length * FIRST_WORDS.length

export const NAMED_ORGANIZER_COUNT = NAMED_ORGANIZERS.length

/** Names of the first of a fixed sequence of organizers, no two the same. */
export const listTownOrganizers = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const further = index - NAMED_ORGANIZERS.length
    return (
      NAMED_ORGANIZERS[index] ??
      `${getCyclic(FIRST_WORDS, further)} ${getCyclic(GROUP_NOUNS, Math.floor(further / FIRST_WORDS.length))}`
    )
  })

export const createWebsiteUrl = (name: string): string =>
  `https://${slugify(name).replace(/%[0-9a-f]{2}/g, '')}.example/`

/** Returns an entry of a list, wrapping around at its end. */
export function getCyclic<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('the list is empty')
  return found
}
