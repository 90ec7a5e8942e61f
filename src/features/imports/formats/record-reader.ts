/** Reads the keys of an imported record and collects problems. */

import { toDateTime, toSeconds } from '../../../base/time/civil-time.ts'
import type { DateTime } from '../../../base/time/date-time.ts'
import { createDegreesParser } from '../../../kernel/common-fields.ts'
import { MAX_INTEGER } from '../../../kernel/field.ts'
import { NEVER_PUBLISHED, POST_STATUSES, type PostStatus } from '../../../kernel/post.ts'

export type RawRecord = Readonly<Record<string, unknown>>

export function isRawRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export interface FieldReader {
  /** Problems so far, each with the name of its key. */
  readonly problems: readonly string[]
  readonly addProblem: (name: string, message: string) => void
  /** A string; empty if absent. */
  readonly text: (name: string) => string
  /** A string that is not blank. */
  readonly requiredText: (name: string) => string
  readonly texts: (name: string) => readonly string[]
  readonly flag: (name: string) => boolean
  /** An ID of at least 1, as a number or digits. */
  readonly id: (name: string) => number
  /** Like `id`; 0 if absent. */
  readonly optionalId: (name: string) => number
  /** `YYYY-MM-DD HH:MM:SS`, a valid date. */
  readonly moment: (name: string) => DateTime
  /** Like `moment`, or the value for posts that were never published. */
  readonly momentOrNever: (name: string) => DateTime
  readonly status: (name: string) => PostStatus
  /** A latitude or longitude; undefined if absent. */
  readonly degrees: (name: string, limit: 90 | 180) => number | undefined
  readonly has: (name: string) => boolean
  /** One of the names; undefined if absent. */
  readonly oneOf: <N extends string>(name: string, names: readonly N[]) => N | undefined
  /** Reads a record in this record; one without keys if there is none. */
  readonly member: (name: string) => FieldReader
  /** Embedded records: a list, a single record, or none. */
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
  const text = (name: string) => checked(name, toText(raw[name] ?? ''), 'is not a string', '')
  const moment = (name: string) => checked(name, parseMoment(raw[name]), 'is not a date and time', NEVER_PUBLISHED)
  return {
    problems,
    addProblem,
    text,
    requiredText: (name) => checked(name, toText(raw[name])?.trim() ? toText(raw[name]) : undefined, 'is missing', ''),
    texts: (name) => checked(name, toTexts(raw[name]), 'is not a list of strings', []),
    flag: (name) => checked(name, toFlag(raw[name]), 'is neither true nor false', false),
    id: (name) => checked(name, toId(raw[name]), 'is not a valid ID', 0),
    optionalId: (name) => (isNone(raw[name]) ? 0 : checked(name, toId(raw[name]), 'is not a valid ID', 0)),
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
    oneOf: (name, names) => {
      const found = names.find((one) => one === raw[name])
      if (raw[name] !== undefined && found === undefined) addProblem(name, `is not one of ${names.join(', ')}`)
      return found
    },
    member: (name) => createFieldReader(toRawRecord(raw[name])),
    records: (name) => checked(name, toRecordList(raw[name]), 'contains values that are not records', []),
  }
}

function toDegrees(value: unknown, limit: 90 | 180): number | undefined {
  const parsed = createDegreesParser(limit)(value)
  return 'value' in parsed ? parsed.value : undefined
}

/** Rejects lone surrogates, which UTF-8 cannot encode, and NUL, which PostgreSQL cannot store. */
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

/** Whether an ID is within the integer range of both engines. */
export const isRecordId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= MAX_INTEGER

function toId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && isRecordId(id) ? id : undefined
}

function parseMoment(value: unknown): DateTime | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return undefined
  return toDateTime(toSeconds(value)) === value ? value : undefined
}

const toRawRecord = (value: unknown): RawRecord => (isRawRecord(value) ? value : {})

function toRecordList(value: unknown): readonly RawRecord[] | undefined {
  const records = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return records.every(isRawRecord) ? records : undefined
}

/** Whether the stored record has the same values. Fields that `record` lacks are not compared. */
export function isSameRecord(record: object, current: object): boolean {
  return Object.entries(record).every(
    ([name, value]) => JSON.stringify(Reflect.get(current, name)) === JSON.stringify(value),
  )
}
