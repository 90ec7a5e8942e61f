/** What is answered to each kind of address: a page, the way to another, or nothing. */
import { findById, findBySlug, readEvent } from '../actions/read-posts.ts'
import { parseCount } from '../calendar/field.ts'
import { ANONYMOUS } from '../calendar/user.ts'
import { mayRead } from '../calendar/visibility.ts'
import { pageUrl } from '../present/urls.ts'
import type { DateTime } from '../text/dates.ts'
import { type Base, pathOf, pathOfBase, type View, withQuery } from './address.ts'
import { type Asked, calendarSheet, type Shown } from './calendar-page.ts'
import { dayView, weekView } from './day-views.ts'
import { firstOf, lastOf, weekOf } from './days.ts'
import { cardSheet } from './event-card.ts'
import { eventSheet, type Neighbours } from './event-page.ts'
import { feedsOf, fileOf } from './feeds.ts'
import { type Frame, pathFrom } from './frame.ts'
import { listView } from './list-view.ts'
import { mapView } from './map.ts'
import { monthView } from './month-view.ts'
import { type Filters, filtersIn, textOf } from './question.ts'
import { readEvents, readingOf, type Source } from './reading.ts'
import { attemptFor, decoded, gone, locked, refusalOf, subjectOf } from './subjects.ts'
import { type EventView, viewsOf } from './views.ts'
import type { Answer, Visit } from './visit.ts'

/** A path has a slash at its end and no two in a row: at its beginning those would lead to another host. */
function straightened({ path, query, frame }: Visit): Answer | undefined {
  const straight = path === '/index.php' ? path : `${path}/`.replace(/\/{2,}/g, '/')
  if (path === straight) return undefined
  return { kind: 'redirect', status: 301, to: withQuery(`${frame.root}${straight}`, textsIn(query)) }
}

const textsIn = (query: Visit['query']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, textOf(value)]))

export async function answerCalendar(visit: Visit, base: Base, view: View): Promise<Answer | undefined> {
  const astray = straightened(visit)
  if (astray) return astray
  const subject = await subjectOf(visit, base)
  if (!subject || 'kind' in subject) return subject
  const moved = pathOfBase(subject.base) !== pathOfBase(base)
  if (moved)
    return {
      kind: 'redirect',
      status: 301,
      to: withQuery(`${visit.frame.root}${pathOf(subject.base, view)}`, textsIn(visit.query)),
    }
  const filters = filtersIn(visit.query, view.kind === 'list')
  if (visit.query['ical'] !== undefined)
    return elsewhere(feedsOf(visit.urls, { ...filters, ...datesOf(visit, view), ...subject.query }).ical)
  const page = parseCount(visit.query['page'] ?? '1')
  const asked = {
    subject,
    view,
    choice: { filters, base: subject.query },
    page: 'value' in page ? page.value : 1,
    options: await visit.optionsOf(visit.source),
  }
  const shown = await shownBy(visit, asked)
  if (shown.isBeyond) return undefined
  return { kind: 'sheet', status: 200, sheet: calendarSheet(visit.frame, asked, shown), until: shown.until }
}

/** To what the interface serves itself. */
const elsewhere = (to: string): Answer => ({ kind: 'redirect', status: 302, to })

/** Calendars that ask a page for its events get those of the days it shows. */
function datesOf({ frame: { language } }: Visit, view: View): Filters {
  if (view.kind === 'month') return { start_date: firstOf(view.month), end_date: lastOf(view.month) }
  if (view.kind === 'day') return { start_date: view.day, end_date: view.day }
  const week = view.kind === 'week' ? weekOf(view.day, language) : []
  return week.length > 0 ? { start_date: week[0], end_date: week.at(-1) } : {}
}

export async function answerFeed(visit: Visit, base: Base): Promise<Answer | undefined> {
  const subject = await subjectOf(visit, base)
  if (!subject || 'kind' in subject) return subject
  return elsewhere(feedsOf(visit.urls, { ...filtersIn(visit.query, false), ...subject.query }).rss)
}

function shownBy({ frame, source }: Visit, asked: Asked): Promise<Shown> {
  const { view } = asked
  if (view.kind === 'month') return monthView(frame, source, asked, view.month)
  if (view.kind === 'week') return weekView(frame, source, asked, view.day)
  if (view.kind === 'day') return dayView(frame, source, asked, view.day)
  return view.kind === 'map' ? mapView(frame, source, asked) : listView(frame, source, asked)
}

export async function answerEvent(visit: Visit, slug: string): Promise<Answer | undefined> {
  const astray = straightened(visit)
  if (astray) return astray
  const { frame, source, password, query, urls } = visit
  const post = await findBySlug(source.services.database, 'event', { slug: decoded(slug) })
  if (!post || !mayRead(ANONYMOUS, post)) return gone(visit, 'event', slug)
  if (query['ical'] !== undefined) return elsewhere(fileOf(urls, post.id))
  const reading = readingOf(source, attemptFor(visit, post))
  const event = await readEvent(reading, post.id).catch(refusalOf(visit, 'event', post))
  if (event && 'kind' in event) return event
  if (!event || !mayRead(ANONYMOUS, event.post)) return undefined
  if (!event.part) return locked(visit, 'event', post)
  const [view] = viewsOf<EventView>([event.part])
  if (!view) return undefined
  const sheet = frame.embedding ? cardSheet(frame, view) : eventSheet(frame, view, await neighboursOf(source, view))
  return {
    kind: 'sheet',
    status: 200,
    sheet,
    until: endOf(frame, view),
    isPersonal: password !== undefined && post.password !== '',
  }
}

/** When it ends its page says so. */
const endOf = ({ clock }: Frame, { utc_end_date }: EventView): DateTime | undefined =>
  utc_end_date >= clock.now ? utc_end_date : undefined

/** Of those that begin at another moment. */
async function neighboursOf(source: Source, { id, start_date }: EventView): Promise<Neighbours> {
  const choice = { filters: {}, base: {} }
  const part = (bound: string, order: 'asc' | 'desc') => ({
    own: { [bound]: start_date, strict_dates: 'true', exclude: String(id), orderby: 'start_date', order },
    page: 1,
    perPage: 1,
  })
  const [before, after] = await Promise.all([
    readEvents(source, choice, part('starts_before', 'desc')),
    readEvents(source, choice, part('starts_after', 'asc')),
  ])
  return { previous: before.events[0], next: after.events[0] }
}

/** The plain address that every record has leads to its page (contract 7.1). */
export async function answerNumber(visit: Visit, number: string): Promise<Answer | undefined> {
  const { frame, source, urls, query } = visit
  const { database } = source.services
  const kinds = { tribe_events: 'event', tribe_venue: 'venue', tribe_organizer: 'organizer' } as const
  const asked = Object.entries(kinds).find(([name]) => name === query['post_type'])?.[1]
  for (const kind of asked ? [asked] : Object.values(kinds)) {
    const post = await findById(database, kind, { id: number })
    if (post && mayRead(ANONYMOUS, post)) {
      return { kind: 'redirect', status: 301, to: pathFrom(frame, pageUrl(urls, kind, post)) }
    }
    if (post) return gone(visit, kind, post.slug)
  }
  return undefined
}
