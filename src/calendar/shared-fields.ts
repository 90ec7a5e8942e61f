/** Fields that several resources carry, and how their values are read. */
import { parseDate } from '../text/dates.ts'
import { plainText, sanitizeHtml } from '../text/html.ts'
import type { MessageKey, Phrase } from '../text/say.ts'
import {
  flawed,
  isEmptyValue,
  isRecord,
  listOf,
  type Mention,
  mistyped,
  type NonTextError,
  numberOf,
  ok,
  parseCount,
  parseName,
  parsePositive,
  parseText,
  positive,
  positiveInteger,
  positives,
  type Reading,
  text,
  word,
  wordOf,
} from './field.ts'
import { FOREIGN_STATUSES, STATUSES, type Status } from './post.ts'
import { isSentFile, type SentFile } from './sent-file.ts'
import { can, type Viewer } from './user.ts'

/** Only for checking that a text is a date at all; its value is worked out where the zone is known. */
const ANY_NOW = '2000-01-01 00:00:00'

/**
 * A date in any form of contract 6.2, kept as text. `"0"` and digits that mean nothing are refused (Q14). A JSON number
 * that is no date is of the wrong type, as every JSON number is to the reference (contract 5.2).
 */
export function parseDateText(raw: unknown): Reading<string> {
  if (typeof raw !== 'string' && typeof raw !== 'number') return flawed
  const value = String(raw)
  const isDate = value !== '' && value !== '0' && value.length <= 200 && parseDate(value, ANY_NOW) !== undefined
  if (isDate) return ok(value)
  return typeof raw === 'number' ? mistyped('string') : flawed
}

export const dateText = (describe: MessageKey) =>
  ({ type: 'string', describe, expects: { key: 'hint.date' }, parse: parseDateText }) as const

function parseAuthor(raw: unknown): Reading<number> {
  const isFraction = (typeof raw === 'number' || typeof raw === 'string') && Number(raw) % 1 > 0
  return isFraction ? { flaw: { kind: 'mistyped', type: 'integer' } } : parsePositive(raw)
}

/** Fields of every record, in the order the reference declares them. */
export const author = {
  ...positive('field.author'),
  expects: { key: 'hint.user_id' },
  parse: parseAuthor,
  mentions: (id: number): Mention[] => [{ kind: 'user', ids: [id] }],
} as const
export const date = dateText('field.date')
export const dateUtc = dateText('field.date_utc')
const anyStatus = wordOf(STATUSES, 'field.status')
/** The validator of the reference takes `true` for a status, its type check does not (contract 5). */
export const status = {
  ...anyStatus,
  parse: (raw: unknown): Reading<Status> => (raw === true ? mistyped('string') : anyStatus.parse(raw)),
} as const
export const postPassword = {
  ...text('field.post_password', { limit: 255, nonText: 'typed' }),
  isSecret: true,
} as const

export const html = (describe: MessageKey, nonText: NonTextError) => text(describe, { clean: sanitizeHtml, nonText })
/** A line of a venue or organizer. */
export const line = (describe: MessageKey) => text(describe, { clean: plainText, nonText: 'typed-if-empty' })
export const phone = line('field.phone')

/** A name that is required on creation. One of blanks alone passes here and fails with a code of its own later. */
export const nameOf = (describe: MessageKey) =>
  ({
    type: 'string',
    describe,
    expects: { key: 'hint.text' },
    parse: (raw: unknown): Reading<string> => {
      const isBlank = typeof raw === 'string' && raw !== '' && raw.trim() === ''
      return isBlank ? ok('') : parseName(raw, { clean: sanitizeHtml })
    },
  }) as const

/** Schemes that run scripts, read files, or stand before another address that might. */
const REFUSED_SCHEMES = /^(?:javascript|data|vbscript|file|blob|filesystem|view-source|jar|about):/i
/** Printable, and nothing that could end an attribute where the address is shown. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:[\x21\x23-\x3b\x3d\x3f-\x5f\x61-\x7e]+$/i

/** An absolute address with any scheme that runs no script, or nothing (contract 5.1). Host names are ASCII. */
export function parseWebsite(raw: unknown): Reading<string> {
  if (raw === 0 || raw === '0' || isEmptyValue(raw)) return ok('')
  const reading = parseText(raw, { limit: 2048 })
  if ('flaw' in reading || reading.value === '') return reading
  const { value } = reading
  const isAddress = ADDRESS.test(value) && !REFUSED_SCHEMES.test(value)
  return isAddress && URL.canParse(value) ? ok(value) : flawed
}

/** Of venues and organizers, where it has a type. */
export const website = {
  type: 'string',
  describe: 'field.website',
  expects: { key: 'hint.url' },
  cleared: '',
  parse: (raw: unknown): Reading<string> => (isEmptyValue(raw) ? mistyped('string') : parseWebsite(raw)),
} as const

/** A picture of the library by its number, 0 for none; or one that is yet to be added to it. */
export type ImageInput = number | NewImage

export interface NewImage {
  /** From where it is fetched; of a file that came with the request, what tells it from others. */
  readonly url: string
  readonly file?: SentFile
}

/** A number, an address, or the object that a record shows (contract 6.8). Empty is no picture. */
function parseImage(raw: unknown): Reading<ImageInput> {
  if (raw === '' || raw === false || (Array.isArray(raw) && raw.length === 0)) return ok(0)
  if (isSentFile(raw)) return ok({ url: `file:${raw.path ?? ''}`, file: raw })
  const shown = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : raw
  const id = positiveInteger(shown)
  if (id !== undefined) return ok(id)
  const url = typeof raw === 'string' ? pictureAddress(raw) : undefined
  return url === undefined ? flawed : ok({ url })
}

