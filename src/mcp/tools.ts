/** MCP tools, created from the same route descriptions as the OpenAPI document. */

import { convertNode } from '../apidoc/openapi-3-1.ts'
import { createBodySchemas, createDefaultLookup, createPathTemplate } from '../apidoc/operations.ts'
import { createParametersObject } from '../apidoc/parameter-schemas.ts'
import type { EndpointDescription, OperationName, RouteDescription } from '../apidoc/route-description.ts'
import {
  arraySchema,
  BOOLEAN,
  describeSchema,
  localizeNode,
  type Schema,
  STRING,
} from '../apidoc/schemas/json-schema.ts'
import type { Translate } from '../i18n/translate.ts'
import type { ApiCall } from './api-client.ts'
import { inlineReferences } from './inline-refs.ts'

export type Arguments = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Self-contained JSON Schema 2020-12. */
  readonly inputSchema: Schema
  readonly annotations: Annotations
  readonly buildRequest: (args: Arguments) => ApiCall
  /** Page number of a list; undefined for tools that do not list records. */
  readonly findPage: (args: Arguments) => number | undefined
}

interface Annotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint: false
}

const READ_ANNOTATIONS: Annotations = { readOnlyHint: true, openWorldHint: false }
const UPDATE_ANNOTATIONS: Annotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
}
const CREATE_ANNOTATIONS: Annotations = { ...UPDATE_ANNOTATIONS, destructiveHint: false, idempotentHint: false }

interface ToolMethod {
  readonly method: ApiCall['method']
  readonly annotations: Annotations
}

interface ToolGroup extends ToolMethod {
  readonly operations: readonly OperationName[]
}

/** Terms are read-only, because writing an event creates missing terms. */
const TOOL_GROUPS: readonly ToolGroup[] = [
  {
    method: 'GET',
    annotations: READ_ANNOTATIONS,
    operations: ['listEvents', 'getEvent', 'listVenues', 'getVenue', 'listOrganizers', 'getOrganizer'],
  },
  {
    method: 'GET',
    annotations: READ_ANNOTATIONS,
    operations: ['listSeries', 'getSeries', 'listSeriesEvents', 'listCategories', 'listTags'],
  },
  { method: 'POST', annotations: READ_ANNOTATIONS, operations: ['previewSeries', 'parseDate'] },
  {
    method: 'POST',
    annotations: CREATE_ANNOTATIONS,
    operations: ['createEvent', 'createSeries', 'createVenue', 'createOrganizer'],
  },
  {
    method: 'POST',
    annotations: UPDATE_ANNOTATIONS,
    operations: ['updateEvent', 'detachEvent', 'updateSeries', 'updateVenue', 'updateOrganizer'],
  },
  {
    method: 'DELETE',
    annotations: UPDATE_ANNOTATIONS,
    operations: ['deleteEvent', 'deleteSeries', 'deleteVenue', 'deleteOrganizer'],
  },
  {
    method: 'GET',
    annotations: READ_ANNOTATIONS,
    operations: ['listEventHistory', 'listVenueHistory', 'listOrganizerHistory'],
  },
  {
    method: 'POST',
    annotations: UPDATE_ANNOTATIONS,
    operations: [
      ...(['restoreEvent', 'restoreVenue', 'restoreOrganizer'] as const),
      ...(['restoreEventRevision', 'restoreVenueRevision', 'restoreOrganizerRevision'] as const),
    ],
  },
]

const TERM_FIELDS = ['id', 'name', 'slug', 'parent', 'count']

/** Default fields of list items. Complete records would exceed what a model can use. */
const DEFAULT_LIST_FIELDS: Readonly<Record<string, readonly string[]>> = {
  events: [
    ...['id', 'title', 'status', 'start_date', 'end_date', 'all_day', 'timezone', 'cost', 'url'],
    ...['venue.id', 'venue.venue', 'venue.city', 'organizer.id', 'organizer.organizer', 'categories.name'],
    ...['event_status', 'is_virtual', 'series.id'],
  ],
  series: ['id', 'title', 'status', 'start_date', 'end_date', 'timezone', 'recurrence_text', 'url'],
  venues: ['id', 'venue', 'status', 'address', 'city', 'country', 'url'],
  organizers: ['id', 'organizer', 'status', 'email', 'phone', 'url'],
  categories: TERM_FIELDS,
  tags: TERM_FIELDS,
  history: ['revision', 'date', 'action', 'channel', 'user', 'changes'],
}

