/** An answer in bytes, with all that its headers say whoever asks. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Revision } from '../actions/precondition.ts'
import type { Text } from '../present/json-text.ts'
import type { DateTime } from '../text/dates.ts'
import { etagOf, httpDate, isKnown, type Validators } from './conditional.ts'
import { ENCODINGS, type Encoding, encode, encodingOf, LEAST_BYTES } from './encoding.ts'

/** What goes out. Names and values of headers stand in turn. */
export interface Delivery {
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

export interface Prepared {
  readonly status: number
  readonly headers: readonly string[]
  readonly plain: Delivery
  /** Of successful answers to GET and HEAD: how a later request may ask if they are still the same, and the answer. */
  readonly unchanged: (Delivery & Validators) | undefined
  /** Compressed forms, made when first asked for; undefined for what is too small. */
  readonly encoded: Map<Encoding, Delivery> | undefined
}

interface Facts {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: Text
  /** Of what is streamed; `body` then has but its tag. */
  readonly chunks?: BodyStream['chunks'] | undefined
  /** Whether a later request may ask if it is still the same. */
  readonly isRead: boolean
  readonly revision?: Revision | undefined
  readonly lastModified?: DateTime | undefined
}

export function prepare(facts: Facts): Prepared {
  const { status, contentType, lastModified } = facts
  const { bytes, tag } = facts.body
  const validators = facts.isRead && status === 200 ? { etag: etagOf(tag, facts.revision), lastModified } : undefined
  const common: string[] = []
  for (const [name, value] of Object.entries(facts.headers)) common.push(name, value)
  if (validators) common.push('etag', validators.etag)
  if (validators && lastModified) common.push('last-modified', httpDate(lastModified))
  const headers = [...common, 'content-type', contentType]
  const unchanged = validators && { ...validators, status: 304, headers: common, bytes: undefined }
  if (facts.chunks) return { status, headers, unchanged, ...streams(status, headers, facts.chunks) }
  return {
    status,
    headers,
    plain: { status, headers: [...headers, 'content-length', String(bytes.length)], bytes },
    unchanged,
    encoded: bytes.length < LEAST_BYTES ? undefined : new Map(),
  }
}

function streams(status: number, headers: readonly string[], chunks: BodyStream['chunks']) {
  const inForm = (encoding: Encoding | undefined): Delivery => ({
    status,
    headers: encoding ? [...headers, 'content-encoding', encoding] : headers,
    bytes: undefined,
    stream: { chunks, encoding },
  })
  return { plain: inForm(undefined), encoded: new Map(ENCODINGS.map((encoding) => [encoding, inForm(encoding)])) }
}

/** The form of the answer that suits the caller; undefined when that has yet to be made, by `encodeFor`. */
export function deliver({ plain, unchanged, encoded }: Prepared, asked: IncomingHttpHeaders): Delivery | undefined {
  if (unchanged && isKnown(asked, unchanged)) return unchanged
  const encoding = encoded && encodingOf(asked['accept-encoding'])
  return encoding ? encoded.get(encoding) : plain
}

/** Makes the form that the caller takes. */
export async function encodeFor(prepared: Prepared, asked: IncomingHttpHeaders): Promise<void> {
  const { status, headers, plain, encoded } = prepared
  const encoding = encodingOf(asked['accept-encoding'])
  if (!encoding || !encoded || encoded.has(encoding) || !plain.bytes) return
  const bytes = await encode(plain.bytes, encoding)
  const own = ['content-encoding', encoding, 'content-length', String(bytes.length)]
  encoded.set(encoding, { status, headers: [...headers, ...own], bytes })
}

/** What an answer takes beside its bytes, roughly. */
const OVERHEAD_BYTES = 2000

/** In memory, roughly, with the compressed forms it may get. */
export const weightOf = ({ plain }: Prepared): number => OVERHEAD_BYTES + Math.ceil((plain.bytes?.length ?? 0) * 1.5)
