/** A week side by side, and a day by itself. */
import { barLine } from './bars.ts'
import { type Asked, nothing, type Shown } from './calendar-page.ts'
import { type Day, type DayPlan, dayAfter, dayIn, weekOf } from './days.ts'
import { dayHeading, entry, timeOf } from './entries.ts'
import { type Frame, leadTo, sayCount } from './frame.ts'
import { type Html, html } from './html.ts'
import { pageNote } from './list-view.ts'
import { sayDate, sayDays } from './moments.ts'
import { betweenDays, byPlaceInDay, type DaysFound, readDays, readEvents, type Source } from './reading.ts'
import { type Turn, viewPath } from './toolbar.ts'
import { type EventView, plain, venueOf } from './views.ts'

/** Events of a day of the week; the day's own page shows all. */
const MOST_IN_COLUMN = 10

export async function weekView(frame: Frame, source: Source, asked: Asked, day: Day): Promise<Shown> {
  const week = weekOf(day, frame.language)
  const [first = day, last = day] = [week[0], week.at(-1)]
  const found = await readDays(source, asked.choice, { weeks: [week], perDay: MOST_IN_COLUMN })
  const { say, language, today } = frame
  const at = (other: Day) =>
    viewPath(frame, { base: asked.subject.base, view: { kind: 'week', day: other }, filters: asked.choice.filters })
  const total = [...found.totals.values()].reduce((sum, count) => sum + count, 0)
  return {
    heading: sayDays(language, first, last),
    title: say('page.week_of', { time: sayDays(language, first, last) }),
    content: html`<ol class="week">${(found.weeks[0] ?? []).map((plan) => column(frame, asked, plan, found))}</ol>${total === 0 && nothing(say('page.none_in_time'))}`,
    turn: {
      previous: way(dayAfter(first, -7), { at, label: say('page.previous_week') }),
      next: way(dayAfter(first, 7), { at, label: say('page.next_week') }),
      today: week.includes(today) ? undefined : at(today),
    },
    day,
    total,
    found,
  }
}

/** Undefined where days with pages end. */
const way = (to: Day, { at, label }: { at: (day: Day) => string; label: string }): Turn['next'] =>
  dayIn(to) === undefined ? undefined : { href: at(to), label }

function column(frame: Frame, asked: Asked, { day, bars, others }: DayPlan<EventView>, found: DaysFound): Html {
  const lanes = bars.slice(0, MOST_IN_COLUMN)
  const rest = others.slice(0, MOST_IN_COLUMN - lanes.length)
  const hidden = (found.totals.get(day) ?? 0) - lanes.filter((bar) => bar !== undefined).length - rest.length
  const lines = [...lanes.map((bar) => barLine(frame, bar)), ...rest.map((event) => card(frame, event))]
  const href = viewPath(frame, { base: asked.subject.base, view: { kind: 'day', day }, filters: asked.choice.filters })
  return html`<li class="week-day${day === frame.today && ' week-today'}">${dayHeading(frame, day, { level: 2, href })}${lines.length > 0 && html`<ul>${lines}</ul>`}${hidden > 0 && html`<a class="week-more" href="${href}" data-swap>${sayCount(frame, 'page.more', hidden)}</a>`}</li>`
}

function card(frame: Frame, event: EventView): Html {
  const venue = venueOf(event)
  return html`<li class="card${event.featured && ' card-featured'}"><p class="card-when">${timeOf(frame, event)}</p><p class="card-title"><a ${leadTo(frame, event.url)}>${plain(event.title)}</a></p>${venue && html`<p class="card-where">${plain(venue.venue)}</p>`}</li>`
}

export async function dayView(frame: Frame, source: Source, asked: Asked, day: Day): Promise<Shown> {
  const { page, choice, subject } = asked
  const perPage = frame.site.perPage
  const found = await readEvents(source, choice, { own: betweenDays(day, day, frame.cutoff), page, perPage })
  const { say, today, language } = frame
  const at = (other: Day) =>
    viewPath(frame, { base: subject.base, view: { kind: 'day', day: other }, filters: choice.filters })
  const events = found.events.toSorted(byPlaceInDay)
  const list = html`<ol class="entries">${events.map((event, place) => html`<li>${entry(frame, event, { level: 2, isAbove: place < 2 })}</li>`)}</ol>`
  return {
    heading: sayDate(language, 'longDay', day),
    title: say('page.events_on', { time: sayDate(language, 'longDay', day) }),
    content:
      events.length === 0
        ? nothing(say('page.none_in_time'))
        : html`${list}${pages(frame, asked, { total: found.total, href: at(day) })}`,
    turn: {
      previous: way(dayAfter(day, -1), { at, label: say('page.previous_day') }),
      next: way(dayAfter(day), { at, label: say('page.next_day') }),
      today: day === today ? undefined : at(today),
    },
    day,
    total: found.total,
    found,
    page,
    isBeyond: page > 1 && events.length === 0,
  }
}

/** A day of more events than a page holds. */
function pages(frame: Frame, { page }: Asked, { total, href }: { total: number; href: string }): Html | undefined {
  if (total <= frame.site.perPage) return undefined
  const at = (number: number) => (number > 1 ? `${href}${href.includes('?') ? '&' : '?'}page=${number}` : href)
  const isLast = page * frame.site.perPage >= total
  return html`<nav class="pages" aria-label="${frame.say('page.more_pages')}">${pageNote(frame, { page, total })}${page > 1 && html`<a class="button" href="${at(page - 1)}" data-swap>${frame.say('page.earlier')}</a>`} ${!isLast && html`<a class="button" href="${at(page + 1)}" data-swap>${frame.say('page.later')}</a>`}</nav>`
}
