/** Reads the keys of a recorded record one by one and collects what is wrong with them. */
import { HIGHEST_INTEGER } from '../calendar/field.ts'
import { NEVER, STATUSES, type Status } from '../calendar/post.ts'
import { parseDegrees } from '../calendar/shared-fields.ts'
import { dateTimeOf, secondsOf } from '../text/date-clock.ts'
import type { DateTime } from '../text/dates.ts'

export type Raw = Readonly<Record<string, unknown>>

export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export interface FieldReader {
  /** What was found wrong so far, a clause each. */
  readonly flaws: readonly string[]
  readonly refuse: (name: string, what: string) => void
  /** A text; an absent key is the empty text. */
  readonly text: (name: string) => string
  /** A text that must say something. */
  readonly name: (name: string) => string
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
  readonly status: (name: string) => Status
  /** A latitude or longitude; undefined when the record says none. */
  readonly degrees: (name: string, limit: 90 | 180) => number | undefined
  /** Whether the record says anything of it. */
  readonly has: (name: string) => boolean
  /** Records in a record: a list of them, a single one, or nothing. */
  readonly records: (name: string) => readonly Raw[]
}

export function readerOf(raw: Raw): FieldReader {
  const flaws: string[] = []
  const refuse = (name: string, what: string): void => {
    flaws.push(`"${name}" ${what}`)
  }
  const checked = <T>(name: string, value: T | undefined, what: string, fallback: T): T => {
    if (value === undefined) refuse(name, what)
    return value ?? fallback
  }
  const text = (name: string) => checked(name, textOf(raw[name] ?? ''), 'is not a text', '')
  const moment = (name: string) => checked(name, momentOf(raw[name]), 'is not a date and time', NEVER)
  return {
    flaws,
    refuse,
    text,
    name: (name) => checked(name, textOf(raw[name])?.trim() ? textOf(raw[name]) : undefined, 'is missing', ''),
    texts: (name) => checked(name, textsOf(raw[name]), 'is not a list of texts', []),
    flag: (name) => checked(name, flagOf(raw[name]), 'is neither true nor false', false),
    id: (name) => checked(name, idOf(raw[name]), 'is not the number of a record', 0),
    optionalId: (name) => (isNone(raw[name]) ? 0 : checked(name, idOf(raw[name]), 'is not the number of a record', 0)),
    moment,
    momentOrNever: (name) => (raw[name] === NEVER ? NEVER : moment(name)),
    status: (name) =>
      checked(
        name,
        STATUSES.find((status) => status === raw[name]),
        'is not a known status',
        'draft',
      ),
    degrees: (name, limit) =>
      raw[name] === undefined || raw[name] === null
        ? undefined
        : checked(name, degreesOf(raw[name], limit), `is not a number of degrees up to ${limit}`, 0),
    has: (name) => raw[name] !== undefined,
    records: (name) => checked(name, recordsOf(raw[name]), 'holds something else than records', []),
  }
}

function degreesOf(value: unknown, limit: 90 | 180): number | undefined {
  const reading = parseDegrees(limit)(value)
  return 'value' in reading ? reading.value : undefined
}

/** Lone surrogates have no UTF-8 form; NUL no place in PostgreSQL. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value : undefined
}

function textsOf(value: unknown): readonly string[] | undefined {
  const texts = Array.isArray(value) ? value.map(textOf) : []
  const valid = texts.filter((text) => text !== undefined)
  return Array.isArray(value) && valid.length === texts.length ? valid : undefined
}

const flagOf = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

const isNone = (value: unknown): boolean => value === undefined || value === null || value === 0 || value === '0'

function idOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= HIGHEST_INTEGER
    ? number
    : undefined
}

function momentOf(value: unknown): DateTime | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return undefined
  return dateTimeOf(secondsOf(value)) === value ? value : undefined
}

function recordsOf(value: unknown): readonly Raw[] | undefined {
  const records = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return records.every(isRaw) ? records : undefined
}
