/** Differences between two responses, after normalization of parts that may differ. */
import type { Json, TestResponse } from '../helper/service.ts'
import type { Exchange } from './exchanges.ts'

export interface Difference {
  /** `body.events.0.title`, `body.rest_url?status`, `header.allow`, `order.body.venue`, or `status`. */
  readonly path: string
  readonly theirs: Json
  readonly ours: Json
}

const COMPARED_HEADERS = ['allow', 'x-tec-total', 'x-tec-totalpages']

export function findDifferences(exchange: Exchange, response: TestResponse): readonly Difference[] {
  if (exchange.status !== response.status) {
    const ours = { status: response.status, body: response.json }
    return [{ path: 'status', theirs: { status: exchange.status, body: exchange.response_json }, ours }]
  }
  const headers = COMPARED_HEADERS.flatMap((name) =>
    diff(`header.${name}`, exchange.response_headers[name], response.headers[name]),
  )
  return [...headers, ...bodyDifferences(exchange, response)]
}

function bodyDifferences({ response_json: json, response_text: text, method }: Exchange, response: TestResponse) {
  if (method === 'HEAD') return []
  if (json !== undefined) return diff('body', json, response.json)
  const [theirs, ours] = [callback(text), callback(response.text)]
  return theirs && ours ? diff('body', theirs, ours) : diff('text', text ?? '', response.text)
}

/** The argument that a JSONP response passes to its function, with the name of the function. */
function callback(text = ''): Json {
  const [, name, json] = /^\/\*\*\/([\w.]+)\((.*)\)$/s.exec(text) ?? []
  return json && { name, body: JSON.parse(json) }
}

const isObject = (value: Json): boolean => typeof value === 'object' && value !== null

function diff(path: string, theirs: Json, ours: Json): Difference[] {
  if (theirs === ours) return []
  if (/\.(?:next_|previous_)?rest_url$/.test(path) && typeof theirs === 'string' && typeof ours === 'string') {
    return compareUrls(path, theirs, ours)
  }
  if (path.endsWith('json_ld.email') || path.endsWith('organizer.email'))
    return compareValues(path, decoded(theirs), decoded(ours))
  if (!isObject(theirs) || !isObject(ours) || Array.isArray(theirs) !== Array.isArray(ours))
    return compareValues(path, theirs, ours)
  if (isRecords(theirs) && isRecords(ours)) return compareLists(path, theirs, ours)
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])]
  const nested = names.flatMap((name) => diff(`${path}.${name}`, theirs[name], ours[name]))
  // Keys that exist only here do not affect the order of the others.
  const isAdded = nested.every((difference) => difference.theirs === undefined)
  return Array.isArray(theirs) || !isAdded ? nested : [...nested, ...compareOrder(path, theirs, ours)]
}

const isRecords = (value: Json): boolean => Array.isArray(value) && value.every((item) => typeof item?.id === 'number')

/** Records are compared with those of the same ID; different IDs and different orders are separate differences. */
function compareLists(path: string, theirs: Json[], ours: Json[]): Difference[] {
  const byId = new Map(ours.map((item) => [item.id, item]))
  const both = theirs.filter(({ id }) => byId.has(id))
  const numbers = (list: Json[]): string => list.map(({ id }) => id).join()
  return [
    ...compareValues(`${path}#ids`, numbers(theirs), numbers(ours)),
    ...both.flatMap((item) => diff(`${path}.${item.id}`, item, byId.get(item.id))),
  ]
}

const compareValues = (path: string, theirs: Json, ours: Json): Difference[] =>
  theirs === ours ? [] : [{ path, theirs, ours }]

function compareOrder(path: string, theirs: Json, ours: Json): Difference[] {
  const shared = Object.keys(ours).filter((name) => name in theirs)
  return compareValues(`order.${path}`, Object.keys(theirs).join(), shared.join())
}

/** The reference encodes e-mail addresses as entities, at random (Q33). */
function decoded(text: Json): Json {
  if (typeof text !== 'string') return text
  return text
    .replace(/&#(\d+);/g, (_whole, code) => String.fromCodePoint(Number(code)))
    .replace(/&#x([\da-f]+);/gi, (_whole, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/%([\da-f]{2})/gi, (_whole, code) => String.fromCodePoint(Number.parseInt(code, 16)))
}

/** Parameters are decoded one by one, so that their encoding does not matter (Q18, Q49). */
function compareUrls(path: string, theirs: string, ours: string): Difference[] {
  const [a, b] = [parseUrl(theirs), parseUrl(ours)]
  const names = [...new Set([...a.query.keys(), ...b.query.keys()])]
  return [
    ...compareValues(`${path}#`, a.base, b.base),
    ...names.flatMap((name) => compareValues(`${path}?${name}`, a.query.get(name), b.query.get(name))),
  ]
}

function parseUrl(url: string) {
  const [base = '', search = ''] = url.split('?')
  return { base, query: new Map(new URLSearchParams(search)) }
}
