/** List of upcoming or past events. */

import { renderDayHeading, renderEventItem } from '../../components/events/event-item.ts'
import { renderOngoing } from '../../components/events/ongoing-events.ts'
import { buildViewLink, type Pager } from '../../components/filters/toolbar.ts'
import { computeSpan, type Day, getMonth, parseDay } from '../../core/calendar-grid.ts'
import { formatDate, formatDayRange, formatShort } from '../../core/format-dates.ts'
import { type Html, html } from '../../core/html-template.ts'
import { type PageContext, translateCount } from '../../core/page-context.ts'
import { buildPastFilter, buildUpcomingFilter } from '../../data/alternatives.ts'
import { type DataSource, readEvents } from '../../data/load-events.ts'
import { addMoreDates, type ListedEvent } from '../../data/more-dates.ts'
import type { Filters } from '../../data/page-filters.ts'
import { type CalendarRequest, renderEmptyMessage, type ViewResult } from './calendar-page.ts'

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
  const events = isCollapsed ? await addMoreDates(source, result.events) : result.events
  const pager = buildPager(context, request, { total, perPage })
  return {
    heading: isPast ? context.translate('page.past') : describeDates(context, result.filters),
    content:
      events.length > 0
        ? html`${renderEventList(context, request, { events, order: result.filters.orderby })}${renderPagination(context, { page, total, pager })}`
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
  const linkTo = (kind: 'list' | 'past', number: number, filters = selection.filters) => {
    const path = buildViewLink(context, { archive: request.target.archive, view: { kind }, filters })
    return number > 1 ? `${path}${path.includes('?') ? '&' : '?'}page=${number}` : path
  }
  const kind = view.kind === 'past' ? 'past' : 'list'
  const nextHref = page * perPage < total ? linkTo(kind, page + 1) : undefined
  const backHref = page > 1 ? linkTo(kind, page - 1) : linkTo(kind === 'past' ? 'list' : 'past', 1)
  const [earlier, later] = kind === 'past' ? [nextHref, backHref] : [backHref, nextHref]
  return {
    previous: earlier === undefined ? undefined : { href: earlier, label: translate('page.earlier') },
    next: later === undefined ? undefined : { href: later, label: translate('page.later') },
    today: kind === 'past' || page > 1 || isDated ? linkTo('list', 1, removeDates(selection.filters)) : undefined,
  }
}

const removeDates = ({ start_date, end_date, ...others }: Filters): Filters => others

interface EventGroup {
  readonly name: string
  readonly isOngoing: boolean
  readonly events: readonly ListedEvent[]
}

interface OrderedEvents {
  readonly events: readonly ListedEvent[]
  readonly order: string | undefined
}

/** Grouped by month and day; events that started before today form their own group. Sorted by distance, ungrouped. */
function renderEventList(context: PageContext, request: CalendarRequest, { events, order }: OrderedEvents): Html {
  if (order === 'distance') return renderFlatList(context, events)
  const { start_date = '' } = request.selection.filters
  const { today } = context
  const isFuture = start_date > today
  const from = isFuture ? start_date : today
  const groups = groupEvents(context, events, request.view.kind === 'past' ? '' : from)
  return html`${groups.map((group) => renderGroup(context, request, { ...group, isAboveFold: group === groups[0] }))}`
}

/** Events that began before the day `from` are ongoing. */
function groupEvents(context: PageContext, events: readonly ListedEvent[], from: Day): readonly EventGroup[] {
  const names = new Map<string, ListedEvent[]>()
  for (const event of events) {
    const { first } = computeSpan(event, context.cutoff)
    const name = first < from ? '' : getMonth(first)
    const group = names.get(name)
    if (group) group.push(event)
    else names.set(name, [event])
  }
  return [...names].map(([month, monthEvents]) => ({
    name: month === '' ? context.translate('page.ongoing') : formatDate(context, 'month', month),
    isOngoing: month === '',
    events: monthEvents,
  }))
}

function renderGroup(
  context: PageContext,
  request: CalendarRequest,
  { name, isOngoing, events, isAboveFold }: EventGroup & { isAboveFold: boolean },
): Html {
  if (isOngoing) return renderOngoing(context, events, renderFlatList(context, events)) ?? html``
  return html`<section class="month-group">
<h2 class="month-name">${name}</h2>
<ol class="days">${[...groupByDay(context, events)].map(([day, dayEvents], index) => renderDay(context, request, { day, events: dayEvents, isAboveFold: isAboveFold && index < 2 }))}</ol>
</section>`
}

const renderFlatList = (context: PageContext, events: readonly ListedEvent[]): Html =>
  html`<ol class="entries">${events.map((event) => html`<li>${renderEventItem(context, event, { level: 3, timeText: formatShort(event, context) })}</li>`)}</ol>`

/** Sticky events come first on their day. */
function groupByDay(context: PageContext, events: readonly ListedEvent[]): ReadonlyMap<Day, readonly ListedEvent[]> {
  const days = new Map<Day, ListedEvent[]>()
  for (const event of events) {
    const { first } = computeSpan(event, context.cutoff)
    const day = days.get(first) ?? []
    days.set(first, event.sticky ? [event, ...day] : [...day, event])
  }
  return days
}

interface DayInput {
  readonly day: Day
  readonly events: readonly ListedEvent[]
  readonly isAboveFold: boolean
}

function renderDay(
  context: PageContext,
  { target, selection }: CalendarRequest,
  { day, events, isAboveFold }: DayInput,
): Html {
  const href = buildViewLink(context, {
    archive: target.archive,
    view: { kind: 'day', day },
    filters: selection.filters,
  })
  return html`<li class="day">${renderDayHeading(context, day, { level: 3, href })}<ol class="entries">${events.map((event) => html`<li>${renderEventItem(context, event, { level: 4, isAboveFold })}</li>`)}</ol></li>`
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
