/** Parses and builds the URLs of pages. */
import { parseCount } from '../kernel/field.ts'
import { type Day, getMonth, type Month, parseDay, parseMonth } from './calendar-grid.ts'

/** Views of upcoming events on numbered pages, with filters by date. */
const UPCOMING_KINDS = ['list', 'photo', 'summary'] as const
type UpcomingKind = (typeof UPCOMING_KINDS)[number]

const isUpcomingKind = (name: string): name is UpcomingKind => UPCOMING_KINDS.some((kind) => kind === name)

export const isUpcomingView = ({ kind }: CalendarView): boolean => isUpcomingKind(kind)

export type CalendarView =
  | { readonly kind: UpcomingKind | 'past' | 'map' }
  | { readonly kind: 'month'; readonly month: Month }
  | { readonly kind: 'week'; readonly day: Day }
  | { readonly kind: 'day'; readonly day: Day }

/** Views that start at a day, today by default, and that can be limited to dates. */
export const hasDateRange = ({ kind }: CalendarView): boolean => isUpcomingKind(kind) || kind === 'map'

/** All events, or those of a term, venue, organizer or series. The path of a category includes its ancestors. */
export type ArchiveRoute =
  | { readonly kind: 'calendar' }
  | TermArchiveRoute
  | { readonly kind: 'venue' | 'organizer' | 'series'; readonly slug: string }

export type TermArchiveRoute =
  | { readonly kind: 'category'; readonly path: readonly string[] }
  | { readonly kind: 'tag'; readonly slug: string }

export type PageRoute =
  | { readonly kind: 'home' }
  | { readonly kind: 'event'; readonly slug: string }
  | { readonly kind: 'calendar'; readonly archive: ArchiveRoute; readonly view: CalendarView; readonly page?: number }
  | { readonly kind: 'feed'; readonly archive: ArchiveRoute }
  | { readonly kind: 'index'; readonly of: IndexKind }
  | { readonly kind: 'suggestions' }

/** Pages that list all venues, organizers or categories. */
export const INDEX_PATHS = { venue: '/venues/', organizer: '/organizers/', category: '/categories/' } as const

export type IndexKind = keyof typeof INDEX_PATHS
const INDEX_KINDS: readonly IndexKind[] = ['venue', 'organizer', 'category']

/** Suggestions for the search, as a part of a page. */
export const SUGGESTIONS_PATH = '/events/suggest/'

/** Prefix of pages for frames of other sites: `/embed/events/`. */
export const EMBED_PATH = '/embed'

/** Removes the prefix of framed pages. */
export function parseEmbedPath(path: string): { readonly path: string; readonly isEmbedded: boolean } {
  const isEmbedded = path.startsWith(`${EMBED_PATH}/`)
  return { path: isEmbedded ? path.slice(EMBED_PATH.length) : path, isEmbedded }
}

/** Undefined if the path is no page. `today` is the day of paths without a date. */
export function parsePageRoute(path: string, today: Day): PageRoute | undefined {
  if (path === '/' || path === '/index.php') return { kind: 'home' }
  if (path === SUGGESTIONS_PATH) return { kind: 'suggestions' }
  const parts = splitSegments(path)
  if (parts.at(-1) === 'feed') return parseFeed(parts.slice(0, -1), today)
  if (isRssFeedPath(parts)) return parseFeed(parts.slice(0, -2), today)
  return parseNumberedPage(parts, today) ?? parsePage(parts, today)
}

/** `/feed/rss2/`, another URL of feeds in WordPress. */
const isRssFeedPath = (parts: readonly string[]): boolean =>
  parts.at(-2) === 'feed' && (parts.at(-1) === 'rss2' || parts.at(-1) === 'rss')

/** `/events/list/page/2/`, the URL of the second page in The Events Calendar. */
function parseNumberedPage(parts: readonly string[], today: Day): PageRoute | undefined {
  const page = parts.at(-2) === 'page' ? parseCount(parts.at(-1)) : undefined
  if (!page || 'error' in page) return undefined
  const route = parsePage(parts.slice(0, -2), today)
  const isList = route?.kind === 'calendar' && (isUpcomingView(route.view) || route.view.kind === 'past')
  return isList ? { ...route, page: page.value } : undefined
}

