/** The door of the package: a client that knows every path, parameter and answer of the service. */
import createClient, { type Client } from 'openapi-fetch'
import { type Lists, listsOf } from './lists.ts'
import { type Send, withRetries } from './retries.ts'
import type { components, paths } from './schema.ts'

export type { Change, CopyOptions, CopyQuery, CopyStore, CopyUpdate, FollowOptions, MemoryStore } from './copy.ts'
export { CalendsCopy, createMemoryStore } from './copy.ts'
export { CalendsError, dataOf } from './failure.ts'
export type { ListPath, ListQuery, ListRecord, Page } from './lists.ts'
export type { components, operations, paths } from './schema.ts'

type Schemas = components['schemas']
export type Event = Schemas['Event']
export type Venue = Schemas['Venue']
export type Organizer = Schemas['Organizer']
export type Term = Schemas['Term']
export type Media = Schemas['Media']
export type Failure = Schemas['Error']

export interface CalendsOptions {
  /** Where the service is, `https://calendar.example`, or one of its two namespaces below that. */
  readonly url: string
  readonly login?: string
  /** Sent with every request, together with the login. */
  readonly applicationPassword?: string
  /** Of messages and texts, `de` say; the service's own when not given. */
  readonly language?: string
  /** How often a request is sent again when the service is not ready for it: 3 when not given. */
  readonly retries?: number
  /** Stands in for the global `fetch`. */
  readonly fetch?: Send
}

/** `GET`, `POST`, `PUT`, `PATCH` and `DELETE` give `{ data, error, response }`; lists can be walked whole. */
export type Calends = Client<paths> & Lists

export function createCalends(options: CalendsOptions): Calends {
  // Asked for at each call, so that whoever replaces the global one is heard.
  const send = options.fetch ?? ((request) => fetch(request))
  const client = createClient<paths>({
    baseUrl: baseOf(options),
    headers: { authorization: authorizationOf(options) },
    fetch: withRetries(send, options.retries ?? 3),
    querySerializer: { array: { style: 'form', explode: false } },
    bodySerializer: serialize,
  })
  return { ...client, ...listsOf(client) }
}

const NAMESPACE = /\/(?:api\/cal|wp-json\/tribe)\/events\/v1$/

/** The language stands before the namespace. */
function baseOf({ url, language }: CalendsOptions): string {
  const address = url.replace(/\/+$/, '')
  const namespace = NAMESPACE.exec(address)?.[0]
  const home = namespace ? address.slice(0, -namespace.length) : address
  return `${home}${language ? `/${language}` : ''}${namespace ?? '/api/cal/events/v1'}`
}

function authorizationOf({ login, applicationPassword }: CalendsOptions): string | undefined {
  if (login === undefined && applicationPassword === undefined) return undefined
  if (!login || !applicationPassword) throw new TypeError('login and applicationPassword go together')
  const bytes = new TextEncoder().encode(`${login}:${applicationPassword}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

/** A body with a file in it goes as a form, a file alone as it is, and everything else as JSON. */
function serialize(body: unknown): string | Blob | FormData {
  if (body instanceof Blob || body instanceof FormData) return body
  const entries = Object.entries(body ?? {})
  return entries.some(([, value]) => value instanceof Blob) ? formOf(entries) : JSON.stringify(body)
}

function formOf(entries: readonly (readonly [string, unknown])[]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) {
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value ?? ''))
  }
  return form
}
