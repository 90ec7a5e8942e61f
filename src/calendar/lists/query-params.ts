/** Query parameters for the URLs in list responses. Following such a URL repeats the same query (Q18). */

import type { DateTime } from '../../base/time/date-time.ts'
import { formatIsoUtc } from '../../base/time/parse-date.ts'
import type { CustomValues } from '../../kernel/custom-values.ts'
import type { MediaQuery } from '../images/image-query.ts'
import { DATE_BOUND_NAMES, type DateBound, formatBound } from './date-bounds.ts'
import type { EventQuery } from './event-query.ts'
import type { LinkedQuery } from './linked-query.ts'
import type { QueryParameters } from './present-list.ts'
import type { TermQuery } from './term-query.ts'

const joinCsv = (values: readonly (string | number)[] | undefined): string | undefined => values?.join(',')

interface QueryParameterContext {
  readonly perPage: number
  /** Value of `status` when the request has none: `publish`, or `any` for viewers who can read more. */
  readonly defaultStatus: string
  /** UTC. */
  readonly modifiedAfter: DateTime | undefined
}

/** A relative date is resolved once, so that all pages of a list use the same instant. */
const formatInstant = (utc: DateTime | undefined): string | undefined => utc && formatIsoUtc(utc)

const listCustomParameters = (values: CustomValues = {}): QueryParameters =>
  Object.entries(values).map(([key, value]) => [`custom_fields[${key}]`, value])

const formatStatus = (query: EventQuery | LinkedQuery, { defaultStatus }: QueryParameterContext): string =>
  query.status === undefined ? defaultStatus : query.status === 'any' ? 'any' : query.status.join(',')

export function buildEventParameters(
  query: EventQuery,
  bounds: readonly DateBound[],
  context: QueryParameterContext,
): QueryParameters {
  const dates = new Map(bounds.map((bound) => [bound.name, formatBound(bound)]))
  const relative = DATE_BOUND_NAMES.filter((name) => name.startsWith('starts') || name.startsWith('ends'))
  return [
    ['per_page', context.perPage],
    ['start_date', dates.get('start_date')],
    ['end_date', dates.get('end_date')],
    ['search', query.search],
    ['categories', joinCsv(query.categories)],
    ['tags', joinCsv(query.tags)],
    ['geoloc', query.geoloc],
    ['geoloc_lat', query.geoloc_lat],
    ['geoloc_lng', query.geoloc_lng],
    ['geoloc_radius', query.geoloc_radius],
    ['status', formatStatus(query, context)],
    ['post_parent', query.post_parent],
    ['include', joinCsv(query.include)],
    ['exclude', joinCsv(query.exclude)],
    ['categories_exclude', joinCsv(query.categories_exclude)],
    ['tags_exclude', joinCsv(query.tags_exclude)],
    ...relative.map((name) => [name, dates.get(name)] as const),
    ['strict_dates', query.strict_dates || undefined],
    ['ticketed', query.ticketed],
    ['free', query.free],
    ['event_status', joinCsv(query.event_status)],
    ['is_virtual', query.is_virtual],
    ['author', joinCsv(query.author)],
    ['has_image', query.has_image],
    ['has_venue', query.has_venue],
    ['venue', joinCsv(query.venue)],
    ['organizer', joinCsv(query.organizer)],
    ['featured', query.featured],
    ['hidden', query.hidden],
    ['external_id', query.external_id],
    ...listCustomParameters(query.custom_fields),
    ['modified_after', formatInstant(context.modifiedAfter)],
    ['text', query.text],
    ['orderby', query.orderby],
    ['order', query.order],
    ['series', joinCsv(query.series)],
    ['collapse', query.collapse ?? (query.hide_subsequent_recurrences ? 'series' : undefined)],
    ['strict', query.strict],
    ['password', query.password],
  ]
}

export function buildLinkedParameters(
  query: LinkedQuery & { readonly password?: string },
  context: QueryParameterContext,
): QueryParameters {
  return [
    ['per_page', context.perPage],
    ['search', query.search],
    ['event', query.event],
    ['has_events', query.has_events],
    ['only_with_upcoming', query.only_with_upcoming || undefined],
    ['status', formatStatus(query, context)],
    ['external_id', query.external_id],
    ['geoloc', query.geoloc],
    ['geoloc_lat', query.geoloc_lat],
    ['geoloc_lng', query.geoloc_lng],
    ['geoloc_radius', query.geoloc_radius],
    ...listCustomParameters(query.custom_fields),
    ['modified_after', formatInstant(context.modifiedAfter)],
    ['text', query.text],
    ['orderby', query.orderby],
    ['order', query.order],
    ['strict', query.strict],
    ['password', query.password],
  ]
}

export function buildMediaParameters(
  query: MediaQuery,
  { perPage, modifiedAfter }: Omit<QueryParameterContext, 'defaultStatus'>,
): QueryParameters {
  return [
    ['per_page', perPage],
    ['search', query.search],
    ['slug', query.slug],
    ['media_type', query.media_type],
    ['mime_type', query.mime_type],
    ['include', joinCsv(query.include)],
    ['post', query.post],
    ['modified_after', formatInstant(modifiedAfter)],
    ['missing_alt', query.missing_alt],
    ['unused', query.unused],
  ]
}

/** Only parameters of the request, so that the URL of an unfiltered list has no query. */
export function buildTermParameters(
  query: TermQuery,
  raw: Readonly<Record<string, unknown>>,
  { modifiedAfter }: Pick<QueryParameterContext, 'modifiedAfter'>,
): QueryParameters {
  return [
    ['per_page', query.per_page],
    ['search', query.search],
    ['exclude', joinCsv(query.exclude)],
    ['include', joinCsv(query.include)],
    ['order', query.order],
    ['orderby', query.orderby],
    ['hide_empty', raw['hide_empty'] === undefined ? undefined : query.hide_empty],
    ['parent', query.parent],
    ['post', query.post],
    ['event', query.event],
    ['slug', query.slug],
    ['modified_after', formatInstant(modifiedAfter)],
    ['text', query.text],
  ]
}
