/** Whose page it is: a term, a venue or an organizer, if it is there for visitors. */
import { matchTerms } from '../actions/mentions.ts'
import { findBySlug, findClosed, readLinked } from '../actions/read-posts.ts'
import { placed } from '../actions/terms.ts'
import type { LinkedKind, Post, PostKind, PostOf } from '../calendar/post.ts'
import { Problem } from '../calendar/problem.ts'
import { ANONYMOUS } from '../calendar/user.ts'
import { mayRead } from '../calendar/visibility.ts'
import { pageUrl } from '../present/urls.ts'
import { trashedSlug } from '../text/slug.ts'
import { displayTitle } from '../text/typography.ts'
import type { Base, TermBase } from './address.ts'
import type { Subject } from './calendar-page.ts'
import { absentSheet, type Fault, lockedSheet } from './closed-pages.ts'
import { apiList, type Sheet } from './layout.ts'
import { EVERYTHING, organizerSubject, termSubject, venueSubject } from './profile.ts'
import { readingOf } from './reading.ts'
import { type OrganizerView, plain, type VenueView, viewsOf } from './views.ts'
import type { Answer, Visit } from './visit.ts'

/** Undefined when there is none for visitors. */
export function subjectOf(visit: Visit, base: Base): Promise<Subject | Answer | undefined> | Subject {
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

export function decoded(part: string): string {
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
  const { frame, source } = visit
  const { database } = source.services
  const post: PostOf[K] | undefined = await findBySlug<K>(database, kind, { slug: decoded(slug) })
  if (!post || !mayRead(ANONYMOUS, post)) return gone(visit, kind, slug)
  const reading = readingOf(source, attemptFor(visit, post))
  const closed = await findClosed([post], reading.sight, post.id).catch(refusalOf(visit, kind, post))
  if ('kind' in closed) return closed
  if (closed.has(post.id)) return locked(visit, kind, post)
  const [view] = viewsOf<VenueView & OrganizerView>([await readLinked<K>(reading, kind, post, 'full')])
  return view && SUBJECTS[kind](frame, view)
}

const SUBJECTS = { venue: venueSubject, organizer: organizerSubject } as const

/** What lies in the trash was here; of what else visitors may not see they do not hear. */
export async function gone(
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

/** What came in the form of the page; a page that needs no password does not read it. */
export const attemptFor = ({ attempt }: Visit, { password }: Post) => (password === '' ? undefined : attempt)

/** The page that answers a password which came after too many wrong ones. Throws every other failure. */
export const refusalOf =
  (visit: Visit, kind: PostKind, post: Post) =>
  (error: unknown): Answer => {
    if (!(error instanceof Problem) || error.code !== 'too_many_password_attempts') throw error
    const sheet = formSheet(visit, { kind, post, fault: 'page.too_many_tries' })
    const { retryAfter } = error.facts
    return { kind: 'sheet', status: 429, sheet, isPersonal: true, ...(retryAfter !== undefined && { retryAfter }) }
  }

/** The form that asks for the password, or says that the one that came is wrong. */
export function locked(visit: Visit, kind: PostKind, post: Post): Answer {
  if (visit.password === undefined) {
    return { kind: 'sheet', status: 200, sheet: formSheet(visit, { kind, post, fault: undefined }), isLocked: true }
  }
  const sheet = formSheet(visit, { kind, post, fault: 'page.wrong_password' })
  return { kind: 'sheet', status: 403, sheet, isPersonal: true, isLocked: true }
}

interface Closed {
  readonly kind: PostKind
  readonly post: Post
  readonly fault: Fault | undefined
}

function formSheet({ frame, urls }: Visit, { kind, post, fault }: Closed): Sheet {
  const path = pageUrl(urls, kind, post).slice(urls.home.length)
  const query = kind === 'event' ? undefined : { [kind]: String(post.id) }
  const api = query ? apiList(frame, query) : `${urls.base}/events/${post.id}`
  return lockedSheet(frame, { title: plain(displayTitle(post.title)), path, api, fault })
}
