/** Handlers of page routes. They return a page, a redirect, or undefined for 404. */

import type { DateTime } from '../../base/time/date-time.ts'
import type { EventView } from '../../calendar/events/present-event.ts'
import { parseViews } from '../../calendar/fragments/parse-view.ts'
import { findMediaById } from '../../calendar/images/media-library.ts'
import { findEarliest } from '../../calendar/lists/valid-until.ts'
import { findMergeTarget } from '../../calendar/posts/merge-targets.ts'
import { findById, findBySlug, readEvent } from '../../calendar/posts/read-posts.ts'
import { pageUrl } from '../../calendar/posts/urls.ts'
import { parseCount } from '../../kernel/field.ts'
import { ANONYMOUS } from '../../kernel/user.ts'
import { type EventPreview, mayPreview, mayRead } from '../../kernel/visibility.ts'
import { parseMonth } from '../../pages/calendar-grid.ts'
import type { Page } from '../../pages/page.ts'
import { type PageContext, toSitePath } from '../../pages/page-context.ts'
import { type Filters, readFilters, readQueryText } from '../../pages/page-filters.ts'
import { addImageData } from '../../pages/page-images.ts'
import {
  type ArchiveRoute,
  buildArchivePath,
  buildCalendarPath,
  type CalendarView,
  hasDateRange,
  isUpcomingView,
  withQuery,
} from '../../pages/page-routes.ts'
import {
  createRateLimitHandler,
  decodePathSegment,
  findArchiveTarget,
  goneResponse,
  lockedResponse,
  selectPasswordAttempt,
} from './archive-target.ts'
import { canonicalRedirect, readQueryTexts } from './canonical-redirect.ts'
import { findEventTrail } from './data/event-trail.ts'
import { completeOptions } from './data/filter-options.ts'
import { findFurtherEvents } from './data/further-events.ts'
import { buildEndsAfterFilter, createPublicReadContext, type DataSource, readEvents } from './data/load-events.ts'
import { findOtherDates } from './data/more-dates.ts'
import { REFERENCE_PARAMETERS, readReferenceQuery } from './data/reference-query.ts'
import { resolveFilter } from './feed-query.ts'
import { MONTH_PARAMETER } from './filters/month-jump.ts'
import { loadFinding } from './load-finding.ts'
import type { PageRequestContext, PageResult } from './page-request.ts'
import { buildCalendarPage, type CalendarRequest, type ViewResult } from './views/calendar-page.ts'
import { buildEventCardPage } from './views/event-card.ts'
import { type AdjacentEvents, buildEventPage } from './views/event-page.ts'
import { buildListView } from './views/list-view.ts'
import { buildMapView } from './views/map-view.ts'
import { buildMonthView } from './views/month-view.ts'
import { buildDayView, buildWeekView } from './views/week-and-day-views.ts'

/**
 * Redirects URLs with parameters of The Events Calendar to the equivalent page. The redirect is temporary, because a view
 * without a date depends on the current day.
 */
async function redirectReference(
  request: PageRequestContext,
  { archive, view }: CalendarRoute,
): Promise<PageResult | undefined> {
  const { query, context } = request
  if (!REFERENCE_PARAMETERS.some((name) => readQueryText(query[name]) !== '')) return undefined
  const reference = readReferenceQuery(query, context.today)
  const filters = await Promise.all(
    reference.filters.map(
      async ({ name, value }) => [name, (await resolveFilter(request, name, value)) ?? value] as const,
    ),
  )
  const targetView = reference.view ?? view
  const others = Object.entries(readQueryTexts(query)).filter(
    ([name]) => name !== 'post_type' && !REFERENCE_PARAMETERS.includes(name),
  )
  const from = isUpcomingView(targetView) && reference.day !== undefined && { start_date: reference.day }
  const path = withQuery(buildCalendarPath(archive, targetView), {
    ...Object.fromEntries([...others, ...filters]),
    ...from,
    ...(reference.page !== undefined && { page: reference.page }),
  })
  return { kind: 'redirect', status: 302, to: `${context.root}${path}` }
}

