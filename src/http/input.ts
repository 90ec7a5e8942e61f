/** What a request says: query, form and JSON in one record (contract 1.3). */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import qs from 'qs'
import { type Fields, isRecord } from '../calendar/field.ts'
import type { RawInput } from '../calendar/parse.ts'
import { problem } from '../calendar/problem.ts'
import { BODY_LIMIT, readBody } from './body.ts'

const PHP_STYLE = {
  arrayLimit: 1000,
  depth: 8,
  duplicates: 'last',
  parameterLimit: 2000,
  plainObjects: true,
  decoder: decodeText,
} as const

/** A text that no clean value has: what is not UTF-8 must be refused, not stored mangled (Q13). */
const NOT_UTF8 = '\ud800'

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return `${text}${NOT_UTF8}`
  }
}

/** `include[]=1`, `venue[venue]=Hall`, `organizer[0][organizer]=Ann`; of repeated names the last counts. */
export function parseForm(text: string): RawInput {
  return text === '' ? {} : qs.parse(text, PHP_STYLE)
}

/** An address that asks what `given` says by these fields, but for what opens records. */
export function addressOf(address: string, given: RawInput, fields: Fields): string {
  const asked = Object.entries(given).filter(([name]) => name !== 'password' && Object.hasOwn(fields, name))
  return `${address}${qs.stringify(Object.fromEntries(asked), { addQueryPrefix: true, arrayFormat: 'brackets' })}`
}

interface Sent {
  readonly raw: IncomingMessage
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

/** What the body of a request says. Throws what `readBody` and `parseBody` throw. */
export async function readGiven({ raw, method, headers }: Sent): Promise<RawInput> {
  const bytes = await readBody(raw, BODY_LIMIT)
  return parseBody({ method, contentType: headers['content-type'] ?? '', bytes })
}

/** A JSON body as it stands, lists included; an empty record for any other type. Throws what `readGiven` throws. */
export async function readJsonBody({ raw, headers }: Omit<Sent, 'method'>): Promise<unknown> {
  const bytes = await readBody(raw, BODY_LIMIT)
  return bytes.length > 0 && isJson(headers['content-type'] ?? '') ? parseJsonValue(bytes) : {}
}

const isJson = (contentType: string): boolean =>
  /^application\/(?:[\w.+-]+\+)?json$/.test(contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '')

interface Body {
  readonly method: string
  readonly contentType: string
  readonly bytes: Buffer | undefined
}

/** Forms of contract 1.3 by verb and type; anything else says nothing. Throws `rest_invalid_json`. */
export async function parseBody({ method, contentType, bytes }: Body): Promise<RawInput> {
  if (!bytes || bytes.length === 0) return {}
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (isJson(type)) return parseJson(bytes)
  if (method === 'GET') return {}
  if (type === 'application/x-www-form-urlencoded' || (type === '' && method !== 'POST')) {
    return parseForm(bytes.toString('latin1'))
  }
  return type === 'multipart/form-data' && method === 'POST' ? parseMultipart(bytes, contentType) : {}
}

/** The text fields of a multipart body. */
async function parseMultipart(bytes: Buffer, contentType: string): Promise<RawInput> {
  return textFields(await readMultipart(bytes, contentType))
}

/** A multipart body that cannot be read says nothing. */
export function readMultipart(bytes: Buffer, contentType: string): Promise<FormData> {
  return new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => new FormData())
}

/** The texts of a form, by names like those of a query. Texts stand aside while the names are read: coding a long one costs. */
export function textFields(form: FormData): RawInput {
  const texts: string[] = []
  const names: string[] = []
  for (const [name, value] of form) {
    if (typeof value !== 'string' || name.length > LONGEST_NAME) continue
    names.push(`${encodeURIComponent(name)}=${texts.length}`)
    texts.push(value)
  }
  const decoder = (text: string, _decode: unknown, _charset: string, type: 'key' | 'value'): string =>
    type === 'value' ? (texts[Number(text)] ?? '') : decodeText(text)
  return qs.parse(names.join('&'), { ...PHP_STYLE, decoder })
}

/** No field is called by more characters. */
const LONGEST_NAME = 200

/** Deeper JSON is refused, as the reference does. */
const DEEPEST = 512

function parseJson(bytes: Buffer): RawInput {
  const value = parseJsonValue(bytes)
  return isRecord(value) ? value : {}
}

function parseJsonValue(bytes: Buffer): unknown {
  const text = decodeUtf8(bytes)
  if (depthOf(text) > DEEPEST) throw invalidJson(1, 'Maximum stack depth exceeded')
  const value = parseValue(text)
  if (/\\u[dD][89a-fA-F]/.test(text) && hasLoneSurrogate(value)) {
    throw invalidJson(10, 'Single unpaired UTF-16 surrogate in unicode escape')
  }
  return value
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidJson(4, 'Syntax error')
  }
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalidJson(5, 'Malformed UTF-8 characters, possibly incorrectly encoded')
  }
}

const invalidJson = (json_error_code: number, json_error_message: string) =>
  problem('rest_invalid_json', { data: { json_error_code, json_error_message } })

const [QUOTE, BACKSLASH, OPENING, CLOSING] = ['"', '\\', '[{', ']}'] as const

/** Nesting outside of strings, counted before parsing so that hostile depth costs nothing. One look at each sign. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === QUOTE) isInString = !isInString
    else if (isInString) at += sign === BACKSLASH ? 1 : 0
    else if (OPENING.includes(sign)) deepest = Math.max(deepest, ++depth)
    else if (CLOSING.includes(sign)) depth--
  }
  return deepest
}

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, part]) => !name.isWellFormed() || hasLoneSurrogate(part))
}
