/** A small month beside a list: links to the days with events, and to the lists of other months. */

import {
  type Day,
  getFirstDay,
  getMonth,
  getNextMonth,
  getPreviousMonth,
  getWeeks,
  type Month,
  parseDay,
  parseMonth,
} from '../../../pages/calendar-grid.ts'
import { formatDate } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import { type DataSource, readDaysWithEvents } from '../data/load-events.ts'
import { buildViewLink } from '../filters/toolbar.ts'
import type { CalendarRequest } from './calendar-page.ts'

/** The month of `day`, by default the current one. Frames have no room for it. */
export async function renderMiniCalendar(
  context: PageContext,
  source: DataSource,
  request: CalendarRequest,
  day: string | undefined,
): Promise<Html | undefined> {
  if (context.embed) return undefined
  const shown = parseDay(day?.slice(0, 10) ?? '') ?? context.today
  const month = getMonth(shown)
  const days = await readDaysWithEvents(source, request.selection, month)
  const { translate, language } = context
  const weeks = getWeeks(month, language)
  const names = (weeks[0] ?? []).map(
    (one) =>
      html`<th scope="col"><abbr title="${formatDate(context, 'weekday', one)}">${formatDate(context, 'narrowWeekday', one)}</abbr></th>`,
  )
  const rows = weeks.map(
    (week) => html`<tr>${week.map((one) => renderDay(context, request, { day: one, month, days }))}</tr>`,
  )
  return html`<section class="mini" aria-label="${translate('page.days_with_events')}">
<div class="mini-head"><h2 class="mini-name"><a href="${linkTo(context, request, { kind: 'month', month })}" data-swap>${formatDate(context, 'month', month)}</a></h2>${renderMonthLink(context, request, { month: getPreviousMonth(month), rel: 'prev' })}${renderMonthLink(context, request, { month: getNextMonth(month), rel: 'next' })}</div>
<table><thead><tr>${names}</tr></thead><tbody>${rows}</tbody></table>
</section>`
}

const linkTo = (
  context: PageContext,
  { target, selection }: CalendarRequest,
  view: Parameters<typeof buildViewLink>[1]['view'],
): string => buildViewLink(context, { archive: target.archive, view, filters: selection.filters })

/** Another month of the same view, from its first day. The current month is the list from today. */
function renderMonthLink(
  context: PageContext,
  { target, view, selection }: CalendarRequest,
  { month, rel }: { readonly month: Month; readonly rel: 'prev' | 'next' },
): Html | undefined {
  if (parseMonth(month) === undefined) return undefined
  const { start_date, end_date, ...others } = selection.filters
  const isCurrent = month === getMonth(context.today)
  const href = buildViewLink(context, {
    archive: target.archive,
    view: view.kind === 'past' || view.kind === 'day' ? { kind: 'list' } : view,
    filters: isCurrent ? others : { ...others, start_date: getFirstDay(month) },
  })
  const label = context.translate(rel === 'prev' ? 'page.previous_month' : 'page.next_month')
  return html`<a class="mini-turn" href="${href}" rel="${rel} nofollow" data-swap data-key="mini-${rel}" title="${label}"><span aria-hidden="true">${rel === 'prev' ? '‹' : '›'}</span><span class="hidden">${label}</span></a>`
}

interface MiniDay {
  readonly day: Day
  readonly month: Month
  readonly days: ReadonlySet<Day>
}

function renderDay(context: PageContext, request: CalendarRequest, { day, month, days }: MiniDay): Html {
  if (getMonth(day) !== month) return html`<td></td>`
  const number = Number(day.slice(8))
  const isToday = day === context.today
  if (!days.has(day)) return html`<td><span class="mini-day${isToday && ' mini-today'}">${number}</span></td>`
  return html`<td><a class="mini-day${isToday && ' mini-today'}" href="${linkTo(context, request, { kind: 'day', day })}" data-swap${isToday && html` aria-current="date"`}><time datetime="${day}"><span aria-hidden="true">${number}</span><span class="hidden">${formatDate(context, 'longDay', day)}</span></time></a></td>`
}
