/** The parameters of a query as its addresses repeat them, so that following one means the same query (Q18). */
import type { EventQuery } from '../calendar/event-query.ts'
import { BOUNDS, type Bound, showBound } from '../calendar/event-window.ts'
import type { LinkedQuery } from '../calendar/linked-query.ts'
import type { MediaQuery } from '../calendar/media.ts'
import type { TermQuery } from '../calendar/term.ts'
import { type DateTime, isoUtc } from '../text/dates.ts'
import type { Echo } from './list.ts'

const csv = (values: readonly (string | number)[] | undefined): string | undefined => values?.join(',')

interface Shown {
  readonly perPage: number
  /** What `status` means when it was not given: `publish`, or `any` for those who read more. */
  readonly defaultStatus: string
  /** UTC. */
  readonly modifiedAfter: DateTime | undefined
}

/** The moment that a relative date meant, so that every page means the same one. */
const moment = (utc: DateTime | undefined): string | undefined => utc && isoUtc(utc)

const statusOf = (query: EventQuery | LinkedQuery, { defaultStatus }: Shown): string =>
  query.status === undefined ? defaultStatus : query.status === 'any' ? 'any' : query.status.join(',')

export function echoEvents(query: EventQuery, bounds: readonly Bound[], shown: Shown): Echo {
  const dates = new Map(bounds.map((bound) => [bound.name, showBound(bound)]))
  const relative = BOUNDS.filter((name) => name.startsWith('starts') || name.startsWith('ends'))
  return [
    ['per_page', shown.perPage],
    ['start_date', dates.get('start_date')],
    ['end_date', dates.get('end_date')],
    ['search', query.search],
    ['categories', csv(query.categories)],
    ['tags', csv(query.tags)],
    ['geoloc', query.geoloc],
    ['geoloc_lat', query.geoloc_lat],
    ['geoloc_lng', query.geoloc_lng],
    ['geoloc_radius', query.geoloc_radius],
    ['status', statusOf(query, shown)],
    ['post_parent', query.post_parent],
    ['include', csv(query.include)],
    ['exclude', csv(query.exclude)],
    ['categories_exclude', csv(query.categories_exclude)],
    ['tags_exclude', csv(query.tags_exclude)],
    ...relative.map((name) => [name, dates.get(name)] as const),
    ['strict_dates', query.strict_dates || undefined],
    ['ticketed', query.ticketed],
    ['free', query.free],
    ['venue', csv(query.venue)],
    ['organizer', csv(query.organizer)],
    ['featured', query.featured],
    ['hidden', query.hidden],
    ['external_id', query.external_id],
    ['modified_after', moment(shown.modifiedAfter)],
    ['orderby', query.orderby],
    ['order', query.order],
    ['strict', query.strict],
    ['password', query.password],
  ]
}

export function echoLinked(query: LinkedQuery & { readonly password?: string }, shown: Shown): Echo {
  return [
    ['per_page', shown.perPage],
    ['search', query.search],
    ['event', query.event],
    ['has_events', query.has_events],
    ['only_with_upcoming', query.only_with_upcoming || undefined],
    ['status', statusOf(query, shown)],
    ['external_id', query.external_id],
    ['geoloc', query.geoloc],
    ['geoloc_lat', query.geoloc_lat],
    ['geoloc_lng', query.geoloc_lng],
    ['geoloc_radius', query.geoloc_radius],
    ['modified_after', moment(shown.modifiedAfter)],
    ['orderby', query.orderby],
    ['order', query.order],
    ['strict', query.strict],
    ['password', query.password],
  ]
}

export function echoMedia(query: MediaQuery, { perPage, modifiedAfter }: Omit<Shown, 'defaultStatus'>): Echo {
  return [
    ['per_page', perPage],
    ['search', query.search],
    ['slug', query.slug],
    ['media_type', query.media_type],
    ['mime_type', query.mime_type],
    ['include', csv(query.include)],
    ['post', query.post],
    ['modified_after', moment(modifiedAfter)],
  ]
}

/** Only what was asked: the plain list has a plain address. */
export function echoTerms(
  query: TermQuery,
  raw: Readonly<Record<string, unknown>>,
  { modifiedAfter }: Pick<Shown, 'modifiedAfter'>,
): Echo {
  return [
    ['per_page', query.per_page],
    ['search', query.search],
    ['exclude', csv(query.exclude)],
    ['include', csv(query.include)],
    ['order', query.order],
    ['orderby', query.orderby],
    ['hide_empty', raw['hide_empty'] === undefined ? undefined : query.hide_empty],
    ['parent', query.parent],
    ['post', query.post],
    ['event', query.event],
    ['slug', query.slug],
    ['modified_after', moment(modifiedAfter)],
  ]
}