function parsePage(parts: readonly string[], today: Day): PageRoute | undefined {
  const [first, second, ...rest] = parts
  if (first === undefined) return undefined
  if (first === 'event') return second !== undefined && rest.length === 0 ? { kind: 'event', slug: second } : undefined
  if (first === 'venue' || first === 'organizer' || first === 'series' || first === 'tag') {
    return second === undefined ? undefined : parseArchive({ kind: first, slug: second }, rest, today)
  }
  const index = second === undefined && INDEX_KINDS.find((kind) => INDEX_PATHS[kind] === `/${first}/`)
  if (index) return { kind: 'index', of: index }
  if (first !== 'events') return undefined
  if (second === 'category') return rest.length === 0 ? undefined : parseCategory(rest, today)
  // The Events Calendar uses `/events/tag/…`; WordPress and the `url` of a tag use `/tag/…`.
  if (second === 'tag') return parsePage(parts.slice(1), today)
  return parseArchive({ kind: 'calendar' }, parts.slice(1), today)
}

/** `/feed/` below the path of a list page. */
function parseFeed(parts: readonly string[], today: Day): PageRoute | undefined {
  const parent = parsePageRoute(parts.length === 0 ? '/events/' : `/${parts.join('/')}/`, today)
  return parent?.kind === 'calendar' && parent.view.kind === 'list'
    ? { kind: 'feed', archive: parent.archive }
    : undefined
}

function parseCategory(parts: readonly string[], today: Day): PageRoute | undefined {
  for (const length of [2, 1]) {
    const path = parts.slice(0, -length)
    const view = path.length > 0 ? parseCalendarView(parts.slice(-length), today) : undefined
    if (view) return { kind: 'calendar', archive: { kind: 'category', path }, view }
  }
  return { kind: 'calendar', archive: { kind: 'category', path: parts }, view: { kind: 'list' } }
}

function parseArchive(archive: ArchiveRoute, parts: readonly string[], today: Day): PageRoute | undefined {
  const view = parseCalendarView(parts, today)
  return view && { kind: 'calendar', archive, view }
}

function parseCalendarView([name, day, ...more]: readonly string[], today: Day): CalendarView | undefined {
  if (name === undefined || more.length > 0) return name === undefined ? { kind: 'list' } : undefined
  if (name === 'week') {
    const weekDay = day === undefined ? today : parseDay(day)
    return weekDay === undefined ? undefined : { kind: 'week', day: weekDay }
  }
  if (name === 'month' && day !== undefined) return parseMonthView(day)
  if (day !== undefined) return undefined
  if (isUpcomingKind(name) || name === 'past' || name === 'map') return { kind: name }
  if (name === 'month') return { kind: 'month', month: getMonth(today) }
  if (name === 'today' || name === 'day') return { kind: 'day', day: today }
  const parsed = parseDay(name)
  return parsed === undefined ? parseMonthView(name) : { kind: 'day', day: parsed }
}

function parseMonthView(name: string): CalendarView | undefined {
  const month = parseMonth(name)
  return month === undefined ? undefined : { kind: 'month', month }
}

/** Segments stay percent-encoded, like stored slugs. */
const splitSegments = (path: string): string[] => path.split('/').filter((part) => part !== '')

export function buildArchivePath(archive: ArchiveRoute): string {
  if (archive.kind === 'calendar') return '/events/'
  return archive.kind === 'category'
    ? `/events/category/${archive.path.join('/')}/`
    : `/${archive.kind}/${archive.slug}/`
}

export function buildCalendarPath(archive: ArchiveRoute, view: CalendarView): string {
  const archivePath = buildArchivePath(archive)
  if (view.kind === 'list') return archivePath
  if (view.kind === 'month') return `${archivePath}${view.month}/`
  if (view.kind === 'week') return `${archivePath}week/${view.day}/`
  return view.kind === 'day' ? `${archivePath}${view.day}/` : `${archivePath}${view.kind}/`
}

/** Appends query parameters in their given order. Undefined ones are omitted. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const entries = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  const text = new URLSearchParams(entries).toString().replaceAll('%2C', ',')
  return text === '' ? path : `${path}?${text}`
}
