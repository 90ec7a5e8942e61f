/** Query, form and JSON bodies as one record (wire-contract §1.3). */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import qs from 'qs'
import { isRecord } from '../../base/is-record.ts'
import type { Fields } from '../../kernel/field.ts'
import { problem } from '../../kernel/problem.ts'
import type { RawInput } from '../../kernel/validate-input.ts'
import { type FormPart, isMultipart, NOT_UTF8, readMultipart } from './multipart.ts'
import { BODY_LIMIT, readRequestBody } from './read-body.ts'

/** Further parameters of a query or form are ignored, as in PHP. */
export const MAX_PARAMETERS = 1000

const QUERY_PARSE_OPTIONS = {
  arrayLimit: MAX_PARAMETERS,
  depth: 8,
  duplicates: 'last',
  parameterLimit: MAX_PARAMETERS,
  plainObjects: true,
  decoder: decodeText,
} as const

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return `${text}${NOT_UTF8}`
  }
}

/** Supports `include[]=1`, `venue[venue]=Hall` and `organizer[0][organizer]=Ann`. The last of repeated names is used. */
export function parseForm(text: string): RawInput {
  return text === '' ? {} : qs.parse(text, QUERY_PARSE_OPTIONS)
}

/** Parses the names of parts like those of a query. Placeholders replace the values, because encoding long texts is slow. */
export function parseFormParts(parts: readonly FormPart[]): RawInput {
  const fill = (tree: unknown): unknown => {
    if (typeof tree === 'string') return parts[Number(tree)]?.[1]
    return Array.isArray(tree) ? tree.map(fill) : fillRecord(tree)
  }
  const fillRecord = (tree: unknown): RawInput =>
    Object.fromEntries(Object.entries(tree ?? {}).map(([name, part]) => [name, fill(part)]))
  return fillRecord(parseForm(parts.map(([name], index) => `${encodeURIComponent(name)}=${index}`).join('&')))
}

/** Replaces `+` by a space, in place, because replacing millions of them in a string is slow. */
function replacePlusSigns(bytes: Buffer): Buffer {
  for (let index = bytes.indexOf(PLUS); index >= 0; index = bytes.indexOf(PLUS, index + 1)) bytes[index] = SPACE
  return bytes
}

const [PLUS, SPACE] = [0x2b, 0x20]

/** Adds the parameters of `input` that are fields to a URL, except record passwords. */
export function buildQueryUrl(url: string, input: RawInput, fields: Fields): string {
  const entries = Object.entries(input).filter(([name]) => name !== 'password' && Object.hasOwn(fields, name))
  return `${url}${qs.stringify(Object.fromEntries(entries), { addQueryPrefix: true, arrayFormat: 'brackets' })}`
}

interface IncomingBody {
  readonly raw: IncomingMessage
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

const FIELDS_ONLY = { limit: BODY_LIMIT, fileLimit: 0, takesFile: () => false, saveFile: undefined }

/** Fields of the body, without files. Throws the problems of `readMultipart`, `readRequestBody` and `parseBody`. */
export async function readBodyFields({ raw, method, headers }: IncomingBody): Promise<RawInput> {
  if (method === 'POST' && isMultipart(headers['content-type']))
    return parseFormParts(await readMultipart(raw, FIELDS_ONLY))
  const bytes = await readRequestBody(raw, BODY_LIMIT)
  return parseBody({ method, contentType: headers['content-type'] ?? '', bytes })
}

/** Any JSON value, including lists; an empty record for other content types. Throws the problems of `readBodyFields`. */
export async function readJsonBody({ raw, headers }: Omit<IncomingBody, 'method'>): Promise<unknown> {
  const bytes = await readRequestBody(raw, BODY_LIMIT)
  return bytes.length > 0 && isJson(headers['content-type'] ?? '') ? parseJsonValue(bytes) : {}
}

const isJson = (contentType: string): boolean =>
  /^application\/(?:[\w.+-]+\+)?json$/.test(contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '')

interface BufferedBody {
  readonly method: string
  readonly contentType: string
  readonly bytes: Buffer | undefined
}

/** Parses a body by method and content type (wire-contract §1.3); other bodies are ignored. Throws `rest_invalid_json`. */
export async function parseBody({ method, contentType, bytes }: BufferedBody): Promise<RawInput> {
  if (!bytes || bytes.length === 0) return {}
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (isJson(type)) return parseJsonRecord(bytes)
  if (method === 'GET') return {}
  if (type === 'application/x-www-form-urlencoded' || (type === '' && method !== 'POST')) {
    return parseForm(replacePlusSigns(bytes).toString('latin1'))
  }
  return {}
}

/** Maximum nesting, as in the reference. */
export const MAX_JSON_DEPTH = 512
/** Far more values than any valid request has; parsing takes time per value. */
export const MAX_JSON_VALUES = 20_000

function parseJsonRecord(bytes: Buffer): RawInput {
  const value = parseJsonValue(bytes)
  return isRecord(value) ? value : {}
}

function parseJsonValue(bytes: Buffer): unknown {
  const { depth, values } = measureJson(bytes)
  if (depth > MAX_JSON_DEPTH) throw createInvalidJsonProblem(1, 'Maximum stack depth exceeded')
  if (values > MAX_JSON_VALUES) throw problem('request_too_complex', { values: { limit: String(MAX_JSON_VALUES) } })
  const text = decodeUtf8(bytes)
  const value = parseValue(text)
  if (/\\u[dD][89a-fA-F]/.test(text) && hasLoneSurrogate(value)) {
    throw createInvalidJsonProblem(10, 'Single unpaired UTF-16 surrogate in unicode escape')
  }
  return value
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw createInvalidJsonProblem(4, 'Syntax error')
  }
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw createInvalidJsonProblem(5, 'Malformed UTF-8 characters, possibly incorrectly encoded')
  }
}

const createInvalidJsonProblem = (json_error_code: number, json_error_message: string) =>
  problem('rest_invalid_json', { data: { json_error_code, json_error_message } })

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
/** Codes of brackets; braces differ from them only in the bit that `EITHER` masks. */
const [OPENING, CLOSING, EITHER] = [0x5b, 0x5d, ~0x20]

/** Nesting and number of values, counted before parsing so that malicious JSON is cheap to reject. */
function measureJson(bytes: Buffer): { readonly depth: number; readonly values: number } {
  let depth = 0
  let deepest = 0
  let values = 1
  let isInString = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    if (byte === QUOTE) isInString = !isInString
    else if (isInString) index += byte === BACKSLASH ? 1 : 0
    else if (byte === COMMA) values++
    else if ((byte & EITHER) === CLOSING) depth--
    else if ((byte & EITHER) === OPENING) {
      values++
      deepest = Math.max(deepest, ++depth)
    }
    if (depth > MAX_JSON_DEPTH || values > MAX_JSON_VALUES) break
  }
  return { depth: deepest, values }
}

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, part]) => !name.isWellFormed() || hasLoneSurrogate(part))
}
