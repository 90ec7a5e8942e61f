/** Tools, drawn from the same table as the documents: one for each operation that is offered. */
import { argumentsObject } from '../apidoc/argument-schemas.ts'
import { localized } from '../apidoc/localized.ts'
import { translatedNode } from '../apidoc/openapi-3-1.ts'
import { bodySchemas, fallbacksOf, pathOf } from '../apidoc/operations.ts'
import type { EndpointDescription, OperationName, RouteDescription } from '../apidoc/route-description.ts'
import { listOf, type Schema, STRING, said } from '../apidoc/schema.ts'
import type { Say } from '../text/say.ts'
import type { ApiCall } from './caller.ts'
import { selfContained } from './self-contained.ts'

export type Arguments = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON Schema 2020-12 without references to anywhere else. */
  readonly inputSchema: Schema
  readonly annotations: Annotations
  readonly requestOf: (args: Arguments) => ApiCall
  /** The page of a list that is asked for; undefined for tools that list nothing. */
  readonly pageOf: (args: Arguments) => number | undefined
}

interface Annotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint: false
}

const READING: Annotations = { readOnlyHint: true, openWorldHint: false }
const CHANGING: Annotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
}
const ADDING: Annotations = { ...CHANGING, destructiveHint: false, idempotentHint: false }

interface Manner {
  readonly method: ApiCall['method']
  readonly annotations: Annotations
}

interface Offer extends Manner {
  readonly operations: readonly OperationName[]
}

/** Terms are only read: an event that names a new one creates it. */
const OFFERED: readonly Offer[] = [
  {
    method: 'GET',
    annotations: READING,
    operations: ['listEvents', 'getEvent', 'listVenues', 'getVenue', 'listOrganizers', 'getOrganizer'],
  },
  { method: 'GET', annotations: READING, operations: ['listCategories', 'listTags'] },
  { method: 'POST', annotations: ADDING, operations: ['createEvent', 'createVenue', 'createOrganizer'] },
  { method: 'POST', annotations: CHANGING, operations: ['updateEvent', 'updateVenue', 'updateOrganizer'] },
  { method: 'DELETE', annotations: CHANGING, operations: ['deleteEvent', 'deleteVenue', 'deleteOrganizer'] },
]

const TERM = ['id', 'name', 'slug', 'parent', 'count']

/** What lists show of a record unless told otherwise: a page of whole records says more than anybody reads. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  events: [
    ...['id', 'title', 'status', 'start_date', 'end_date', 'all_day', 'timezone', 'cost', 'url'],
    ...['venue.id', 'venue.venue', 'venue.city', 'organizer.id', 'organizer.organizer', 'categories.name'],
  ],
  venues: ['id', 'venue', 'status', 'address', 'city', 'country', 'url'],
  organizers: ['id', 'organizer', 'status', 'email', 'phone', 'url'],
  categories: TERM,
  tags: TERM,
}

const TOTALS = ['total', 'total_pages']

/** Records on a page: what a model reads at once, rather than what a program fetches. */
const DEFAULTS: Arguments = { per_page: 20 }

export function toolsOf(routes: readonly RouteDescription[], say: Say): readonly Tool[] {
  const bodies = bodySchemas(routes)
  return OFFERED.flatMap(({ operations, ...manner }) =>
    operations.map((name) => toolOf({ ...manner, ...find(routes, name) }, bodies, say)),
  )
}

interface Operation extends Manner {
  readonly route: RouteDescription
  readonly endpoint: EndpointDescription
}

function find(routes: readonly RouteDescription[], operation: OperationName): Omit<Operation, keyof Manner> {
  for (const route of routes) {
    const endpoint = route.endpoints.find((one) => one.operation === operation)
    if (endpoint) return { route, endpoint }
  }
  throw new Error(`there is no operation ${operation}`)
}

function toolOf(operation: Operation, bodies: Readonly<Record<string, Schema>>, say: Say): Tool {
  const { endpoint, annotations } = operation
  const list = listIn(operation)
  const schema = argumentsObject({ ...endpoint.path, ...endpoint.args }, fallbacksOf(endpoint, DEFAULTS), {
    fields: fieldsSchema(list?.fields),
  })
  const title = say(`operation.${endpoint.operation}`)
  const whole = selfContained({ ...schema, additionalProperties: false }, bodies)
  return {
    name: endpoint.operation.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    title,
    description: list ? `${title}. ${say('mcp.paging')}` : title,
    inputSchema: translatedNode(localized(whole, say)),
    annotations,
    requestOf: (args) => requestOf(operation, list ? { ...DEFAULTS, ...args } : args),
    pageOf: ({ page }) => (list ? (typeof page === 'number' ? page : 1) : undefined),
  }
}

interface List {
  readonly name: string
  readonly fields: readonly string[]
}

/** What the records of a list are called, and what is shown of them. */
function listIn({ route, method }: Operation): List | undefined {
  if (method !== 'GET') return undefined
  const name = route.pattern.slice(1)
  const fields = LISTED[name]
  return fields && { name, fields }
}

const fieldsSchema = (listed: readonly string[] | undefined): Schema => ({
  ...said(listOf(STRING), 'mcp.fields'),
  ...(listed && { default: listed }),
})

/** Arguments by where the API takes them: in the path, in the query or in the body. */
function requestOf(operation: Operation, args: Arguments): ApiCall {
  const { route, endpoint, method } = operation
  const list = listIn(operation)
  const { fields = list?.fields, ...given } = args
  const path = pathOf(route.pattern).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])))
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !(name in endpoint.path)))
  const shown = shownFields(fields, list?.name)
  return method === 'POST'
    ? { method, path, query: shown, body: others }
    : { method, path, query: { ...others, ...shown } }
}

/** Of a list, fields are those of its records. */
function shownFields(fields: unknown, list: string | undefined): Arguments {
  if (!Array.isArray(fields) || fields.length === 0) return {}
  return { _fields: (list ? [...TOTALS, ...fields.map((field) => `${list}.${field}`)] : fields).join(',') }
}
