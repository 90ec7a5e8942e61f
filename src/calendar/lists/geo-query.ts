/** Filters by location (decisions: geoloc). */

import { createDegreesParser, expectsDegrees } from '../../kernel/common-fields.ts'
import {
  defineBooleanField,
  invalid,
  type Parsed,
  type ParseResult,
  toFiniteNumber,
  typeError,
  valid,
} from '../../kernel/field.ts'
import { createInvalidParams, type FieldError } from '../../kernel/problem.ts'
import { type Circle, MAX_DISTANCE_KM } from '../linked/geo.ts'

/** Kilometers. */
export const DEFAULT_RADIUS_KM = 25

function parseRadius(raw: unknown): ParseResult<number> {
  const number = toFiniteNumber(raw)
  if (number === undefined) return typeError('number')
  return number > 0 && number <= MAX_DISTANCE_KM ? valid(number) : invalid
}

/** Empty counts as omitted, because links of the reference contain empty values (decisions: Empty geoloc_lat, geoloc_lng). */
function coordinate<K extends 'list.geoloc_lat' | 'list.geoloc_lng'>(describe: K, limit: 90 | 180) {
  const parse = createDegreesParser(limit)
  return {
    format: 'double',
    describe,
    expects: expectsDegrees(limit),
    parse: (raw: unknown): ParseResult<number | undefined> => (raw === '' ? valid(undefined) : parse(raw)),
  } as const
}

export const geoQuery = {
  geoloc: defineBooleanField('list.geoloc'),
  geoloc_lat: coordinate('list.geoloc_lat', 90),
  geoloc_lng: coordinate('list.geoloc_lng', 180),
} as const

/** Separate, because parameters that the reference does not declare come last. */
export const geolocRadiusField = {
  format: 'double',
  describe: 'list.geoloc_radius',
  expects: { key: 'hint.number_above', values: { min: '0', max: String(MAX_DISTANCE_KM) } },
  parse: parseRadius,
} as const

export interface GeoQuery extends Parsed<typeof geoQuery> {
  readonly geoloc_radius?: number
  readonly orderby?: string
}

/** Location filter: with or without a location that the viewer may see, and within the circle. */
export interface GeoFilter {
  readonly hasLocation: boolean | undefined
  readonly circle: Circle | undefined
}

/**
 * Undefined without a location filter. An incomplete point, or a missing one where it is required, is a 400 naming the
 * missing parameters.
 */
export function planGeoFilter(query: GeoQuery): GeoFilter | undefined {
  const { geoloc, geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: radius = DEFAULT_RADIUS_KM } = query
  if (lat !== undefined && lng !== undefined) return { hasLocation: geoloc, circle: { center: { lat, lng }, radius } }
  const dependent = findPointDependent(query)
  if (dependent !== undefined) throw createMissingPointProblem(query, dependent)
  return geoloc === undefined ? undefined : { hasLocation: geoloc, circle: undefined }
}

function findPointDependent(query: GeoQuery): string | undefined {
  if (query.orderby === 'distance') return 'orderby'
  return (['geoloc_lat', 'geoloc_lng', 'geoloc_radius'] as const).find((name) => query[name] !== undefined)
}

function createMissingPointProblem(query: GeoQuery, dependent: string) {
  const error: FieldError = { kind: 'invalid', message: 'error.needed_by', values: { name: dependent } }
  const missing = (['geoloc_lat', 'geoloc_lng'] as const).filter((name) => query[name] === undefined)
  return createInvalidParams(Object.fromEntries(missing.map((name) => [name, error])))
}
