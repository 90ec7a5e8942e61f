/** Week view with one column per day, and day view. */

import type { EventView } from '../../../calendar/events/present-event.ts'
import type { EventSummary } from '../../../calendar/events/present-summary.ts'
import { computeSpan, type Day, type DayPlan, getWeek, parseDay, shiftDay } from '../../../pages/calendar-grid.ts'
import { formatDate, formatDayRange } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { eventLink, type PageContext, translateCount } from '../../../pages/page-context.ts'
import { findLeadImage } from '../../../pages/responsive-image.ts'
import { renderBlock } from '../../../pages/theme/theme.ts'
import { extractText } from '../../../pages/view-text.ts'
import { renderColorMark } from '../components/color-mark.ts'
import { renderDayHeading, renderEventItem, renderTime } from '../components/event-item.ts'
import { renderAttendanceLabels } from '../components/event-labels.ts'
import { buildCardTemplateModel } from '../components/event-model.ts'
import { formatPlace } from '../components/event-place.ts'
import { renderStatusMark } from '../components/event-status.ts'
import { type BarRenderer, createBarRenderer } from '../components/multi-day-bar.ts'
import { renderOngoing, renderOngoingLines } from '../components/ongoing-events.ts'
import { markCategories } from '../data/category-colors.ts'
import {
  buildDayRangeFilter,
  compareInDay,
  type DataSource,
  type EventsByDay,
  readEvents,
  readEventsByDay,
  readPlaces,
} from '../data/load-events.ts'
import type { ListedEvent } from '../data/more-dates.ts'
import { buildViewLink, type Pager } from '../filters/toolbar.ts'
import type { CalendarRequest, ViewResult } from './calendar-page.ts'
import { renderPageNote } from './list-view.ts'
import { renderMiniCalendar } from './mini-calendar.ts'

/** Rows for multi-day events. */
const MAX_BARS = 3

/** Maximum number of events per day; the day view shows all. */
const MAX_EVENTS_PER_COLUMN = 10

export async function buildWeekView(
  context: PageContext,
  source: DataSource,
  request: CalendarRequest,
  day: Day,
): Promise<ViewResult> {
  const week = getWeek(day, context.language)
  const [first = day, last = day] = [week[0], week.at(-1)]
  const result = await readEventsByDay(source, request.selection, { weeks: [week], perDay: MAX_EVENTS_PER_COLUMN })
  const plans = result.weeks[0] ?? []
  const cards = plans.flatMap(({ singleDayEvents }) => singleDayEvents.slice(0, MAX_EVENTS_PER_COLUMN))
  const places = await readPlaces(source, cards)
  const input = { totals: result.totals, places, renderBar: createBarRenderer(context) }
  const { translate, today } = context
  const linkTo = (other: Day) =>
    buildViewLink(context, {
      archive: request.target.archive,
      view: { kind: 'week', day: other },
      filters: request.selection.filters,
    })
  const total = [...result.totals.values()].reduce((sum, count) => sum + count, result.ongoing.length)
  return {
    heading: formatDayRange(context, first, last),
    title: translate('page.week_of', { time: formatDayRange(context, first, last) }),
    content: html`${renderOngoingLines(context, result.ongoing)}<ol class="week">${plans.map((plan) => renderDayColumn(context, request, plan, input))}</ol>`,
    pager: {
      previous: createPagerLink(shiftDay(first, -7), { linkTo, label: translate('page.previous_week') }),
      next: createPagerLink(shiftDay(first, 7), { linkTo, label: translate('page.next_week') }),
      today: week.includes(today) ? undefined : linkTo(today),
    },
    day,
    total,
    filterResult: result,
  }
}

/** Undefined at the end of the supported date range. */
const createPagerLink = (
  target: Day,
  { linkTo, label }: { linkTo: (day: Day) => string; label: string },
): Pager['next'] => (parseDay(target) === undefined ? undefined : { href: linkTo(target), label })

interface WeekInput extends Pick<EventsByDay, 'totals'> {
  /** By id of the event. */
  readonly places: ReadonlyMap<number, EventView>
  readonly renderBar: BarRenderer
}

