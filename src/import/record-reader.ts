/** Reads the keys of a recorded record one by one and collects what is wrong with them. */

import { toDateTime, toSeconds } from '../datetime/civil-time.ts'
import type { DateTime } from '../datetime/parse-date.ts'
import { createDegreesParser } from '../domain/fields/common-fields.ts'
import { MAX_INTEGER } from '../domain/fields/field.ts'
import { NEVER_PUBLISHED, POST_STATUSES, type PostStatus } from '../domain/model/post.ts'

export type RawRecord = Readonly<Record<string, unknown>>

export function isRawRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export interface FieldReader {
  /** What was found wrong so far, a clause each. */
  readonly problems: readonly string[]
  readonly addProblem: (name: string, what: string) => void
  /** A text; an absent key is the empty text. */
  readonly text: (name: string) => string
  /** A text that must say something. */
  readonly requiredText: (name: string) => string
  readonly texts: (name: string) => readonly string[]
  readonly flag: (name: string) => boolean
  /** A number of a record, 1 and up, as number or digits. */
  readonly id: (name: string) => number
  /** Like `id`, but absent and 0 mean none. */
  readonly optionalId: (name: string) => number
  /** `YYYY-MM-DD HH:MM:SS` of a day that exists. */
  readonly moment: (name: string) => DateTime
  /** A moment, or the one that stands for never. */
  readonly momentOrNever: (name: string) => DateTime
  readonly status: (name: string) => PostStatus
  /** A latitude or longitude; undefined when the record says none. */
  readonly degrees: (name: string, limit: 90 | 180) => number | undefined
  /** Whether the record says anything of it. */
  readonly has: (name: string) => boolean
  /** Records in a record: a list of them, a single one, or nothing. */
  readonly records: (name: string) => readonly RawRecord[]
}

export function createFieldReader(raw: RawRecord): FieldReader {
  const problems: string[] = []
  const addProblem = (name: string, message: string): void => {
    problems.push(`"${name}" ${message}`)
  }
  const checked = <T>(name: string, value: T | undefined, message: string, fallback: T): T => {
    if (value === undefined) addProblem(name, message)
    return value ?? fallback
  }
  const text = (name: string) => checked(name, toText(raw[name] ?? ''), 'is not a text', '')
  const moment = (name: string) => checked(name, parseMoment(raw[name]), 'is not a date and time', NEVER_PUBLISHED)
  return {
    problems,
    addProblem,
    text,
    requiredText: (name) => checked(name, toText(raw[name])?.trim() ? toText(raw[name]) : undefined, 'is missing', ''),
    texts: (name) => checked(name, toTexts(raw[name]), 'is not a list of texts', []),
    flag: (name) => checked(name, toFlag(raw[name]), 'is neither true nor false', false),
    id: (name) => checked(name, toId(raw[name]), 'is not the number of a record', 0),
    optionalId: (name) => (isNone(raw[name]) ? 0 : checked(name, toId(raw[name]), 'is not the number of a record', 0)),
    moment,
    momentOrNever: (name) => (raw[name] === NEVER_PUBLISHED ? NEVER_PUBLISHED : moment(name)),
    status: (name) =>
      checked(
        name,
        POST_STATUSES.find((status) => status === raw[name]),
        'is not a known status',
        'draft',
      ),
    degrees: (name, limit) =>
      raw[name] === undefined || raw[name] === null
        ? undefined
        : checked(name, toDegrees(raw[name], limit), `is not a number of degrees up to ${limit}`, 0),
    has: (name) => raw[name] !== undefined,
    records: (name) => checked(name, toRecordList(raw[name]), 'holds something else than records', []),
  }
}

function toDegrees(value: unknown, limit: 90 | 180): number | undefined {
  const parsed = createDegreesParser(limit)(value)
  return 'value' in parsed ? parsed.value : undefined
}

/** Lone surrogates have no UTF-8 form; NUL no place in PostgreSQL. */
function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value : undefined
}

function toTexts(value: unknown): readonly string[] | undefined {
  const texts = Array.isArray(value) ? value.map(toText) : []
  const valid = texts.filter((text) => text !== undefined)
  return Array.isArray(value) && valid.length === texts.length ? valid : undefined
}

const toFlag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

const isNone = (value: unknown): boolean => value === undefined || value === null || value === 0 || value === '0'

function toId(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= MAX_INTEGER
    ? number
    : undefined
}

function parseMoment(value: unknown): DateTime | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return undefined
  return toDateTime(toSeconds(value)) === value ? value : undefined
}

function toRecordList(value: unknown): readonly RawRecord[] | undefined {
  const records = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return records.every(isRawRecord) ? records : undefined
}