export interface CalendarRoute {
  readonly archive: ArchiveRoute
  readonly view: CalendarView
  /** Page number from the path. The parameter `page` overrides it. */
  readonly page?: number
}

export async function handleCalendarPage(
  request: PageRequestContext,
  route: CalendarRoute,
): Promise<PageResult | undefined> {
  const { archive, view } = route
  const redirect = canonicalRedirect(request)
  if (redirect) return redirect
  const target = await findArchiveTarget(request, archive)
  if (!target || 'kind' in target) return target
  const referenceRedirect = await redirectReference(request, { ...route, archive: target.archive })
  if (referenceRedirect) return referenceRedirect
  const isMoved = buildArchivePath(target.archive) !== buildArchivePath(archive)
  if (isMoved)
    return {
      kind: 'redirect',
      status: 301,
      to: withQuery(`${request.context.root}${buildCalendarPath(target.archive, view)}`, readQueryTexts(request.query)),
    }
  const monthRedirect = redirectToMonth(request, target.archive)
  if (monthRedirect) return monthRedirect
  const filters = readFilters(request.query, hasDateRange(view))
  const page = parseCount(request.query['page'] ?? route.page ?? 1)
  const calendarRequest = {
    target,
    view,
    selection: { filters, archiveQuery: target.query },
    page: 'value' in page ? page.value : 1,
    options: await readOptions(request, filters),
  }
  const result = await buildView(request, calendarRequest)
  if (result.isOutOfRange) return undefined
  const finding = await loadFinding(request.context, request.source, { request: calendarRequest, result })
  return {
    kind: 'sheet',
    status: 200,
    page: buildCalendarPage(request.context, calendarRequest, result, finding),
    until: result.until,
  }
}

/** Opens the month of the form for a month, with the filters of the page. */
function redirectToMonth({ query, context }: PageRequestContext, archive: ArchiveRoute): PageResult | undefined {
  const month = parseMonth(readQueryText(query[MONTH_PARAMETER]))
  if (month === undefined) return undefined
  const path = buildCalendarPath(archive, { kind: 'month', month })
  const to = `${context.root}${withQuery(path, { ...readFilters(query, false), ...context.embed?.preservedQuery })}`
  return { kind: 'redirect', status: 302, to }
}

async function readOptions({ context, source, query, getFilterOptions }: PageRequestContext, filters: Filters) {
  const base = await getFilterOptions(source, context.today)
  return completeOptions(source, { base, filters, query, today: context.today })
}

/** The page that is returned instead of a feed if the record or term is missing or requires a password. */
export async function handleMissingFeed(
  request: PageRequestContext,
  archive: ArchiveRoute,
): Promise<PageResult | undefined> {
  const target = await findArchiveTarget(request, archive)
  return target && 'kind' in target ? target : undefined
}

function buildView({ context, source }: PageRequestContext, request: CalendarRequest): Promise<ViewResult> {
  const { view } = request
  if (view.kind === 'month') return buildMonthView(context, source, request, view.month)
  if (view.kind === 'week') return buildWeekView(context, source, request, view.day)
  if (view.kind === 'day') return buildDayView(context, source, request, view.day)
  return view.kind === 'map' ? buildMapView(context, source, request) : buildListView(context, source, request)
}

export async function handleEventPage(request: PageRequestContext, slug: string): Promise<PageResult | undefined> {
  const redirect = canonicalRedirect(request)
  if (redirect) return redirect
  const { context, source, password } = request
  const post = await findBySlug(source.services.database, 'event', { slug: decodePathSegment(slug) })
  if (!post || !mayRead(ANONYMOUS, post)) return goneResponse(request, 'event', slug)
  const readContext = createPublicReadContext(source, selectPasswordAttempt(request, post))
  const event = await readEvent(readContext, post.id).catch(createRateLimitHandler(request, 'event', post))
  if (event && 'kind' in event) return event
  if (!event || !mayRead(ANONYMOUS, event.post)) return undefined
  if (!event.fragment) return lockedResponse(request, 'event', post)
  const [view] = await addImageData(source, parseViews('event', [event.fragment]))
  if (!view) return undefined
  const isCard = context.embed !== undefined && !context.embed.opensHere
  const { page, until } = isCard
    ? { page: buildEventCardPage(context, view), until: undefined }
    : await loadEventPage(request, view)
  return {
    kind: 'sheet',
    status: 200,
    page,
    until: findEarliest([getValidUntil(context, view), event.validUntil, until]),
    isPersonal: password !== undefined && post.password !== '',
  }
}

