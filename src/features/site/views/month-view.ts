/** A month as a table of days. Multi-day events are bars. */

import type { EventSummary } from '../../../calendar/events/present-summary.ts'
import {
  type Day,
  type DayPlan,
  getFirstDay,
  getMonth,
  getNextMonth,
  getPreviousMonth,
  getWeeks,
  type Month,
  parseMonth,
} from '../../../pages/calendar-grid.ts'
import { formatDate } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { type PageContext, translateCount } from '../../../pages/page-context.ts'
import { renderColorMark } from '../components/color-mark.ts'
import { type BarRenderer, createBarRenderer } from '../components/multi-day-bar.ts'
import { renderOngoingLines } from '../components/ongoing-events.ts'
import { type DataSource, type EventsByDay, eventsOnDay, readEventsByDay } from '../data/load-events.ts'
import { buildViewLink } from '../filters/toolbar.ts'
import type { CalendarRequest, ViewResult } from './calendar-page.ts'
import { buildDayLink, MAX_DAY_LINES, renderDayAgenda, renderEventLine, renderMultiDayLine } from './day-lines.ts'

/** Rows for multi-day events in a week; the others of a day are for events of one day. */
const MAX_BARS = 2

/** Lines of a day on screens of usual height, and on tall ones: the style sheet hides the difference. */
const MAX_LINES = 6
const MAX_TALL_LINES = 10

export async function buildMonthView(
  context: PageContext,
  source: DataSource,
  request: CalendarRequest,
  month: Month,
): Promise<ViewResult> {
  const eventsByDay = await readEventsByDay(source, request.selection, {
    weeks: getWeeks(month, context.language),
    perDay: MAX_TALL_LINES,
  })
  const name = formatDate(context, 'month', month)
  const { ongoing, totals } = eventsByDay
  const inDays = [...totals].reduce((sum, [day, count]) => sum + (getMonth(day) === month ? count : 0), 0)
  const total = inDays + ongoing.length
  const base = { archive: request.target.archive, filters: request.selection.filters }
  const linkTo = (other: Month) => buildViewLink(context, { ...base, view: { kind: 'month', month: other } })
  const createPagerLink = (to: Month, label: string) =>
    parseMonth(to) === undefined ? undefined : { href: linkTo(to), label }
  const { translate, today } = context
  return {
    heading: name,
    title: translate('page.events_in', { time: name }),
    content: html`${renderOngoingLines(context, ongoing)}${renderGrid(context, request, { month, name, eventsByDay })}${total > 0 && renderDayAgenda(context, request, eventsByDay, chooseDay(context, month, eventsByDay))}`,
    pager: {
      previous: createPagerLink(getPreviousMonth(month), translate('page.previous_month')),
      next: createPagerLink(getNextMonth(month), translate('page.next_month')),
      today: month === getMonth(today) ? undefined : linkTo(getMonth(today)),
    },
    day: month === getMonth(today) ? today : getFirstDay(month),
    total,
    filterResult: eventsByDay,
  }
}

interface MonthInput {
  readonly month: Month
  readonly name: string
  readonly eventsByDay: EventsByDay
}

function renderGrid(context: PageContext, request: CalendarRequest, { month, name, eventsByDay }: MonthInput): Html {
  const names = (eventsByDay.weeks[0] ?? []).map(
    ({ day }) =>
      html`<th scope="col"><abbr title="${formatDate(context, 'weekday', day)}">${formatDate(context, 'shortWeekday', day)}</abbr></th>`,
  )
  const renderBar = createBarRenderer(context)
  const input = { month, eventsByDay, renderBar, chosen: chooseDay(context, month, eventsByDay) }
  const weeks = eventsByDay.weeks.map(
    (week) => html`<tr>${week.map((plan) => renderDayCell(context, request, { ...input, plan }))}</tr>`,
  )
  return html`<table class="month" data-grid data-day-link="${context.translate('page.show_day')}" data-close="${context.translate('page.close')}">
<caption class="hidden">${name}</caption>
<thead><tr>${names}</tr></thead>
<tbody>${weeks}</tbody>
</table>`
}

