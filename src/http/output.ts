/** How an answer is wrapped: `_fields`, `_envelope`, `_jsonp`, `_pretty` (contract 1.4). */

import type { RawInput } from '../calendar/parse.ts'
import { problem } from '../calendar/problem.ts'
import { JsonText, plainText, type Text } from '../present/json-text.ts'

export interface Wrapping {
  readonly fields: FieldTree | undefined
  readonly isEnveloped: boolean
  readonly callback: string | undefined
  readonly isPretty: boolean
}

interface FieldTree extends ReadonlyMap<string, FieldTree> {}
interface GrowingTree extends Map<string, GrowingTree> {}

/** Names of a query that say how its answer is wrapped. */
export const WRAPPING: readonly string[] = ['_fields', '_envelope', '_jsonp', '_pretty']

/** Throws `rest_callback_invalid` for a callback that is no plain name. */
export function readWrapping(query: RawInput): Wrapping {
  const callback = query['_jsonp']
  if (callback !== undefined && (typeof callback !== 'string' || !/^[\w.]+$/.test(callback))) {
    throw problem('rest_callback_invalid')
  }
  return {
    fields: readFieldTree(query['_fields']),
    isEnveloped: query['_envelope'] !== undefined,
    callback,
    isPretty: query['_pretty'] !== undefined,
  }
}

export const PLAIN: Wrapping = { fields: undefined, isEnveloped: false, callback: undefined, isPretty: false }

function readFieldTree(raw: unknown): FieldTree | undefined {
  const names = (Array.isArray(raw) ? raw : [raw]).flatMap((name) => (typeof name === 'string' ? name.split(',') : []))
  const given = names.map((name) => name.trim()).filter((name) => name !== '')
  if (given.length === 0) return undefined
  const tree: GrowingTree = new Map()
  for (const name of given) {
    let node = tree
    for (const part of name.split('.').slice(0, 16)) {
      const next: GrowingTree = node.get(part) ?? new Map()
      node.set(part, next)
      node = next
    }
  }
  return tree
}

/** Keeps what the tree names, reaching into lists (decisions, text); nothing left is an empty list. */
export function pickFields(body: unknown, tree: FieldTree): unknown {
  if (Array.isArray(body)) return body.map((item) => pickFields(item, tree))
  if (typeof body !== 'object' || body === null) return body
  const kept = Object.entries(body).flatMap(([name, value]) => {
    const below = tree.get(name)
    return below ? [[name, below.size === 0 ? value : pickFields(value, below)]] : []
  })
  return kept.length === 0 ? [] : Object.fromEntries(kept)
}

export interface Wrapped {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: Text
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly isFailure: boolean
}

/** An envelope holds the handler's headers, which are then not sent (contract 1.4). */
export function wrap(answer: Answer, wrapping: Wrapping): Wrapped {
  const { status, headers } = answer
  const { callback, isEnveloped } = wrapping
  return {
    status: isEnveloped ? 200 : status,
    headers: isEnveloped ? {} : headers,
    contentType: callback ? 'application/javascript; charset=UTF-8' : 'application/json; charset=UTF-8',
    body: bodyOf(answer, wrapping),
  }
}

function bodyOf(answer: Answer, wrapping: Wrapping): Text {
  const { callback } = wrapping
  if (isPlain(wrapping) && answer.body instanceof JsonText) return answer.body.whole()
  const json = written(answer, wrapping)
  return plainText(callback ? `/**/${callback}(${json})` : json)
}

const isPlain = ({ fields, isEnveloped, callback, isPretty }: Wrapping): boolean =>
  !fields && !isEnveloped && !callback && !isPretty

function written({ status, headers, body, isFailure }: Answer, { fields, isEnveloped, isPretty }: Wrapping): string {
  const view: unknown = body instanceof JsonText ? JSON.parse(body.whole().bytes.toString()) : body
  const picked = fields && !isFailure ? pickFields(view, fields) : view
  const shown = isEnveloped ? { body: picked, status, headers: enveloped(headers) } : picked
  return JSON.stringify(shown, null, isPretty ? 4 : undefined)
}

/** Names as the reference spells them; totals as numbers. */
const SPELLINGS: Readonly<Record<string, string>> = {
  allow: 'Allow',
  link: 'Link',
  location: 'Location',
  'x-tec-total': 'X-TEC-Total',
  'x-tec-totalpages': 'X-TEC-TotalPages',
  'x-wp-total': 'X-WP-Total',
  'x-wp-totalpages': 'X-WP-TotalPages',
}

function enveloped(headers: Readonly<Record<string, string>>) {
  const entries = Object.entries(headers).map(([name, value]) => [SPELLINGS[name] ?? name, number(name, value)])
  return entries.length === 0 ? [] : Object.fromEntries(entries)
}

const number = (name: string, value: string): string | number => (name.includes('-total') ? Number(value) : value)
