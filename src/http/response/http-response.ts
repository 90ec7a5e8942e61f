/** An answer in bytes, with all that its headers say whoever asks. */
import type { IncomingHttpHeaders } from 'node:http'
import type { DateTime } from '../../datetime/parse-date.ts'
import type { Fragment } from '../../presenters/json-fragment.ts'
import type { Revision } from '../../usecases/optimistic-lock.ts'
import { ENCODINGS, type Encoding, encode, MIN_BYTES_TO_ENCODE, selectEncoding } from './compression.ts'
import { createEtag, formatHttpDate, isNotModified, type Validators } from './conditional.ts'

/** What goes out. Names and values of headers stand in turn. */
export interface Representation {
  readonly status: number
  readonly headers: readonly string[]
  readonly bytes: Buffer | undefined
  /** Instead of bytes: a body that is made while it is sent, and yet to be encoded. */
  readonly stream?: BodyStream
}

export interface BodyStream {
  readonly chunks: () => AsyncIterable<string>
  readonly encoding: Encoding | undefined
}

export interface HttpResponse {
  readonly status: number
  readonly headers: readonly string[]
  readonly identity: Representation
  /** Of successful answers to GET and HEAD: how a later request may ask if they are still the same, and the answer. */
  readonly notModified: (Representation & Validators) | undefined
  /** Compressed forms, made when first asked for; undefined for what is too small. */
  readonly encoded: Map<Encoding, Representation> | undefined
}

interface HttpResponseOptions {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: Fragment
  /** Of what is streamed; `body` then has but its tag. */
  readonly chunks?: BodyStream['chunks'] | undefined
  /** Whether a later request may ask if it is still the same. */
  readonly isRead: boolean
  readonly revision?: Revision | undefined
  readonly lastModified?: DateTime | undefined
}

export function createHttpResponse(options: HttpResponseOptions): HttpResponse {
  const { status, contentType, lastModified } = options
  const { bytes, tag } = options.body
  const validators =
    options.isRead && status === 200 ? { etag: createEtag(tag, options.revision), lastModified } : undefined
  const common: string[] = []
  for (const [name, value] of Object.entries(options.headers)) common.push(name, value)
  if (validators) common.push('etag', validators.etag)
  if (validators && lastModified) common.push('last-modified', formatHttpDate(lastModified))
  const headers = [...common, 'content-type', contentType]
  const notModified = validators && { ...validators, status: 304, headers: common, bytes: undefined }
  if (options.chunks)
    return { status, headers, notModified, ...createStreamRepresentations(status, headers, options.chunks) }
  return {
    status,
    headers,
    identity: { status, headers: [...headers, 'content-length', String(bytes.length)], bytes },
    notModified,
    encoded: bytes.length < MIN_BYTES_TO_ENCODE ? undefined : new Map(),
  }
}

function createStreamRepresentations(status: number, headers: readonly string[], chunks: BodyStream['chunks']) {
  const withEncoding = (encoding: Encoding | undefined): Representation => ({
    status,
    headers: encoding ? [...headers, 'content-encoding', encoding] : headers,
    bytes: undefined,
    stream: { chunks, encoding },
  })
  return {
    identity: withEncoding(undefined),
    encoded: new Map(ENCODINGS.map((encoding) => [encoding, withEncoding(encoding)])),
  }
}

/** The form of the answer that suits the caller; undefined when that has yet to be made, by `encodeFor`. */
export function selectRepresentation(
  { identity, notModified, encoded }: HttpResponse,
  requestHeaders: IncomingHttpHeaders,
): Representation | undefined {
  if (notModified && isNotModified(requestHeaders, notModified)) return notModified
  const encoding = encoded && selectEncoding(requestHeaders['accept-encoding'])
  return encoding ? encoded.get(encoding) : identity
}

/** Makes the form that the caller takes. */
export async function encodeRepresentation(response: HttpResponse, requestHeaders: IncomingHttpHeaders): Promise<void> {
  const { status, headers, identity, encoded } = response
  const encoding = selectEncoding(requestHeaders['accept-encoding'])
  if (!encoding || !encoded || encoded.has(encoding) || !identity.bytes) return
  const bytes = await encode(identity.bytes, encoding)
  const own = ['content-encoding', encoding, 'content-length', String(bytes.length)]
  encoded.set(encoding, { status, headers: [...headers, ...own], bytes })
}

/** What an answer takes beside its bytes, roughly. */
const RESPONSE_OVERHEAD_BYTES = 2000

/** In memory, roughly, with the compressed forms it may get. */
export const estimateResponseSize = ({ identity }: HttpResponse): number =>
  RESPONSE_OVERHEAD_BYTES + Math.ceil((identity.bytes?.length ?? 0) * 1.5)
