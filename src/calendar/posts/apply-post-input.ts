/** Applies input to the fields that events, venues and organizers share. */
import { toPlainText } from '../../base/text/sanitize.ts'
import { addTrashSuffix, removeTrashSuffix, slugify } from '../../base/text/slug.ts'
import type { ImageInput } from '../../kernel/common-fields.ts'
import type { CustomFields } from '../../kernel/custom-field.ts'
import { changeCustomValues, NO_CUSTOM_VALUES } from '../../kernel/custom-values.ts'
import type { Event, Post, PostStatus } from '../../kernel/post.ts'
import type { Currency, TimeContext } from '../../kernel/site.ts'
import { can, forbidden, type Viewer } from '../../kernel/user.ts'
import type { Writer } from '../../storage/types.ts'
import type { CustomValuesInput } from '../custom-fields/custom-values-field.ts'
import { hashPostPassword } from './post-password.ts'
import { resolvePublication } from './publication-status.ts'

/** Shared input, with the parameter names of events. */
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
  readonly custom_fields?: CustomValuesInput | undefined
}

/** Viewer, time and randomness of a write: everything except the input that decisions depend on. */
export interface WriteContext {
  readonly viewer: Viewer
  readonly clock: TimeContext
  /** Returns a random salt for a record password. */
  readonly createSalt: () => string
  /** Ids of new images by their URL. */
  readonly imageIds: ReadonlyMap<string, number>
  /** The currency of the site. */
  readonly currency: Currency
  /** Additional fields of the site. */
  readonly customFields: CustomFields
  readonly eventListeners: readonly EventWriteListener[]
}

/** Work of a feature in the transaction of each write of an event. */
export interface EventWriteListener {
  readonly afterUpdate: (tx: Writer, change: EventChange, context: WriteContext) => Promise<void>
  /** Before an event is deleted permanently. */
  readonly beforeDelete: (tx: Writer, eventId: number, context: WriteContext) => Promise<void>
}

export interface EventChange {
  readonly before: Event
  readonly after: Event
}

/** The record, with id 0 when it is new. The slug is a request; the store makes it unique. */
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
    custom_fields: changeCustomValues(current?.custom_fields ?? NO_CUSTOM_VALUES, input.custom_fields ?? {}),
  }
}

/** Only users who may edit others' records may set another author (Q5). */
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
  if (id === undefined) throw new Error('a new image was not stored before the write that uses it')
  return id
}

/** Records that need approval get their slug when they are approved, as in the reference. */
const maySetSlug = (status: PostStatus, viewer: Viewer): boolean => status !== 'pending' || can(viewer, 'publish_posts')

/**
 * Drafts have a slug only when one was set. Trashing marks the slug and restoring resets it (wire-contract §6.5, 6.7);
 * a record created in the trash has an unmarked one.
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
