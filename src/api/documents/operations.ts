/** Builds OpenAPI operations from the endpoints of routes: parameters, bodies, responses and security. */

import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import {
  type EndpointDescription,
  type OperationName,
  type RouteDescription,
  toPlainPath,
  type UploadDescription,
} from '../../http/route-description.ts'
import type { Field, Fields } from '../../kernel/field.ts'
import {
  BOOLEAN,
  createDescription,
  describeSchema,
  objectSchema,
  type Schema,
  STRING,
  schemaRef,
} from '../schemas/json-schema.ts'
import { createExampleRef } from './examples.ts'
import { createParameterSchema, createParametersObject } from './parameter-schemas.ts'
import { createResponses } from './responses.ts'

/** Matches a named capture of a route pattern, for example `(?P<id>\d+)`. */
const CAPTURE_PATTERN = /\(\?P<(\w+)>([^)]*)\)/g

/** Converts a route pattern to an OpenAPI path template. */
export const createPathTemplate = (pattern: string): string =>
  toPlainPath(pattern.replace(CAPTURE_PATTERN, '{$1}')) || '/'

const getTag = (pattern: string): string => {
  const [, name = ''] = pattern.split(/\W+/)
  return name === '' || name === 'doc' ? 'about' : name
}

const isRead = ({ methods }: EndpointDescription): boolean => methods.includes('GET')
const hasBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE'

/** The operations of a route, keyed by lower-case method. */
export function createPathItem(route: RouteDescription, defaults: Readonly<Record<string, unknown>>) {
  const operations = route.endpoints.flatMap((endpoint) =>
    endpoint.methods.map((method) => [
      method.toLowerCase(),
      {
        tags: [getTag(route.pattern)],
        operationId: createOperationId(endpoint.operation, method),
        summary: createDescription(`operation.${endpoint.operation}`),
        parameters: [
          ...createPathParameters(route.pattern),
          ...(hasBody(method) ? [] : createQueryParameters(endpoint, defaults)),
          ...createConditionParameters(route, method),
          ...createHandlingParameters(endpoint, method),
        ],
        ...(hasBody(method) && { requestBody: createRequestBody(endpoint, method) }),
        responses: createResponses(endpoint, getConditionStatus(route, method)),
        security: createSecurity(route, endpoint),
      },
    ]),
  )
  return Object.fromEntries(operations)
}

/** The status of a failed precondition; undefined for POST on a collection. */
function getConditionStatus({ pattern, hasRevisions = true }: RouteDescription, method: string): 304 | 412 | undefined {
  if (method === 'GET') return 304
  return hasRevisions && pattern.includes('(?P<') ? 412 : undefined
}

function createConditionParameters(route: RouteDescription, method: string) {
  const condition = getConditionStatus(route, method)
  if (condition === undefined) return []
  const name = condition === 304 ? 'If-None-Match' : 'If-Match'
  const description = createDescription(condition === 304 ? 'header.if_none_match' : 'header.if_match')
  return [{ name, in: 'header', required: false, description, schema: { type: 'string' } }]
}

/** Parameters of every endpoint. */
function createHandlingParameters(endpoint: EndpointDescription, method: string) {
  const { args, isIrreversible, isRolledBack, returnsCredentials } = endpoint
  const isWrite = method !== 'GET' && !isIrreversible && !isRolledBack
  const header = { name: 'Idempotency-Key', in: 'header', description: createDescription('header.idempotency_key') }
  const createFlag = (name: string, key: MessageKey) => ({
    ...{ name, in: 'query', required: false },
    description: createDescription(key),
    schema: BOOLEAN,
  })
  return [
    ...(isWrite && !returnsCredentials ? [{ ...header, required: false, schema: STRING }] : []),
    ...('strict' in args ? [] : [createFlag('strict', 'parameter.strict')]),
    ...(isWrite ? [createFlag('dry_run', 'parameter.dry_run')] : []),
  ]
}

/** PUT, PATCH and POST on a record share an endpoint, but operation IDs must be unique. */
function createOperationId(operation: OperationName, method: string): string {
  return method === 'PUT' || method === 'PATCH' ? operation.replace(/^update/, method.toLowerCase()) : operation
}

const PATH_TEXTS: Readonly<Record<string, MessageKey>> = {
  id: 'field.id',
  slug: 'field.slug_key',
  external_id: 'field.external_id_key',
  user_id: 'field.user_id',
  uuid: 'field.password_uuid',
  revision: 'field.revision',
  session_id: 'account.session_id',
  passkey_id: 'account.passkey_id',
  run_id: 'source.run_id',
  delivery_id: 'webhook.delivery_id',
  key: 'custom_field.key',
}

function createPathParameters(pattern: string) {
  return [...pattern.matchAll(CAPTURE_PATTERN)].map(([, name = '', expression]) => {
    const description = createDescription(PATH_TEXTS[name] ?? 'field.id')
    const schema = { type: expression === '\\d+' || expression === '[0-9]+' ? 'integer' : 'string' }
    return { name, in: 'path', required: true, description, schema }
  })
}

/** Lists are separated by commas, members of objects named in brackets. */
const PARAMETER_STYLES: Readonly<Record<string, object>> = {
  array: { style: 'form', explode: false },
  object: { style: 'deepObject', explode: true },
}

