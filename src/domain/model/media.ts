/** Pictures in the library: what they are, what a write of one takes, what their list takes. */
import type { DateTime } from '../../datetime/parse-date.ts'
import { toPlainText } from '../../html/sanitize.ts'
import { pageField, perPageField, searchField } from '../fields/common-fields.ts'
import {
  defineNonEmptyTextField,
  definePositiveField,
  defineTextField,
  type Parsed,
  type ParseResult,
  positives,
  type Reference,
  valid,
} from '../fields/field.ts'
import { findModifiedAfterExpiry, modifiedAfterField, resolveModifiedAfter } from '../query/modified-after.ts'
import type { Pagination } from '../query/query-plan.ts'
import { parseSearchQuery, type SearchQuery } from '../query/search-query.ts'
import type { TimeContext } from '../site.ts'
import { can, type Viewer } from './user.ts'

/** In the order in which the wire shows them (contract 7.5). */
export const SIZE_NAMES = ['medium', 'large', 'thumbnail', 'medium_large'] as const
export type SizeName = (typeof SIZE_NAMES)[number]

/** What a picture may be, and how its files end. */
export const IMAGE_EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const
export type ImageType = keyof typeof IMAGE_EXTENSIONS

export const isImageType = (text: unknown): text is ImageType =>
  typeof text === 'string' && Object.hasOwn(IMAGE_EXTENSIONS, text)

/** A file of the store. */
export interface ImageFile {
  /** `YYYY/MM/name.jpg`. */
  readonly key: string
  readonly width: number
  readonly height: number
  /** Bytes. */
  readonly filesize: number
}

export interface ImageSize extends ImageFile {
  readonly name: SizeName
}

export interface Media extends ImageFile {
  readonly id: number
  readonly author: number
  readonly slug: string
  readonly title: string
  readonly caption: string
  readonly alt_text: string
  readonly mime_type: ImageType
  readonly sizes: readonly ImageSize[]
  /** Address it was fetched from; empty when it was uploaded. */
  readonly source_url: string
  /** Record it was uploaded for; 0 for none. */
  readonly post: number
  readonly date: DateTime
  readonly date_utc: DateTime
  readonly modified: DateTime
  readonly modified_utc: DateTime
}

/** Year, month, and a name that no folder and no address can misread. */
const MEDIA_KEY_PATTERN = /^\d{4}\/\d{2}\/[a-z0-9][a-z0-9-]{0,199}\.(?:jpg|png|gif|webp|avif)$/

export const isMediaKey = (text: string): boolean => MEDIA_KEY_PATTERN.test(text)

/** Type of a file by its key, as it is served. */
export function findTypeByKey(key: string): ImageType | undefined {
  const extension = key.slice(key.lastIndexOf('.') + 1)
  return (Object.keys(IMAGE_EXTENSIONS) as ImageType[]).find((type) => IMAGE_EXTENSIONS[type] === extension)
}

/** The key of the full size, from that of any size. */
export const toFullSizeKey = (key: string): string => key.replace(/-\d+x\d+(?=\.\w+$)/, '')

/** `{ "raw": "..." }` is the reference's other spelling of a text. */
function unwrapRawText(raw: unknown): unknown {
  return typeof raw === 'object' && raw !== null && 'raw' in raw ? raw.raw : raw
}

const defineCaptionField = <K extends 'media.title' | 'media.caption' | 'media.alt_text'>(describe: K) => {
  const field = defineTextField(describe, { clean: toPlainText, limit: 65_535, nonText: 'typed' })
  return { ...field, parse: (raw: unknown): ParseResult<string> => field.parse(unwrapRawText(raw)) }
}

/** Events, venues and organizers alike. */
const createPostReferences = (id: number): Reference[] => (id === 0 ? [] : [{ kind: 'post', ids: [id] }])

/** What can be said of a picture. */
export const mediaFields = {
  title: defineCaptionField('media.title'),
  caption: defineCaptionField('media.caption'),
  alt_text: defineCaptionField('media.alt_text'),
  post: {
    ...definePositiveField('media.post'),
    expects: { key: 'hint.record_id' },
    cleared: 0,
    parse: (raw: unknown): ParseResult<number> =>
      raw === 0 || raw === '0' || raw === '' ? valid(0) : definePositiveField('media.post').parse(raw),
    references: createPostReferences,
  },
} as const

export type MediaInput = Parsed<typeof mediaFields>

export const mediaQuery = {
  page: pageField,
  per_page: perPageField,
  search: searchField,
  slug: defineNonEmptyTextField({ describe: 'media.slug' }),
  media_type: defineNonEmptyTextField({ describe: 'media.media_type' }),
  mime_type: defineNonEmptyTextField({ describe: 'media.mime_type' }),
  include: positives('list.include'),
  post: {
    ...definePositiveField('media.list_post'),
    expects: { key: 'hint.record_id' },
    references: createPostReferences,
  },
  modified_after: modifiedAfterField,
} as const

export type MediaQuery = Parsed<typeof mediaQuery>

export interface MediaPlan extends Pagination {
  readonly search: SearchQuery | undefined
  readonly slug: string | undefined
  /** What types begin with, `image/` say; nothing but pictures is kept. */
  readonly typePrefix: string | undefined
  readonly include: readonly number[] | undefined
  readonly post: number | undefined
  /** UTC. */
  readonly modifiedAfter: DateTime | undefined
  /** Last second, UTC, for which the query means this; undefined when that is the end of the site's day. */
  readonly validUntil: DateTime | undefined
  /** Whether all are listed, or only those that open records show. */
  readonly includesUnlisted: boolean
}

interface PlanContext {
  readonly viewer: Viewer
  readonly clock: TimeContext
  readonly paging: Pagination
}

export function planMedia(query: MediaQuery, { viewer, clock, paging }: PlanContext): MediaPlan {
  return {
    ...paging,
    search: parseSearchQuery(query.search),
    slug: query.slug,
    typePrefix: query.mime_type ?? (query.media_type && `${query.media_type}/`),
    include: query.include,
    post: query.post,
    modifiedAfter: resolveModifiedAfter(query.modified_after, clock),
    validUntil: findModifiedAfterExpiry(query.modified_after, clock),
    includesUnlisted: maySeeLibrary(viewer),
  }
}

/** Those who write use the library together; everybody else knows the pictures of what is open to all. */
export const maySeeLibrary = (viewer: Viewer): boolean => can(viewer, 'edit_posts')

export const mayUpload = (viewer: Viewer): boolean => can(viewer, 'upload_files')

export function mayEditMedia(viewer: Viewer, { author }: Pick<Media, 'author'>): boolean {
  return can(viewer, 'edit_others_posts') || (mayUpload(viewer) && author === viewer.id)
}
