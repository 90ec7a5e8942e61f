/** List of upcoming or past events. */

import { renderDayHeading, renderEventItem } from '../../components/events/event-item.ts'
import { renderOngoing } from '../../components/events/ongoing-events.ts'
import { buildViewLink, type Pager } from '../../components/filters/toolbar.ts'
import { findLeadImage } from '../../components/responsive-image.ts'
import { computeSpan, type Day, getMonth } from '../../core/calendar-grid.ts'
import { formatDate, formatShort } from '../../core/format-dates.ts'
import { type Html, html } from '../../core/html-template.ts'
import { type PageContext, translateCount } from '../../core/page-context.ts'
import { buildEndsAfterFilter, type DataSource, readEvents } from '../../data/load-events.ts'
import { addMoreDates, type ListedEvent } from '../../data/more-dates.ts'
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
    ? { fixedFilters: buildPastFilters(context) }
    : {
        fixedFilters: isCollapsed ? COLLAPSED : {},
        defaultDates: buildEndsAfterFilter(context.today, context.cutoff),
      }
  const result = await readEvents(source, selection, { ...dateFilters, page, perPage })
  const { total } = result
  const events = isCollapsed ? await addMoreDates(source, result.events) : result.events
  const pager = buildPager(context, request, { total, perPage })
  return {
    heading: context.translate(isPast ? 'page.past' : 'page.upcoming'),
    content:
      events.length > 0
        ? html`${renderEventList(context, request, { events, order: result.filters.orderby })}${renderPagination(context, { page, total, pager })}`
        : renderEmptyMessage(getEmptyText(context, request)),
    pager,
    day: context.today,
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

/** Events that ended before today, the latest first. */
const buildPastFilters = ({ today, cutoff }: PageContext) => ({
  ends_before: `${today} ${cutoff}:00`,
  strict_dates: 'true',
  orderby: 'start_date',
  order: 'desc',
})

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
  const linkTo = (kind: 'list' | 'past', number: number) => {
    const path = buildViewLink(context, { archive: request.target.archive, view: { kind }, filters: selection.filters })
    return number > 1 ? `${path}${path.includes('?') ? '&' : '?'}page=${number}` : path
  }
  const kind = view.kind === 'past' ? 'past' : 'list'
  const nextHref = page * perPage < total ? linkTo(kind, page + 1) : undefined
  const backHref = page > 1 ? linkTo(kind, page - 1) : linkTo(kind === 'past' ? 'list' : 'past', 1)
  const [earlier, later] = kind === 'past' ? [nextHref, backHref] : [backHref, nextHref]
  return {
    previous: earlier === undefined ? undefined : { href: earlier, label: translate('page.earlier') },
    next: later === undefined ? undefined : { href: later, label: translate('page.later') },
    today: kind === 'past' || page > 1 ? linkTo('list', 1) : undefined,
  }
}

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
  if (order === 'distance') return renderFlatList(context, events, findLeadImage(events))
  const groups = groupEvents(context, events, request.view.kind === 'past')
  const lead = request.target.image
    ? undefined
    : findLeadImage(groups.find(({ isOngoing }) => !isOngoing)?.events ?? [])
  return html`${groups.map((group) => renderGroup(context, request, { ...group, lead }))}`
}

function groupEvents(context: PageContext, events: readonly ListedEvent[], isPast: boolean): readonly EventGroup[] {
  const names = new Map<string, ListedEvent[]>()
  for (const event of events) {
    const { first } = computeSpan(event, context.cutoff)
    const name = !isPast && first < context.today ? '' : getMonth(first)
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
