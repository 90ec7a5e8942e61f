/** The one way tools have to the calendar: requests of its API, as anybody makes them. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** What follows the root of the caller. */
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

export interface ApiResponse {
  readonly status: number
  /** Undefined when it is no JSON. */
  readonly body: unknown
}

export type ApiClient = (call: ApiCall) => Promise<ApiResponse>

export interface OutgoingRequest {
  readonly method: ApiCall['method']
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Carries a request to a service, in this process or another one. */
export type SendRequest = (request: OutgoingRequest) => Promise<{ readonly status: number; readonly text: string }>

interface ApiClientOptions {
  /** Address of the API. */
  readonly baseUrl: string
  /** Who calls, and in which language. */
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

/** Elements of lists stand alone, as names of categories may hold commas. */
function buildQueryString(query: ApiCall['query']): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    Array.isArray(value) ? value.map((element) => [`${name}[]`, String(element)]) : [[name, String(value)]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

function parseJsonIfValid(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
