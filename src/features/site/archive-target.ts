/** Finds the term, venue or organizer of an archive page. */

import { addTrashSuffix } from '../../base/text/slug.ts'
import { displayTitle } from '../../base/text/wptexturize.ts'
import { parseViews } from '../../calendar/fragments/parse-view.ts'
import type { LinkedViewByKind } from '../../calendar/linked/present-linked.ts'
import { findBySlug, findSeriesByPath, readLinked } from '../../calendar/posts/read-posts.ts'
import { matchTerms } from '../../calendar/posts/resolve-references.ts'
import { pageUrl } from '../../calendar/posts/urls.ts'
import { findClosedIds } from '../../calendar/posts/viewer-access.ts'
import { presentSeries } from '../../calendar/series/present-series.ts'
import { loadAncestors } from '../../calendar/terms/write-terms.ts'
import type { LinkedKind, Post, PostByKind, PostKind } from '../../kernel/post.ts'
import { Problem } from '../../kernel/problem.ts'
import { ANONYMOUS } from '../../kernel/user.ts'
import { mayRead } from '../../kernel/visibility.ts'
import { buildLockedPage, buildMissingPage, type PasswordError } from '../../pages/error-pages.ts'
import { buildApiListUrl } from '../../pages/layout.ts'
import type { Page } from '../../pages/page.ts'
import type { PageContext } from '../../pages/page-context.ts'
import { addImageData } from '../../pages/page-images.ts'
import { type ArchiveRoute, buildArchivePath, type TermArchiveRoute } from '../../pages/page-routes.ts'
import { extractText } from '../../pages/view-text.ts'
import { findCategoryTrail } from './data/category-trail.ts'
import { buildEndsAfterFilter, createPublicReadContext, readEvents } from './data/load-events.ts'
import type { PageRequestContext, PageResult } from './page-request.ts'
import {
  ALL_EVENTS,
  createOrganizerTarget,
  createSeriesTarget,
  createTermTarget,
  createVenueTarget,
} from './views/archive-header.ts'
import type { ArchiveTarget } from './views/calendar-page.ts'

/** Undefined if it does not exist or anonymous viewers may not read it. */
export function findArchiveTarget(
  request: PageRequestContext,
  archive: ArchiveRoute,
): Promise<ArchiveTarget | PageResult | undefined> | ArchiveTarget {
  if (archive.kind === 'calendar') return ALL_EVENTS
  if (archive.kind === 'category' || archive.kind === 'tag') return findTermTarget(request, archive)
  if (archive.kind === 'series') return findSeriesTarget(request, archive.slug)
  return findLinkedTarget(request, archive.kind, archive.slug)
}

async function findTermTarget({ context, source }: PageRequestContext, archive: TermArchiveRoute) {
  const { read } = source.services.database
  const key = decodePathSegment(archive.kind === 'tag' ? archive.slug : (archive.path.at(-1) ?? ''))
  const [termBySlug] = await matchTerms(read, archive.kind, [encodeURIComponent(key).toLowerCase()])
  const term = termBySlug ?? (await matchTerms(read, archive.kind, [key]))[0]
  const [position] = term ? await loadAncestors(read, [term]) : []
  if (!term || !position) return undefined
  const { name, slug, description } = term
  const canonicalArchive: TermArchiveRoute =
    archive.kind === 'tag' ? { kind: 'tag', slug } : { kind: 'category', path: [...position.above, slug] }
  const trail =
    archive.kind === 'tag'
      ? [{ name, path: buildArchivePath(canonicalArchive) }]
      : await findCategoryTrail(source.services.database.read, term)
  return createTermTarget(context, { archive: canonicalArchive, name, slug, description, trail })
}

/** The page lists all events of the series, also those with an own title. */
async function findSeriesTarget({ context, source }: PageRequestContext, slug: string) {
  const series = await findSeriesByPath(source.services.database.read, { slug: decodePathSegment(slug) })
  if (series?.template.status !== 'publish') return undefined
  const selection = { filters: {}, archiveQuery: { series: String(series.id) } }
  const fixedFilters = buildEndsAfterFilter(context.today, context.cutoff)
  const { events } = await readEvents(source, selection, { fixedFilters, page: 1, perPage: MAX_SUB_EVENTS })
  return createSeriesTarget(context, presentSeries(series, source.urls, context.language), events)
}

