/** What a record becomes by a write: the part that events, venues and organizers share. */
import { plainText } from '../text/html.ts'
import { slugify, trashedSlug, untrashedSlug } from '../text/slug.ts'
import type { Post, Status } from './post.ts'
import { sealPassword } from './post-password.ts'
import { publication } from './publication.ts'
import type { ImageInput } from './shared-fields.ts'
import type { Clock } from './site.ts'
import { can, forbidden, type Viewer } from './user.ts'

/** Shared input, with the names of events. */
export interface PostInput {
  readonly author?: number
  readonly date?: string
  readonly date_utc?: string
  readonly status?: Status
  readonly title?: string
  readonly description?: string
  readonly excerpt?: string
  readonly slug?: string
  readonly image?: ImageInput
  readonly post_password?: string
  readonly external_id?: string
}

/** Who writes, when, and what chance gives: everything a decision needs beside its input. */
export interface Circumstances {
  readonly viewer: Viewer
  readonly clock: Clock
  /** Random text for a record's password. */
  readonly salt: () => string
  /** Numbers that pictures fetched from addresses were given. */
  readonly pictures: ReadonlyMap<string, number>
  /** ISO 4217 code of prices that have none. */
  readonly currency: string
}

/** The record with number 0 when it is new. Its slug is what is wished for; the store makes it unique. */
export function changedPost(input: PostInput, current: Post | undefined, circumstances: Circumstances): Post {
  const { viewer, clock, salt, pictures } = circumstances
  const title = input.title ?? current?.title ?? ''
  const times = publication(input, current, viewer, clock)
  return {
    id: current?.id ?? 0,
    author: changedAuthor(input.author, current, viewer),
    ...times,
    slug: wishedSlug(mayName(times.status, viewer) ? input.slug : undefined, title, times.status, current),
    title,
    content: input.description ?? current?.content ?? '',
    excerpt: input.excerpt ?? current?.excerpt ?? '',
    password: input.post_password === undefined ? (current?.password ?? '') : sealPassword(input.post_password, salt()),
    image: changedImage(input.image, current, pictures),
    external_id: input.external_id ?? current?.external_id ?? '',
  }
}

/** Only those who edit others' records may name another author (Q5). */
function changedAuthor(asked: number | undefined, current: Post | undefined, viewer: Viewer): number {
  const author = asked ?? current?.author ?? viewer.id
  if (author === viewer.id || author === current?.author || can(viewer, 'edit_others_posts')) return author
  throw forbidden(viewer)
}

function changedImage(asked: ImageInput | undefined, current: Post | undefined, pictures: Circumstances['pictures']) {
  if (asked === undefined) return current?.image ?? 0
  return typeof asked === 'number' ? asked : fetched(asked.url, pictures)
}

function fetched(url: string, pictures: Circumstances['pictures']): number {
  const id = pictures.get(url)
  if (id === undefined) throw new Error('a picture was not fetched before the write that shows it')
  return id
}

/** What waits for somebody else's approval gets its slug only then (observed). */
const mayName = (status: Status, viewer: Viewer): boolean => status !== 'pending' || can(viewer, 'publish_posts')

/**
 * Drafts have a slug only when one was given; the trash marks its slugs and gives them back (contract 6.5, 6.7), but
 * what is created in the trash has a plain one.
 */
function wishedSlug(asked: string | undefined, title: string, status: Status, current: Post | undefined): string {
  const stored = untrashedSlug(current?.slug ?? '')
  const given = asked === undefined ? stored : slugify(asked)
  const isHeldBack = status === 'draft' || status === 'pending' || (status === 'trash' && current !== undefined)
  const slug = given || (isHeldBack && !asked ? '' : slugify(plainText(title.replace(/\p{Cc}/gu, ''))))
  if (status !== 'trash' || !current) return slug
  return current.status === 'trash' && asked === undefined ? current.slug : trashedSlug(slug)
}
