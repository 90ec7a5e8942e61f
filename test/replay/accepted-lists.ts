/** Accepted differences of lists and their URLs. */
import { isDeepStrictEqual } from 'node:util'
import { toLocal } from '../../src/datetime/time-zone.ts'
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
const OF_TODAY = /^(?:0|now|today|tomorrow|yesterday|next .*|last .*|[+-].*|\d+:\d+.*)$/

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
function followsSingleReads({ exchange, answer }: DifferenceContext): boolean {
  const self = WRITERS[exchange.role]
  const plural = /\/v1\/(\w+)/.exec(exchange.path)?.[1] ?? ''
  const [theirs, ours]: Json[][] = [exchange.response_json?.[plural], answer.json?.[plural]]
  if (self === undefined || !theirs || !ours) return false
  const mayRead = ({ status, author }: Json): boolean => status === 'publish' || author === self
  const [left, first] = [theirs.filter(mayRead), ours.slice(0, theirs.filter(mayRead).length)]
  // Venues and organizers with the same publication time may be in another order (wire-contract §11.1).
  const keys = (list: readonly Json[]): Json[] => list.map(({ id, date }) => (plural === 'events' ? id : date))
  const isSame =
    left.every(({ id }) => ours.some((item) => item.id === id)) && isDeepStrictEqual(keys(left), keys(first))
  return isSame && ours.every(mayRead) && agreesWith(exchange, answer, left.length)
}

