/** OpenAPI responses: content and headers. */

import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import type { Translate } from '../../base/i18n/translate.ts'
import type { EndpointDescription } from '../../http/route-description.ts'
import { findProblemCodes } from '../../kernel/problem.ts'
import { createDescription, INTEGER, type Schema, STRING, schemaRef } from '../schemas/json-schema.ts'
import { createExampleRef } from './examples.ts'

/** Errors that every route can return: invalid JSON, wrong credentials, a body that is too large, server errors. */
const COMMON_STATUSES = [400, 401, 403, 413, 429, 500, 503] as const
/** Errors of writes. */
const WRITE_STATUSES = [409, 422] as const
const FAILURE_STATUSES = [...COMMON_STATUSES, ...WRITE_STATUSES, 404, 410, 412] as const
type FailureStatus = (typeof FAILURE_STATUSES)[number]

const RESPONSE_NAMES: Readonly<Record<FailureStatus, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  412: 'PreconditionFailed',
  413: 'TooLarge',
  422: 'KeyReused',
  429: 'TooManyRequests',
  500: 'Fault',
  503: 'Overloaded',
}

const createHeader = (schema: Schema, key: MessageKey, required = true) => ({
  description: createDescription(key),
  required,
  schema,
})

const createTotalHeaders = () => ({
  'X-TEC-Total': createHeader(INTEGER, 'header.total'),
  'X-TEC-TotalPages': createHeader(INTEGER, 'header.total_pages'),
  'X-WP-Total': createHeader(INTEGER, 'header.total'),
  'X-WP-TotalPages': createHeader(INTEGER, 'header.total_pages'),
  Link: createHeader(STRING, 'header.link'),
})

const createValidatorHeaders = () => ({
  ETag: createHeader(STRING, 'header.etag'),
  'Last-Modified': createHeader(STRING, 'header.last_modified', false),
})

const createContent = (name: string, mediaType = 'application/json', example = name) => ({
  [mediaType]: { schema: schemaRef(name), ...createExampleRef(example) },
})

/** Shared error responses by name. Each description lists the error codes of the status. */
export function createFailureResponses() {
  return Object.fromEntries(FAILURE_STATUSES.map((status) => [RESPONSE_NAMES[status], createFailureResponse(status)]))
}

function createFailureResponse(status: FailureStatus) {
  const codes = findProblemCodes(status).map((code) => `\`${code}\``)
  const headers = {
    'Content-Language': createHeader(STRING, 'header.content_language'),
    ...(status === 429 && { 'Retry-After': createHeader(INTEGER, 'header.retry_after') }),
  }
  const description = (translate: Translate) => `${translate(`answer.${status}`)}: ${codes.join(', ')}`
  return { description, headers, content: createContent('Error', 'application/json', RESPONSE_NAMES[status]) }
}

/** All responses of an endpoint, keyed by status in ascending order. `conditionStatus` is that of a failed precondition. */
export function createResponses(
  { answers, methods, mediaType }: EndpointDescription,
  conditionStatus: 304 | 412 | undefined,
) {
  const isRead = methods.includes('GET')
  const own = Object.entries(answers).map(
    ([status, name]) => [status, createResponse(Number(status), name, { isRead, mediaType })] as const,
  )
  const shared = isRead ? COMMON_STATUSES : [...COMMON_STATUSES, ...WRITE_STATUSES]
  const common = shared.map((status) => [String(status), createResponseRef(status)] as const)
  const conditionalResponse =
    conditionStatus === 304
      ? { description: createDescription('answer.304'), headers: createValidatorHeaders() }
      : conditionStatus && createResponseRef(412)
  const conditionalEntries = conditionalResponse ? [[String(conditionStatus), conditionalResponse] as const] : []
  return Object.fromEntries([...own, ...common, ...conditionalEntries].sort(([a], [b]) => Number(a) - Number(b)))
}

const createResponseRef = (status: FailureStatus) => ({ $ref: `#/components/responses/${RESPONSE_NAMES[status]}` })

const isFailure = (status: number): status is FailureStatus => FAILURE_STATUSES.some((failure) => failure === status)

function createResponse(
  status: number,
  name: string,
  { isRead, mediaType }: { readonly isRead: boolean; readonly mediaType: string | undefined },
) {
  if (isFailure(status)) return createResponseRef(status)
  const hasLocation = status === 201 || status === 202
  const headers = {
    ...(hasLocation && { Location: createHeader(STRING, 'header.location') }),
    ...(name.endsWith('List') && createTotalHeaders()),
    ...(isRead && createValidatorHeaders()),
  }
  return {
    description: createDescription(status === 201 ? 'answer.201' : status === 202 ? 'answer.202' : 'answer.200'),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: createContent(name, mediaType),
  }
}
