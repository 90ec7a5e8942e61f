/** Fields are plain records that the validator, the index, OpenAPI and MCP tools read. */
import type { MessageKey } from '../base/i18n/messages/catalog.ts'
import type { Phrase } from '../base/i18n/translate.ts'
import type { CustomFields } from './custom-field.ts'
import { type FieldError, INVALID_VALUE } from './problem.ts'
import type { Viewer } from './user.ts'

export type WireType = 'string' | 'integer' | 'number' | 'boolean'

export type ParseResult<T> = { readonly value: T } | { readonly error: FieldError }

/**
 * A record that must exist for a value to be valid; checked in the database after parsing (wire-contract §5, step 5).
 */
export type Reference =
  | PostFilter
  | {
      readonly kind: 'user' | 'event' | 'venue' | 'organizer' | 'media' | 'post'
      readonly ids: readonly number[]
      readonly isFilter?: undefined
    }
  | { readonly kind: 'category' | 'tag'; readonly keys: readonly string[]; readonly by: 'any' | 'id' }

/** Venues or organizers of a filter. Merged ones mean their targets, so that URLs with the filter stay valid. */
export interface PostFilter {
  readonly kind: 'venue' | 'organizer'
  readonly ids: readonly number[]
  readonly isFilter: true
}

/** Settings of the site and of the request that the validity of a value depends on. */
export interface ParseContext {
  readonly customFields: CustomFields
  /** Whether invalid members of extensions are ignored. */
  readonly ignoresInvalid?: boolean
}

export interface Field<T = unknown> {
  /** Wire type; fields without one accept several types and skip the type check. */
  readonly type?: WireType
  readonly items?: WireType
  readonly format?: string
  readonly enum?: readonly string[]
  /** JSON schema of the values, if the members above do not describe them. */
  readonly schema?: Readonly<Record<string, unknown>>
  readonly required?: true
  /** Documented, and used when a query omits the parameter. `null` is only documented. */
  readonly default?: T | null
  readonly describe: MessageKey
  /** Description of the allowed values, for hints of errors. */
  readonly expects: Phrase
  /** The value is a wall time, which writes may also state in words. */
  readonly isWallTime?: true
  /** The value is a password and must not appear in responses. */
  readonly isSecret?: true
  /** Invalid values are ignored, unless the request requires strict handling. */
  readonly isLenient?: true
  /** The reference ignores the parameter. Its clients may send it with another meaning. */
  readonly isExtension?: true
  /** Validates and cleans a raw value: strings from forms and queries, any JSON value otherwise. */
  readonly parse: (raw: unknown) => ParseResult<T>
  /** The same for values that depend on settings of the site. A value of `undefined` counts as omitted. */
  readonly parseInContext?: (raw: unknown, context: ParseContext) => ParseResult<T>
  /** `null` is parsed like other values. */
  readonly parsesNull?: true
  /** Value for `null`; without it `null` counts as omitted (Q28). */
  readonly cleared?: T
  references?(value: T): readonly Reference[]
  /** Whether the viewer may set this value; otherwise it is invalid. */
  allows?(value: T, viewer: Viewer): boolean
}

export const defineExtension = <F extends Field>(field: F) => ({ ...field, isExtension: true }) as const

export type Fields = Readonly<Record<string, Field>>

type ValueOf<F> = F extends Field<infer T> ? T : never
type RequiredKeys<F> = { [K in keyof F]: F[K] extends { readonly required: true } ? K : never }[keyof F]

/** Values of a table of fields; required fields are always present. */
export type Parsed<F> = { readonly [K in keyof F]?: ValueOf<F[K]> } & {
  readonly [K in RequiredKeys<F>]: ValueOf<F[K]>
}

export const valid = <T>(value: T): ParseResult<T> => ({ value })
export const invalid: ParseResult<never> = { error: INVALID_VALUE }
export const typeError = (type: WireType): ParseResult<never> => ({ error: { kind: 'type', type } })
const tooLongError = (limit: number): ParseResult<never> => ({
  error: { kind: 'invalid', message: 'error.too_long', values: { limit: String(limit) } },
})

/** Maximum text length in UTF-8 bytes: what the reference can store in a title (wire-contract §3.2). */
export const MAX_TITLE_BYTES = 65_535

/**
 * Lone surrogates are rejected, because they have no UTF-8 form. NUL is removed, because PostgreSQL cannot store it.
 */
