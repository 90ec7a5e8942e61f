/** `custom_fields` as a field of records and as a filter of lists. Values are checked by the definitions of the site. */

import type { Phrase } from '../../base/i18n/translate.ts'
import { isRecord } from '../../base/is-record.ts'
import { toPlainText } from '../../base/text/sanitize.ts'
import { parseWebsite } from '../../kernel/common-fields.ts'
import {
  type CustomField,
  type CustomFields,
  isCustomKey,
  NO_CUSTOM_FIELDS,
  selectCustomFields,
} from '../../kernel/custom-field.ts'
import {
  type CustomValue,
  type CustomValues,
  changeCustomValues,
  isCustomValue,
  NO_CUSTOM_VALUES,
} from '../../kernel/custom-values.ts'
import {
  defineExtension,
  invalid,
  isTrueWord,
  type ParseContext,
  type ParseResult,
  parseBoolean,
  parseText,
  toFiniteNumber,
  valid,
} from '../../kernel/field.ts'
import type { PostKind } from '../../kernel/post.ts'
import type { FieldError } from '../../kernel/problem.ts'

export const MAX_CUSTOM_VALUE_BYTES = 10_240

/** `null` removes a value; other keys keep theirs. */
export type CustomValuesInput = Readonly<Record<string, CustomValue | null>>

/** No markup, like other texts of venues; line breaks stay. */
const cleanText = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(toPlainText)
    .join('\n')
    .trim()

const parseTextValue = (raw: unknown): ParseResult<string> =>
  parseText(raw, { clean: cleanText, limit: MAX_CUSTOM_VALUE_BYTES })

const VALUE_PARSERS: {
  readonly [T in CustomField['type']]: (raw: unknown, field: CustomField) => ParseResult<CustomValue>
} = {
  text: parseTextValue,
  url: (raw) => {
    const url = parseWebsite(typeof raw === 'string' ? raw.trim() : raw)
    return 'error' in url || url.value === '' ? invalid : url
  },
  choice: (raw, { options }) => {
    const option = options.find((one) => one === (typeof raw === 'number' ? String(raw) : raw))
    return option === undefined ? invalid : valid(option)
  },
  number: (raw) => {
    const number = toFiniteNumber(raw)
    return number === undefined ? invalid : valid(number + 0)
  },
  boolean: parseBoolean,
}

function describeExpected({ type, options }: CustomField): Phrase {
  if (type === 'choice') return { key: 'hint.one_of', values: { names: options.join(', ') } }
  if (type === 'text') return { key: 'hint.custom_text', values: { limit: String(MAX_CUSTOM_VALUE_BYTES) } }
  return { key: VALUE_HINTS[type] }
}

const VALUE_HINTS = { url: 'hint.url', number: 'hint.any_number', boolean: 'hint.boolean' } as const

const isEmpty = (raw: unknown): boolean => raw === null || raw === '' || (Array.isArray(raw) && raw.length === 0)

/** The read shape `{label, value}` counts by its value. */
const unwrap = (raw: unknown): unknown => (isRecord(raw) && Object.hasOwn(raw, 'value') ? raw['value'] : raw)

/** Null for an empty value. */
export function parseCustomValue(field: CustomField, raw: unknown): ParseResult<CustomValue | null> {
  const given = unwrap(raw)
  if (isEmpty(given)) return valid(null)
  const result = VALUE_PARSERS[field.type](given, field)
  return 'value' in result && result.value === '' ? valid(null) : result
}

function createValueError(key: string, hint: Phrase): FieldError {
  return { kind: 'invalid', message: 'error.wrong_member', values: { path: `custom_fields[${key}]` }, hint }
}

type ParseMember<T> = (field: CustomField, raw: unknown) => ParseResult<T>

/** Invalid and unknown members are errors, or ignored where the reference ignores them. */
function parseMembers<T>(
  given: Readonly<Record<string, unknown>>,
  fields: CustomFields,
  parse: ParseMember<T>,
  ignoresInvalid: boolean,
): ParseResult<Readonly<Record<string, T>>> {
  const values: [string, T][] = []
  for (const [key, raw] of Object.entries(given)) {
    const field = fields.find((one) => one.key === key)
    const result = field ? parse(field, raw) : invalid
    if ('value' in result) values.push([key, result.value])
    else if (!ignoresInvalid) return { error: createValueError(key.slice(0, 100), describeMember(field, fields)) }
  }
  return valid(Object.fromEntries(values))
}

const describeMember = (field: CustomField | undefined, fields: CustomFields): Phrase =>
  field ? describeExpected(field) : { key: 'hint.custom_keys', values: { names: listKeys(fields) } }

