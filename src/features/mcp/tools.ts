/** MCP tools, created from the same route descriptions as the OpenAPI document. */

import { convertNode } from '../../api/documents/openapi-3-1.ts'
import { createBodySchemas, createDefaultLookup, createPathTemplate } from '../../api/documents/operations.ts'
import { createParametersObject } from '../../api/documents/parameter-schemas.ts'
import {
  arraySchema,
  BOOLEAN,
  describeSchema,
  localizeNode,
  type Schema,
  STRING,
} from '../../api/schemas/json-schema.ts'
import type { Translate } from '../../base/i18n/translate.ts'
import { isRecord } from '../../base/is-record.ts'
import type { EndpointDescription, OperationName, RouteDescription } from '../../http/route-description.ts'
import type { ApiCall, ApiClient, ApiResponse } from './api-client.ts'
import { inlineReferences } from './inline-refs.ts'
import { findSummary, MAIN_LINK_ARGUMENTS, pickProperties, type ToolSummary } from './tool-summary.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** Definition of a tool in the response to `tools/list`. */
export interface ToolDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Self-contained JSON Schema 2020-12. */
  readonly inputSchema: Schema
  readonly annotations: Annotations
}

export interface Tool extends ToolDescription {
  /** Description in the list of tools, with the main arguments; undefined for tools that are described on demand. */
  readonly summary: ToolDescription | undefined
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

export const READ_ANNOTATIONS: Annotations = { readOnlyHint: true, openWorldHint: false }
export const UPDATE_ANNOTATIONS: Annotations = {
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

type Components = Readonly<Record<string, Schema>>

function createTool(operation: ToolOperation, bodies: Components, translate: Translate): Tool {
  const { endpoint, annotations } = operation
  const list = describeList(operation)
  const schema = createArgumentSchema(operation, list)
  const present = (schema: Schema, components: Components): Schema =>
    convertNode(localizeNode(inlineReferences(schema, components), translate))
  const title = translate(`operation.${endpoint.operation}`)
  const named = {
    name: endpoint.operation.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    title,
    annotations,
  }
  const description = list ? `${title}. ${translate('mcp.paging')}` : `${title}.`
  const summary = findSummary(endpoint.operation, schema)
  return {
    ...named,
    description,
    inputSchema: present({ ...schema, additionalProperties: false }, bodies),
    summary: summary && {
      ...named,
      description: [description, ...describeOthers(summary, translate)].join(' '),
      inputSchema: present(summary.schema, shortenBodies(bodies)),
    },
    buildRequest: (args) => buildRequest(operation, list ? { ...DEFAULT_ARGUMENTS, ...args } : args),
    findPage: ({ page }) => (list ? (typeof page === 'number' ? page : 1) : undefined),
  }
}

const describeOthers = ({ otherNames }: ToolSummary, translate: Translate): readonly string[] =>
  otherNames.length > 0 ? [translate('mcp.more', { names: otherNames.join(', ') })] : []

/** All arguments of a tool: parameters of its operation, and those that only tools have. */
function createArgumentSchema({ endpoint, annotations }: ToolOperation, list: ListDescription | undefined): Schema {
  const schema = createParametersObject(
    { ...endpoint.path, ...endpoint.args },
    createDefaultLookup(endpoint, DEFAULT_ARGUMENTS),
    {
      fields: createFieldsSchema(list?.fields),
      ...(hasPeriod(endpoint) && { [WORDS]: describeSchema(STRING, 'mcp.when') }),
      ...(!annotations.readOnlyHint && { dry_run: describeSchema(BOOLEAN, 'parameter.dry_run') }),
    },
  )
  // The API names what is missing, because start and end can be given in words.
  return hasPeriod(endpoint) ? omitRequired(schema, ['start_date', 'end_date']) : schema
}

/** Argument with the start, and mostly the end, of an event in words. The API accepts them as `start_date`. */
const WORDS = 'when'

const hasPeriod = ({ args, isQuery }: EndpointDescription): boolean =>
  !isQuery && args['start_date']?.isWallTime === true

function omitRequired(schema: Schema, names: readonly string[]): Schema {
  const { required, ...others } = schema
  const left = Array.isArray(required) ? required.filter((name: string) => !names.includes(name)) : []
  return left.length > 0 ? { ...others, required: left } : others
}

/** Linked records with their main arguments. */
const shortenBodies = (bodies: Components): Components =>
  Object.fromEntries(
    Object.entries(MAIN_LINK_ARGUMENTS).flatMap(([name, properties]) => {
      const body = bodies[name]
      return body ? [[name, pickProperties(body, properties)]] : []
    }),
  )

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
  const { fields = list?.fields, ...others } = args
  const inputs = hasPeriod(endpoint) ? interpretWords(others) : others
  const path = createPathTemplate(route.pattern).replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(inputs[name])),
  )
  const otherArguments = Object.fromEntries(Object.entries(inputs).filter(([name]) => !(name in endpoint.path)))
  const fieldsQuery = buildFieldsQuery(fields, list?.name)
  return method === 'POST'
    ? { method, path, query: fieldsQuery, body: otherArguments }
    : { method, path, query: { ...otherArguments, ...fieldsQuery } }
}

function interpretWords({ [WORDS]: words, ...inputs }: Arguments): Arguments {
  if (words === undefined) return inputs
  if (inputs['start_date'] !== undefined) throw new Error(`${WORDS} cannot be combined with start_date`)
  return { ...inputs, start_date: words }
}

/** For a failed call with words that mean no date, returns the error that says why. Errors name the given argument. */
export async function explainWords(response: ApiResponse, args: Arguments, callApi: ApiClient): Promise<ApiResponse> {
  const text = args[WORDS]
  if (text === undefined || response.status < 400) return response
  const parsed = await callApi({ method: 'POST', path: '/dates/parse', query: {}, body: { text } })
  return parsed.status < 400 ? renameErrors(response, 'start_date') : renameErrors(parsed, 'text')
}

function renameErrors(response: ApiResponse, parameter: string): ApiResponse {
  const { body } = response
  if (!isRecord(body) || !isRecord(body['data'])) return response
  const data = Object.entries(body['data']).map(([name, errors]) => [name, renameError(errors, parameter)])
  return { ...response, body: { ...body, data: Object.fromEntries(data) } }
}

function renameError(errors: unknown, parameter: string): unknown {
  if (!isRecord(errors) || errors[parameter] === undefined) return errors
  const { [parameter]: error, ...others } = errors
  return { [WORDS]: error, ...others }
}

/** For lists, `fields` selects fields of the records. */
function buildFieldsQuery(fields: unknown, list: string | undefined): Arguments {
  if (!Array.isArray(fields) || fields.length === 0) return {}
  return { _fields: (list ? [...TOTAL_FIELDS, ...fields.map((field) => `${list}.${field}`)] : fields).join(',') }
}