function cleanText(text: string, limit: number): ParseResult<string> {
  if (!text.isWellFormed()) return invalid
  const value = text.includes('\0') ? text.replaceAll('\0', '') : text
  return value.length > limit / 4 && Buffer.byteLength(value) > limit ? tooLongError(limit) : valid(value)
}

/** JSON numbers are converted to text where the reference rejects them (Q28). */
function toText(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw
  return typeof raw === 'number' && Number.isFinite(raw) ? String(raw) : undefined
}

/** Whether the reference treats a value that is no text as empty (wire-contract §5.1). */
export const isEmptyValue = (raw: unknown): boolean =>
  raw === false || (typeof raw === 'object' && raw !== null && Object.keys(raw).length === 0)

/**
 * Error for a value that is no text, by the check of the reference that rejects it first (wire-contract §5):
 * "validated" is an invalid parameter, "typed" is a type error, and "typed-if-empty" is one only for values that its
 * validator treats as empty.
 */
export type NonTextError = 'validated' | 'typed' | 'typed-if-empty'

interface TextOptions {
  readonly clean?: (text: string) => string
  readonly limit?: number
  readonly nonText?: NonTextError
}

function rejectNonText(raw: unknown, nonText: NonTextError): ParseResult<never> {
  const isTyped = nonText === 'typed' || (nonText === 'typed-if-empty' && isEmptyValue(raw))
  return isTyped ? typeError('string') : invalid
}

/**
 * A text that must not be empty, such as a title. Numbers are rejected, as in the reference (wire-contract §5.1); `"0"`
 * is valid (Q31).
 */
export function parseNonEmptyText(
  raw: unknown,
  { clean, limit = MAX_TITLE_BYTES }: TextOptions = {},
): ParseResult<string> {
  if (typeof raw !== 'string' || raw === '') return invalid
  const result = cleanText(raw, limit)
  if ('error' in result) return result
  const value = (clean ?? returnUnchanged)(result.value)
  return value.trim() === '' ? invalid : valid(value)
}

/** A text that may be empty (Q8). JSON numbers are accepted, other JSON values are not (decisions: JSON numbers). */
export function parseText(
  raw: unknown,
  { clean, limit = 1_048_576, nonText = 'validated' }: TextOptions = {},
): ParseResult<string> {
  const text = toText(raw)
  if (text === undefined) return rejectNonText(raw, nonText)
  const result = cleanText(text, limit)
  return 'error' in result ? result : valid((clean ?? returnUnchanged)(result.value))
}

/**
 * A text that is no number, or a list of such texts: a type error where an integer is expected (wire-contract §5.2).
 */
export function isWord(raw: unknown): boolean {
  if (typeof raw === 'object' && raw !== null) return !isEmptyValue(raw) && Object.values(raw).every(isWord)
  return typeof raw === 'string' && raw.trim() !== '' && Number.isNaN(Number(raw))
}

const returnUnchanged = (text: string): string => text

/** Maximum of an integer column on every engine. */
export const MAX_INTEGER = 2_147_483_647

/** A positive integer; `"2.0"` and `"1e1"` are valid (wire-contract §5.1). */
export function toPositiveInteger(raw: unknown, max = MAX_INTEGER): number | undefined {
  if (typeof raw === 'string' ? !/^\s*\+?\d[\d.e+]{0,30}\s*$/i.test(raw) : typeof raw !== 'number') return undefined
  const number = Number(raw)
  return Number.isInteger(number) && number > 0 && number <= max ? number : undefined
}

export function parsePositiveInteger(raw: unknown): ParseResult<number> {
  const number = toPositiveInteger(raw)
  return number === undefined ? invalid : valid(number)
}

/** Engines limit statement parameters, and each term name of a write may become a record. */
export const MAX_LIST_ELEMENTS = 1000

/**
 * Elements of a list as CSV, array or single value; blanks around commas and a trailing comma are allowed. Keys of form
 * fields (`tags[a]=1`) are ignored. A list that is too long returns one `undefined`, which no element parser accepts.
 */
export function parseElements(raw: unknown): unknown[] {
  const elements = splitElements(raw)
  return elements.length > MAX_LIST_ELEMENTS ? [undefined] : elements
}

