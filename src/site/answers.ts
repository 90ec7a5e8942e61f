/** What is answered to each kind of address: a page, the way to another, or nothing. */
import { findMediaById } from '../actions/media.ts'
import { findById, findBySlug, readEvent } from '../actions/read-posts.ts'
import { parseCount } from '../calendar/field.ts'
import { ANONYMOUS } from '../calendar/user.ts'
import { mayRead } from '../calendar/visibility.ts'
import { pageUrl } from '../present/urls.ts'
import type { DateTime } from '../text/dates.ts'
import { type Base, pathOf, pathOfBase, type View, withQuery } from './address.ts'
import { type Asked, calendarSheet, type Shown } from './calendar-page.ts'
import { dayView, weekView } from './day-views.ts'
import { cardSheet } from './event-card.ts'
import { eventSheet, type Neighbours } from './event-page.ts'
import { type Frame, pathFrom } from './frame.ts'
import { listView } from './list-view.ts'
import { mapView } from './map.ts'
import { monthView } from './month-view.ts'
import { filtersIn, textOf } from './question.ts'
import { readEvents, readingOf, type Source } from './reading.ts'
import { REFERENCE_PARAMETERS, readReferenceQuery } from './reference-query.ts'
import { attemptFor, decoded, gone, locked, refusalOf, subjectOf } from './subjects.ts'
import { resolveFilter } from './subscription-query.ts'
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

/**
 * URLs with the parameters of The Events Calendar lead to the page that shows the same. The redirect is temporary, since
 * a view without a date shows the days around today.
 */
async function redirectReference(visit: Visit, { base, view }: CalendarAddress): Promise<Answer | undefined> {
  const { query, frame } = visit
  if (!REFERENCE_PARAMETERS.some((name) => textOf(query[name]) !== '')) return undefined
  const asked = readReferenceQuery(query, frame.today)
  const filters = await Promise.all(
    asked.filters.map(async ({ name, value }) => [name, (await resolveFilter(visit, name, value)) ?? value] as const),
  )
  const shown = asked.view ?? view
  const others = Object.entries(textsIn(query)).filter(
    ([name]) => name !== 'post_type' && !REFERENCE_PARAMETERS.includes(name),
  )
  const from = shown.kind === 'list' && asked.day !== undefined && { start_date: asked.day }
  const path = withQuery(pathOf(base, shown), {
    ...Object.fromEntries([...others, ...filters]),
    ...from,
    ...(asked.page !== undefined && { page: asked.page }),
  })
  return { kind: 'redirect', status: 302, to: `${frame.root}${path}` }
}

export interface CalendarAddress {
  readonly base: Base
  readonly view: View
  /** Named by the path; a parameter names it too. */
  readonly page?: number
}

export async function answerCalendar(visit: Visit, address: CalendarAddress): Promise<Answer | undefined> {
  const { base, view } = address
  const astray = straightened(visit)
  if (astray) return astray
  const subject = await subjectOf(visit, base)
  if (!subject || 'kind' in subject) return subject
  const translated = await redirectReference(visit, { ...address, base: subject.base })
  if (translated) return translated
  const moved = pathOfBase(subject.base) !== pathOfBase(base)
  if (moved)
    return {
      kind: 'redirect',
      status: 301,
      to: withQuery(`${visit.frame.root}${pathOf(subject.base, view)}`, textsIn(visit.query)),
    }
  const filters = filtersIn(visit.query, view.kind === 'list')
  const page = parseCount(visit.query['page'] ?? address.page ?? 1)
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

/** The page in place of a feed that cannot be had: the term or record of its URL is missing, or asks for a password. */
export async function answerMissingFeed(visit: Visit, base: Base): Promise<Answer | undefined> {
  const subject = await subjectOf(visit, base)
  return subject && 'kind' in subject ? subject : undefined
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
  const { frame, source, password } = visit
  const post = await findBySlug(source.services.database, 'event', { slug: decoded(slug) })
  if (!post || !mayRead(ANONYMOUS, post)) return gone(visit, 'event', slug)
  const reading = readingOf(source, attemptFor(visit, post))
  const event = await readEvent(reading, post.id).catch(refusalOf(visit, 'event', post))
  if (event && 'kind' in event) return event
  if (!event || !mayRead(ANONYMOUS, event.post)) return undefined
  if (!event.part) return locked(visit, 'event', post)
  const [view] = viewsOf<EventView>([event.part])
  if (!view) return undefined
  const sheet = frame.embedding
    ? cardSheet(frame, view)
    : {
        ...eventSheet(frame, view, await neighboursOf(source, view)),
        pictureAlt: await readPictureAlt(source, view),
      }
  return {
    kind: 'sheet',
    status: 200,
    sheet,
    until: endOf(frame, view),
    isPersonal: password !== undefined && post.password !== '',
  }
}

/** Records show their image without its alternative text, which is in the library. */
async function readPictureAlt({ services }: Source, { image }: EventView): Promise<string | undefined> {
  if (!image) return undefined
  return (await findMediaById(services.database, { id: String(image.id) }))?.alt_text
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
