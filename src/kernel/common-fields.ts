/** Fields that several resources share, and their parsers. */

import type { MessageKey } from '../base/i18n/messages/catalog.ts'
import type { Phrase } from '../base/i18n/translate.ts'
import { isRecord } from '../base/is-record.ts'
import { isSafeUrl } from '../base/text/safe-url.ts'
import { sanitizeHtml, toPlainText } from '../base/text/sanitize.ts'
import { sanitizeContent } from '../base/text/sanitize-content.ts'
import { parseDate } from '../base/time/parse-date.ts'
import {
  defineEnumField,
  defineNonEmptyTextField,
  definePositiveField,
  defineTextField,
  invalid,
  isEmptyValue,
  type NonTextError,
  type ParseResult,
  parseCount,
  parseElements,
  parseNonEmptyText,
  parsePositiveInteger,
  parseText,
  positives,
  type Reference,
  toFiniteNumber,
  toPositiveInteger,
  typeError,
  valid,
} from './field.ts'
import { POST_STATUSES, type PostStatus, WORDPRESS_STATUSES } from './post.ts'
import { isUploadedFile, type UploadedFile } from './uploaded-file.ts'
import { can, type Viewer } from './user.ts'

/** Reference time for syntax checks; the value is computed when the zone is known. */
const ANY_NOW = '2000-01-01 00:00:00'

/**
 * A date in any form of wire-contract §6.2, kept as text. `"0"` and digits without a meaning are rejected (Q14). A JSON
 * number that is no date is a type error, as every JSON number in the reference (wire-contract §5.2).
 */
export function parseDateText(raw: unknown): ParseResult<string> {
  if (typeof raw !== 'string' && typeof raw !== 'number') return invalid
  const value = String(raw)
  const isDate = value !== '' && value !== '0' && parseDate(value, ANY_NOW) !== undefined
  if (isDate) return valid(value)
  return typeof raw === 'number' ? typeError('string') : invalid
}

export const defineDateField = (describe: MessageKey) =>
  ({ type: 'string', describe, expects: { key: 'hint.date' }, parse: parseDateText }) as const

export const defineWallTimeField = (describe: MessageKey) =>
  ({ ...defineDateField(describe), isWallTime: true }) as const

function parseAuthor(raw: unknown): ParseResult<number> {
  const isFraction = (typeof raw === 'number' || typeof raw === 'string') && Number(raw) % 1 > 0
  return isFraction ? { error: { kind: 'type', type: 'integer' } } : parsePositiveInteger(raw)
}

/** Texts as displayed or as stored (decisions: Text as stored). */
export const textFormField = defineEnumField(['display', 'raw'], 'field.text')

/** Fields of every record, in the order of the reference. */
export const authorField = {
  ...definePositiveField('field.author'),
  expects: { key: 'hint.user_id' },
  parse: parseAuthor,
  references: (id: number): Reference[] => [{ kind: 'user', ids: [id] }],
} as const
export const dateField = defineWallTimeField('field.date')
export const dateUtcField = defineDateField('field.date_utc')
const anyStatus = defineEnumField(POST_STATUSES, 'field.status')
/** The validator of the reference accepts `true` as a status, its type check does not (wire-contract §5). */
export const statusField = {
  ...anyStatus,
  parse: (raw: unknown): ParseResult<PostStatus> => (raw === true ? typeError('string') : anyStatus.parse(raw)),
} as const
export const MAX_POST_PASSWORD_BYTES = 255

export const postPasswordField = {
  ...defineTextField('field.post_password', { limit: MAX_POST_PASSWORD_BYTES, nonText: 'typed' }),
  isSecret: true,
} as const

export const defineHtmlField = (describe: MessageKey, nonText: NonTextError) =>
  defineTextField(describe, { clean: sanitizeContent, nonText })
/** One-line text of a venue or organizer. */
export const defineLineField = (describe: MessageKey) =>
  defineTextField(describe, { clean: toPlainText, nonText: 'typed-if-empty' })
export const phoneField = defineLineField('field.phone')

