/** Accepted differences of lists and their URLs. */
import { isDeepStrictEqual } from 'node:util'
import { toLocal } from '../../src/base/time/time-zone.ts'
import type { Json, TestResponse, TestUser } from '../helper/service.ts'
import type { Difference } from './compare.ts'
import {
  type AcceptedDifference,
  type DifferenceContext,
  findParameter,
  formatStatuses,
  hasFieldErrors,
  hasQueryParameter,
  isAcceptedByCalends,
  isAcceptedByReference,
  isListExchange,
  isSelectionDifference,
  parseQuery,
} from './difference-facts.ts'
import type { Exchange } from './exchanges.ts'

const BOUNDS = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after']
const COORDINATES = ['geoloc_lat', 'geoloc_lng']

/** Words that mean a time relative to the current day, which may be another day in UTC. */
const RELATIVE_DATE = /^(?:0|now|today|tomorrow|yesterday|next .*|last .*|[+-].*|\d+:\d+.*)$/

const ZONE = 'America/New_York'

/** From today at midnight to the end of the day two years later, in the time zone of the site (Q42). */
function isDefaultBound({ difference, exchange }: DifferenceContext): boolean {
  const today = toLocal(exchange.at_utc.replace('T', ' ').slice(0, 19), ZONE).slice(0, 10)
  const last = `${Number(today.slice(0, 4)) + 2}${today.slice(4)}`
  const bounds: Readonly<Record<string, string>> = { start_date: `${today} 00:00:00`, end_date: `${last} 23:59:59` }
  return bounds[findParameter(difference)] === difference.ours
}

/** The given value, with midnight for a date without a time. */
function isGiven({ difference, exchange }: DifferenceContext): boolean {
  const value = parseQuery(exchange).get(findParameter(difference)) ?? ''
  return difference.ours === (/^\d{4}-\d\d-\d\d$/.test(value) ? `${value} 00:00:00` : value)
}

const isBound = ({ difference }: DifferenceContext): boolean => BOUNDS.includes(findParameter(difference))

/** IDs, as in records, of the users who can write but not edit records of others. */
const WRITERS: Partial<Record<TestUser, string>> = { author: '3', contributor: '4' }

/**
 * Whether our list equals theirs without the records that a single read rejects, plus as many more as fit on the page
 * (Q3).
 */
function followsSingleReads({ exchange, response }: DifferenceContext): boolean {
  const self = WRITERS[exchange.role]
  const plural = /\/v1\/(\w+)/.exec(exchange.path)?.[1] ?? ''
  const [theirs, ours]: Json[][] = [exchange.response_json?.[plural], response.json?.[plural]]
  if (self === undefined || !theirs || !ours) return false
  const mayRead = ({ status, author }: Json): boolean => status === 'publish' || author === self
  const [left, first] = [theirs.filter(mayRead), ours.slice(0, theirs.filter(mayRead).length)]
  // Venues and organizers with the same publication time may be in another order (wire-contract §11.1).
  const keys = (list: readonly Json[]): Json[] => list.map(({ id, date }) => (plural === 'events' ? id : date))
  const isSame =
    left.every(({ id }) => ours.some((item) => item.id === id)) && isDeepStrictEqual(keys(left), keys(first))
  return isSame && ours.every(mayRead) && hasConsistentTotals(exchange, response, left.length)
}

/** Records on their further pages may be readable or not; the rest is counted. */
function hasConsistentTotals({ response_json: theirs, path }: Exchange, response: TestResponse, left: number): boolean {
  const { total, total_pages: pages, next_rest_url: next, ...lists } = response.json
  const shown = (body: Json): number => Object.values(body).find(Array.isArray)?.length ?? 0
  const unseen = theirs.total - shown(theirs)
  const perPage = Number(/[?&]per_page=(\d+)/.exec(path)?.[1] ?? 10)
  const isTotal = total >= shown(lists) && total >= left && total <= left + unseen
  const headers = [response.headers['x-tec-total'], response.headers['x-tec-totalpages']]
  const isPaged = pages === Math.ceil(total / perPage) && (next !== undefined) === pages > 1
  return isTotal && isPaged && headers.join() === `${total},${pages}`
}

function movesBounds({ exchange, all }: DifferenceContext): boolean {
  return all.some((item) => {
    const name = findParameter(item)
    return BOUNDS.includes(name) && hasQueryParameter(exchange, name)
  })
}

