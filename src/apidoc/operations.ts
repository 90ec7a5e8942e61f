/** Operations, drawn from the endpoints of routes: parameters, bodies, answers, and who may use them. */
import type { Field, Fields } from '../calendar/field.ts'
import type { MessageKey } from '../text/say.ts'
import { responsesOf } from './answers.ts'
import { argumentSchema, argumentsObject } from './argument-schemas.ts'
import { exampleOf } from './examples.ts'
import { told } from './localized.ts'
import { type EndpointDescription, type OperationName, plainPath, type RouteDescription } from './route-description.ts'
import { object, ref, type Schema, said } from './schema.ts'

/** Captures of a pattern, `(?P<id>\d+)` say. */
const CAPTURE = /\(\?P<(\w+)>([^)]*)\)/g

/** The path of a pattern as OpenAPI spells it. */
export const pathOf = (pattern: string): string => plainPath(pattern.replace(CAPTURE, '{$1}')) || '/'

const tagOf = (pattern: string): string => {
  const [, name = ''] = pattern.split(/\W+/)
  return name === '' || name === 'doc' ? 'about' : name
}

const isRead = ({ methods }: EndpointDescription): boolean => methods.includes('GET')
const hasBody = (method: string): boolean => method !== 'GET' && method !== 'DELETE'

/** The operations of a route by their verbs, in lower case. */
export function pathItem(route: RouteDescription, defaults: Readonly<Record<string, unknown>>) {
  const operations = route.endpoints.flatMap((endpoint) =>
    endpoint.methods.map((method) => [
      method.toLowerCase(),
      {
        tags: [tagOf(route.pattern)],
        operationId: operationId(endpoint.operation, method),
        summary: told(`operation.${endpoint.operation}`),
        parameters: [
          ...pathParameters(route.pattern),
          ...(hasBody(method) ? [] : queryParameters(endpoint, defaults)),
          ...conditions(route, method),
        ],
        ...(hasBody(method) && { requestBody: requestBody(endpoint, method) }),
        responses: responsesOf(endpoint, conditionOf(route, method)),
        security: securityOf(route, endpoint),
      },
    ]),
  )
  return Object.fromEntries(operations)
}

/** What the answer is when a condition does not hold; a creation has none. */
function conditionOf({ pattern, hasRevisions = true }: RouteDescription, method: string): 304 | 412 | undefined {
  if (method === 'GET') return 304
  return hasRevisions && pattern.includes('(?P<') ? 412 : undefined
}

function conditions(route: RouteDescription, method: string) {
  const condition = conditionOf(route, method)
  if (condition === undefined) return []
  const name = condition === 304 ? 'If-None-Match' : 'If-Match'
  const description = told(condition === 304 ? 'header.if_none_match' : 'header.if_match')
  return [{ name, in: 'header', required: false, description, schema: { type: 'string' } }]
}

/** PUT and PATCH do what POST does on a record; names must differ. */
function operationId(operation: OperationName, method: string): string {
  return method === 'PUT' || method === 'PATCH' ? operation.replace(/^update/, method.toLowerCase()) : operation
}

const PATH_TEXTS: Readonly<Record<string, MessageKey>> = {
  id: 'field.id',
  slug: 'field.slug_key',
  external_id: 'field.external_id_key',
  user_id: 'field.user_id',
  uuid: 'field.password_uuid',
}

function pathParameters(pattern: string) {
  return [...pattern.matchAll(CAPTURE)].map(([, name = '', expression]) => {
    const description = told(PATH_TEXTS[name] ?? 'field.id')
    const schema = { type: expression === '\\d+' || expression === '[0-9]+' ? 'integer' : 'string' }
    return { name, in: 'path', required: true, description, schema }
  })
}

