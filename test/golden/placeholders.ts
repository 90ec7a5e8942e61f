/** Replaces `{name}` in requests by the ID in an earlier response, and `{name.key}` by another value of it. */
import type { Json } from '../helper/service.ts'
import type { GoldenRequest } from './request.ts'

const PLACEHOLDER = /\{([a-z][\w-]*(?:\.[\w-]+)*)\}/g
const WHOLE_PLACEHOLDER = new RegExp(`^${PLACEHOLDER.source}$`)

/** Responses by name: the keys of the body, and `headers` and `cookies`. */
export type SavedResponses = ReadonlyMap<string, Json>

function findValue(saved: SavedResponses, name: string): unknown {
  const [first = '', ...keys] = name.split('.')
  return (keys.length === 0 ? ['id'] : keys).reduce((part: Json, key) => part?.[key], saved.get(first))
}

/** An unknown name stays as it is, so that the session continues after a request that failed. */
const fillText = (saved: SavedResponses, text: string): string =>
  text.replace(PLACEHOLDER, (whole, name: string) => String(findValue(saved, name) ?? whole))

function fillJson(saved: SavedResponses, json: unknown): unknown {
  if (typeof json === 'string') {
    const name = WHOLE_PLACEHOLDER.exec(json)?.[1]
    return name === undefined ? fillText(saved, json) : (findValue(saved, name) ?? json)
  }
  if (Array.isArray(json)) return json.map((item) => fillJson(saved, item))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, fillJson(saved, value)]))
}

/** URLs in responses are absolute. */
export const ORIGIN = 'https://calendar.example'

export function fillRequest(saved: SavedResponses, request: GoldenRequest): GoldenRequest {
  const { target, json, body, headers = {} } = request
  return {
    ...request,
    target: fillText(saved, target).replace(ORIGIN, ''),
    ...(json !== undefined && { json: fillJson(saved, json) }),
    ...(typeof body === 'string' && { body: fillText(saved, body) }),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fillText(saved, value)])),
  }
}

/** Names in the request for which no value exists. */
export function listUnknownNames(saved: SavedResponses, { target, json, body, headers }: GoldenRequest): string[] {
  const text = JSON.stringify([target, json, typeof body === 'string' ? body : '', headers])
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  return names.filter((name) => findValue(saved, name) === undefined)
}