/** Equal sort keys in the order of the two lists: only records with the same key changed places. */
function differsOnlyInTies(
  { difference, exchange, response }: DifferenceContext,
  keyOf: (record: Json) => unknown,
): boolean {
  const plural = /^body\.(\w+)#ids$/.exec(difference.path)?.[1]
  if (!plural) return false
  const keys = (body: Json): string => JSON.stringify(body[plural].map(keyOf))
  return keys(exchange.response_json) === keys(response.json)
}

const toCanonicalBoolean = (word: string): string => (/^(?:1|true|yes|y|on|enabled?)$/i.test(word) ? 'true' : 'false')

/** The requested values in their canonical form: booleans as such, lists as CSV. */
function repeats(difference: Difference, exchange: Exchange): boolean {
  const name = findParameter(difference)
  const given = [...parseQuery(exchange)].filter(([key]) => key === name || key.startsWith(`${name}[`))
  const value = given.map(([, one]) => one.replaceAll(', ', ',')).join()
  return given.length > 0 && (difference.ours === value || difference.ours === toCanonicalBoolean(value))
}

/** The IDs in the two lists. */
function listIds(
  { exchange, response }: DifferenceContext,
  plural: string,
): { readonly theirs: number[]; readonly ours: number[] } {
  const ids = (body: Json): number[] => (body?.[plural] ?? []).map(({ id }: Json) => id)
  return { theirs: ids(exchange.response_json), ours: ids(response.json) }
}

const isWithin = (some: readonly number[], all: readonly number[]): boolean => some.every((id) => all.includes(id))

/** Only events with the requested IDs, and no bounds (Q17). */
function isIncluded(found: DifferenceContext): boolean {
  const requested = [...parseQuery(found.exchange)].filter(([key]) => /^include\b/.test(key))
  const { ours } = listIds(found, 'events')
  return isBound(found)
    ? found.difference.ours === undefined
    : isWithin(
        ours,
        requested.flatMap(([, value]) => value.split(',').map(Number)),
      )
}

/** The two coordinates of a location. */
function isPoint(exchange: Exchange): boolean {
  const [lat, lng] = COORDINATES.map((name) => parseQuery(exchange).get(name) || 'none').map(Number)
  return Math.abs(lat ?? Number.NaN) <= 90 && Math.abs(lng ?? Number.NaN) <= 180
}

/** Both reject the request; ours also names a coordinate, and every parameter that theirs names. */
function addsCoordinates({ path, theirs, ours }: Difference): boolean {
  if (COORDINATES.some((name) => path === `body.data.params.${name}`)) return theirs === undefined
  if (path === 'body.message') return parseNames(theirs).every((name) => parseNames(ours).includes(name))
  const name = /^body\.data\.details\.(\w+)$/.exec(path)?.[1] ?? ''
  return theirs === undefined && COORDINATES.includes(name)
}

const parseNames = (message: Json): string[] => String(message).replace('Invalid parameter(s): ', '').split(', ')

/** Whether our list has the requested order, by `order` alone or by a key that records contain. */
function isSorted({ exchange, response }: DifferenceContext, plural: string): boolean {
  const query = parseQuery(exchange)
  if (!query.has('orderby') && !query.has('order')) return false
  const by = query.get('orderby') ?? (plural === 'events' ? 'start_date' : 'date')
  const key = (record: Json): string => String(record[by] ?? record[plural.slice(0, -1)]).toLowerCase()
  const keys: string[] = response.json[plural].map(key)
  const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return isDeepStrictEqual(keys, query.get('order') === 'desc' ? sorted.reverse() : sorted)
}

const isLinkedList = ({ exchange }: DifferenceContext): boolean => isListExchange(exchange, '(?:venues|organizers)')
const isTermList = ({ exchange }: DifferenceContext): boolean => isListExchange(exchange, '(?:categories|tags)')

