/** Steps of the scripted session, and short forms to write them in tables. */
import type { TestUser } from '../helper/service.ts'

export interface RequestOptions {
  readonly as?: TestUser
  /** Sent as JSON. `{name}` in a text is replaced, see `placeholders.ts`. */
  readonly json?: unknown
  /** Sent unchanged, with its content type in `headers`. */
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** IP address of the client; failed sign-ins of an address are limited. */
  readonly from?: string
  /** Name by which later requests refer to the response. */
  readonly save?: string
}

export interface GoldenRequest extends RequestOptions {
  readonly method: string
  /** Path and query, with `{name}` for values of earlier responses. */
  readonly target: string
}

/** Background jobs that the session runs at a known moment. */
export type JobName = 'publish' | 'imports' | 'sources'

export type Step = GoldenRequest | { readonly now: string } | { readonly run: JobName }

export const API = '/api/cal/events/v1'
export const TEC = '/wp-json/tribe/events/v1'
export const WORDPRESS = '/wp-json/wp/v2'

const build =
  (mount: string) =>
  (line: string, options: RequestOptions = {}): GoldenRequest => {
    const at = line.indexOf(' ')
    return { method: line.slice(0, at), target: `${mount}${line.slice(at + 1)}`, ...options }
  }

/** `api('GET /events', { as: 'admin' })`: a request to the own mount of the API. */
export const api = build(API)
/** At the mount of The Events Calendar. */
export const tec = build(TEC)
/** At `wp/v2`. */
export const wordpress = build(WORDPRESS)
/** At any path. */
export const site = build('')

export const EVERYONE = ['anon', 'subscriber', 'contributor', 'author', 'editor', 'admin'] as const

/** The same requests by several users. */
export const forUsers = (users: readonly TestUser[], requests: readonly GoldenRequest[]): GoldenRequest[] =>
  requests.flatMap((request) => users.map((as) => ({ ...request, as })))

export const gets = (
  build: (line: string, options?: RequestOptions) => GoldenRequest,
  targets: readonly string[],
  options: RequestOptions = {},
): GoldenRequest[] => targets.map((target) => build(`GET ${target}`, options))

/** Values of a table, separated by white space. */
export const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const withQueries = (path: string, queries: readonly string[]): string[] =>
  queries.map((query) => `${path}?${query}`)

/** One line that identifies a request in reports: `POST /api/cal/events/v1/events as author {"title":"x"}`. */
export function describeRequest({ method, target, as, json, body, headers, from }: GoldenRequest): string {
  const sent = Buffer.isBuffer(body) ? `(${body.length} bytes)` : body
  const parts = [
    `${method} ${target}`,
    as && as !== 'anon' ? `as ${as}` : '',
    from ? `from ${from}` : '',
    headers ? JSON.stringify(headers) : '',
    json === undefined ? '' : JSON.stringify(json),
    sent ?? '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}