function createQueryParameters(endpoint: EndpointDescription, defaults: Readonly<Record<string, unknown>>) {
  const getDefault = createDefaultLookup(endpoint, defaults)
  return Object.entries(endpoint.args).map(([name, field]) => {
    const schema = createParameterSchema(field, getDefault(name, field))
    const style = PARAMETER_STYLES[String(schema['type'])]
    return { name, in: 'query', required: false, description: createDescription(field.describe), ...style, schema }
  })
}

/** The name of the body schema, shared by the routes by ID, slug and external ID, and by all restores. */
const getBodyName = ({ operation }: EndpointDescription): string =>
  operation
    .replace(/By(?:Slug|ExternalId)$/, '')
    .replace(/^restore\w+Revision$/, 'restoreRevision')
    .replace(/^restore(?:Event|Venue|Organizer)$/, 'restore')
    .replace(/^merge(?:Venues|Organizers|Categories|Tags)$/, 'mergeRecords')
    .replace(/^add(?:Event|Venue|Organizer)Note$/, 'addNote')
    .replace(/^return(?:Event|Venue|Organizer)$/, 'returnRecord')
    .replace(/^./, (letter) => letter.toUpperCase())

/** The request body schemas of all endpoints, keyed by name. */
export function createBodySchemas(routes: readonly RouteDescription[]): Record<string, Schema> {
  const writes = routes.flatMap(({ endpoints }) => endpoints.filter(({ methods }) => methods.some(hasBody)))
  return Object.fromEntries(writes.map((endpoint) => [getBodyName(endpoint), createBodySchema(endpoint)]))
}

const createBodySchema = (endpoint: EndpointDescription): Schema =>
  createParametersObject(endpoint.args, createDefaultLookup(endpoint))

type GetDefault = (name: string, field: Field) => unknown

/**
 * Defaults of query parameters, some of which depend on the configuration. Body fields state no default, because client
 * generators would make them required.
 */
export function createDefaultLookup(
  { isQuery, isUnpaged }: EndpointDescription,
  defaults: Readonly<Record<string, unknown>> = {},
): GetDefault {
  const { per_page: _, ...unpagedDefaults } = defaults
  const queryDefaults: Readonly<Record<string, unknown>> = isUnpaged ? unpagedDefaults : defaults
  return isQuery ? (name, field) => queryDefaults[name] ?? field.default : () => undefined
}

/** Forms encode lists with commas and objects with brackets. Only POST accepts multipart bodies (wire-contract §1.3). */
function createRequestBody(endpoint: EndpointDescription, method: string) {
  const schema = schemaRef(getBodyName(endpoint))
  if (endpoint.takesFile) return createFileBody(schema, getBodyName(endpoint), endpoint.upload)
  const encoding = createFormEncoding(endpoint.args)
  const form = { schema, ...(Object.keys(encoding).length > 0 && { encoding }) }
  return {
    required: Object.values(endpoint.args).some(({ required }) => required),
    content: {
      'application/json': { schema, ...createExampleRef(getBodyName(endpoint)) },
      'application/x-www-form-urlencoded': form,
      ...(method === 'POST' && { 'multipart/form-data': { schema: addImageFile(endpoint, schema) } }),
    },
  }
}

const BINARY = { type: 'string', format: 'binary' }

/** Allows a file upload for the `image` field. */
function addImageFile({ args }: EndpointDescription, schema: Schema): Schema {
  if (!Object.hasOwn(args, 'image')) return schema
  return { allOf: [schema, objectSchema({}, { image: describeSchema(BINARY, 'field.image_file') })] }
}

/** A file in a form with other fields, or as the raw body with its name in Content-Disposition. */
function createFileBody(fields: Schema, name: string, upload: UploadDescription | undefined) {
  const file = objectSchema({ file: describeSchema(BINARY, upload?.describe ?? 'media.file') })
  return {
    required: true,
    content: {
      'multipart/form-data': { schema: { allOf: [file, fields] } },
      [upload?.mediaType ?? 'image/*']: { schema: BINARY },
      // Images can also be named by a URL.
      ...(!upload && { 'application/json': { schema: fields, ...createExampleRef(name) } }),
    },
  }
}

/** Fields that forms encode with brackets, such as `venue[city]`. */
const BRACKETED_FIELDS: readonly MessageKey[] = [
  'event.venue',
  'event.tickets',
  'event.recurrence',
  'media.crop',
  'media.focal_point',
  'account.passkey_registration',
  'account.passkey_assertion',
  'webhook.filters',
  'field.custom_fields',
  'custom_field.label',
  'import.mapping',
]

function createFormEncoding(args: Fields) {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, field]) => {
      if (BRACKETED_FIELDS.includes(field.describe)) return [[name, { style: 'deepObject', explode: true }]]
      return createParameterSchema(field)['type'] === 'array' ? [[name, { style: 'form', explode: false }]] : []
    }),
  )
}

/** Reads accept optional credentials, and a record password where records can be protected. */
function createSecurity({ needsSignIn = false }: RouteDescription, endpoint: EndpointDescription) {
  if (endpoint.isPublic) return [{}]
  const signedIn = [{ applicationPassword: [] }, { session: [], nonce: [] }]
  if (needsSignIn || !isRead(endpoint)) return signedIn
  const hasPassword = 'password' in endpoint.args
  return [{}, ...signedIn, ...(hasPassword ? [{ eventPassword: [] }] : [])]
}