/** Records on their further pages may be readable or not; the rest is counted. */
function agreesWith({ response_json: theirs, path }: Exchange, response: TestResponse, left: number): boolean {
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
function differsInTies({ difference, exchange, answer }: DifferenceContext, keyOf: (record: Json) => unknown): boolean {
  const plural = /^body\.(\w+)#ids$/.exec(difference.path)?.[1]
  if (!plural) return false
  const keys = (body: Json): string => JSON.stringify(body[plural].map(keyOf))
  return keys(exchange.response_json) === keys(answer.json)
}

const plainOf = (word: string): string => (/^(?:1|true|yes|y|on|enabled?)$/i.test(word) ? 'true' : 'false')

/** The requested values in their canonical form: booleans as such, lists as CSV. */
function repeats(difference: Difference, exchange: Exchange): boolean {
  const name = findParameter(difference)
  const given = [...parseQuery(exchange)].filter(([key]) => key === name || key.startsWith(`${name}[`))
  const value = given.map(([, one]) => one.replaceAll(', ', ',')).join()
  return given.length > 0 && (difference.ours === value || difference.ours === plainOf(value))
}

/** The IDs in the two lists. */
function idsOf(
  { exchange, answer }: DifferenceContext,
  plural: string,
): { readonly theirs: number[]; readonly ours: number[] } {
  const ids = (body: Json): number[] => (body?.[plural] ?? []).map(({ id }: Json) => id)
  return { theirs: ids(exchange.response_json), ours: ids(answer.json) }
}

const isWithin = (some: readonly number[], all: readonly number[]): boolean => some.every((id) => all.includes(id))

/** Only events with the requested IDs, and no bounds (Q17). */
function isIncluded(found: DifferenceContext): boolean {
  const requested = [...parseQuery(found.exchange)].filter(([key]) => /^include\b/.test(key))
  const { ours } = idsOf(found, 'events')
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
  if (path === 'body.message') return namesIn(theirs).every((name) => namesIn(ours).includes(name))
  const name = /^body\.data\.details\.(\w+)$/.exec(path)?.[1] ?? ''
  return theirs === undefined && COORDINATES.includes(name)
}

const namesIn = (message: Json): string[] => String(message).replace('Invalid parameter(s): ', '').split(', ')

/** Whether our list has the requested order, by `order` alone or by a key that records contain. */
function isSorted({ exchange, answer }: DifferenceContext, plural: string): boolean {
  const query = parseQuery(exchange)
  if (!query.has('orderby') && !query.has('order')) return false
  const by = query.get('orderby') ?? (plural === 'events' ? 'start_date' : 'date')
  const key = (record: Json): string => String(record[by] ?? record[plural.slice(0, -1)]).toLowerCase()
  const keys: string[] = answer.json[plural].map(key)
  const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return isDeepStrictEqual(keys, query.get('order') === 'desc' ? sorted.reverse() : sorted)
}

const isLinkedList = ({ exchange }: DifferenceContext): boolean => isListExchange(exchange, '(?:venues|organizers)')
const isTermList = ({ exchange }: DifferenceContext): boolean => isListExchange(exchange, '(?:categories|tags)')

export const ACCEPTED_LIST_DIFFERENCES: readonly AcceptedDifference[] = [
  {
    cites: ['Q18'],
    reference: 'addresses repeat all that is in force',
    covers: ({ difference, exchange }) =>
      difference.theirs === undefined && findParameter(difference) !== '' && repeats(difference, exchange),
  },
  {
    cites: ['Q49'],
    reference: 'addresses spell booleans as such',
    covers: ({ difference }) =>
      ['featured', 'has_events', 'geoloc'].includes(findParameter(difference)) &&
      plainOf(String(difference.theirs)) === difference.ours,
  },
  {
    cites: ['Q42'],
    reference: 'the default window is of the day of the site',
    covers: (found) =>
      isBound(found) && !hasQueryParameter(found.exchange, findParameter(found.difference)) && isDefaultBound(found),
  },
  {
    cites: ['Q42'],
    reference: 'words for days are of the zone of the site',
    covers: (found) =>
      isBound(found) &&
      OF_TODAY.test(parseQuery(found.exchange).get(findParameter(found.difference))?.trim() ?? 'none'),
  },
  {
    cites: ['Q43'],
    reference: 'an instant is compared as one',
    covers: (found) => isBound(found) && String(found.difference.ours).endsWith('Z'),
  },
  {
    cites: ['Q10'],
    reference: 'eight digits are a date',
    covers: (found) =>
      isBound(found) && /^\d{8}$/.test(parseQuery(found.exchange).get(findParameter(found.difference)) ?? ''),
  },
  {
    cites: ['Q10'],
    reference: 'junk is no date',
    covers: ({ difference, exchange }) =>
      isListExchange(exchange) && isAcceptedByReference(difference) && hasFieldErrors(difference.ours, BOUNDS),
  },
  {
    cites: ['decisions: strict_dates'],
    reference: 'the given time is used exactly',
    covers: (found) => isBound(found) && hasQueryParameter(found.exchange, 'strict_dates') && isGiven(found),
  },
  {
    cites: ['wire-contract §8.3', 'wire-contract §8.8'],
    reference: 'addresses show the bounds in force; starts_after replaces start_date',
    covers: ({ difference, exchange }) =>
      findParameter(difference) === 'start_date' &&
      difference.ours === undefined &&
      hasQueryParameter(exchange, 'starts_after'),
  },
  {
    cites: ['Q10', 'Q42', 'Q43', 'decisions: strict_dates'],
    reference: 'other bounds select other events',
    covers: (found) => isListExchange(found.exchange) && isSelectionDifference(found.difference) && movesBounds(found),
  },
  {
    cites: ['Q3'],
    reference: 'lists follow the rule of single reads',
    covers: (found) =>
      isListExchange(found.exchange) &&
      (isSelectionDifference(found.difference) || found.difference.path.endsWith('#ids')) &&
      followsSingleReads(found),
  },
  {
    cites: ['Q16'],
    reference: 'several tags mean any of them',
    covers: (found) => {
      const { theirs, ours } = idsOf(found, 'events')
      const isSeveral = /tags(?:=[^&]*,|\[.*tags\[)/.test(found.exchange.path)
      return (
        isListExchange(found.exchange) && isSelectionDifference(found.difference) && isSeveral && isWithin(theirs, ours)
      )
    },
  },
  {
    cites: ['Q17'],
    reference: 'numbers asked for are found whatever their dates',
    covers: (found) =>
      hasQueryParameter(found.exchange, 'include') &&
      isListExchange(found.exchange, 'events') &&
      (isSelectionDifference(found.difference) || isBound(found) || formatStatuses(found.difference) === '404 200') &&
      isIncluded(found),
  },
  {
    cites: ['Q44'],
    reference: '`any` is what may be read, an empty status is refused',
    covers: ({ difference, exchange }) =>
      /[?&]status=any(?:&|$)/.test(exchange.path)
        ? isAcceptedByCalends(difference) && hasFieldErrors(difference.theirs, ['status'])
        : /[?&]status=(?:&|$)/.test(exchange.path) &&
          isAcceptedByReference(difference) &&
          hasFieldErrors(difference.ours, ['status']),
  },
  {
    cites: ['Q40'],
    reference: 'what the caller may not see does not exist in filters',
    covers: ({ difference, exchange }) =>
      isListExchange(exchange) &&
      isAcceptedByReference(difference) &&
      hasFieldErrors(difference.ours, ['venue', 'organizer', 'event', 'post']),
  },
  {
    cites: ['decisions: ticketed'],
    reference: 'works without an add-on; no event of the recordings has offers',
    covers: ({ difference, exchange }) =>
      isListExchange(exchange, 'events') &&
      isAcceptedByCalends(difference) &&
      hasFieldErrors(difference.theirs, ['ticketed']) &&
      plainOf(parseQuery(exchange).get('ticketed') ?? '') === 'true' &&
      difference.ours.body.total === 0,
  },
  {
    cites: ['decisions: geoloc'],
    reference: 'works without an add-on; no venue of the recordings has coordinates',
    covers: ({ difference, exchange, answer }) =>
      isSelectionDifference(difference) &&
      answer.json?.total === 0 &&
      (plainOf(parseQuery(exchange).get('geoloc') ?? '') === 'true' || isPoint(exchange)),
  },
  {
    cites: ['decisions: geoloc'],
    reference: 'half a point, and what is no point, is refused',
    covers: ({ difference, exchange }) =>
      COORDINATES.some((name) => hasQueryParameter(exchange, name)) &&
      !isPoint(exchange) &&
      ((isAcceptedByReference(difference) && hasFieldErrors(difference.ours, COORDINATES)) ||
        addsCoordinates(difference)),
  },
  {
    cites: ['decisions: Empty geoloc_lat, geoloc_lng'],
    reference: 'links leave out coordinates that were not given',
    covers: ({ difference }) =>
      COORDINATES.includes(findParameter(difference)) && difference.theirs === '' && difference.ours === undefined,
  },
  {
    cites: ['decisions: Order'],
    reference: 'lists are sorted as asked',
    covers: (found) => {
      const [, plural = ''] = /^body\.(events|venues|organizers)#ids$/.exec(found.difference.path) ?? []
      const { theirs, ours } = idsOf(found, plural)
      const isSame = isWithin(theirs, ours) && isWithin(ours, theirs)
      return isSame && isListExchange(found.exchange, plural) && isSorted(found, plural)
    },
  },
  {
    cites: ['Q19'],
    reference: 'a search without a match finds nothing',
    covers: (found) =>
      isLinkedList(found) &&
      hasQueryParameter(found.exchange, 'search') &&
      isSelectionDifference(found.difference) &&
      found.answer.json?.total === 0,
  },
  {
    cites: ['Q20'],
    reference: 'blanks are no search for venues and organizers either',
    covers: (found) =>
      isLinkedList(found) &&
      isSelectionDifference(found.difference) &&
      parseQuery(found.exchange).get('search')?.trim() === '',
  },
  {
    cites: ['Q22'],
    reference: 'all events to come count',
    covers: (found) => {
      const { theirs, ours } = idsOf(found, 'organizers')
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
    reference: 'records of the same publication time are in no promised order',
    covers: (found) => isLinkedList(found) && differsInTies(found, ({ date }) => date),
  },
  {
    cites: ['S12', 'wire-contract §13.1'],
    reference: 'terms that are the same to the order asked for are in no promised order',
    covers: (found) => {
      const order = parseQuery(found.exchange).get('orderby') ?? 'name'
      return isTermList(found) && differsInTies(found, (term) => (order in term ? term[order] : 0))
    },
  },
  {
    cites: ['wire-contract §13.1'],
    reference: 'the search is in names, not in the `amp` of their entities',
    covers: (found) =>
      isTermList(found) &&
      isSelectionDifference(found.difference) &&
      'amp'.includes(parseQuery(found.exchange).get('search') ?? '-'),
  },
  {
    cites: ['Q13'],
    reference: 'no text of ours holds a NUL',
    covers: ({ difference: { theirs, ours } }) =>
      typeof theirs === 'string' && theirs.includes('\0') && theirs.replaceAll('\0', '') === ours,
  },
  {
    cites: ['Q13'],
    reference: 'texts that are not UTF-8 are refused, NUL is no letter',
    covers: ({ difference, exchange }) =>
      /search=[^&]*%(?:00|ff)/.test(exchange.path) &&
      (isSelectionDifference(difference) ||
        findParameter(difference) === 'search' ||
        isAcceptedByReference(difference)),
  },
  {
    cites: ['decisions: text'],
    reference: '`_fields` reaches into lists',
    covers: ({ difference, exchange }) =>
      /[?&]_fields=\w+\./.test(exchange.path) && /^body\.\w+(?:\.\d+|#ids)$/.test(difference.path),
  },
  {
    cites: ['decisions: totals'],
    reference: 'the X-WP pair stands beside the X-TEC pair',
    covers: ({ difference }) => /^(?:order\.)?body\.headers(?:\.X-WP-|\.Link|$)/.test(difference.path),
  },
]
