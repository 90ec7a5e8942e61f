/** Asking for records by place: decisions, geoloc. */
import { boolean, flawed, mistyped, numberOf, ok, type Parsed, type Reading } from './field.ts'
import { type Circle, FARTHEST } from './place.ts'
import { type Flaw, invalid } from './problem.ts'
import { expectsDegrees, parseDegrees } from './shared-fields.ts'

/** Kilometres. */
export const DEFAULT_RADIUS = 25

function parseRadius(raw: unknown): Reading<number> {
  const number = numberOf(raw)
  if (number === undefined) return mistyped('number')
  return number > 0 && number <= FARTHEST ? ok(number) : flawed
}

/** An empty one is not given: the reference prints both so in its links (decisions, geoloc_lat). */
function coordinate<K extends 'list.geoloc_lat' | 'list.geoloc_lng'>(describe: K, limit: 90 | 180) {
  const parse = parseDegrees(limit)
  return {
    format: 'double',
    describe,
    expects: expectsDegrees(limit),
    parse: (raw: unknown): Reading<number | undefined> => (raw === '' ? ok(undefined) : parse(raw)),
  } as const
}

export const placeQuery = {
  geoloc: boolean('list.geoloc'),
  geoloc_lat: coordinate('list.geoloc_lat', 90),
  geoloc_lng: coordinate('list.geoloc_lng', 180),
} as const

/** Apart, since what the reference does not declare stands last. */
export const geolocRadius = {
  format: 'double',
  describe: 'list.geoloc_radius',
  expects: { key: 'hint.number_above', values: { min: '0', max: String(FARTHEST) } },
  parse: parseRadius,
} as const

export interface PlaceQuery extends Parsed<typeof placeQuery> {
  readonly geoloc_radius?: number
  readonly orderby?: string
}

/** Where records must be: somewhere or nowhere that is known to the viewer, and in the circle. */
export interface PlacePlan {
  readonly isKnown: boolean | undefined
  readonly circle: Circle | undefined
}

/** Undefined when no place is asked for. Half a point, or none where one is needed, is 400 naming what is wanting. */
export function placeAsked(query: PlaceQuery): PlacePlan | undefined {
  const { geoloc, geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: radius = DEFAULT_RADIUS } = query
  if (lat !== undefined && lng !== undefined) return { isKnown: geoloc, circle: { center: { lat, lng }, radius } }
  const dependent = dependentOnPoint(query)
  if (dependent !== undefined) throw pointWanting(query, dependent)
  return geoloc === undefined ? undefined : { isKnown: geoloc, circle: undefined }
}

function dependentOnPoint(query: PlaceQuery): string | undefined {
  if (query.orderby === 'distance') return 'orderby'
  return (['geoloc_lat', 'geoloc_lng', 'geoloc_radius'] as const).find((name) => query[name] !== undefined)
}

function pointWanting(query: PlaceQuery, dependent: string) {
  const flaw: Flaw = { kind: 'invalid', message: 'error.needed_by', values: { name: dependent } }
  const wanting = (['geoloc_lat', 'geoloc_lng'] as const).filter((name) => query[name] === undefined)
  return invalid(Object.fromEntries(wanting.map((name) => [name, flaw])))
}
