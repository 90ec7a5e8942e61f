/** Upcoming or past events on numbered pages: as a list, as cards with images, or one line each. */

import { type Day, parseDay } from '../../../pages/calendar-grid.ts'
import { formatDate, formatDayRange, formatShort } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { type PageContext, translateCount } from '../../../pages/page-context.ts'
import type { Filters } from '../../../pages/page-filters.ts'
import type { CalendarView } from '../../../pages/page-routes.ts'
import { findLeadImage } from '../../../pages/responsive-image.ts'
import { renderDayHeading, renderEventItem } from '../components/event-item.ts'
import { renderOngoing } from '../components/ongoing-events.ts'
import { buildPastFilter, buildUpcomingFilter } from '../data/alternatives.ts'
import { markCategories } from '../data/category-colors.ts'
import { type DataSource, readEvents } from '../data/load-events.ts'
import { addMoreDates, type ListedEvent } from '../data/more-dates.ts'
import { buildViewLink, type Pager } from '../filters/toolbar.ts'
import { type CalendarRequest, renderEmptyMessage, type ViewResult } from './calendar-page.ts'
import { type EventGroup, findFirstDay, groupByDay, groupEvents } from './event-groups.ts'
import { renderMiniCalendar } from './mini-calendar.ts'
import { renderPhotoCards } from './photo-view.ts'
import { renderSummary } from './summary-view.ts'

export async function buildListView(
  context: PageContext,
  source: DataSource,
  request: CalendarRequest,
): Promise<ViewResult> {
  const { view, selection, page } = request
  const isPast = view.kind === 'past'
  const perPage = context.site.perPage
  const isCollapsed = !isPast && mayCollapse(request)
  const dateFilters = isPast
    ? { fixedFilters: buildPastFilter(context) }
    : {
        fixedFilters: isCollapsed ? COLLAPSED : {},
        defaultDates: buildUpcomingFilter(context),
      }
  const result = await readEvents(source, selection, { ...dateFilters, page, perPage })
  const { total } = result
  const listed = isCollapsed ? await addMoreDates(source, result.events) : result.events
  const events = await markCategories(source.services.database.read, listed)
  const titleKey = view.kind === 'photo' || view.kind === 'summary' ? TITLE_KEYS[view.kind] : undefined
  const pager = buildPager(context, request, { total, perPage })
  return {
    heading: isPast ? context.translate('page.past') : describeDates(context, result.filters),
    ...(titleKey && { title: context.translate(titleKey) }),
    aside: await renderMiniCalendar(context, source, request, result.filters.start_date),
    content:
      events.length > 0
        ? html`${renderEvents(context, request, { events, order: result.filters.orderby })}${renderPagination(context, { page, total, pager })}`
        : renderEmptyMessage(getEmptyText(context, request)),
    pager,
    day: parseDay(result.filters.start_date ?? '') ?? context.today,
    total,
    filterResult: result,
    page,
    until: result.until,
    isOutOfRange: page > 1 && events.length === 0,
  }
}

const TITLE_KEYS = { photo: 'page.upcoming_photo', summary: 'page.upcoming_summary' } as const

function renderEvents(context: PageContext, request: CalendarRequest, ordered: OrderedEvents): Html {
  const { kind } = request.view
  if (kind === 'photo') return renderPhotoCards(context, ordered.events)
  return kind === 'summary'
    ? renderSummary(context, request, ordered.events)
    : renderEventList(context, request, ordered)
}

const COLLAPSED = { collapse: 'series' } as const

/** A search also finds later events of a series, which may differ from the next one. */
const mayCollapse = ({ target, selection }: CalendarRequest): boolean =>
  target.archive.kind !== 'series' && selection.filters.search === undefined

/** Heading of a list by its dates. */
export function describeDates(context: PageContext, { start_date, end_date }: Filters): string {
  const { translate } = context
  const [first, last] = [parseDay(start_date ?? ''), parseDay(end_date ?? '')]
  const format = (day: Day) => formatDate(context, 'plainDay', day)
  if (first !== undefined && first === last)
    return translate('page.events_on', { time: formatDate(context, 'longDay', first) })
  if (first !== undefined && last !== undefined)
    return translate('find.in_range', { time: formatDayRange(context, first, last) })
  if (first !== undefined) return translate('find.from_date', { time: format(first) })
  return last === undefined ? translate('page.upcoming') : translate('find.until_date', { time: format(last) })
}

function getEmptyText({ translate }: PageContext, { selection, view }: CalendarRequest): string {
  if (Object.keys(selection.filters).length > 0) return translate('page.none_matching')
  return translate(view.kind === 'past' ? 'page.none_past' : 'page.none_upcoming')
}

