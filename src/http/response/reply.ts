/** Result of an endpoint, before it is serialized. */
import type { Readable } from 'node:stream'
import type { DateTime } from '../../base/time/date-time.ts'
import type { FragmentSources } from '../../calendar/fragments/invalidation-log.ts'
import type { Problem } from '../../kernel/problem.ts'
import type { StreamedText } from './http-response.ts'

export interface StreamedBody {
  readonly mediaType: string
  /** Identifies the content: equal tags mean equal bodies. The ETag is derived from it. */
  readonly tag: string
  readonly chunks: StreamedText['chunks']
}

export interface EndpointResponse {
  readonly status: number
  readonly body: unknown
  /** Sent instead of `body`; the envelope parameters do not apply to it. */
  readonly stream?: StreamedBody
  /** Server-sent events, instead of `body`. It is opened when the headers are sent. */
  readonly openEvents?: () => Readable
  readonly headers?: Readonly<Record<string, string>>
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[]
  /** For a read of one record: number of the newest change that the response shows. */
  readonly revision?: number
  /** For a read of one record: the records that it contains, whose changes alone can change the response. */
  readonly sources?: FragmentSources
  /** Last second, UTC, for which the same request has the same meaning; by default the end of the site's day. */
  readonly until?: DateTime | undefined
  /** Whether the body contains texts in the language of the request. */
  readonly isLocalized?: boolean
}

export interface EndpointResult {
  readonly response: EndpointResponse | Problem
  /** Sent in addition, also with a problem. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Methods for the `Allow` header; undefined when no route was found. */
  readonly allowedMethods: readonly string[] | undefined
}

export const okResponse = (body: unknown, headers: Readonly<Record<string, string>> = {}): EndpointResponse => ({
  status: 200,
  body,
  headers,
})

/** 201 with the URL of the new record (decisions: Location). */
export const createdResponse = (body: unknown, location: string): EndpointResponse => ({
  status: 201,
  body,
  headers: { location },
})