export const ACCEPTED_LIST_DIFFERENCES: readonly AcceptedDifference[] = [
  {
    cites: ['Q18'],
    description: 'URLs repeat every parameter in effect',
    covers: ({ difference, exchange }) =>
      difference.theirs === undefined && findParameter(difference) !== '' && repeats(difference, exchange),
  },
  {
    cites: ['Q49'],
    description: 'URLs contain booleans in one spelling',
    covers: ({ difference }) =>
      ['featured', 'has_events', 'geoloc'].includes(findParameter(difference)) &&
      toCanonicalBoolean(String(difference.theirs)) === difference.ours,
  },
  {
    cites: ['Q42'],
    description: 'The default window starts with the current day of the site',
    covers: (found) =>
      isBound(found) && !hasQueryParameter(found.exchange, findParameter(found.difference)) && isDefaultBound(found),
  },
  {
    cites: ['Q42'],
    description: 'Words for days are relative to the time zone of the site',
    covers: (found) =>
      isBound(found) &&
      RELATIVE_DATE.test(parseQuery(found.exchange).get(findParameter(found.difference))?.trim() ?? 'none'),
  },
  {
    cites: ['Q43'],
    description: 'An instant is compared with UTC',
    covers: (found) => isBound(found) && String(found.difference.ours).endsWith('Z'),
  },
  {
    cites: ['Q10'],
    description: 'Eight digits are a date',
    covers: (found) =>
      isBound(found) && /^\d{8}$/.test(parseQuery(found.exchange).get(findParameter(found.difference)) ?? ''),
  },
  {
    cites: ['Q10'],
    description: 'Invalid text is not a date',
    covers: ({ difference, exchange }) =>
      isListExchange(exchange) && isAcceptedByReference(difference) && hasFieldErrors(difference.ours, BOUNDS),
  },
  {
    cites: ['decisions: strict_dates'],
    description: 'The time that was sent is used exactly',
    covers: (found) => isBound(found) && hasQueryParameter(found.exchange, 'strict_dates') && isGiven(found),
  },
  {
    cites: ['wire-contract §8.3', 'wire-contract §8.8'],
    description: 'URLs contain the bounds in effect; starts_after replaces start_date',
    covers: ({ difference, exchange }) =>
      findParameter(difference) === 'start_date' &&
      difference.ours === undefined &&
      hasQueryParameter(exchange, 'starts_after'),
  },
  {
    cites: ['Q10', 'Q42', 'Q43', 'decisions: strict_dates'],
    description: 'Different bounds select different events',
    covers: (found) => isListExchange(found.exchange) && isSelectionDifference(found.difference) && movesBounds(found),
  },
  {
    cites: ['Q3'],
    description: 'Lists follow the rule of single reads',
    covers: (found) =>
      isListExchange(found.exchange) &&
      (isSelectionDifference(found.difference) || found.difference.path.endsWith('#ids')) &&
      followsSingleReads(found),
  },
  {
    cites: ['Q16'],
    description: 'An event with one of several tags matches',
    covers: (found) => {
      const { theirs, ours } = listIds(found, 'events')
      const isSeveral = /tags(?:=[^&]*,|\[.*tags\[)/.test(found.exchange.path)
      return (
        isListExchange(found.exchange) && isSelectionDifference(found.difference) && isSeveral && isWithin(theirs, ours)
      )
    },
  },
  {
    cites: ['Q17'],
    description: 'Events requested by ID are found with any dates',
    covers: (found) =>
      hasQueryParameter(found.exchange, 'include') &&
      isListExchange(found.exchange, 'events') &&
      (isSelectionDifference(found.difference) || isBound(found) || formatStatuses(found.difference) === '404 200') &&
      isIncluded(found),
  },
  {
    cites: ['Q44'],
    description: '`any` selects what the viewer may read, and an empty status is rejected',
    covers: ({ difference, exchange }) =>
      /[?&]status=any(?:&|$)/.test(exchange.path)
        ? isAcceptedByCalends(difference) && hasFieldErrors(difference.theirs, ['status'])
        : /[?&]status=(?:&|$)/.test(exchange.path) &&
          isAcceptedByReference(difference) &&
          hasFieldErrors(difference.ours, ['status']),
  },
  {
    cites: ['Q40'],
    description: 'Filters treat records that the viewer may not see as missing',
    covers: ({ difference, exchange }) =>
      isListExchange(exchange) &&
      isAcceptedByReference(difference) &&
      hasFieldErrors(difference.ours, ['venue', 'organizer', 'event', 'post']),
  },
  {
    cites: ['decisions: ticketed'],
    description: 'The filter requires no add-on, and no recorded event has offers',
    covers: ({ difference, exchange }) =>
      isListExchange(exchange, 'events') &&
      isAcceptedByCalends(difference) &&
      hasFieldErrors(difference.theirs, ['ticketed']) &&
      toCanonicalBoolean(parseQuery(exchange).get('ticketed') ?? '') === 'true' &&
      difference.ours.body.total === 0,
  },
  {
    cites: ['decisions: geoloc'],
    description: 'The filter requires no add-on, and no recorded venue has coordinates',
    covers: ({ difference, exchange, response }) =>
      isSelectionDifference(difference) &&
      response.json?.total === 0 &&
      (toCanonicalBoolean(parseQuery(exchange).get('geoloc') ?? '') === 'true' || isPoint(exchange)),
  },
  {
    cites: ['decisions: geoloc'],
    description: 'An incomplete or invalid location is rejected',
    covers: ({ difference, exchange }) =>
      COORDINATES.some((name) => hasQueryParameter(exchange, name)) &&
      !isPoint(exchange) &&
      ((isAcceptedByReference(difference) && hasFieldErrors(difference.ours, COORDINATES)) ||
        addsCoordinates(difference)),
  },
  {
    cites: ['decisions: Empty geoloc_lat, geoloc_lng'],
    description: 'Links omit coordinates that were not sent',
    covers: ({ difference }) =>
      COORDINATES.includes(findParameter(difference)) && difference.theirs === '' && difference.ours === undefined,
  },
  {
    cites: ['decisions: Order'],
    description: 'Lists have the requested order',
    covers: (found) => {
      const [, plural = ''] = /^body\.(events|venues|organizers)#ids$/.exec(found.difference.path) ?? []
      const { theirs, ours } = listIds(found, plural)
      const isSame = isWithin(theirs, ours) && isWithin(ours, theirs)
      return isSame && isListExchange(found.exchange, plural) && isSorted(found, plural)
    },
  },
  {
    cites: ['Q19'],
    description: 'A search without a match finds nothing',
    covers: (found) =>
      isLinkedList(found) &&
      hasQueryParameter(found.exchange, 'search') &&
      isSelectionDifference(found.difference) &&
      found.response.json?.total === 0,
  },
  {
    cites: ['Q20'],
    description: 'Blanks are not a search for venues and organizers either',
    covers: (found) =>
      isLinkedList(found) &&
      isSelectionDifference(found.difference) &&
      parseQuery(found.exchange).get('search')?.trim() === '',
  },
  {
    cites: ['Q22'],
    description: 'All upcoming events count',
    covers: (found) => {
      const { theirs, ours } = listIds(found, 'organizers')
      const isMore = isWithin(theirs, ours) && ours.length > theirs.length
      return (
        isLinkedList(found) &&
        hasQueryParameter(found.exchange, 'only_with_upcoming') &&
        isSelectionDifference(found.difference) &&
        isMore
      )
    },
  },
  {
    cites: ['wire-contract §11.1'],
    description: 'The order of records with the same publication time is undefined',
    covers: (found) => isLinkedList(found) && differsOnlyInTies(found, ({ date }) => date),
  },
  {
    cites: ['S12', 'wire-contract §13.1'],
    description: 'The order of terms with equal sort keys is undefined',
    covers: (found) => {
      const order = parseQuery(found.exchange).get('orderby') ?? 'name'
      return isTermList(found) && differsOnlyInTies(found, (term) => (order in term ? term[order] : 0))
    },
  },
  {
    cites: ['wire-contract §13.1'],
    description: 'The search finds names, not the `amp` of their entities',
    covers: (found) =>
      isTermList(found) &&
      isSelectionDifference(found.difference) &&
      'amp'.includes(parseQuery(found.exchange).get('search') ?? '-'),
  },
  {
    cites: ['Q13'],
    description: 'Texts of this service contain no NUL',
    covers: ({ difference: { theirs, ours } }) =>
      typeof theirs === 'string' && theirs.includes('\0') && theirs.replaceAll('\0', '') === ours,
  },
  {
    cites: ['Q13'],
    description: 'Texts that are not UTF-8 are rejected, and NUL is removed',
    covers: ({ difference, exchange }) =>
      /search=[^&]*%(?:00|ff)/.test(exchange.path) &&
      (isSelectionDifference(difference) ||
        findParameter(difference) === 'search' ||
        isAcceptedByReference(difference)),
  },
  {
    cites: ['decisions: text'],
    description: '`_fields` applies to elements of lists',
    covers: ({ difference, exchange }) =>
      /[?&]_fields=\w+\./.test(exchange.path) && /^body\.\w+(?:\.\d+|#ids)$/.test(difference.path),
  },
  {
    cites: ['decisions: totals'],
    description: 'Responses have the X-WP headers in addition to the X-TEC headers',
    covers: ({ difference }) => /^(?:order\.)?body\.headers(?:\.X-WP-|\.Link|$)/.test(difference.path),
  },
]
