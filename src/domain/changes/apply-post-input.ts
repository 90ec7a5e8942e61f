/** What a record becomes by a write: the part that events, venues and organizers share. */
import { toPlainText } from '../../html/sanitize.ts'
import { addTrashSuffix, removeTrashSuffix, slugify } from '../../text/slug.ts'
import type { ImageInput } from '../fields/common-fields.ts'
import type { Post, PostStatus } from '../model/post.ts'
import { hashPostPassword } from '../model/post-password.ts'
import { can, forbidden, type Viewer } from '../model/user.ts'
import type { TimeContext } from '../site.ts'
import { resolvePublication } from './publication-status.ts'

/** Shared input, with the names of events. */
export interface PostInput {
  readonly author?: number
  readonly date?: string
  readonly date_utc?: string
  readonly status?: PostStatus
  readonly title?: string
  readonly description?: string
  readonly excerpt?: string
  readonly slug?: string
  readonly image?: ImageInput
  readonly post_password?: string
  readonly external_id?: string
}

/** Who writes, when, and what chance gives: everything a decision needs beside its input. */
export interface WriteContext {
  readonly viewer: Viewer
  readonly clock: TimeContext
  /** Random text for a record's password. */
  readonly createSalt: () => string
  /** Numbers that pictures fetched from addresses were given. */
  readonly imageIds: ReadonlyMap<string, number>
  /** ISO 4217 code of prices that have none. */
  readonly currency: string
}

/** The record with number 0 when it is new. Its slug is what is wished for; the store makes it unique. */
export function applyPostInput(input: PostInput, current: Post | undefined, context: WriteContext): Post {
  const { viewer, clock, createSalt: salt, imageIds: pictures } = context
  const title = input.title ?? current?.title ?? ''
  const times = resolvePublication(input, current, viewer, clock)
  return {
    id: current?.id ?? 0,
    author: resolveAuthor(input.author, current, viewer),
    ...times,
    slug: resolveSlug(maySetSlug(times.status, viewer) ? input.slug : undefined, title, times.status, current),
    title,
    content: input.description ?? current?.content ?? '',
    excerpt: input.excerpt ?? current?.excerpt ?? '',
    password:
      input.post_password === undefined ? (current?.password ?? '') : hashPostPassword(input.post_password, salt()),
    image: resolveImage(input.image, current, pictures),
    external_id: input.external_id ?? current?.external_id ?? '',
  }
}

/** Only those who edit others' records may name another author (Q5). */
function resolveAuthor(requested: number | undefined, current: Post | undefined, viewer: Viewer): number {
  const author = requested ?? current?.author ?? viewer.id
  if (author === viewer.id || author === current?.author || can(viewer, 'edit_others_posts')) return author
  throw forbidden(viewer)
}

function resolveImage(
  requested: ImageInput | undefined,
  current: Post | undefined,
  imageIds: WriteContext['imageIds'],
) {
  if (requested === undefined) return current?.image ?? 0
  return typeof requested === 'number' ? requested : findFetchedImage(requested.url, imageIds)
}

function findFetchedImage(url: string, imageIds: WriteContext['imageIds']): number {
  const id = imageIds.get(url)
  if (id === undefined) throw new Error('a picture was not fetched before the write that shows it')
  return id
}

/** What waits for somebody else's approval gets its slug only then (observed). */
const maySetSlug = (status: PostStatus, viewer: Viewer): boolean => status !== 'pending' || can(viewer, 'publish_posts')

/**
 * Drafts have a slug only when one was given; the trash marks its slugs and gives them back (wire-contract §6.5, 6.7), but
 * what is created in the trash has a plain one.
 */
function resolveSlug(
  requested: string | undefined,
  title: string,
  status: PostStatus,
  current: Post | undefined,
): string {
  const stored = removeTrashSuffix(current?.slug ?? '')
  const base = requested === undefined ? stored : slugify(requested)
  const isUnassigned = status === 'draft' || status === 'pending' || (status === 'trash' && current !== undefined)
  const slug = base || (isUnassigned && !requested ? '' : slugify(toPlainText(title.replace(/\p{Cc}/gu, ''))))
  if (status !== 'trash' || !current) return slug
  return current.status === 'trash' && requested === undefined ? current.slug : addTrashSuffix(slug)
}
