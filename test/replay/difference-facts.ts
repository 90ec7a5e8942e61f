/** Predicates and values that the lists of accepted differences derive from a difference and its exchange. */
import { isDeepStrictEqual } from 'node:util'
import type { Json, TestResponse } from '../helper/service.ts'
import type { Difference } from './compare.ts'
import type { Exchange } from './exchanges.ts'

export interface DifferenceContext {
  readonly difference: Difference
  readonly exchange: Exchange
  readonly response: TestResponse
  /** All differences of the exchange. */
  readonly all: readonly Difference[]
  /** The newest recorded body of the record whose ID is in the path, from before the exchange. */
  readonly before?: Json
}

/** An entry of the list of accepted differences. */
export type Citation =
  | `${'Q' | 'M' | 'S'}${number}`
  | `wire-contract §${number}`
  | `wire-contract §${number}.${number}`
  | `decisions: ${string}`
  | `docs/api.md: ${string}`

export interface AcceptedDifference {
  readonly cites: readonly [Citation, ...Citation[]]
  /** A short description of the difference. */
  readonly description: string
  readonly covers: (found: DifferenceContext) => boolean
}

export const parseQuery = ({ path }: Exchange): URLSearchParams =>
  new URLSearchParams(path.split('?').slice(1).join('?'))

/** Whether the query has the parameter, alone or as a list. */
export const hasQueryParameter = (exchange: Exchange, name: string): boolean =>
  [...parseQuery(exchange).keys()].some((key) => key === name || key.startsWith(`${name}[`))

/** The value of a field in the JSON body; undefined if it is missing. */
export const getSentField = ({ request_json: json }: Exchange, name: string): Json =>
  typeof json === 'object' && json !== null ? json[name] : undefined

export const requestMatches = (exchange: Exchange, pattern: RegExp): boolean =>
  pattern.test(JSON.stringify(exchange.request_json ?? '')) || pattern.test(exchange.request_body ?? '')

export const isReadExchange = ({ method }: Exchange): boolean => method === 'GET' || method === 'HEAD'

const RESOURCE = '/v1/(?:events|venues|organizers|categories|tags)'

export const isListExchange = (exchange: Exchange, plural = '\\w+'): boolean =>
  isReadExchange(exchange) && new RegExp(`/v1/${plural}/?(?:\\?|$)`).test(exchange.path)

export const isUpdateExchange = (exchange: Exchange, plural = '\\w+'): boolean =>
  !isReadExchange(exchange) && new RegExp(`/v1/${plural}/(?:\\d+|by-slug/[^/?]+)`).test(exchange.path)

/** ID of the record in the path; undefined for any other path. */
export function parsePathId({ path }: Exchange): number | undefined {
  const id = new RegExp(`${RESOURCE}/(\\d+)(?:\\?|$)`).exec(path)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Linked records and terms by ID: their texts may have changed since. */
const linked = (value: Json): Json => (Array.isArray(value) ? value.map(linked).sort() : (value?.id ?? value))

/** The value is the same here as before the exchange: the reference did not change the record of the path. */
export function isUnchangedSinceRecording({ difference, response, before }: DifferenceContext): boolean {
  const field = findField(difference)
  // Responses to writes have no structured data to compare with.
  if (field === 'json_ld') return before !== undefined && response.json?.json_ld?.url === before.url
  return (
    field !== '' && before !== undefined && isDeepStrictEqual(linked(response.json?.[field]), linked(before[field]))
  )
}

/** The query parameter that differs between two URLs. */
export const findParameter = ({ path }: Difference): string => /rest_url\?(\w+)$/.exec(path)?.[1] ?? ''

/** Name of the field at the root of the body that differs or contains the difference. */
export const findField = ({ path }: Difference): string => /^(?:order\.)?body\.(\w+)/.exec(path)?.[1] ?? ''

const SELECTION =
  /^header\.x-tec-total|^body\.(?:body\.|headers\.)?(?:total|total_pages|next_rest_url|previous_rest_url|\w+#ids)\b|^order\.body$/

/** IDs of a list, their count, and the URL of its next page. Records in both must be in the same order. */
export function isSelectionDifference({ path, theirs, ours }: Difference): boolean {
  return (
    SELECTION.test(path) && (!path.endsWith('#ids') || isOneOrder(String(theirs).split(','), String(ours).split(',')))
  )
}

function isOneOrder(theirs: readonly string[], ours: readonly string[]): boolean {
  const both = ours.filter((id) => theirs.includes(id))
  return both.join() === theirs.filter((id) => ours.includes(id)).join()
}

/** `400 200` when they reject what we accept; empty when the statuses are equal. */
export const formatStatuses = ({ path, theirs, ours }: Difference): string =>
  path === 'status' ? `${theirs.status} ${ours.status}` : ''

export const isAcceptedByReference = (difference: Difference): boolean => /^20\d 40\d$/.test(formatStatuses(difference))
export const isAcceptedByCalends = (difference: Difference): boolean => /^40\d 20\d$/.test(formatStatuses(difference))

/** Invalid parameters, by name, of the side that rejects. */
export const getFieldErrors = (side: Json): Readonly<Record<string, string>> => side?.body?.data?.params ?? {}

/** Whether all invalid parameters there are among these, and there is at least one. */
export function hasFieldErrors(side: Json, names: readonly string[]): boolean {
  const found = Object.keys(getFieldErrors(side))
  return found.length > 0 && found.every((name) => names.includes(name))
}
