/** Answers of operations: what each holds and which headers stand by it. */
import { problemCodes } from '../calendar/problem.ts'
import type { MessageKey, Say } from '../text/say.ts'
import { exampleOf } from './examples.ts'
import { told } from './localized.ts'
import type { EndpointDescription } from './route-description.ts'
import { INTEGER, ref, type Schema, STRING } from './schema.ts'

/** Any request can fail so, whatever it asks for: bad JSON, wrong credentials, a body too large, a fault. */
const COMMON = [400, 401, 403, 413, 429, 500, 503] as const
const FAILURES = [...COMMON, 404, 410, 412] as const
type Failure = (typeof FAILURES)[number]

const NAMES: Readonly<Record<Failure, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  410: 'Gone',
  412: 'PreconditionFailed',
  413: 'TooLarge',
  429: 'TooManyRequests',
  500: 'Fault',
  503: 'Overloaded',
}

const header = (schema: Schema, key: MessageKey, required = true) => ({ description: told(key), required, schema })

const totals = () => ({
  'X-TEC-Total': header(INTEGER, 'header.total'),
  'X-TEC-TotalPages': header(INTEGER, 'header.total_pages'),
  'X-WP-Total': header(INTEGER, 'header.total'),
  'X-WP-TotalPages': header(INTEGER, 'header.total_pages'),
  Link: header(STRING, 'header.link'),
})

const validators = () => ({
  ETag: header(STRING, 'header.etag'),
  'Last-Modified': header(STRING, 'header.last_modified', false),
})

const content = (name: string, mediaType = 'application/json', example = name) => ({
  [mediaType]: { schema: ref(name), ...exampleOf(example) },
})

/** The shared answers of failures, each with the codes it may have. */
export function failureResponses() {
  return Object.fromEntries(FAILURES.map((status) => [NAMES[status], failureResponse(status)]))
}

function failureResponse(status: Failure) {
  const codes = problemCodes(status).map((code) => `\`${code}\``)
  const headers = {
    'Content-Language': header(STRING, 'header.content_language'),
    ...(status === 429 && { 'Retry-After': header(INTEGER, 'header.retry_after') }),
  }
  const description = (say: Say) => `${say(`answer.${status}`)}: ${codes.join(', ')}`
  return { description, headers, content: content('Error', 'application/json', NAMES[status]) }
}

/** All answers of an endpoint by status, in ascending order; `conditional` are those of requests under a condition. */
export function responsesOf({ answers, methods, mediaType }: EndpointDescription, conditional: 304 | 412 | undefined) {
  const isRead = methods.includes('GET')
  const own = Object.entries(answers).map(
    ([status, name]) => [status, responseOf(Number(status), name, { isRead, mediaType })] as const,
  )
  const common = COMMON.map((status) => [String(status), shared(status)] as const)
  const held =
    conditional === 304 ? { description: told('answer.304'), headers: validators() } : conditional && shared(412)
  const other = held ? [[String(conditional), held] as const] : []
  return Object.fromEntries([...own, ...common, ...other].sort(([a], [b]) => Number(a) - Number(b)))
}

const shared = (status: Failure) => ({ $ref: `#/components/responses/${NAMES[status]}` })

const isFailure = (status: number): status is Failure => FAILURES.some((one) => one === status)

function responseOf(
  status: number,
  name: string,
  { isRead, mediaType }: { readonly isRead: boolean; readonly mediaType: string | undefined },
) {
  if (isFailure(status)) return shared(status)
  const isCreated = status === 201
  const headers = {
    ...(isCreated && { Location: header(STRING, 'header.location') }),
    ...(name.endsWith('List') && totals()),
    ...(isRead && validators()),
  }
  return {
    description: told(isCreated ? 'answer.201' : 'answer.200'),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: content(name, mediaType),
  }
}