const TOTAL_FIELDS = ['total', 'total_pages']

/** Smaller pages than in the API, to save context of the model. */
const DEFAULT_ARGUMENTS: Arguments = { per_page: 20 }

export function createTools(routes: readonly RouteDescription[], translate: Translate): readonly Tool[] {
  const bodies = createBodySchemas(routes)
  return TOOL_GROUPS.flatMap(({ operations, ...method }) =>
    operations.map((name) => createTool({ ...method, ...findOperation(routes, name) }, bodies, translate)),
  )
}

interface ToolOperation extends ToolMethod {
  readonly route: RouteDescription
  readonly endpoint: EndpointDescription
}

function findOperation(
  routes: readonly RouteDescription[],
  operation: OperationName,
): Omit<ToolOperation, keyof ToolMethod> {
  for (const route of routes) {
    const endpoint = route.endpoints.find((candidate) => candidate.operation === operation)
    if (endpoint) return { route, endpoint }
  }
  throw new Error(`Unknown operation: ${operation}`)
}

function createTool(operation: ToolOperation, bodies: Readonly<Record<string, Schema>>, translate: Translate): Tool {
  const { endpoint, annotations } = operation
  const listDescription = describeList(operation)
  const schema = createParametersObject(
    { ...endpoint.path, ...endpoint.args },
    createDefaultLookup(endpoint, DEFAULT_ARGUMENTS),
    {
      fields: createFieldsSchema(listDescription?.fields),
      ...(!annotations.readOnlyHint && { dry_run: describeSchema(BOOLEAN, 'parameter.dry_run') }),
    },
  )
  const title = translate(`operation.${endpoint.operation}`)
  const inputSchema = inlineReferences({ ...schema, additionalProperties: false }, bodies)
  return {
    name: endpoint.operation.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    title,
    description: listDescription ? `${title}. ${translate('mcp.paging')}` : title,
    inputSchema: convertNode(localizeNode(inputSchema, translate)),
    annotations,
    buildRequest: (args) => buildRequest(operation, listDescription ? { ...DEFAULT_ARGUMENTS, ...args } : args),
    findPage: ({ page }) => (listDescription ? (typeof page === 'number' ? page : 1) : undefined),
  }
}

interface ListDescription {
  readonly name: string
  readonly fields: readonly string[]
}

/** Collection name and default fields of a list operation. */
function describeList({ route, method }: ToolOperation): ListDescription | undefined {
  if (method !== 'GET') return undefined
  const name = route.pattern.slice(route.pattern.lastIndexOf('/') + 1)
  const fields = DEFAULT_LIST_FIELDS[name]
  return fields && { name, fields }
}

const createFieldsSchema = (defaultFields: readonly string[] | undefined): Schema => ({
  ...describeSchema(arraySchema(STRING), 'mcp.fields'),
  ...(defaultFields && { default: defaultFields }),
})

/** Distributes the arguments to path, query and body. */
function buildRequest(operation: ToolOperation, args: Arguments): ApiCall {
  const { route, endpoint, method } = operation
  const list = describeList(operation)
  const { fields = list?.fields, ...inputs } = args
  const path = createPathTemplate(route.pattern).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(inputs[name])),
  )
  const otherArguments = Object.fromEntries(Object.entries(inputs).filter(([name]) => !(name in endpoint.path)))
  const fieldsQuery = buildFieldsQuery(fields, list?.name)
  return method === 'POST'
    ? { method, path, query: fieldsQuery, body: otherArguments }
    : { method, path, query: { ...otherArguments, ...fieldsQuery } }
}

/** For lists, `fields` selects fields of the records. */
function buildFieldsQuery(fields: unknown, list: string | undefined): Arguments {
  if (!Array.isArray(fields) || fields.length === 0) return {}
  return { _fields: (list ? [...TOTAL_FIELDS, ...fields.map((field) => `${list}.${field}`)] : fields).join(',') }
}
