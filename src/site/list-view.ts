/** Events one below the other: what is yet to come, or what is over. */

import { type Asked, nothing, type Shown } from './calendar-page.ts'
import { type Day, monthOf, spanOf } from './days.ts'
import { dayHeading, entry } from './entries.ts'
import { type Frame, sayCount } from './frame.ts'
import { type Html, html } from './html.ts'
import { sayBriefly, sayDate } from './moments.ts'
import { endsAfterStartOf, readEvents, type Source } from './reading.ts'
import { type Turn, viewPath } from './toolbar.ts'
import type { EventView } from './views.ts'

export async function listView(frame: Frame, source: Source, asked: Asked): Promise<Shown> {
  const { view, choice, page } = asked
  const isPast = view.kind === 'past'
  const perPage = frame.site.perPage
  const when = isPast ? { own: overBefore(frame) } : { own: {}, undated: endsAfterStartOf(frame.today, frame.cutoff) }
  const found = await readEvents(source, choice, { ...when, page, perPage })
  const { events, total } = found
  const turn = turnOf(frame, asked, { total, perPage })
  return {
    heading: frame.say(isPast ? 'page.past' : 'page.upcoming'),
    content:
      events.length > 0
        ? html`${eventList(frame, asked, { events, order: found.filters.orderby })}${pageEnd(frame, { page, total, turn })}`
        : nothing(emptyText(frame, asked)),
    turn,
    day: frame.today,
    total,
    found,
    page,
    until: found.until,
    isBeyond: page > 1 && events.length === 0,
  }
}

/** What ended before today, the latest first. */
const overBefore = ({ today, cutoff }: Frame) => ({
  ends_before: `${today} ${cutoff}:00`,
  strict_dates: 'true',
  orderby: 'start_date',
  order: 'desc',
})

function emptyText({ say }: Frame, { choice, view }: Asked): string {
  if (Object.keys(choice.filters).length > 0) return say('page.none_matching')
  return say(view.kind === 'past' ? 'page.none_past' : 'page.none_upcoming')
}

/** Page one of what is to come leads to what is over, and the other way round. */
function turnOf(frame: Frame, asked: Asked, { total, perPage }: { total: number; perPage: number }): Shown['turn'] {
  const { view, page, choice } = asked
  const { say } = frame
  const at = (kind: 'list' | 'past', number: number) => {
    const path = viewPath(frame, { base: asked.subject.base, view: { kind }, filters: choice.filters })
    return number > 1 ? `${path}${path.includes('?') ? '&' : '?'}page=${number}` : path
  }
  const kind = view.kind === 'past' ? 'past' : 'list'
  const onward = page * perPage < total ? at(kind, page + 1) : undefined
  const back = page > 1 ? at(kind, page - 1) : at(kind === 'past' ? 'list' : 'past', 1)
  const [earlier, later] = kind === 'past' ? [onward, back] : [back, onward]
  return {
    previous: earlier === undefined ? undefined : { href: earlier, label: say('page.earlier') },
    next: later === undefined ? undefined : { href: later, label: say('page.later') },
    today: kind === 'past' || page > 1 ? at('list', 1) : undefined,
  }
}

interface Group {
  readonly name: string
  readonly isOngoing: boolean
  readonly events: readonly EventView[]
}

interface Ordered {
  readonly events: readonly EventView[]
  readonly order: string | undefined
}

/** By month, and in each by day; what began before today stands apart. By distance, as they come. */
function eventList(frame: Frame, asked: Asked, { events, order }: Ordered): Html {
  if (order === 'distance') return undivided(frame, events)
  const groups = groupsOf(frame, events, asked.view.kind === 'past')
  return html`${groups.map((group) => groupOf(frame, asked, { ...group, isAbove: group === groups[0] }))}`
}

function groupsOf(frame: Frame, events: readonly EventView[], isPast: boolean): readonly Group[] {
  const names = new Map<string, EventView[]>()
  for (const event of events) {
    const { first } = spanOf(event, frame.cutoff)
    const name = !isPast && first < frame.today ? '' : monthOf(first)
    const group = names.get(name)
    if (group) group.push(event)
    else names.set(name, [event])
  }
  return [...names].map(([month, found]) => ({
    name: month === '' ? frame.say('page.ongoing') : sayDate(frame.language, 'month', month),
    isOngoing: month === '',
    events: found,
  }))
}

function groupOf(frame: Frame, asked: Asked, { name, isOngoing, events, isAbove }: Group & { isAbove: boolean }): Html {
  return html`<section class="month-group">
<h2 class="month-name">${name}</h2>
${isOngoing ? undivided(frame, events) : html`<ol class="days">${[...daysOf(frame, events)].map(([day, found], at) => dayOf(frame, asked, { day, events: found, isAbove: isAbove && at < 2 }))}</ol>`}
</section>`
}

const undivided = (frame: Frame, events: readonly EventView[]): Html =>
  html`<ol class="entries">${events.map((event) => html`<li>${entry(frame, event, { level: 3, when: sayBriefly(event, frame) })}</li>`)}</ol>`

/** On its day a sticky event stands first. */
function daysOf(frame: Frame, events: readonly EventView[]): ReadonlyMap<Day, readonly EventView[]> {
  const days = new Map<Day, EventView[]>()
  for (const event of events) {
    const { first } = spanOf(event, frame.cutoff)
    const day = days.get(first) ?? []
    days.set(first, event.sticky ? [event, ...day] : [...day, event])
  }
  return days
}

interface DayFacts {
  readonly day: Day
  readonly events: readonly EventView[]
  readonly isAbove: boolean
}

function dayOf(frame: Frame, { subject, choice }: Asked, { day, events, isAbove }: DayFacts): Html {
  const href = viewPath(frame, { base: subject.base, view: { kind: 'day', day }, filters: choice.filters })
  return html`<li class="day">${dayHeading(frame, day, { level: 3, href })}<ol class="entries">${events.map((event) => html`<li>${entry(frame, event, { level: 4, isAbove })}</li>`)}</ol></li>`
}

/** The way on, once the end of a page is reached. */
function pageEnd(frame: Frame, { page, total, turn }: { page: number; total: number; turn: Turn }): Html {
  const link = (to: Turn['next'], rel: 'prev' | 'next') =>
    to && html`<a class="button" href="${to.href}" rel="${rel}" data-swap>${to.label}</a>`
  return html`<nav class="pages" aria-label="${frame.say('page.more_pages')}">${pageNote(frame, { page, total })}${link(turn.previous, 'prev')}${link(turn.next, 'next')}</nav>`
}

/** Which page of how many, where there are several. */
export function pageNote(frame: Frame, { page, total }: { page: number; total: number }): Html {
  const pages = Math.ceil(total / frame.site.perPage)
  return html`<p class="page-note">${sayCount(frame, 'page.found', total)}${pages > 1 && html` · ${frame.say('page.page_of', { page: String(page), pages: String(pages) })}`}</p>`
}
