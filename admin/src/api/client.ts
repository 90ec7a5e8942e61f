/** Requests to the API with the session of the user. */
import { findLanguage } from '../language.ts'
import { SITE_URL } from '../settings.ts'
import { ApiError } from './api-error.ts'
import { session } from './session.ts'

export interface ApiRequest {
  readonly method?: string
  /** Sent as JSON; a FormData or Blob as it is. */
  readonly body?: unknown
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Sent without the session, which need not exist. */
  readonly isPublic?: boolean
}

/** The service and the admin are built together, so the type of a response is stated by the caller and not checked. */
export interface ApiResponse<T> {
  readonly json: T
  readonly headers: Headers
  readonly status: number
}

const API_URL = new URL('api/cal/events/v1', SITE_URL).href

/** URL of a path of the API such as `/events/5`. Arrays become repeated parameters; undefined and empty values are omitted. */
export function buildApiUrl(path: string, query: ApiRequest['query'] = {}): string {
  const url = new URL(`${API_URL}${path}`)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    if (Array.isArray(value)) for (const one of value) url.searchParams.append(`${name}[]`, String(one))
    else url.searchParams.set(name, String(value))
  }
  return url.href
}

const SESSION_ENDED = ['rest_cookie_invalid_nonce', 'rest_not_logged_in']

/**
 * Sends a request. Errors are in the language of the admin where the site has it.
 * @throws ApiError for error responses; TypeError if the service is unreachable
 */
export async function send<T>(path: string, request: ApiRequest = {}): Promise<ApiResponse<T>> {
  for (;;) {
    const response = await fetchOnce(path, request)
    const json = await readJson(response)
    if (response.ok) return { json, headers: response.headers, status: response.status }
    const error = new ApiError(response.status, json ?? {})
    if (!SESSION_ENDED.includes(error.code)) throw error
    await session.waitForSignIn()
  }
}

/**
 * Reads a file, such as an export.
 * @throws ApiError for error responses
 */
export async function fetchFile(path: string, query?: ApiRequest['query']): Promise<Blob> {
  const response = await fetchOnce(path, { query })
  if (!response.ok) throw new ApiError(response.status, (await readJson(response)) ?? {})
  return response.blob()
}

async function fetchOnce(path: string, { method = 'GET', body, query, headers, signal, isPublic }: ApiRequest) {
  const signedIn = isPublic ? undefined : await session.read()
  const isRaw = body instanceof FormData || body instanceof Blob
  return fetch(buildApiUrl(path, query), {
    method,
    headers: {
      accept: 'application/json',
      'accept-language': findLanguage(),
      ...(signedIn && { 'x-wp-nonce': signedIn.nonce }),
      ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

async function readJson(response: Response) {
  const text = await response.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface BatchItem {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface BatchResult<T = unknown> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: T
}

const MAX_BATCH = 100

/** Sends requests in batches of 100. Each has its own result; see docs/guides/retries-and-batches.md. */
export async function sendBatch<T>(requests: readonly BatchItem[]): Promise<BatchResult<T>[]> {
  const results: BatchResult<T>[] = []
  for (let start = 0; start < requests.length; start += MAX_BATCH) {
    const body = { requests: requests.slice(start, start + MAX_BATCH) }
    const { json } = await send<{ responses: BatchResult<T>[] }>('/batch', { method: 'POST', body })
    results.push(...json.responses)
  }
  return results
}

/** The error of a result, or undefined. */
export const findBatchError = ({ status, body }: BatchResult): ApiError | undefined =>
  status >= 400 ? new ApiError(status, Object(body)) : undefined
