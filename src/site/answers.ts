/** What is answered to each kind of address: a page, the way to another, or nothing. */
import { matchTerms } from '../actions/mentions.ts'
import { findById, findBySlug, isClosedTo, readEvent, readLinked } from '../actions/read-posts.ts'
import { placed } from '../actions/terms.ts'
import { parseCount } from '../calendar/field.ts'
import type { LinkedKind, Post, PostOf } from '../calendar/post.ts'
import { ANONYMOUS } from '../calendar/user.ts'
import { mayRead } from '../calendar/visibility.ts'
import { pageUrl } from '../present/urls.ts'
import type { DateTime } from '../text/dates.ts'
import { trashedSlug } from '../text/slug.ts'
import { displayTitle } from '../text/typography.ts'
import { type Base, pathOf, pathOfBase, type TermBase, type View, withQuery } from './address.ts'
import { calendarSheet, type Shown, type Subject } from './calendar-page.ts'
import type { Options } from './choices.ts'
import { absentSheet, lockedSheet } from './closed-pages.ts'
import { dayView, weekView } from './day-views.ts'
import { cardSheet } from './event-card.ts'
import { eventSheet, type Neighbours } from './event-page.ts'
import { type Frame, pathFrom } from './frame.ts'
import { apiList, type Sheet } from './layout.ts'
import { listView } from './list-view.ts'
import { mapView } from './map.ts'
import { monthView } from './month-view.ts'
import { EVERYTHING, organizerSubject, termSubject, venueSubject } from './profile.ts'
import { filtersIn } from './question.ts'
import { readEvents, readingOf, type Source } from './reading.ts'
import type { PageRequest } from './site.ts'
import { type EventView, type OrganizerView, plain, type VenueView, viewsOf } from './views.ts'

export type Answer =
  | {
      readonly kind: 'sheet'
      readonly status: number
      readonly sheet: Sheet
      readonly until?: DateTime | undefined
      readonly isPersonal?: boolean
      /** It wants a password. */
      readonly isLocked?: boolean
    }
  | { readonly kind: 'redirect'; readonly status: 301 | 302; readonly to: string }

export interface Visit extends PageRequest {
  readonly frame: Frame
  readonly source: Source
  readonly optionsOf: (source: Source) => Promise<Options>
}

/** A path has a slash at its end. */
function straightened({ path, query, frame }: Visit): Answer | undefined {
  if (path.endsWith('/') || path === '/index.php') return undefined
  return { kind: 'redirect', status: 301, to: withQuery(`${frame.root}${path}/`, textsIn(query)) }
}

const textsIn = (query: PageRequest['query']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))

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
  const page = parseCount(visit.query['page'] ?? '1')
  const asked = {
    subject,
    view,
    choice: { filters: filtersIn(visit.query, view.kind === 'list'), base: subject.query },
    page: 'value' in page ? page.value : 1,
    options: await visit.optionsOf(visit.source),
  }
  const shown: Shown & { readonly until?: DateTime | undefined; readonly isBeyond?: boolean } = await shownBy(
    visit,
    asked,
  )
  if (shown.isBeyond) return undefined
  return { kind: 'sheet', status: 200, sheet: calendarSheet(visit.frame, asked, shown), until: shown.until }
}

type AskedCalendar = Parameters<typeof calendarSheet>[1]

function shownBy({ frame, source }: Visit, asked: AskedCalendar): Promise<Shown> {
  const { view } = asked
  if (view.kind === 'month') return monthView(frame, source, asked, view.month)
  if (view.kind === 'week') return weekView(frame, source, asked, view.day)
  if (view.kind === 'day') return dayView(frame, source, asked, view.day)
  return view.kind === 'map' ? mapView(frame, source, asked) : listView(frame, source, asked)
}

/** Undefined when there is none for visitors. */
function subjectOf(visit: Visit, base: Base): Promise<Subject | Answer | undefined> | Subject {
  if (base.kind === 'calendar') return EVERYTHING
  if (base.kind === 'category' || base.kind === 'tag') return termOf(visit, base)
  return linkedSubject(visit, base.kind, base.slug)
}

async function termOf({ frame, source }: Visit, base: TermBase) {
  const { read } = source.services.database
  const key = decoded(base.kind === 'tag' ? base.slug : (base.path.at(-1) ?? ''))
  const [found] = await matchTerms(read, base.kind, [encodeURIComponent(key).toLowerCase()])
  const term = found ?? (await matchTerms(read, base.kind, [key]))[0]
  const [place] = term ? await placed(read, [term]) : []
  if (!term || !place) return undefined
  const { name, slug, description } = term
  const own: TermBase = base.kind === 'tag' ? { kind: 'tag', slug } : { kind: 'category', path: [...place.above, slug] }
  return termSubject(frame, { base: own, name, slug, description })
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('\0', '')
  } catch {
    return part
  }
}

async function linkedSubject<K extends LinkedKind>(
  visit: Visit,
  kind: K,
  slug: string,
): Promise<Subject | Answer | undefined> {
  const { frame, source, password } = visit
  const { database } = source.services
  const post: PostOf[K] | undefined = await findBySlug<K>(database, kind, { slug: decoded(slug) })
  if (!post || !mayRead(ANONYMOUS, post)) return gone(visit, kind, slug)
  const reading = readingOf(source, password)
  if (isClosedTo(post, reading.sight)) return locked(visit, kind, post)
  const [view] = viewsOf<VenueView & OrganizerView>([await readLinked<K>(reading, kind, post, 'full')])
  return view && SUBJECTS[kind](frame, view)
}

const SUBJECTS = { venue: venueSubject, organizer: organizerSubject } as const

/** What lies in the trash was here; of what else visitors may not see they do not hear. */
async function gone(
  { frame, source, path }: Visit,
  kind: 'event' | LinkedKind,
  slug: string,
): Promise<Answer | undefined> {
  const { database } = source.services
  const found = await findBySlug(database, kind, { slug: trashedSlug(decoded(slug)) })
  const post = found ?? (await findBySlug(database, kind, { slug: decoded(slug) }))
  if (post?.status !== 'trash' || post.trashed_from !== 'publish') return undefined
  return { kind: 'sheet', status: 410, sheet: absentSheet(frame, 'gone', path) }
}

function locked({ frame, password, urls }: Visit, kind: 'event' | LinkedKind, post: Post): Answer {
  const path = pageUrl(urls, kind, post).slice(urls.home.length)
  const query = kind === 'event' ? undefined : { [kind]: String(post.id) }
  const api = query ? apiList(frame, query) : `${urls.base}/events/${post.id}`
  const isWrong = password !== undefined
  const sheet = lockedSheet(frame, { title: plain(displayTitle(post.title)), path, api, isWrong })
  return { kind: 'sheet', status: isWrong ? 403 : 200, sheet, isPersonal: isWrong, isLocked: true }
}

export async function answerEvent(visit: Visit, slug: string): Promise<Answer | undefined> {
  const astray = straightened(visit)
  if (astray) return astray
  const { frame, source, password } = visit
  const post = await findBySlug(source.services.database, 'event', { slug: decoded(slug) })
  if (!post || !mayRead(ANONYMOUS, post)) return gone(visit, 'event', slug)
  const event = await readEvent(readingOf(source, password), post.id)
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
