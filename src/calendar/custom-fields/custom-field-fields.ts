/** Input of the definitions of additional fields. */

import { isLanguage, LANGUAGES } from '../../base/i18n/language.ts'
import { isRecord } from '../../base/is-record.ts'
import { toPlainText } from '../../base/text/sanitize.ts'
import { CUSTOM_FIELD_TYPES, type CustomFieldLabels, isCustomKey, MAX_KEY_LENGTH } from '../../kernel/custom-field.ts'
import {
  defineBooleanField,
  defineEnumField,
  invalid,
  makeOptional,
  type Parsed,
  type ParseResult,
  parseElements,
  parseNonEmptyText,
  toFiniteNumber,
  valid,
} from '../../kernel/field.ts'
import { POST_KINDS, type PostKind } from '../../kernel/post.ts'

export const MAX_LABEL_LENGTH = 250
export const MAX_OPTIONS = 100
export const MAX_OPTION_LENGTH = 250
export const MAX_ORDER = 1_000_000

/** One line without markup. */
function parseLine(raw: unknown, limit: number): ParseResult<string> {
  const text = parseNonEmptyText(raw, { clean: toPlainText })
  return 'value' in text && text.value.length > limit ? invalid : text
}

const key = {
  type: 'string',
  describe: 'custom_field.key',
  expects: { key: 'hint.custom_key', values: { limit: String(MAX_KEY_LENGTH) } },
  required: true,
  parse: (raw: unknown): ParseResult<string> => (typeof raw === 'string' && isCustomKey(raw) ? valid(raw) : invalid),
} as const

/** A text without a language, or texts by language. */
export type LabelInput = string | CustomFieldLabels

function parseLabels(raw: unknown): ParseResult<LabelInput> {
  if (!isRecord(raw)) return parseLine(raw, MAX_LABEL_LENGTH)
  const labels: [string, string][] = []
  for (const [language, text] of Object.entries(raw)) {
    if (!isLanguage(language)) return invalid
    if (text === '' || text === null) continue
    const line = parseLine(text, MAX_LABEL_LENGTH)
    if ('error' in line) return line
    labels.push([language, line.value])
  }
  return labels.length === 0 ? invalid : valid(Object.fromEntries(labels))
}

const label = {
  describe: 'custom_field.label',
  expects: { key: 'hint.custom_labels', values: { limit: String(MAX_LABEL_LENGTH), names: LANGUAGES.join(', ') } },
  required: true,
  parse: parseLabels,
} as const

/** Options may contain commas, so only a list has several. */
function parseOptions(raw: unknown): ParseResult<readonly string[]> {
  if (raw === '') return valid([])
  const elements = typeof raw === 'object' && raw !== null ? Object.values(raw) : [raw]
  if (elements.length > MAX_OPTIONS) return invalid
  const options = elements.map((element) => parseLine(element, MAX_OPTION_LENGTH))
  const texts = options.flatMap((option) => ('value' in option ? [option.value] : []))
  return new Set(texts).size < elements.length ? invalid : valid(texts)
}

const options = {
  items: 'string',
  describe: 'custom_field.options',
  expects: { key: 'hint.custom_options', values: { limit: String(MAX_OPTIONS) } },
  cleared: [] as readonly string[],
  parse: parseOptions,
} as const

const kinds = {
  items: 'string',
  describe: 'custom_field.kinds',
  expects: { key: 'hint.names', values: { names: POST_KINDS.join(', ') } },
  parse: (raw: unknown): ParseResult<readonly PostKind[]> => {
    const given = parseElements(raw)
    const chosen = POST_KINDS.filter((kind) => given.includes(kind))
    return chosen.length === 0 || chosen.length < new Set(given).size ? invalid : valid(chosen)
  },
} as const

const order = {
  type: 'integer',
  describe: 'custom_field.order',
  expects: { key: 'hint.number', values: { min: '0', max: String(MAX_ORDER) } },
  parse: (raw: unknown): ParseResult<number> => {
    const number = toFiniteNumber(raw)
    return number !== undefined && Number.isInteger(number) && number >= 0 && number <= MAX_ORDER
      ? valid(number + 0)
      : invalid
  },
} as const

export const newCustomFieldFields = {
  key,
  label,
  type: { ...defineEnumField(CUSTOM_FIELD_TYPES, 'custom_field.type'), required: true },
  options,
  kinds,
  show_on_pages: defineBooleanField('custom_field.show_on_pages'),
  order,
} as const

const { key: _key, ...changeable } = newCustomFieldFields

export const customFieldUpdateFields = makeOptional(changeable)

export type NewCustomField = Parsed<typeof newCustomFieldFields>
export type CustomFieldChange = Parsed<typeof customFieldUpdateFields>

/** Part of a path. */
export const customFieldKeyArgument = { key } as const
