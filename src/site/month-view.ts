/** A month as a table of days. What lasts several days is a bar; each of its days names it. */
import { barLine } from './bars.ts'
import { type Asked, nothing, type Shown } from './calendar-page.ts'
import {
  type Day,
  type DayPlan,
  firstOf,
  type Month,
  monthAfter,
  monthBefore,
  monthIn,
  monthOf,
  weeksOf,
} from './days.ts'
import { type Frame, leadTo, sayCount } from './frame.ts'
import { type Html, html } from './html.ts'
import { machineTime, sayDate, sayStart } from './moments.ts'
import { type DaysFound, readDays, type Source, shownOn } from './reading.ts'
import { viewPath } from './toolbar.ts'
import { type EventView, plain } from './views.ts'

/** Lines of a day. */
const MOST_LINES = 4

export async function monthView(frame: Frame, source: Source, asked: Asked, month: Month): Promise<Shown> {
  const found = await readDays(source, asked.choice, { weeks: weeksOf(month, frame.language), perDay: MOST_LINES })
  const name = sayDate(frame.language, 'month', month)
  const total = [...found.totals].reduce((sum, [day, count]) => sum + (monthOf(day) === month ? count : 0), 0)
  const base = { base: asked.subject.base, filters: asked.choice.filters }
  const at = (other: Month) => viewPath(frame, { ...base, view: { kind: 'month', month: other } })
  const way = (to: Month, label: string) => (monthIn(to) === undefined ? undefined : { href: at(to), label })
  const { say, today } = frame
  return {
    heading: name,
    title: say('page.events_in', { time: name }),
    content: html`${grid(frame, asked, { month, name, found })}${total === 0 && nothing(say('page.none_in_time'))}${agenda(frame, asked, { month, name, found })}`,
    turn: {
      previous: way(monthBefore(month), say('page.previous_month')),
      next: way(monthAfter(month), say('page.next_month')),
      today: month === monthOf(today) ? undefined : at(monthOf(today)),
    },
    day: month === monthOf(today) ? today : firstOf(month),
    total,
    found,
  }
}

interface Facts {
  readonly month: Month
  readonly name: string
  readonly found: DaysFound
}

function grid(frame: Frame, asked: Asked, { month, name, found }: Facts): Html {
  const { language } = frame
  const names = (found.weeks[0] ?? []).map(
    ({ day }) =>
      html`<th scope="col"><abbr title="${sayDate(language, 'weekday', day)}">${sayDate(language, 'shortWeekday', day)}</abbr></th>`,
  )
  const weeks = found.weeks.map(
    (week) => html`<tr>${week.map((plan) => cell(frame, asked, { plan, month, found }))}</tr>`,
  )
  return html`<table class="month" data-grid>
<caption class="hidden">${name}</caption>
<thead><tr>${names}</tr></thead>
<tbody>${weeks}</tbody>
</table>`
}

interface CellFacts {
  readonly plan: DayPlan<EventView>
  readonly month: Month
  readonly found: DaysFound
}

function cell(frame: Frame, asked: Asked, { plan, month, found }: CellFacts): Html {
  const { day, bars, others } = plan
  const { language, today } = frame
  const total = found.totals.get(day) ?? 0
  const lanes = bars.slice(0, MOST_LINES)
  const rest = others.slice(0, MOST_LINES - lanes.length)
  const hidden = total - lanes.filter((bar) => bar !== undefined).length - rest.length
  const lines = [...lanes.map((bar) => barLine(frame, bar)), ...rest.map((event) => line(frame, event))]
  const href = dayPath(frame, asked, day)
  const classes = `${monthOf(day) === month ? '' : ' month-other'}${day === today ? ' month-today' : ''}`
  return html`<td class="month-day${classes}"><a class="month-number" href="${href}" data-day="${day}" data-swap${day === today && html` aria-current="date"`}><time datetime="${day}"><span aria-hidden="true">${Number(day.slice(8))}</span><span class="hidden">${sayDate(language, 'longDay', day)}</span></time>${total > 0 && html`<span class="hidden">, ${sayCount(frame, 'page.found', total)}</span>`}</a>${
    total > 0 &&
    html`<span class="dots" aria-hidden="true">${shownOn(plan)
      .slice(0, 3)
      .map(
        (event) => html`<span class="dot${event.featured && ' dot-featured'}"></span>`,
      )}</span><ul class="month-lines">${lines}</ul>`
  }${hidden > 0 && html`<a class="month-more" href="${href}" data-swap><span aria-hidden="true">${frame.say('page.more_short', { count: hidden.toLocaleString(language) })}</span><span class="hidden">${sayCount(frame, 'page.more', hidden)}, ${sayDate(language, 'longDay', day)}</span></a>`}</td>`
}

const dayPath = (frame: Frame, { subject, choice }: Asked, day: Day): string =>
  viewPath(frame, { base: subject.base, view: { kind: 'day', day }, filters: choice.filters })

function line(frame: Frame, event: EventView): Html {
  const title = plain(event.title)
  const time = event.all_day
    ? undefined
    : html`<time datetime="${machineTime(event)}">${sayStart(event, frame)}</time> `
  return html`<li class="line${event.featured && ' line-featured'}"><a ${leadTo(frame, event.url)} title="${title}">${time}<span class="line-title">${title}</span></a></li>`
}

/** Where the table has no room for names: its days once more, one below the other. */
function agenda(frame: Frame, asked: Asked, { month, name, found }: Facts): Html {
  const days = found.weeks.flat().filter(({ day }) => monthOf(day) === month && (found.totals.get(day) ?? 0) > 0)
  const items = days.map((plan) => {
    const events = shownOn(plan).slice(0, MOST_LINES)
    const hidden = (found.totals.get(plan.day) ?? 0) - events.length
    const lines = events.map(
      (event) =>
        html`<li><a ${leadTo(frame, event.url)}>${plain(event.title)}</a> <span class="agenda-time">${event.all_day ? frame.say('page.all_day') : sayStart(event, frame)}</span></li>`,
    )
    return html`<li class="agenda-day"><p class="agenda-date"><time datetime="${plan.day}">${sayDate(frame.language, 'shortDay', plan.day)}</time></p><ul>${lines}${hidden > 0 && html`<li><a href="${dayPath(frame, asked, plan.day)}" data-swap>${sayCount(frame, 'page.more', hidden)}</a></li>`}</ul></li>`
  })
  return html`<section class="agenda" aria-label="${name}"><ol>${items}</ol></section>`
}