/** The first pages of upcoming and past events link to each other. */
function buildPager(
  context: PageContext,
  request: CalendarRequest,
  { total, perPage }: { total: number; perPage: number },
): ViewResult['pager'] {
  const { view, page, selection } = request
  const { translate } = context
  const isDated = selection.filters.start_date !== undefined
  const linkTo = (to: CalendarView, number: number, filters = selection.filters) => {
    const path = buildViewLink(context, { archive: request.target.archive, view: to, filters })
    return number > 1 ? `${path}${path.includes('?') ? '&' : '?'}page=${number}` : path
  }
  const isPast = view.kind === 'past'
  const nextHref = page * perPage < total ? linkTo(view, page + 1) : undefined
  const backHref = page > 1 ? linkTo(view, page - 1) : linkTo({ kind: isPast ? 'list' : 'past' }, 1)
  const [earlier, later] = isPast ? [nextHref, backHref] : [backHref, nextHref]
  return {
    previous: earlier === undefined ? undefined : { href: earlier, label: translate('page.earlier') },
    next: later === undefined ? undefined : { href: later, label: translate('page.later') },
    today:
      isPast || page > 1 || isDated
        ? linkTo(isPast ? { kind: 'list' } : view, 1, removeDates(selection.filters))
        : undefined,
  }
}

const removeDates = ({ start_date, end_date, ...others }: Filters): Filters => others

interface OrderedEvents {
  readonly events: readonly ListedEvent[]
  readonly order: string | undefined
}

/** Grouped by month and day; events that started before today form their own group. Sorted by distance, ungrouped. */
function renderEventList(context: PageContext, request: CalendarRequest, { events, order }: OrderedEvents): Html {
  if (order === 'distance') return renderFlatList(context, events, findLeadImage(events))
  const isPast = request.view.kind === 'past'
  const groups = groupEvents(context, events, isPast ? undefined : findFirstDay(context, request.selection.filters))
  const lead = request.target.image
    ? undefined
    : findLeadImage(groups.find(({ isOngoing }) => !isOngoing)?.events ?? [])
  return html`${groups.map((group) => renderGroup(context, request, { ...group, lead }))}`
}

function renderGroup(
  context: PageContext,
  request: CalendarRequest,
  { name, isOngoing, events, lead }: EventGroup & Pick<DayInput, 'lead'>,
): Html {
  if (isOngoing) return renderOngoing(context, events, renderFlatList(context, events)) ?? html``
  return html`<section class="month-group">
<h2 class="month-name">${name}</h2>
<ol class="days">${[...groupByDay(context, events)].map(([day, dayEvents]) => renderDay(context, request, { day, events: dayEvents, lead }))}</ol>
</section>`
}

const renderFlatList = (context: PageContext, events: readonly ListedEvent[], lead?: ListedEvent): Html =>
  html`<ol class="entries">${events.map((event) => html`<li>${renderEventItem(context, event, { level: 3, timeText: formatShort(event, context), isAboveFold: event === lead })}</li>`)}</ol>`

interface DayInput {
  readonly day: Day
  readonly events: readonly ListedEvent[]
  /** The event whose image is loaded first. */
  readonly lead: ListedEvent | undefined
}

function renderDay(
  context: PageContext,
  { target, selection }: CalendarRequest,
  { day, events, lead }: DayInput,
): Html {
  const href = buildViewLink(context, {
    archive: target.archive,
    view: { kind: 'day', day },
    filters: selection.filters,
  })
  return html`<li class="day">${renderDayHeading(context, day, { level: 3, href })}<ol class="entries">${events.map((event) => html`<li>${renderEventItem(context, event, { level: 4, isAboveFold: event === lead })}</li>`)}</ol></li>`
}

/** Links to the previous and next page, below the list. */
function renderPagination(
  context: PageContext,
  { page, total, pager }: { page: number; total: number; pager: Pager },
): Html {
  const link = (target: Pager['next'], rel: 'prev' | 'next') =>
    target && html`<a class="button" href="${target.href}" rel="${rel}" data-swap>${target.label}</a>`
  return html`<nav class="pages" aria-label="${context.translate('page.more_pages')}">${renderPageNote(context, { page, total })}${link(pager.previous, 'prev')}${link(pager.next, 'next')}</nav>`
}

/** Total, and the page number if there is more than one page. */
export function renderPageNote(context: PageContext, { page, total }: { page: number; total: number }): Html {
  const pages = Math.ceil(total / context.site.perPage)
  return html`<p class="page-note">${translateCount(context, 'page.found', total)}${pages > 1 && html` · ${context.translate('page.page_of', { page: String(page), pages: String(pages) })}`}</p>`
}