/** Upcoming events in the structured data of a series. */
const MAX_SUB_EVENTS = 20

export function decodePathSegment(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('\0', '')
  } catch {
    return part
  }
}

async function findLinkedTarget<K extends LinkedKind>(
  request: PageRequestContext,
  kind: K,
  slug: string,
): Promise<ArchiveTarget | PageResult | undefined> {
  const { context, source } = request
  const { database } = source.services
  const post: PostByKind[K] | undefined = await findBySlug<K>(database, kind, { slug: decodePathSegment(slug) })
  if (!post || !mayRead(ANONYMOUS, post)) return goneResponse(request, kind, slug)
  const readContext = createPublicReadContext(source, selectPasswordAttempt(request, post))
  const protectedIds = await findClosedIds([post], readContext.access, post.id).catch(
    createRateLimitHandler(request, kind, post),
  )
  if ('kind' in protectedIds) return protectedIds
  if (protectedIds.has(post.id)) return lockedResponse(request, kind, post)
  const linked = await readLinked(readContext, kind, post.id)
  if (!linked || !mayRead(ANONYMOUS, linked.post)) return goneResponse(request, kind, slug)
  const [view] = await addImageData(source, parseViews<K>(kind, [await linked.present('full')]))
  return view && TARGET_BUILDERS[kind](context, view)
}

const TARGET_BUILDERS: {
  readonly [K in LinkedKind]: (context: PageContext, view: LinkedViewByKind[K]) => ArchiveTarget
} = { venue: createVenueTarget, organizer: createOrganizerTarget }

/** 410 for trashed posts that were published. Undefined for every other post that anonymous viewers may not read. */
export async function goneResponse(
  { context, source, path }: PageRequestContext,
  kind: 'event' | LinkedKind,
  slug: string,
): Promise<PageResult | undefined> {
  const { database } = source.services
  const trashed = await findBySlug(database, kind, { slug: addTrashSuffix(decodePathSegment(slug)) })
  const post = trashed ?? (await findBySlug(database, kind, { slug: decodePathSegment(slug) }))
  if (post?.status !== 'trash' || post.trashed_from !== 'publish') return undefined
  return { kind: 'sheet', status: 410, page: buildMissingPage(context, 'gone', path) }
}

/** The password from the form of the page; undefined for posts without a password. */
export const selectPasswordAttempt = ({ attempt }: PageRequestContext, { password }: Post) =>
  password === '' ? undefined : attempt

/** Returns a 429 page after too many wrong passwords. Rethrows every other error. */
export const createRateLimitHandler =
  (request: PageRequestContext, kind: PostKind, post: Post) =>
  (error: unknown): PageResult => {
    if (!(error instanceof Problem) || error.code !== 'too_many_password_attempts') throw error
    const page = buildPasswordPage(request, { kind, post, error: 'page.too_many_tries' })
    const { retryAfter } = error.details
    return {
      kind: 'sheet',
      status: 429,
      page,
      isPersonal: true,
      ...(retryAfter !== undefined && { retryAfter }),
    }
  }

/** The password form: 200 without a password, 403 after a wrong one. */
export function lockedResponse(request: PageRequestContext, kind: PostKind, post: Post): PageResult {
  if (request.password === undefined) {
    return {
      kind: 'sheet',
      status: 200,
      page: buildPasswordPage(request, { kind, post, error: undefined }),
      isLocked: true,
    }
  }
  const page = buildPasswordPage(request, { kind, post, error: 'page.wrong_password' })
  return { kind: 'sheet', status: 403, page, isPersonal: true, isLocked: true }
}

interface LockedPostInput {
  readonly kind: PostKind
  readonly post: Post
  readonly error: PasswordError | undefined
}

function buildPasswordPage({ context, urls }: PageRequestContext, { kind, post, error }: LockedPostInput): Page {
  const path = pageUrl(urls, kind, post).slice(urls.home.length)
  const query = kind === 'event' ? undefined : { [kind]: String(post.id) }
  const apiUrl = query ? buildApiListUrl(context, query) : `${urls.base}/events/${post.id}`
  return buildLockedPage(context, { title: extractText(displayTitle(post.title)), path, api: apiUrl, error })
}
