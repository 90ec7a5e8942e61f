/** HTTP responses and the representations of them (plain, compressed, 304) that clients can negotiate. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { DateTime } from '../../base/time/date-time.ts'
import type { FragmentSources } from '../../calendar/fragments/invalidation-log.ts'
import type { Fragment } from '../../calendar/fragments/json-fragment.ts'
import type { Revision } from '../../calendar/optimistic-lock.ts'
import { ENCODINGS, type Encoding, encode, MIN_BYTES_TO_ENCODE, selectEncoding } from './compression.ts'
import { createEtag, formatHttpDate, isNotModified, type Validators } from './conditional.ts'

/** Text that is produced while it is sent, and encoded then. */
export interface StreamedText {
  readonly chunks: () => AsyncIterable<string>
  readonly encoding: Encoding | undefined
}

/** A stream that is opened when it is sent. */
export interface LazyStream {
  readonly open: () => Readable
}

/** The representation that is sent to one client. */
export interface Representation {
  readonly status: number
  /** Names and values alternate, as in `rawHeaders` of Node. */
  readonly headers: readonly string[]
  readonly body: Buffer | Readable | LazyStream | StreamedText | undefined
}

/** The response of every route. It contains nothing that depends on the client, so it can be cached. */
export interface HttpResponse {
  readonly status: number
  /** Headers of the plain representation without `content-length`; names and values alternate. */
  readonly headers: readonly string[]
  readonly identity: Representation
  /** The 304 and its validators, for successful responses to GET and HEAD. */
  readonly notModified: (Representation & Validators) | undefined
  /** Compressed representations, created on first use; undefined for bodies that are not compressed. */
  readonly encoded: Map<Encoding, Representation> | undefined
  /** True for files, whose compressed representations are kept. */
  readonly isStatic?: boolean | undefined
  /** Last second, UTC, for which the response may be cached; undefined for responses that must not be. */
  readonly validUntil: DateTime | undefined
  /** The records that the response contains, if nothing else can change it; undefined for lists. */
  readonly sources?: FragmentSources | undefined
  /** Label of the route in metrics, for responses that may be cached. */
  readonly route?: string
}

interface HttpResponseOptions {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[] | undefined
  readonly contentType: string
  readonly body: Fragment
  /** For streams; `body` then contains only the tag. */
  readonly chunks?: StreamedText['chunks'] | undefined
  /** Whether the response has validators (ETag, Last-Modified). */
  readonly isRead: boolean
  /** False for formats that are compressed already. */
  readonly isCompressible?: boolean
  /** True for files, whose compressed representations are kept. */
  readonly isStatic?: boolean
  readonly revision?: Revision | undefined
  readonly lastModified?: DateTime | undefined
  readonly validUntil?: DateTime | undefined
  readonly sources?: FragmentSources | undefined
}

export function createHttpResponse(options: HttpResponseOptions): HttpResponse {
  const { status, contentType, lastModified, validUntil, sources, isStatic, isCompressible = true } = options
  const { bytes, tag } = options.body
  const validators =
    options.isRead && status === 200 ? { etag: createEtag(tag, options.revision), lastModified } : undefined
  const common = listHeaders(options.headers)
  for (const cookie of options.cookies ?? []) common.push('set-cookie', cookie)
  if (validators) common.push('etag', validators.etag)
  if (validators && lastModified) common.push('last-modified', formatHttpDate(lastModified))
  const headers = [...common, 'content-type', contentType]
  const notModified = validators && { ...validators, status: 304, headers: common, body: undefined }
  const shared = { status, headers, notModified, validUntil, sources, isStatic }
  if (options.chunks) return { ...shared, ...createStreamRepresentations(status, headers, options.chunks) }
  const isEncoded = isCompressible && bytes.length >= MIN_BYTES_TO_ENCODE
  return {
    ...shared,
    identity: { status, headers: [...headers, 'content-length', String(bytes.length)], body: bytes },
    encoded: isEncoded ? new Map() : undefined,
  }
}

/** A response that is sent as it is: without validators, compression and caching. */
export function createPlainResponse(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Buffer | Readable | LazyStream | undefined,
): HttpResponse {
  const identity: Representation = { status, headers: listHeaders(headers), body }
  return { ...identity, identity, notModified: undefined, encoded: undefined, validUntil: undefined }
}

const listHeaders = (headers: Readonly<Record<string, string>>): string[] => {
  const list: string[] = []
  for (const [name, value] of Object.entries(headers)) list.push(name, value)
  return list
}

function createStreamRepresentations(status: number, headers: readonly string[], chunks: StreamedText['chunks']) {
  const createRepresentation = (encoding: Encoding | undefined): Representation => ({
    status,
    headers: encoding ? [...headers, 'content-encoding', encoding] : headers,
    body: { chunks, encoding },
  })
  return {
    identity: createRepresentation(undefined),
    encoded: new Map(ENCODINGS.map((encoding) => [encoding, createRepresentation(encoding)])),
  }
}

/** The representation for a client; undefined when `encodeRepresentation` has to create it first. */
export function selectRepresentation(
  { identity, notModified, encoded }: HttpResponse,
  requestHeaders: IncomingHttpHeaders,
): Representation | undefined {
  if (notModified && isNotModified(requestHeaders, notModified)) return notModified
  const encoding = encoded && selectEncoding(requestHeaders['accept-encoding'])
  return encoding ? encoded.get(encoding) : identity
}

/** The representation for a client, which is created first if necessary. */
export async function chooseRepresentation(
  response: HttpResponse,
  requestHeaders: IncomingHttpHeaders,
): Promise<Representation> {
  const representation = selectRepresentation(response, requestHeaders)
  if (representation) return representation
  await encodeRepresentation(response, requestHeaders)
  return selectRepresentation(response, requestHeaders) ?? response.identity
}

/** Creates the compressed representation that the client accepts, if any. */
async function encodeRepresentation(response: HttpResponse, requestHeaders: IncomingHttpHeaders): Promise<void> {
  const { status, headers, identity, encoded, isStatic } = response
  const encoding = selectEncoding(requestHeaders['accept-encoding'])
  if (!encoding || !encoded || encoded.has(encoding) || !Buffer.isBuffer(identity.body)) return
  const body = await encode(identity.body, encoding, isStatic)
  const encodingHeaders = ['content-encoding', encoding, 'content-length', String(body.length)]
  encoded.set(encoding, { status, headers: [...headers, ...encodingHeaders], body })
}

/** Estimated memory of headers and objects of a response, in bytes. */
const RESPONSE_OVERHEAD_BYTES = 2000

/** Estimated memory of a response in bytes. It grows when a compressed representation is created. */
export function estimateResponseSize({ identity, encoded }: HttpResponse): number {
  let size = RESPONSE_OVERHEAD_BYTES + getBodyLength(identity)
  if (encoded) for (const representation of encoded.values()) size += getBodyLength(representation)
  return size
}

const getBodyLength = ({ body }: Representation): number => (Buffer.isBuffer(body) ? body.length : 0)
