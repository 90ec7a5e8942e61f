/** The one way tools have to the calendar: requests of its API, as anybody makes them. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** What follows the root of the caller. */
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

export interface ApiAnswer {
  readonly status: number
  /** Undefined when it is no JSON. */
  readonly body: unknown
}

export type Caller = (call: ApiCall) => Promise<ApiAnswer>

export interface Outgoing {
  readonly method: ApiCall['method']
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Carries a request to a service, in this process or another one. */
export type Send = (request: Outgoing) => Promise<{ readonly status: number; readonly text: string }>

interface From {
  /** Address of the API. */
  readonly root: string
  /** Who calls, and in which language. */
  readonly headers: Readonly<Record<string, string>>
}

export const callerOver =
  (send: Send, { root, headers }: From): Caller =>
  async ({ method, path, query, body }) => {
    const { status, text } = await send({
      method,
      address: `${root}${path}${searchOf(query)}`,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    return { status, body: parsed(text) }
  }

/** Elements of lists stand alone, as names of categories may hold commas. */
function searchOf(query: ApiCall['query']): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    Array.isArray(value) ? value.map((one) => [`${name}[]`, String(one)]) : [[name, String(value)]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
