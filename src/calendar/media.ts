/** Pictures in the library: what they are, what a write of one takes, what their list takes. */
import type { DateTime } from '../text/dates.ts'
import { plainText } from '../text/html.ts'
import { type Mention, ok, type Parsed, positive, positives, type Reading, text, word } from './field.ts'
import { changedSince, modifiedAfter, steadyModified } from './modified-after.ts'
import type { Paging } from './plans.ts'
import { type SearchWords, searchWords } from './search-words.ts'
import { page, perPage, search } from './shared-fields.ts'
import type { Clock } from './site.ts'
import { can, type Viewer } from './user.ts'

/** In the order in which the wire shows them (contract 7.5). */
export const SIZE_NAMES = ['medium', 'large', 'thumbnail', 'medium_large'] as const
export type SizeName = (typeof SIZE_NAMES)[number]

/** What a picture may be, and how its files end. */
export const EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const
export type PictureType = keyof typeof EXTENSIONS

export const isPictureType = (text: unknown): text is PictureType =>
  typeof text === 'string' && Object.hasOwn(EXTENSIONS, text)

/** A file of the store. */
export interface PictureFile {
  /** `YYYY/MM/name.jpg`. */
  readonly key: string
  readonly width: number
  readonly height: number
  /** Bytes. */
  readonly filesize: number
}

export interface PictureSize extends PictureFile {
  readonly name: SizeName
}

export interface Media extends PictureFile {
  readonly id: number
  readonly author: number
  readonly slug: string
  readonly title: string
  readonly caption: string
  readonly alt_text: string
  readonly mime_type: PictureType
  readonly sizes: readonly PictureSize[]
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
const KEY = /^\d{4}\/\d{2}\/[a-z0-9][a-z0-9-]{0,199}\.(?:jpg|png|gif|webp|avif)$/

export const isMediaKey = (text: string): boolean => KEY.test(text)

/** Type of a file by its key, as it is served. */
export function typeOfKey(key: string): PictureType | undefined {
  const extension = key.slice(key.lastIndexOf('.') + 1)
  return (Object.keys(EXTENSIONS) as PictureType[]).find((type) => EXTENSIONS[type] === extension)
}

/** The key of the full size, from that of any size. */
export const fullSizeKey = (key: string): string => key.replace(/-\d+x\d+(?=\.\w+$)/, '')

/** `{ "raw": "..." }` is the reference's other spelling of a text. */
function unwrapped(raw: unknown): unknown {
  return typeof raw === 'object' && raw !== null && 'raw' in raw ? raw.raw : raw
}

const caption = <K extends 'media.title' | 'media.caption' | 'media.alt_text'>(describe: K) => {
  const field = text(describe, { clean: plainText, limit: 65_535, nonText: 'typed' })
  return { ...field, parse: (raw: unknown): Reading<string> => field.parse(unwrapped(raw)) }
}

/** Events, venues and organizers alike. */
const aRecord = (id: number): Mention[] => (id === 0 ? [] : [{ kind: 'post', ids: [id] }])

/** What can be said of a picture. */
export const mediaFields = {
  title: caption('media.title'),
  caption: caption('media.caption'),
  alt_text: caption('media.alt_text'),
  post: {
    ...positive('media.post'),
    expects: { key: 'hint.record_id' },
    cleared: 0,
    parse: (raw: unknown): Reading<number> =>
      raw === 0 || raw === '0' || raw === '' ? ok(0) : positive('media.post').parse(raw),
    mentions: aRecord,
  },
} as const

export type MediaInput = Parsed<typeof mediaFields>

export const mediaQuery = {
  page,
  per_page: perPage,
  search,
  slug: word({ describe: 'media.slug' }),
  media_type: word({ describe: 'media.media_type' }),
  mime_type: word({ describe: 'media.mime_type' }),
  include: positives('list.include'),
  post: { ...positive('media.list_post'), expects: { key: 'hint.record_id' }, mentions: aRecord },
  modified_after: modifiedAfter,
} as const

export type MediaQuery = Parsed<typeof mediaQuery>

export interface MediaPlan extends Paging {
  readonly words: SearchWords | undefined
  readonly slug: string | undefined
  /** What types begin with, `image/` say; nothing but pictures is kept. */
  readonly type: string | undefined
  readonly include: readonly number[] | undefined
  readonly post: number | undefined
  /** UTC. */
  readonly modifiedAfter: DateTime | undefined
  /** Last second, UTC, for which the query means this; undefined when that is the end of the site's day. */
  readonly until: DateTime | undefined
  /** Whether all are listed, or only those that open records show. */
  readonly isWhole: boolean
}

interface PlanContext {
  readonly viewer: Viewer
  readonly clock: Clock
  readonly paging: Paging
}

export function planMedia(query: MediaQuery, { viewer, clock, paging }: PlanContext): MediaPlan {
  return {
    ...paging,
    words: searchWords(query.search),
    slug: query.slug,
    type: query.mime_type ?? (query.media_type && `${query.media_type}/`),
    include: query.include,
    post: query.post,
    modifiedAfter: changedSince(query.modified_after, clock),
    until: steadyModified(query.modified_after, clock),
    isWhole: seesLibrary(viewer),
  }
}

/** Those who write use the library together; everybody else knows the pictures of what is open to all. */
export const seesLibrary = (viewer: Viewer): boolean => can(viewer, 'edit_posts')

export const mayUpload = (viewer: Viewer): boolean => can(viewer, 'upload_files')

export function mayEditMedia(viewer: Viewer, { author }: Pick<Media, 'author'>): boolean {
  return can(viewer, 'edit_others_posts') || (mayUpload(viewer) && author === viewer.id)
}
