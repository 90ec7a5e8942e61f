/** What the lists of accepted differences ask of a difference and of the exchange it was found in. */
import { isDeepStrictEqual } from 'node:util'
import type { Json, TestResponse } from '../helper/service.ts'
import type { Difference } from './compare.ts'
import type { Exchange } from './exchanges.ts'

export interface DifferenceContext {
  readonly difference: Difference
  readonly exchange: Exchange
  readonly answer: TestResponse
  /** All differences of the exchange. */
  readonly all: readonly Difference[]
  /** The newest recorded body of the record the path names by number, from before the exchange. */
  readonly before?: Json
}

/** A line that states an accepted difference. */
export type Citation =
  | `${'Q' | 'M' | 'S'}${number}`
  | `contract ${number}`
  | `contract ${number}.${number}`
  | `decisions: ${string}`
  | `docs/api.md: ${string}`

export interface AcceptedDifference {
  readonly cites: readonly [Citation, ...Citation[]]
  /** What differs, in short. */
  readonly reference: string
  readonly covers: (found: DifferenceContext) => boolean
}

export const parseQuery = ({ path }: Exchange): URLSearchParams =>
  new URLSearchParams(path.split('?').slice(1).join('?'))

/** Whether the query has the parameter, alone or as a list. */
export const hasQueryParameter = (exchange: Exchange, name: string): boolean =>
  [...parseQuery(exchange).keys()].some((key) => key === name || key.startsWith(`${name}[`))

/** What the JSON body says of a field; undefined when it says nothing. */
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

/** Number of the record the path names; undefined for any other path. */
export function parsePathId({ path }: Exchange): number | undefined {
  const id = new RegExp(`${RESOURCE}/(\\d+)(?:\\?|$)`).exec(path)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Linked records and terms by their numbers: what they say may have changed since. */
const linked = (value: Json): Json => (Array.isArray(value) ? value.map(linked).sort() : (value?.id ?? value))

/** What differs is here as it was before the exchange: the record the path names was left alone there. */
export function isUnchangedSinceRecording({ difference, answer, before }: DifferenceContext): boolean {
  const field = findField(difference)
  // Answers to writes have no structured data to compare with.
  if (field === 'json_ld') return before !== undefined && answer.json?.json_ld?.url === before.url
  return field !== '' && before !== undefined && isDeepStrictEqual(linked(answer.json?.[field]), linked(before[field]))
}

/** The parameter of an address that differs. */
export const findParameter = ({ path }: Difference): string => /rest_url\?(\w+)$/.exec(path)?.[1] ?? ''

/** Name of the field at the root of the body that differs or holds what differs. */
export const findField = ({ path }: Difference): string => /^(?:order\.)?body\.(\w+)/.exec(path)?.[1] ?? ''

const SELECTION =
  /^header\.x-tec-total|^body\.(?:body\.|headers\.)?(?:total|total_pages|next_rest_url|previous_rest_url|\w+#ids)\b|^order\.body$/

/** Which records a list has, how many, and the way to its next page. Records that both have must be in one order. */
export function isSelectionDifference({ path, theirs, ours }: Difference): boolean {
  return (
    SELECTION.test(path) && (!path.endsWith('#ids') || isOneOrder(String(theirs).split(','), String(ours).split(',')))
  )
}

function isOneOrder(theirs: readonly string[], ours: readonly string[]): boolean {
  const both = ours.filter((id) => theirs.includes(id))
  return both.join() === theirs.filter((id) => ours.includes(id)).join()
}

/** `400 200` when they refuse what we take; empty when the statuses are equal. */
export const formatStatuses = ({ path, theirs, ours }: Difference): string =>
  path === 'status' ? `${theirs.status} ${ours.status}` : ''

export const isAcceptedByReference = (difference: Difference): boolean => /^20\d 40\d$/.test(formatStatuses(difference))
export const isAcceptedByCalends = (difference: Difference): boolean => /^40\d 20\d$/.test(formatStatuses(difference))

/** Parameters at fault, by name, of the side that refuses. */
export const getFieldErrors = (side: Json): Readonly<Record<string, string>> => side?.body?.data?.params ?? {}

/** Whether all parameters at fault there are among these, and there is one. */
export function hasFieldErrors(side: Json, names: readonly string[]): boolean {
  const found = Object.keys(getFieldErrors(side))
  return found.length > 0 && found.every((name) => names.includes(name))
}