const listKeys = (fields: CustomFields): string => fields.map(({ key }) => key).join(', ') || '-'

function parseInput(kind: PostKind, raw: unknown, context: ParseContext): ParseResult<CustomValuesInput | undefined> {
  const fields = selectCustomFields(context.customFields, kind)
  if (isEmpty(raw) || (isRecord(raw) && Object.keys(raw).length === 0))
    return valid(Object.fromEntries(fields.map(({ key }) => [key, null])))
  if (!isRecord(raw)) return context.ignoresInvalid ? valid(undefined) : invalid
  const result = parseMembers(raw, fields, parseCustomValue, context.ignoresInvalid === true)
  return 'value' in result && Object.keys(result.value).length === 0 ? valid(undefined) : result
}

const NO_CONTEXT: ParseContext = { customFields: NO_CUSTOM_FIELDS }

/**
 * The valid values of another calendar, and the keys of the others. Texts for a boolean may be words of WordPress and of
 * spreadsheets.
 */
export function readImportedValues(
  kind: PostKind,
  raw: Readonly<Record<string, unknown>>,
  customFields: CustomFields,
): { readonly values: CustomValuesInput; readonly invalidKeys: readonly string[] } {
  const fields = selectCustomFields(customFields, kind)
  const values: [string, CustomValue | null][] = []
  const invalidKeys: string[] = []
  for (const [key, given] of Object.entries(raw)) {
    const field = fields.find((one) => one.key === key)
    const result = field ? parseCustomValue(field, toImportedValue(field, unwrap(given))) : invalid
    if ('value' in result) values.push([key, result.value])
    else invalidKeys.push(key)
  }
  return { values: Object.fromEntries(values), invalidKeys }
}

function toImportedValue({ type }: CustomField, value: unknown): unknown {
  if (Array.isArray(value)) return value.join(', ')
  if (type !== 'boolean' || typeof value !== 'string') return value
  const word = value.trim().toLowerCase()
  return isTrueWord(word) ? true : FALSE_WORDS.has(word) ? false : word
}

const FALSE_WORDS: ReadonlySet<string> = new Set(['0', 'false', 'no', 'n', 'off'])

/** Stored values of another installation, by the rules of input; undefined if one cannot be stored. */
export function cleanCustomValues(raw: Readonly<Record<string, unknown>>): CustomValues | undefined {
  const entries: [string, CustomValue][] = []
  for (const [key, given] of Object.entries(raw)) {
    const value = typeof given === 'string' ? parseTextValue(given) : valid(given)
    if (!isCustomKey(key) || 'error' in value || !isCustomValue(value.value)) return undefined
    entries.push([key, value.value])
  }
  return entries.length > MAX_STORED_VALUES
    ? undefined
    : changeCustomValues(NO_CUSTOM_VALUES, Object.fromEntries(entries))
}

/** More than the number of fields, because values of deleted fields stay stored. */
const MAX_STORED_VALUES = 500

/** Values of a record. A part of the keys is enough; the others keep their values. */
export const defineCustomValuesField = (kind: PostKind) =>
  defineExtension({
    describe: 'field.custom_fields',
    parsesNull: true,
    expects: { key: 'hint.custom_fields' },
    parse: (raw: unknown): ParseResult<CustomValuesInput | undefined> => parseInput(kind, raw, NO_CONTEXT),
    parseInContext: (raw: unknown, context: ParseContext): ParseResult<CustomValuesInput | undefined> =>
      parseInput(kind, raw, context),
  })

function parseFilter(kind: PostKind, raw: unknown, context: ParseContext): ParseResult<CustomValues | undefined> {
  if (isEmpty(raw)) return valid(undefined)
  if (!isRecord(raw)) return context.ignoresInvalid ? valid(undefined) : invalid
  const fields = selectCustomFields(context.customFields, kind)
  const parseMember: ParseMember<CustomValue> = (field, member) => {
    const result = parseCustomValue(field, member)
    return 'value' in result && result.value === null ? invalid : (result as ParseResult<CustomValue>)
  }
  const result = parseMembers(raw, fields, parseMember, context.ignoresInvalid === true)
  return 'value' in result && Object.keys(result.value).length === 0 ? valid(undefined) : result
}

/** Records that have all of the values. */
export const defineCustomValuesFilter = (kind: PostKind) =>
  defineExtension({
    describe: 'list.custom_fields',
    expects: { key: 'hint.custom_fields' },
    parse: (raw: unknown): ParseResult<CustomValues | undefined> => parseFilter(kind, raw, NO_CONTEXT),
    parseInContext: (raw: unknown, context: ParseContext): ParseResult<CustomValues | undefined> =>
      parseFilter(kind, raw, context),
  })