/** A name that is required on creation. A blank one passes here and fails later with a code of its own. */
export const defineNameField = (describe: MessageKey) =>
  ({
    type: 'string',
    describe,
    expects: { key: 'hint.text' },
    parse: (raw: unknown): ParseResult<string> => {
      const isBlank = typeof raw === 'string' && raw !== '' && raw.trim() === ''
      return isBlank ? valid('') : parseNonEmptyText(raw, { clean: sanitizeHtml })
    },
  }) as const

/** An absolute URL with a safe scheme, or empty (wire-contract §5.1). Host names are ASCII. */
export function parseWebsite(raw: unknown): ParseResult<string> {
  if (raw === 0 || raw === '0' || isEmptyValue(raw)) return valid('')
  const result = parseText(raw, { limit: MAX_URL_LENGTH })
  if ('error' in result || result.value === '') return result
  return isSafeUrl(result.value) ? result : invalid
}

/** For venues and organizers, where the reference declares a type. */
export const websiteField = {
  type: 'string',
  describe: 'field.website',
  expects: { key: 'hint.url' },
  cleared: '',
  parse: (raw: unknown): ParseResult<string> => (isEmptyValue(raw) ? typeError('string') : parseWebsite(raw)),
} as const

/** Id of an image in the library, 0 for none; or a new image. */
export type ImageInput = number | NewImage

export interface NewImage {
  /** URL to fetch it from; for an uploaded file, a unique key. */
  readonly url: string
  readonly file?: UploadedFile
}

/** An id, a URL, or the object of a response (wire-contract §6.8). Empty means no image. */
function parseImage(raw: unknown): ParseResult<ImageInput> {
  if (raw === '' || raw === false || (Array.isArray(raw) && raw.length === 0)) return valid(0)
  if (isUploadedFile(raw)) return valid({ url: `file:${raw.path ?? ''}`, file: raw })
  const idOrUrl = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : raw
  const id = toPositiveInteger(idOrUrl)
  if (id !== undefined) return valid(id)
  const url = typeof raw === 'string' ? parseImageUrl(raw) : undefined
  return url === undefined ? invalid : valid({ url })
}

/** Longer URLs are not fetched, and not every engine could index them. */
export const MAX_URL_LENGTH = 2048