function renderDayColumn(
  context: PageContext,
  request: CalendarRequest,
  { day, bars, singleDayEvents: others }: DayPlan<EventSummary>,
  { totals, places, renderBar }: WeekInput,
): Html {
  const lanes = bars.slice(0, MAX_BARS)
  const rest = others.slice(0, MAX_EVENTS_PER_COLUMN - lanes.length)
  const hidden = (totals.get(day) ?? 0) - lanes.filter((bar) => bar !== undefined).length - rest.length
  const lines = [...lanes.map(renderBar), ...rest.map((event) => renderEventCard(context, event, places.get(event.id)))]
  const href = buildViewLink(context, {
    archive: request.target.archive,
    view: { kind: 'day', day },
    filters: request.selection.filters,
  })
  return html`<li class="week-day${day === context.today && ' week-today'}">${renderDayHeading(context, day, { level: 2, href })}${lines.length > 0 && html`<ul>${lines}</ul>`}${hidden > 0 && html`<a class="week-more" href="${href}" data-swap>${translateCount(context, 'page.more', hidden)}</a>`}</li>`
}

function renderEventCard(context: PageContext, event: EventSummary, view: EventView | undefined): Html {
  const place = view ? formatPlace(context, view, { withCity: false, withOnline: false }) : ''
  const parts = {
    color: renderColorMark(event.color, 'accent'),
    time: renderTime(context, event),
    badges: renderStatusMark(context, event),
    title: html`<a ${eventLink(context, event.url)}>${extractText(event.title)}</a>`,
    labels: view && renderAttendanceLabels(context, view),
  }
  const content = renderBlock(context, 'event-card', {
    model: () => buildCardTemplateModel(context, { event, place }, parts),
    renderDefault: () =>
      html`${parts.color}<p class="card-when">${parts.time} ${parts.badges}</p><p class="card-title">${parts.title}</p>${place !== '' && html`<p class="card-where">${place}</p>`}${parts.labels && html`<p class="card-labels">${parts.labels}</p>`}`,
  })
  return html`<li class="card${event.featured && ' card-featured'}">${content}</li>`
}

export async function buildDayView(
  context: PageContext,
  source: DataSource,
  request: CalendarRequest,
  day: Day,
): Promise<ViewResult> {
  const { page, selection, target } = request
  const perPage = context.site.perPage
  const result = await readEvents(source, selection, {
    fixedFilters: buildDayRangeFilter(day, day, context.cutoff),
    page,
    perPage,
  })
  const { translate, today } = context
  const linkTo = (other: Day) =>
    buildViewLink(context, { archive: target.archive, view: { kind: 'day', day: other }, filters: selection.filters })
  const events = (await markCategories(source.services.database.read, result.events)).toSorted(compareInDay)
  const isOfSeveralDays = (event: ListedEvent) => {
    const { first, last } = computeSpan(event, context.cutoff)
    return first < last
  }
  const ongoing = events.filter(isOfSeveralDays)
  const timed = events.filter((event) => !ongoing.includes(event))
  const lead = findLeadImage(timed)
  const renderItems = (items: readonly ListedEvent[]) =>
    html`<ol class="entries">${items.map((event) => html`<li>${renderEventItem(context, event, { level: 2, isAboveFold: event === lead })}</li>`)}</ol>`
  const list = html`${renderOngoing(context, ongoing, renderItems(ongoing))}${renderItems(timed)}`
  return {
    heading: formatDate(context, 'longDay', day),
    title: translate('page.events_on', { time: formatDate(context, 'longDay', day) }),
    aside: await renderMiniCalendar(context, source, request, day),
    content:
      events.length === 0
        ? html``
        : html`${list}${renderPagination(context, request, { total: result.total, href: linkTo(day) })}`,
    pager: {
      previous: createPagerLink(shiftDay(day, -1), { linkTo, label: translate('page.previous_day') }),
      next: createPagerLink(shiftDay(day), { linkTo, label: translate('page.next_day') }),
      today: day === today ? undefined : linkTo(today),
    },
    day,
    total: result.total,
    filterResult: result,
    page,
    isOutOfRange: page > 1 && events.length === 0,
  }
}

/** Link to the next page of a day with more events than one page shows. */
function renderPagination(
  context: PageContext,
  { page }: CalendarRequest,
  { total, href }: { total: number; href: string },
): Html | undefined {
  if (total <= context.site.perPage) return undefined
  const linkTo = (pageNumber: number) =>
    pageNumber > 1 ? `${href}${href.includes('?') ? '&' : '?'}page=${pageNumber}` : href
  const isLast = page * context.site.perPage >= total
  return html`<nav class="pages" aria-label="${context.translate('page.more_pages')}">${renderPageNote(context, { page, total })}${page > 1 && html`<a class="button" href="${linkTo(page - 1)}" data-swap>${context.translate('page.earlier')}</a>`} ${!isLast && html`<a class="button" href="${linkTo(page + 1)}" data-swap>${context.translate('page.later')}</a>`}</nav>`
}