/** Longer ones are not fetched, and not every engine could index them. */
const LONGEST_ADDRESS = 2048

/** Normalised, without fragment; undefined for anything but an absolute http address without credentials. */
export function pictureAddress(raw: string): string | undefined {
  if (raw.length > LONGEST_ADDRESS || !/^https?:\/\//i.test(raw) || !URL.canParse(raw)) return undefined
  const url = new URL(raw)
  if (url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url.href.length > LONGEST_ADDRESS ? undefined : url.href
}

/** A picture to be added, and the field at fault when it cannot be. */
export interface PictureAddress extends NewImage {
  readonly field: string
}

export const addressOf = (field: string, image: ImageInput | undefined): PictureAddress[] =>
  typeof image === 'object' ? [{ field, ...image }] : []

/** Fetching adds to the library, which not all who write may do. */
export const image = {
  type: 'string',
  describe: 'field.image',
  expects: { key: 'hint.image' },
  cleared: 0,
  parse: parseImage,
  mentions: (value: ImageInput): Mention[] =>
    typeof value === 'number' && value !== 0 ? [{ kind: 'media', ids: [value] }] : [],
  allows: (value: ImageInput, viewer: Viewer): boolean => typeof value === 'number' || can(viewer, 'upload_files'),
} as const

/** Of venues and organizers, whose validator takes zero and an empty object for no picture (contract 5). */
export const linkedImage = {
  ...image,
  parse: (raw: unknown): Reading<ImageInput> =>
    raw === 0 || (isRecord(raw) && isEmptyValue(raw)) ? mistyped('string') : parseImage(raw),
} as const

/** A latitude or longitude, whose absolute value is `limit` at most. */
export function parseDegrees(limit: 90 | 180) {
  return (raw: unknown): Reading<number> => {
    const number = numberOf(raw)
    if (number === undefined) return mistyped('number')
    return Math.abs(number) <= limit ? ok(number === 0 ? 0 : number) : flawed
  }
}

export const expectsDegrees = (limit: 90 | 180): Phrase => ({
  key: 'hint.number',
  values: { min: `-${limit}`, max: `${limit}` },
})

export const categoryMention = (keys: readonly string[], by: 'any' | 'id' = 'any'): Mention[] =>
  keys.length > 0 ? [{ kind: 'category', keys, by }] : []

/** Parameters of every list. */
/** Without a default, where no page means everything. */
export const onePage = { ...positive('list.page'), parse: parseCount } as const
export const page = { ...onePage, default: 1 } as const
export const perPage = { ...positive('list.per_page'), parse: parseCount } as const

/** Any text but the empty one; blanks alone match everything, as observed (observations 6.3). */
function parseSearch(raw: unknown): Reading<string> {
  return typeof raw === 'string' && raw !== '' && raw.trim() === '' ? ok(' ') : parseName(raw)
}

export const search = {
  type: 'string',
  describe: 'list.search',
  expects: { key: 'hint.text' },
  parse: parseSearch,
} as const

/** Opens a protected record; empty is refused as observed (contract 14). */
export const password = { ...word({ describe: 'field.password' }), isSecret: true } as const

/** Names as they were asked for; foreign ones among them name nothing. */
export type StatusFilter = readonly string[] | 'any'

/** Statuses as CSV or array (contract 8.4). Empty is refused (Q44). */
function parseStatusFilter(raw: unknown): Reading<StatusFilter> {
  if (raw === 'any') return ok('any')
  const names = listOf(raw)
  const isKnown = (name: unknown): name is string =>
    STATUSES.some((s) => s === name) || FOREIGN_STATUSES.some((s) => s === name)
  if (names.length === 0 || !names.every(isKnown)) return flawed
  return ok(names)
}

/** Those who write nothing may ask for `publish` and `any` alone (contract 8.4). */
function allowsFilter(filter: StatusFilter, viewer: Viewer): boolean {
  return can(viewer, 'edit_posts') || filter === 'any' || filter.join() === 'publish'
}

export const statusFilter = {
  format: 'string',
  describe: 'list.status',
  expects: { key: 'hint.names', values: { names: ['any', ...STATUSES].join(', ') } },
  parse: parseStatusFilter,
  allows: allowsFilter,
} as const

/** Numbers of existing records of one kind, as CSV or array. */
export const idsOf = (kind: 'venue' | 'organizer', describe: MessageKey) =>
  ({
    ...positives(describe),
    expects: { key: `hint.${kind}_ids` },
    mentions: (ids: readonly number[]): Mention[] => [{ kind, ids }],
  }) as const

/** The validator of the reference reads the number at the start of a text, its type check the whole text (contract 5). */
const isNumberAndMore = (raw: unknown): boolean =>
  typeof raw === 'string' && /^\s*\d/.test(raw) && Number.isNaN(Number(raw))

export const oneEvent = (describe: MessageKey) =>
  ({
    ...positive(describe),
    expects: { key: 'hint.event_id' },
    parse: (raw: unknown): Reading<number> => (isNumberAndMore(raw) ? mistyped('integer') : parsePositive(raw)),
    mentions: (id: number): Mention[] => [{ kind: 'event', ids: [id] }],
  }) as const

/** Terms by number, slug or name, every one of which must exist (contract 8.6). */
export function parseTermFilter(raw: unknown): Reading<string[]> {
  const keys = listOf(raw).map((key) =>
    typeof key === 'number' || typeof key === 'string' ? String(key).replaceAll('\0', '').trim() : '',
  )
  return keys.length === 0 || keys.some((key) => key === '' || key === '0') ? flawed : ok([...new Set(keys)])
}
