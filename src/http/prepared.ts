/** An answer in bytes, with all that its headers say whoever asks. */
import type { IncomingHttpHeaders } from 'node:http'
import type { DateTime } from '../text/dates.ts'
import { etagOf, httpDate, isKnown, type Validators } from './conditional.ts'
import { type Encoding, encode, encodingOf, LEAST_BYTES } from './encoding.ts'

export interface Prepared {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  /** Of successful answers to GET and HEAD. */
  readonly validators: Validators | undefined
  /** Made when first asked for. */
  readonly encoded: Map<Encoding, Buffer>
}

interface Facts {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Whether a later request may ask if it is still the same. */
  readonly isRead: boolean
  readonly revision: number | undefined
  readonly lastModified: DateTime | undefined
}

export function prepare({ status, headers, text, isRead, revision, lastModified }: Facts): Prepared {
  const bytes = Buffer.from(text)
  if (!isRead || status !== 200) return { status, headers, bytes, validators: undefined, encoded: new Map() }
  const etag = etagOf(bytes, revision)
  const dated = lastModified && { 'last-modified': httpDate(lastModified) }
  const validators = { etag, lastModified }
  return { status, headers: { ...headers, etag, ...dated }, bytes, validators, encoded: new Map() }
}

/** What goes out: `bytes` is undefined where no body is sent. */
export interface Delivery {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer | undefined
}

/** The form of the answer that suits the caller; undefined when that has yet to be made, by `encodeFor`. */
export function deliver(prepared: Prepared, asked: IncomingHttpHeaders): Delivery | undefined {
  const { status, headers, bytes, validators, encoded } = prepared
  if (validators && isKnown(asked, validators))
    return { status: 304, headers: withoutContent(headers), bytes: undefined }
  const encoding = bytes.length < LEAST_BYTES ? undefined : encodingOf(asked['accept-encoding'])
  if (encoding === undefined) return { status, headers: sized(headers, bytes), bytes }
  const form = encoded.get(encoding)
  return form && { status, headers: { ...sized(headers, form), 'content-encoding': encoding }, bytes: form }
}

const sized = (headers: Prepared['headers'], { length }: Buffer) => ({ ...headers, 'content-length': String(length) })

function withoutContent({ 'content-type': _type, ...headers }: Prepared['headers']): Prepared['headers'] {
  return headers
}

/** Makes the form that the caller takes. */
export async function encodeFor({ bytes, encoded }: Prepared, asked: IncomingHttpHeaders): Promise<void> {
  const encoding = encodingOf(asked['accept-encoding'])
  if (encoding && !encoded.has(encoding)) encoded.set(encoding, await encode(bytes, encoding))
}