/** The day whose events narrow windows show first: today or the next day with events, else the first one. */
function chooseDay({ today }: PageContext, month: Month, { totals }: EventsByDay): Day {
  const days = [...totals].flatMap(([day, count]) => (count > 0 && getMonth(day) === month ? [day] : []))
  return days.find((day) => day >= today) ?? days[0] ?? (getMonth(today) === month ? today : getFirstDay(month))
}

interface DayCellInput {
  readonly plan: DayPlan<EventSummary>
  readonly month: Month
  readonly eventsByDay: EventsByDay
  readonly renderBar: BarRenderer
  readonly chosen: Day
}

function renderDayCell(
  context: PageContext,
  request: CalendarRequest,
  { plan, month, eventsByDay, renderBar, chosen }: DayCellInput,
): Html {
  const { day, bars } = plan
  const { today } = context
  const total = eventsByDay.totals.get(day) ?? 0
  const lanes = bars.slice(0, MAX_BARS)
  const singles = plan.singleDayEvents.map((event) => () => renderEventLine(context, event))
  const otherBars = bars.slice(MAX_BARS).flatMap((bar) => (bar ? [() => renderMultiDayLine(context, bar.event)] : []))
  const rest = [...singles, ...otherBars].slice(0, MAX_DAY_LINES - lanes.length)
  const inBars = lanes.filter((bar) => bar !== undefined).length
  const countHidden = (lines: number) => total - inBars - Math.min(rest.length, lines - lanes.length)
  const lines = [...lanes.map(renderBar), ...rest.map((render) => render())]
  const href = buildDayLink(context, request, day)
  const classes = `${getMonth(day) === month ? '' : ' month-other'}${day === today ? ' month-today' : ''}${day === chosen ? ' month-chosen' : ''}`
  const [inTall, inPrint] = [countHidden(MAX_TALL_LINES), countHidden(MAX_DAY_LINES)]
  const mores = [
    { count: countHidden(MAX_LINES), className: 'unless-tall' },
    { count: inTall, className: inTall === inPrint ? 'if-tall if-print' : 'if-tall' },
    ...(inTall === inPrint ? [] : [{ count: inPrint, className: 'if-print' }]),
  ]
  return html`<td class="month-day${classes}"><a class="month-number" href="${href}" data-day="${day}" data-swap${day === today && html` aria-current="date"`}><time datetime="${day}"><span aria-hidden="true">${Number(day.slice(8))}</span><span class="hidden">${formatDate(context, 'longDay', day)}</span></time>${total > 0 && html`<span class="hidden">, ${translateCount(context, 'page.found', total)}</span>`}</a>${
    total > 0 && html`${renderDots(plan)}<ul class="month-lines">${lines}</ul>`
  }${mores.map((more) => renderMoreLink(context, { day, href, ...more }))}</td>`
}

/** At most three dots, in the colors of the events. */
function renderDots(plan: DayPlan<EventSummary>): Html {
  const dots = eventsOnDay(plan)
    .slice(0, 3)
    .map(
      ({ color, featured }) =>
        renderColorMark(color, 'dot') ?? html`<span class="dot${featured && ' dot-featured'}"></span>`,
    )
  return html`<span class="dots" aria-hidden="true">${dots}</span>`
}

interface MoreLink {
  readonly day: Day
  readonly href: string
  readonly count: number
  readonly className: string
}

/** Link to the day, with the number of events that the grid does not show. The script opens the whole day beside it. */
function renderMoreLink(context: PageContext, { day, href, count, className }: MoreLink): Html | undefined {
  if (count === 0) return undefined
  const text = context.translate('page.more_short', { count: count.toLocaleString(context.language) })
  return html`<a class="month-more ${className}" href="${href}" data-swap data-more="${day}"><span aria-hidden="true">${text}</span><span class="hidden">${translateCount(context, 'page.more', count)}, ${formatDate(context, 'longDay', day)}</span></a>`
}