function splitElements(raw: unknown): unknown[] {
  if (typeof raw === 'object' && raw !== null) return Object.values(raw)
  if (typeof raw !== 'string') return [raw]
  const parts = raw.split(',', MAX_LIST_ELEMENTS + 2).map((part) => part.trim())
  if (parts.length > 1 && parts.at(-1) === '') parts.pop()
  return parts
}

function parsePositiveIntegers(raw: unknown): ParseResult<number[]> {
  const numbers = parseElements(raw).map((item) => toPositiveInteger(item))
  const ids = numbers.filter((number) => number !== undefined)
  return ids.length === 0 || ids.length < numbers.length ? invalid : valid([...new Set(ids)])
}

const BOOLEANS = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
])

/** `true false 1 0` and their texts in any case; anything else is a type error (wire-contract §5.2). */
export function parseBoolean(raw: unknown): ParseResult<boolean> {
  const value = BOOLEANS.get(typeof raw === 'string' ? raw.toLowerCase() : raw)
  return value === undefined ? typeError('boolean') : valid(value)
}

const TRUE_WORDS = new Set(['1', 'true', 'yes', 'y', 'on', 'enable', 'enabled'])

/** Words for true (wire-contract §6.4); anything else is false. */
export function isTrueWord(raw: unknown): boolean {
  return typeof raw !== 'object' && TRUE_WORDS.has(String(raw).toLowerCase())
}

interface FieldOptions {
  readonly describe: MessageKey
  readonly required?: true
}

const EXPECTS_BOOLEAN = { key: 'hint.boolean' } as const

export const defineBooleanField = (describe: MessageKey) =>
  ({ type: 'boolean', describe, expects: EXPECTS_BOOLEAN, parse: parseBoolean }) as const

/** A count or distance; not limited by an id column. */
export function parseCount(raw: unknown): ParseResult<number> {
  const number = toPositiveInteger(raw, Number.MAX_SAFE_INTEGER)
  return number === undefined ? invalid : valid(number)
}

/** A finite number; undefined for lists, blanks and other values. */
export function toFiniteNumber(raw: unknown): number | undefined {
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export const definePositiveField = (describe: MessageKey) =>
  ({ type: 'integer', describe, expects: { key: 'hint.positive_integer' }, parse: parsePositiveInteger }) as const

/** Positive integers as CSV or list. */
export const positives = (describe: MessageKey) =>
  ({ items: 'integer', describe, expects: { key: 'hint.positive_integers' }, parse: parsePositiveIntegers }) as const

/**
 * A parameter tested for words for true (wire-contract §6.4): every text and number is valid, lists and objects are
 * not.
 */
export const defineTruthyField = (describe: MessageKey, type: 'boolean' | 'string' = 'boolean') =>
  ({
    describe,
    expects: EXPECTS_BOOLEAN,
    parse: (raw: unknown): ParseResult<boolean> => (typeof raw === 'object' ? typeError(type) : valid(isTrueWord(raw))),
  }) as const

const expectsOneOf = (names: readonly string[]): Phrase => ({
  key: 'hint.one_of',
  values: { names: names.join(', ') },
})

/** One of the names, case-sensitive. */
export const defineEnumField = <const N extends string, K extends MessageKey>(names: readonly N[], describe: K) =>
  ({
    type: 'string',
    describe,
    enum: names,
    expects: expectsOneOf(names),
    parse: (raw: unknown): ParseResult<N> => {
      const name = names.find((one) => one === raw)
      return name === undefined ? invalid : valid(name)
    },
  }) as const

/** Any non-empty text, as for `search` and `order`. */
export const defineNonEmptyTextField = ({ describe }: FieldOptions) =>
  ({
    type: 'string',
    describe,
    expects: { key: 'hint.text' },
    parse: (raw: unknown) => parseNonEmptyText(raw),
  }) as const

/** A text that `null` and the empty text clear. */
export const defineTextField = (describe: MessageKey, options: TextOptions = {}) =>
  ({
    type: 'string',
    describe,
    expects: { key: 'hint.optional_text' },
    cleared: '',
    parse: (raw: unknown) => parseText(raw, options),
  }) as const

/** The same fields, all optional, for updates. The order stays. */
export function makeOptional<F extends Fields>(fields: F): { readonly [K in keyof F]: Omit<F[K], 'required'> } {
  const entries = Object.entries(fields).map(([name, { required: _required, ...field }]) => [name, field])
  return Object.fromEntries(entries)
}
