/** Fields of categories and tags (wire-contract §13). */

import { isRecord } from '../../base/is-record.ts'
import { toPlainText } from '../../base/text/sanitize.ts'
import { sanitizeContent } from '../../base/text/sanitize-content.ts'
import { createCategoryReferences } from '../../kernel/common-fields.ts'
import {
  defineTextField,
  invalid,
  isWord,
  type Parsed,
  type ParseResult,
  parseElements,
  parseNonEmptyText,
  parsePositiveInteger,
  toPositiveInteger,
  typeError,
  valid,
} from '../../kernel/field.ts'

/** Maximum characters of a name that the reference can store (wire-contract §3.2). */
export const MAX_TERM_NAME_LENGTH = 200

export function parseTermName(raw: unknown): ParseResult<string> {
  const result = parseNonEmptyText(raw, { clean: toPlainText })
  if ('error' in result || result.value.length <= MAX_TERM_NAME_LENGTH) return result
  return { error: { kind: 'invalid', message: 'error.too_long', values: { limit: String(MAX_TERM_NAME_LENGTH) } } }
}

/** Limited, because each may become a record. */
export const MAX_EVENT_TERMS = 500

/**
 * Terms of an event: ids, slugs or names, as CSV, list or single value (wire-contract §9.4), not nested (Q13). Terms in a
 * list that has been read count by their `id`.
 */
export function parseTermKeys(raw: unknown): ParseResult<readonly string[]> {
  if (raw === '' || raw === false) return valid([])
  const items = parseElements(raw).map((item) => (isRecord(item) ? toPositiveInteger(item['id']) : item))
  if (items.length > MAX_EVENT_TERMS) return invalid
  if (!items.every((item) => typeof item === 'string' || typeof item === 'number')) return invalid
  const keys = items.map((item) => toPlainText(String(item).replaceAll('\0', '')))
  return keys.some((key) => !key.isWellFormed()) ? invalid : valid([...new Set(keys.filter((key) => key !== ''))])
}

const nameField = {
  type: 'string',
  describe: 'term.name',
  expects: { key: 'hint.text' },
  required: true,
  parse: parseTermName,
} as const
const descriptionField = defineTextField('term.description', { clean: sanitizeContent })
export const MAX_SLUG_BYTES = 2000
const slugField = defineTextField('term.slug', { limit: MAX_SLUG_BYTES })

/** 0 moves a category to the top (Q27). */
export function parseParentCategoryId(raw: unknown): ParseResult<number> {
  return raw === 0 || raw === '0' || raw === '' ? valid(0) : parseParentId(raw)
}

/** The validator of the reference accepts words, its type check does not (wire-contract §5). */
export const parseParentId = (raw: unknown): ParseResult<number> =>
  isWord(raw) ? typeError('integer') : parsePositiveInteger(raw)

export const createParentReferences = (id: number) => createCategoryReferences(id === 0 ? [] : [String(id)], 'id')

export const tagFields = { name: nameField, description: descriptionField, slug: slugField } as const
/** Without a check that the parent exists. */
export const parentCategoryField = {
  type: 'integer',
  describe: 'term.parent',
  expects: { key: 'hint.parent_category' },
  cleared: 0,
  parse: parseParentCategoryId,
} as const

/** In lower case; empty clears. */
function parseColor(raw: unknown): ParseResult<string> {
  if (raw === '') return valid('')
  return typeof raw === 'string' && /^#[\da-f]{6}$/i.test(raw) ? valid(raw.toLowerCase()) : invalid
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** One emoji, which every system can show; empty clears. */
function parseIcon(raw: unknown): ParseResult<string> {
  if (raw === '') return valid('')
  const isEmoji =
    typeof raw === 'string' &&
    raw.length <= 40 &&
    /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator})/u.test(raw) &&
    [...GRAPHEMES.segment(raw)].length === 1
  return isEmoji ? valid(raw) : invalid
}

export const categoryFields = {
  ...tagFields,
  parent: { ...parentCategoryField, references: createParentReferences },
  color: {
    type: 'string',
    describe: 'directory.color',
    expects: { key: 'hint.color' },
    cleared: '',
    parse: parseColor,
  },
  icon: { type: 'string', describe: 'directory.icon', expects: { key: 'hint.emoji' }, cleared: '', parse: parseIcon },
} as const

export type TermInput = Parsed<typeof categoryFields>
