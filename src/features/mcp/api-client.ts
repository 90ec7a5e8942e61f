/** Tools use the calendar only through requests to its API, with the rights of the client. */
import { isRecord } from '../../base/is-record.ts'

export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path relative to the base URL. */
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

export interface ApiResponse {
  readonly status: number
  /** Undefined if the response is not JSON. */
  readonly body: unknown
}

export type ApiClient = (call: ApiCall) => Promise<ApiResponse>

export interface OutgoingRequest {
  readonly method: ApiCall['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Sends a request to a service, in this process or another one. */
export type SendRequest = (request: OutgoingRequest) => Promise<{ readonly status: number; readonly text: string }>

interface ApiClientOptions {
  /** URL of the API namespace. */
  readonly baseUrl: string
  /** Credentials and language. */
  readonly headers: Readonly<Record<string, string>>
}

export const createApiClient =
  (sendRequest: SendRequest, { baseUrl, headers }: ApiClientOptions): ApiClient =>
  async ({ method, path, query, body }) => {
    const { status, text } = await sendRequest({
      method,
      url: `${baseUrl}${path}${buildQueryString(query)}`,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    return { status, body: parseJsonIfValid(text) }
  }

/** List items are sent as separate parameters, because names of categories may contain commas. */
function buildQueryString(query: ApiCall['query']): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => buildPairs(name, value))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

function buildPairs(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.map((element) => [`${name}[]`, String(element)])
  if (!isRecord(value)) return [[name, String(value)]]
  return Object.entries(value).map(([key, part]) => [`${name}[${key}]`, String(part)])
}

function parseJsonIfValid(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