/** Normalized, without fragment; undefined for anything but an absolute HTTP(S) URL without credentials. */
export function parseImageUrl(raw: string): string | undefined {
  if (raw.length > MAX_URL_LENGTH || !/^https?:\/\//i.test(raw) || !URL.canParse(raw)) return undefined
  const url = new URL(raw)
  if (url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url.href.length > MAX_URL_LENGTH ? undefined : url.href
}

/** A new image, and the field to name in its errors. */
export interface SubmittedImage extends NewImage {
  readonly field: string
  readonly altText?: string
}

export const collectImages = (field: string, image: ImageInput | undefined): SubmittedImage[] =>
  typeof image === 'object' ? [{ field, ...image }] : []

/** Fetching adds to the library, for which not every author has the capability. */
export const imageField = {
  type: 'string',
  describe: 'field.image',
  expects: { key: 'hint.image' },
  cleared: 0,
  parse: parseImage,
  references: (value: ImageInput): Reference[] =>
    typeof value === 'number' && value !== 0 ? [{ kind: 'media', ids: [value] }] : [],
  allows: (value: ImageInput, viewer: Viewer): boolean => typeof value === 'number' || can(viewer, 'upload_files'),
} as const

/** For venues and organizers, whose validator accepts 0 and an empty object as no image (wire-contract §5). */
export const linkedImage = {
  ...imageField,
  parse: (raw: unknown): ParseResult<ImageInput> =>
    raw === 0 || (isRecord(raw) && isEmptyValue(raw)) ? typeError('string') : parseImage(raw),
} as const

/** Parser of a latitude or longitude with the maximum absolute value `limit`. */
export function createDegreesParser(limit: 90 | 180) {
  return (raw: unknown): ParseResult<number> => {
    const number = toFiniteNumber(raw)
    if (number === undefined) return typeError('number')
    return Math.abs(number) <= limit ? valid(number === 0 ? 0 : number) : invalid
  }
}

export const expectsDegrees = (limit: 90 | 180): Phrase => ({
  key: 'hint.number',
  values: { min: `-${limit}`, max: `${limit}` },
})

export const createCategoryReferences = (keys: readonly string[], by: 'any' | 'id' = 'any'): Reference[] =>
  keys.length > 0 ? [{ kind: 'category', keys, by }] : []

/** Parameters of every list. */
/** Without a default: no page means all records. */
export const optionalPageField = { ...definePositiveField('list.page'), parse: parseCount } as const
export const pageField = { ...optionalPageField, default: 1 } as const
export const perPageField = { ...definePositiveField('list.per_page'), parse: parseCount } as const

/** Any non-empty text; blanks match everything, as in the reference (observations §6.3). */
function parseSearch(raw: unknown): ParseResult<string> {
  return typeof raw === 'string' && raw !== '' && raw.trim() === '' ? valid(' ') : parseNonEmptyText(raw)
}

export const searchField = {
  type: 'string',
  describe: 'list.search',
  expects: { key: 'hint.text' },
  parse: parseSearch,
} as const

/** Opens a protected record; empty is rejected, as in the reference (wire-contract §14). */
export const password = { ...defineNonEmptyTextField({ describe: 'field.password' }), isSecret: true } as const

/** Requested statuses; unknown names match nothing. */
export type StatusFilter = readonly string[] | 'any'

/** Statuses as CSV or array (wire-contract §8.4). Empty is rejected (Q44). */
function parseStatusFilter(raw: unknown): ParseResult<StatusFilter> {
  if (raw === 'any') return valid('any')
  const names = parseElements(raw)
  const isKnown = (name: unknown): name is string =>
    POST_STATUSES.some((s) => s === name) || WORDPRESS_STATUSES.some((s) => s === name)
  if (names.length === 0 || !names.every(isKnown)) return invalid
  return valid(names)
}

/** Viewers without write capabilities may only request `publish` and `any` (wire-contract §8.4). */
function mayFilterByStatus(filter: StatusFilter, viewer: Viewer): boolean {
  return can(viewer, 'edit_posts') || filter === 'any' || filter.join() === 'publish'
}

export const statusFilter = {
  format: 'string',
  describe: 'list.status',
  expects: { key: 'hint.names', values: { names: ['any', ...POST_STATUSES].join(', ') } },
  parse: parseStatusFilter,
  allows: mayFilterByStatus,
} as const

/** Ids of existing records of one kind, as CSV or array. */
export const defineRecordIdsField = (kind: 'venue' | 'organizer', describe: MessageKey) =>
  ({
    ...positives(describe),
    expects: { key: `hint.${kind}_ids` },
    references: (ids: readonly number[]): Reference[] => [{ kind, ids, isFilter: true }],
  }) as const

/**
 * The validator of the reference parses the number at the start of a text, its type check the whole text (wire-contract
 * §5).
 */
const isNumberAndMore = (raw: unknown): boolean =>
  typeof raw === 'string' && /^\s*\d/.test(raw) && Number.isNaN(Number(raw))

export const defineEventIdField = (describe: MessageKey) =>
  ({
    ...definePositiveField(describe),
    expects: { key: 'hint.event_id' },
    parse: (raw: unknown): ParseResult<number> =>
      isNumberAndMore(raw) ? typeError('integer') : parsePositiveInteger(raw),
    references: (id: number): Reference[] => [{ kind: 'event', ids: [id] }],
  }) as const

/** Terms by id, slug or name, all of which must exist (wire-contract §8.6). */
export function parseTermFilter(raw: unknown): ParseResult<string[]> {
  const keys = parseElements(raw).map((key) =>
    typeof key === 'number' || typeof key === 'string' ? String(key).replaceAll('\0', '').trim() : '',
  )
  return keys.length === 0 || keys.some((key) => key === '' || key === '0') ? invalid : valid([...new Set(keys)])
}

export const modifiedAfterField = defineDateField('list.modified_after')
