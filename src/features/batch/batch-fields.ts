/** Parameters and response of `POST /batch`. */

import { arraySchema, describeSchema, objectSchema, schemaRef } from '../../api/schemas/json-schema.ts'
import { isRecord } from '../../base/is-record.ts'
import { BATCH_METHODS, type BatchItem } from '../../http/endpoint.ts'
import { defineBooleanField, type Parsed, type ParseResult, valid } from '../../kernel/field.ts'
import type { FieldError } from '../../kernel/problem.ts'

export const MAX_BATCH_REQUESTS = 100

/** Credentials are those of the batch, and the body is JSON. */
const ITEM_HEADERS: ReadonlySet<string> = new Set([
  ...['accept-language', 'idempotency-key', 'if-match', 'if-none-match', 'prefer'],
  ...['x-event-password', 'x-http-method-override'],
])

/** They would change the status or the format of a response. */
const EXCLUDED_PARAMETERS = ['_envelope', '_jsonp']

const EXPECTS = { key: 'hint.batch_requests', values: { limit: String(MAX_BATCH_REQUESTS) } } as const
const INVALID: FieldError = { kind: 'invalid', hint: EXPECTS }

function parseRequests(raw: unknown): ParseResult<readonly BatchItem[]> {
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > MAX_BATCH_REQUESTS) return { error: INVALID }
  const items = raw.flatMap((one) => parseItem(one) ?? [])
  return items.length === raw.length ? valid(items) : { error: INVALID }
}

function parseItem(raw: unknown): BatchItem | undefined {
  if (!isRecord(raw)) return undefined
  const method = BATCH_METHODS.find((name) => name === String(raw['method']).toUpperCase())
  const path = parsePath(raw['path'])
  const headers = parseHeaders(raw['headers'] ?? {})
  const { body } = raw
  if (!method || path === undefined || !headers) return undefined
  if (body === undefined || body === null) return { method, path, headers, body: undefined }
  return isRecord(body) ? { method, path, headers, body } : undefined
}

const BASE = 'http://batch/base'

/** Normalized, so that dot segments cannot leave the namespace. */
function parsePath(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || !raw.startsWith('/') || !URL.canParse(`${BASE}${raw}`)) return undefined
  const url = new URL(`${BASE}${raw}`)
  const isInside = `${url.origin}${url.pathname}`.startsWith(`${BASE}/`)
  const isPlain = EXCLUDED_PARAMETERS.every((name) => !url.searchParams.has(name))
  return isInside && isPlain ? `${url.pathname.slice('/base'.length)}${url.search}` : undefined
}

function parseHeaders(raw: unknown): BatchItem['headers'] | undefined {
  if (!isRecord(raw)) return undefined
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(raw)) {
    if (!ITEM_HEADERS.has(name.toLowerCase()) || typeof value !== 'string' || !/^[\x20-\x7e]*$/.test(value))
      return undefined
    headers[name.toLowerCase()] = value
  }
  return headers
}

export const batchFields = {
  requests: { describe: 'batch.requests', expects: EXPECTS, required: true, parse: parseRequests },
  atomic: defineBooleanField('batch.atomic'),
} as const

export type BatchArguments = Parsed<typeof batchFields>

export const createBatchSchemas = () => ({
  Batch: objectSchema({ responses: describeSchema(arraySchema(schemaRef('BatchItem')), 'batch.responses') }),
})
