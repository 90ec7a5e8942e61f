/** The parameters `_fields`, `_envelope`, `_jsonp` and `_pretty` (wire-contract §1.4). */

import { createFragment, type Fragment, JsonDocument } from '../../calendar/fragments/json-fragment.ts'
import { parseDocument } from '../../calendar/fragments/parse-view.ts'
import { problem } from '../../kernel/problem.ts'
import type { RawInput } from '../../kernel/validate-input.ts'

export interface EnvelopeOptions {
  readonly fields: FieldTree | undefined
  readonly isEnveloped: boolean
  readonly callback: string | undefined
  readonly isPretty: boolean
}

interface FieldTree extends ReadonlyMap<string, FieldTree> {}
interface MutableFieldTree extends Map<string, MutableFieldTree> {}

/** Query parameters of the envelope. */
export const ENVELOPE_PARAMETERS: readonly string[] = ['_fields', '_envelope', '_jsonp', '_pretty']

/** Throws `rest_callback_invalid` for a callback that is not a plain name. */
export function parseEnvelopeOptions(query: RawInput): EnvelopeOptions {
  const callback = query['_jsonp']
  if (callback !== undefined && (typeof callback !== 'string' || !/^[\w.]+$/.test(callback))) {
    throw problem('rest_callback_invalid')
  }
  return {
    fields: parseFieldTree(query['_fields']),
    isEnveloped: query['_envelope'] !== undefined,
    callback,
    isPretty: query['_pretty'] !== undefined,
  }
}

export const DEFAULT_ENVELOPE: EnvelopeOptions = {
  fields: undefined,
  isEnveloped: false,
  callback: undefined,
  isPretty: false,
}

function parseFieldTree(raw: unknown): FieldTree | undefined {
  const names = (Array.isArray(raw) ? raw : [raw]).flatMap((name) => (typeof name === 'string' ? name.split(',') : []))
  const fieldPaths = names.map((name) => name.trim()).filter((name) => name !== '')
  if (fieldPaths.length === 0) return undefined
  const tree: MutableFieldTree = new Map()
  for (const name of fieldPaths) {
    let node = tree
    for (const part of name.split('.').slice(0, 16)) {
      const next: MutableFieldTree = node.get(part) ?? new Map()
      node.set(part, next)
      node = next
    }
  }
  return tree
}

/** Keeps the fields in the tree, also within lists. A record without any of them becomes an empty list, as in PHP. */
export function pickFields(body: unknown, tree: FieldTree): unknown {
  if (Array.isArray(body)) return body.map((item) => pickFields(item, tree))
  if (typeof body !== 'object' || body === null) return body
  const picked = Object.entries(body).flatMap(([name, value]) => {
    const subtree = tree.get(name)
    return subtree ? [[name, subtree.size === 0 ? value : pickFields(value, subtree)]] : []
  })
  return picked.length === 0 ? [] : Object.fromEntries(picked)
}

export interface EnvelopedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: Fragment
}

interface PlainResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly isFailure: boolean
}

/** An envelope contains the headers of the handler, which are then not sent (wire-contract §1.4). */
export function applyEnvelope(response: PlainResponse, envelope: EnvelopeOptions): EnvelopedResponse {
  const { status, headers } = response
  const { callback, isEnveloped } = envelope
  return {
    status: isEnveloped ? 200 : status,
    headers: isEnveloped ? {} : headers,
    contentType: callback ? 'application/javascript; charset=UTF-8' : 'application/json; charset=UTF-8',
    body: serializeBody(response, envelope),
  }
}

function serializeBody(response: PlainResponse, envelope: EnvelopeOptions): Fragment {
  const { callback } = envelope
  if (isDefaultEnvelope(envelope) && response.body instanceof JsonDocument) return response.body.toFragment()
  const json = stringifyBody(response, envelope)
  return createFragment(callback ? `/**/${callback}(${json})` : json)
}

const isDefaultEnvelope = ({ fields, isEnveloped, callback, isPretty }: EnvelopeOptions): boolean =>
  !fields && !isEnveloped && !callback && !isPretty

function stringifyBody(
  { status, headers, body, isFailure }: PlainResponse,
  { fields, isEnveloped, isPretty }: EnvelopeOptions,
): string {
  const view = body instanceof JsonDocument ? parseDocument(body) : body
  const picked = fields && !isFailure ? pickFields(view, fields) : view
  const output = isEnveloped ? { body: picked, status, headers: createEnvelopeHeaders(headers) } : picked
  return JSON.stringify(output, null, isPretty ? 4 : undefined)
}

/** Header names in the spelling of the reference. */
const HEADER_SPELLINGS: Readonly<Record<string, string>> = {
  allow: 'Allow',
  link: 'Link',
  location: 'Location',
  'x-tec-total': 'X-TEC-Total',
  'x-tec-totalpages': 'X-TEC-TotalPages',
  'x-wp-total': 'X-WP-Total',
  'x-wp-totalpages': 'X-WP-TotalPages',
}

function createEnvelopeHeaders(headers: Readonly<Record<string, string>>) {
  const entries = Object.entries(headers).map(([name, value]) => [
    HEADER_SPELLINGS[name] ?? name,
    parseHeaderValue(name, value),
  ])
  return entries.length === 0 ? [] : Object.fromEntries(entries)
}

const parseHeaderValue = (name: string, value: string): string | number =>
  name.includes('-total') ? Number(value) : value