/** The page of the event that is previewed, which search engines and frames of other sites do not show. */
export async function handlePreview(request: EventPageContext, preview: EventPreview): Promise<PageResult | undefined> {
  const readContext = createPublicReadContext(request.source, undefined, preview)
  const event = await readEvent(readContext, preview.eventId)
  if (!event?.fragment || !mayPreview(preview, event.post)) return undefined
  const [view] = await addImageData(request.source, parseViews('event', [event.fragment]))
  if (!view) return undefined
  const { embedSize: _size, ...page } = (await loadEventPage(request, view)).page
  return { kind: 'sheet', status: 200, page: { ...page, isNoindex: true, isLive: false }, isPersonal: true }
}

type EventPageContext = Pick<PageRequestContext, 'context' | 'source'>

async function loadEventPage(
  { context, source }: EventPageContext,
  view: EventView,
): Promise<{ readonly page: Page; readonly until: DateTime | undefined }> {
  const otherDates = await findOtherDates(source, view, buildEndsAfterFilter(context.today, context.cutoff))
  const breadcrumbs = await findEventTrail(source, view)
  const from = `${context.today} ${context.cutoff}:00`
  const further = await findFurtherEvents(source, view, { from, now: context.clock.now })
  const adjacent = { ...(await findAdjacentEvents(source, view)), otherDates, breadcrumbs, further }
  const page = buildEventPage(context, view, adjacent)
  return { page: { ...page, imageAlt: await readImageAlt(source, view) }, until: further.until }
}

/** The alternative text is stored in the media library and is not part of the event. */
async function readImageAlt({ services }: DataSource, { image }: EventView): Promise<string | undefined> {
  if (!image) return undefined
  return (await findMediaById(services.database, { id: String(image.id) }))?.alt_text
}

/** The page changes when the event ends, because it then says that the event is over. */
const getValidUntil = ({ clock }: PageContext, { utc_end_date }: EventView): DateTime | undefined =>
  utc_end_date >= clock.now ? utc_end_date : undefined

/** Events that start at the same time are neither previous nor next. */
async function findAdjacentEvents(
  source: DataSource,
  { id, start_date }: EventView,
): Promise<Pick<AdjacentEvents, 'previous' | 'next'>> {
  const selection = { filters: {}, archiveQuery: {} }
  const createOptions = (bound: string, order: 'asc' | 'desc') => ({
    fixedFilters: { [bound]: start_date, strict_dates: 'true', exclude: String(id), orderby: 'start_date', order },
    page: 1,
    perPage: 1,
  })
  const [before, after] = await Promise.all([
    readEvents(source, selection, createOptions('starts_before', 'desc')),
    readEvents(source, selection, createOptions('starts_after', 'asc')),
  ])
  return { previous: before.events[0], next: after.events[0] }
}

/** Redirects `/?p=ID` to the page of the record (wire-contract §7.1). */
export async function handlePostId(request: PageRequestContext, id: string): Promise<PageResult | undefined> {
  const { context, source, urls, query } = request
  const { database } = source.services
  const kinds = { tribe_events: 'event', tribe_venue: 'venue', tribe_organizer: 'organizer' } as const
  const requestedKind = Object.entries(kinds).find(([name]) => name === query['post_type'])?.[1]
  for (const kind of requestedKind ? [requestedKind] : Object.values(kinds)) {
    const post = (await findById(database, kind, { id })) ?? (await findMergeTarget(database.read, kind, id))
    if (post && mayRead(ANONYMOUS, post)) {
      return { kind: 'redirect', status: 301, to: toSitePath(context, pageUrl(urls, kind, post)) }
    }
    if (post) return goneResponse(request, kind, post.slug)
  }
  return undefined
}