function queryParameters(endpoint: EndpointDescription, defaults: Readonly<Record<string, unknown>>) {
  const fallbackOf = fallbacksOf(endpoint, defaults)
  return Object.entries(endpoint.args).map(([name, field]) => {
    const schema = argumentSchema(field, fallbackOf(name, field))
    const style = schema['type'] === 'array' && { style: 'form', explode: false }
    return { name, in: 'query', required: false, description: told(field.describe), ...style, schema }
  })
}

/** Name of a body's schema: the same by whatever the record is named. */
const bodyName = ({ operation }: EndpointDescription): string =>
  operation.replace(/By(?:Slug|ExternalId)$/, '').replace(/^./, (letter) => letter.toUpperCase())

/** The bodies that endpoints take, by name. */
export function bodySchemas(routes: readonly RouteDescription[]): Record<string, Schema> {
  const writes = routes.flatMap(({ endpoints }) => endpoints.filter(({ methods }) => methods.some(hasBody)))
  return Object.fromEntries(writes.map((endpoint) => [bodyName(endpoint), bodySchema(endpoint)]))
}

const bodySchema = (endpoint: EndpointDescription): Schema => argumentsObject(endpoint.args, fallbacksOf(endpoint))

type FallbackOf = (name: string, field: Field) => unknown

/**
 * Defaults of query parameters, some of which the site decides. Bodies state none: generators of clients would then
 * require the field.
 */
export function fallbacksOf(
  { isQuery, isWhole }: EndpointDescription,
  defaults: Readonly<Record<string, unknown>> = {},
): FallbackOf {
  const { per_page: _ofPages, ...others } = defaults
  const asked: Readonly<Record<string, unknown>> = isWhole ? others : defaults
  return isQuery ? (name, field) => asked[name] ?? field.default : () => undefined
}

/** Forms say lists with commas and records with brackets; only POST may come as multipart (contract 1.3). */
function requestBody(endpoint: EndpointDescription, method: string) {
  const schema = ref(bodyName(endpoint))
  if (endpoint.takesFile) return fileBody(schema)
  const encoding = formEncoding(endpoint.args)
  const form = { schema, ...(Object.keys(encoding).length > 0 && { encoding }) }
  return {
    required: Object.values(endpoint.args).some(({ required }) => required),
    content: {
      'application/json': { schema, ...exampleOf(bodyName(endpoint)) },
      'application/x-www-form-urlencoded': form,
      ...(method === 'POST' && { 'multipart/form-data': { schema: withImageFile(endpoint, schema) } }),
    },
  }
}

const BINARY = { type: 'string', format: 'binary' }

/** The image of a record may be a file. */
function withImageFile({ args }: EndpointDescription, schema: Schema): Schema {
  if (!Object.hasOwn(args, 'image')) return schema
  return { allOf: [schema, object({}, { image: said(BINARY, 'field.image_file') })] }
}

/** A file as a part of a form beside other fields, or alone, with a name in Content-Disposition. */
function fileBody(fields: Schema) {
  const file = object({ file: said(BINARY, 'media.file') })
  return {
    required: true,
    content: { 'multipart/form-data': { schema: { allOf: [file, fields] } }, 'image/*': { schema: BINARY } },
  }
}
/** Arguments that a form says with brackets. */
const RECORDS: readonly MessageKey[] = ['event.venue', 'event.tickets']

function formEncoding(args: Fields) {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, field]) => {
      if (RECORDS.includes(field.describe)) return [[name, { style: 'deepObject', explode: true }]]
      return argumentSchema(field)['type'] === 'array' ? [[name, { style: 'form', explode: false }]] : []
    }),
  )
}

/** Reading needs no credentials but may have some, and a password where records can be protected. */
function securityOf({ needsSignIn = false }: RouteDescription, endpoint: EndpointDescription) {
  const signedIn = { applicationPassword: [] }
  if (needsSignIn || !isRead(endpoint)) return [signedIn]
  const opens = 'password' in endpoint.args
  return [{}, signedIn, ...(opens ? [{ eventPassword: [] }] : [])]
}
