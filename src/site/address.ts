/** The addresses of pages: what they mean, and how they are written. */
import { parseCount } from '../calendar/field.ts'
import { type Day, dayIn, type Month, monthIn, monthOf } from './days.ts'

/** How events are shown. */
export type View =
  | { readonly kind: 'list' }
  | { readonly kind: 'past' }
  | { readonly kind: 'map' }
  | { readonly kind: 'month'; readonly month: Month }
  | { readonly kind: 'week'; readonly day: Day }
  | { readonly kind: 'day'; readonly day: Day }

/** Of which events: all, or those of a term, a venue or an organizer. A category stands below others. */
export type Base =
  | { readonly kind: 'calendar' }
  | TermBase
  | { readonly kind: 'venue' | 'organizer'; readonly slug: string }

export type TermBase =
  | { readonly kind: 'category'; readonly path: readonly string[] }
  | { readonly kind: 'tag'; readonly slug: string }

export type Address =
  | { readonly kind: 'home' }
  | { readonly kind: 'event'; readonly slug: string }
  | { readonly kind: 'calendar'; readonly base: Base; readonly view: View; readonly page?: number }
  | { readonly kind: 'feed'; readonly base: Base }

/** Where the same pages lie once more, for frames of other sites: `/embed/events/`. */
export const EMBEDDED = '/embed'

/** The address of the page itself, and whether it was asked for inside of a frame. */
export function unframed(path: string): { readonly path: string; readonly isEmbedded: boolean } {
  const isEmbedded = path.startsWith(`${EMBEDDED}/`)
  return { path: isEmbedded ? path.slice(EMBEDDED.length) : path, isEmbedded }
}

/** Undefined for what is no page. `today` is what addresses mean that name no day. */
export function addressIn(path: string, today: Day): Address | undefined {
  if (path === '/' || path === '/index.php') return { kind: 'home' }
  const parts = segments(path)
  if (parts.at(-1) === 'feed') return feed(parts.slice(0, -1), today)
  if (isRssOfFeed(parts)) return feed(parts.slice(0, -2), today)
  return numberedPage(parts, today) ?? page(parts, today)
}

/** `/feed/rss2/`, as WordPress also spells the URL of a feed. */
const isRssOfFeed = (parts: readonly string[]): boolean =>
  parts.at(-2) === 'feed' && (parts.at(-1) === 'rss2' || parts.at(-1) === 'rss')

/** `/events/list/page/2/`, as The Events Calendar spells the second page of a list. */
function numberedPage(parts: readonly string[], today: Day): Address | undefined {
  const number = parts.at(-2) === 'page' ? parseCount(parts.at(-1)) : undefined
  if (!number || 'flaw' in number) return undefined
  const address = page(parts.slice(0, -2), today)
  const isList = address?.kind === 'calendar' && (address.view.kind === 'list' || address.view.kind === 'past')
  return isList ? { ...address, page: number.value } : undefined
}

function page(parts: readonly string[], today: Day): Address | undefined {
  const [first, second, ...rest] = parts
  if (first === undefined) return undefined
  if (first === 'event') return second !== undefined && rest.length === 0 ? { kind: 'event', slug: second } : undefined
  if (first === 'venue' || first === 'organizer' || first === 'tag') {
    return second === undefined ? undefined : shown({ kind: first, slug: second }, rest, today)
  }
  if (first !== 'events') return undefined
  if (second === 'category') return rest.length === 0 ? undefined : category(rest, today)
  // The Events Calendar has tags below its events; WordPress, and the `url` of a tag, at the root.
  if (second === 'tag') return page(parts.slice(1), today)
  return shown({ kind: 'calendar' }, parts.slice(1), today)
}

/** Where feed readers look: below the page whose events they follow. */
function feed(parts: readonly string[], today: Day): Address | undefined {
  const above = addressIn(parts.length === 0 ? '/events/' : `/${parts.join('/')}/`, today)
  return above?.kind === 'calendar' && above.view.kind === 'list' ? { kind: 'feed', base: above.base } : undefined
}

function category(parts: readonly string[], today: Day): Address | undefined {
  for (const length of [2, 1]) {
    const path = parts.slice(0, -length)
    const view = path.length > 0 ? viewIn(parts.slice(-length), today) : undefined
    if (view) return { kind: 'calendar', base: { kind: 'category', path }, view }
  }
  return { kind: 'calendar', base: { kind: 'category', path: parts }, view: { kind: 'list' } }
}

function shown(base: Base, parts: readonly string[], today: Day): Address | undefined {
  const view = viewIn(parts, today)
  return view && { kind: 'calendar', base, view }
}

function viewIn([word, day, ...more]: readonly string[], today: Day): View | undefined {
  if (word === undefined || more.length > 0) return word === undefined ? { kind: 'list' } : undefined
  if (word === 'week') {
    const of = day === undefined ? today : dayIn(day)
    return of === undefined ? undefined : { kind: 'week', day: of }
  }
  if (word === 'month' && day !== undefined) return monthView(day)
  if (day !== undefined) return undefined
  if (word === 'list' || word === 'past' || word === 'map') return { kind: word }
  if (word === 'month') return { kind: 'month', month: monthOf(today) }
  if (word === 'today' || word === 'day') return { kind: 'day', day: today }
  const named = dayIn(word)
  return named === undefined ? monthView(word) : { kind: 'day', day: named }
}

function monthView(word: string): View | undefined {
  const month = monthIn(word)
  return month === undefined ? undefined : { kind: 'month', month }
}

/** Percent-encoded, as slugs are stored. */
const segments = (path: string): string[] => path.split('/').filter((part) => part !== '')

export function pathOfBase(base: Base): string {
  if (base.kind === 'calendar') return '/events/'
  return base.kind === 'category' ? `/events/category/${base.path.join('/')}/` : `/${base.kind}/${base.slug}/`
}

export function pathOf(base: Base, view: View): string {
  const above = pathOfBase(base)
  if (view.kind === 'list') return above
  if (view.kind === 'past' || view.kind === 'map') return `${above}${view.kind}/`
  if (view.kind === 'month') return `${above}${view.month}/`
  return view.kind === 'week' ? `${above}week/${view.day}/` : `${above}${view.day}/`
}

/** Filters in the order given, after a path. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  const text = new URLSearchParams(given).toString().replaceAll('%2C', ',')
  return text === '' ? path : `${path}?${text}`
}
