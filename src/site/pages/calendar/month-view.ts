/** A month as a table of days. Multi-day events are bars. */

import type { EventSummary } from '../../../presenters/event-summary.ts'
import {
  formatTitle,
  renderGridStatus,
  renderGridTitle,
  renderStatusMark,
  strikeIfVoid,
} from '../../components/events/event-status.ts'
import { type BarRenderer, createBarRenderer } from '../../components/events/multi-day-bar.ts'
import { renderOngoingLines } from '../../components/events/ongoing-events.ts'
import { buildViewLink } from '../../components/filters/toolbar.ts'
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
} from '../../core/calendar-grid.ts'
import { formatCompactStart, formatDate, formatMachineTime, formatStart } from '../../core/format-dates.ts'
import { type Html, html } from '../../core/html-template.ts'
import { eventLink, type PageContext, translateCount } from '../../core/page-context.ts'
import { type DataSource, type EventsByDay, eventsOnDay, readEventsByDay } from '../../data/load-events.ts'
import { extractText } from '../../data/view-text.ts'
import type { CalendarRequest, ViewResult } from './calendar-page.ts'

/** Rows for multi-day events in a week; the others of a day are for events of one day. */
const MAX_BARS = 2

/** Lines of a day on screens of usual height, and on tall ones: the style sheet hides the difference. */
const MAX_LINES = 6
const MAX_LINES_PER_DAY = 10

export async function buildMonthView(
  context: PageContext,
  source: DataSource,
  request: CalendarRequest,
  month: Month,
): Promise<ViewResult> {
  const eventsByDay = await readEventsByDay(source, request.selection, {
    weeks: getWeeks(month, context.language),
    perDay: MAX_LINES_PER_DAY,
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
    content: html`${renderOngoingLines(context, ongoing)}${renderGrid(context, request, { month, name, eventsByDay })}${renderAgenda(context, request, { month, name, eventsByDay })}`,
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
  const weeks = eventsByDay.weeks.map(
    (week) =>
      html`<tr>${week.map((plan) => renderDayCell(context, request, { plan, month, eventsByDay, renderBar }))}</tr>`,
  )
  return html`<table class="month" data-grid>
<caption class="hidden">${name}</caption>
<thead><tr>${names}</tr></thead>
<tbody>${weeks}</tbody>
</table>`
}

interface DayCellInput {
  readonly plan: DayPlan<EventSummary>
  readonly month: Month
  readonly eventsByDay: EventsByDay
  readonly renderBar: BarRenderer
}

function renderDayCell(
  context: PageContext,
  request: CalendarRequest,
  { plan, month, eventsByDay, renderBar }: DayCellInput,
): Html {
  const { day, bars, singleDayEvents } = plan
  const { today } = context
  const total = eventsByDay.totals.get(day) ?? 0
  const lanes = bars.slice(0, MAX_BARS)
  const single = singleDayEvents.slice(0, MAX_LINES_PER_DAY - lanes.length)
  const barCount = lanes.filter((bar) => bar !== undefined).length
  const hidden = total - barCount - single.length
  const hiddenUnlessTall = total - barCount - Math.min(single.length, MAX_LINES - lanes.length)
  const lines = [...lanes.map(renderBar), ...single.map((event) => renderEventLine(context, event))]
  const href = buildDayLink(context, request, day)
  const classes = `${getMonth(day) === month ? '' : ' month-other'}${day === today ? ' month-today' : ''}`
  return html`<td class="month-day${classes}"><a class="month-number" href="${href}" data-day="${day}" data-swap${day === today && html` aria-current="date"`}><time datetime="${day}"><span aria-hidden="true">${Number(day.slice(8))}</span><span class="hidden">${formatDate(context, 'longDay', day)}</span></time>${total > 0 && html`<span class="hidden">, ${translateCount(context, 'page.found', total)}</span>`}</a>${
    total > 0 &&
    html`<span class="dots" aria-hidden="true">${eventsOnDay(plan)
      .slice(0, 3)
      .map(
        (event) => html`<span class="dot${event.featured && ' dot-featured'}"></span>`,
      )}</span><ul class="month-lines">${lines}</ul>`
  }${renderMoreLink(context, { day, href, count: hiddenUnlessTall, className: hidden === hiddenUnlessTall ? '' : ' unless-tall' })}${hidden !== hiddenUnlessTall && renderMoreLink(context, { day, href, count: hidden, className: ' if-tall' })}</td>`
}

interface MoreLink {
  readonly day: Day
  readonly href: string
  readonly count: number
  readonly className: string
}

/** Link to the day, with the number of events that the grid does not show. */
function renderMoreLink(context: PageContext, { day, href, count, className }: MoreLink): Html | undefined {
  if (count === 0) return undefined
  const text = context.translate('page.more_short', { count: count.toLocaleString(context.language) })
  return html`<a class="month-more${className}" href="${href}" data-swap data-more="${day}"><span aria-hidden="true">${text}</span><span class="hidden">${translateCount(context, 'page.more', count)}, ${formatDate(context, 'longDay', day)}</span></a>`
}

const buildDayLink = (context: PageContext, { target, selection }: CalendarRequest, day: Day): string =>
  buildViewLink(context, { archive: target.archive, view: { kind: 'day', day }, filters: selection.filters })

function renderEventLine(context: PageContext, event: EventSummary): Html {
  const time = event.all_day ? undefined : renderLineTime(context, event)
  const status = renderGridStatus(context, event)
  const classes = `line${event.featured ? ' line-featured' : ''}${status ? ' line-status' : ''}`
  return html`<li class="${classes}"><a ${eventLink(context, event.url)} title="${formatTitle(context, event)}">${status}${time}<span class="line-title">${renderGridTitle(event)}</span></a></li>`
}

/** Short on screen, complete for screen readers. */
function renderLineTime(context: PageContext, event: EventSummary): Html {
  const [compact, full] = [formatCompactStart(event, context), formatStart(event, context)]
  const text =
    compact === full ? full : html`<span aria-hidden="true">${compact}</span><span class="hidden">${full}</span>`
  return html`<time datetime="${formatMachineTime(event)}">${text}</time> `
}

/** List of days for narrow screens, where the table has no room for titles. */
function renderAgenda(context: PageContext, request: CalendarRequest, { month, name, eventsByDay }: MonthInput): Html {
  const days = eventsByDay.weeks
    .flat()
    .filter(({ day }) => getMonth(day) === month && (eventsByDay.totals.get(day) ?? 0) > 0)
  const items = days.map((plan) => {
    const events = eventsOnDay(plan).slice(0, MAX_LINES)
    const hidden = (eventsByDay.totals.get(plan.day) ?? 0) - events.length
    const lines = events.map(
      (event) =>
        html`<li><a ${eventLink(context, event.url)}>${strikeIfVoid(event, html`${extractText(event.title)}`)}</a> ${renderStatusMark(context, event)} <span class="agenda-time">${event.all_day ? context.translate('page.all_day') : formatStart(event, context)}</span></li>`,
    )
    return html`<li class="agenda-day"><p class="agenda-date"><time datetime="${plan.day}">${formatDate(context, 'shortDay', plan.day)}</time></p><ul>${lines}${hidden > 0 && html`<li><a href="${buildDayLink(context, request, plan.day)}" data-swap>${translateCount(context, 'page.more', hidden)}</a></li>`}</ul></li>`
  })
  return html`<section class="agenda" aria-label="${name}"><ol>${items}</ol></section>`
}
