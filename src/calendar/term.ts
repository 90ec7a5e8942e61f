/** Categories and tags: what they take and what their lists take (contract 13). */
import { plainText, sanitizeHtml } from '../text/html.ts'
import {
  boolean,
  flawed,
  isWord,
  listOf,
  mistyped,
  ok,
  type Parsed,
  parseName,
  parsePositive,
  type Reading,
  text,
  word,
} from './field.ts'
import { modifiedAfter } from './modified-after.ts'
import { categoryMention, oneEvent, page, parseTermFilter, perPage, search } from './shared-fields.ts'

export const TAXONOMIES = ['category', 'tag'] as const
export type Taxonomy = (typeof TAXONOMIES)[number]

export interface Term {
  readonly id: number
  readonly taxonomy: Taxonomy
  /** Plain text; the wire shows it with `&` escaped. */
  readonly name: string
  readonly slug: string
  readonly description: string
  /** Category above; 0 for none, and for tags. */
  readonly parent: number
  /** Published events that carry it, without protected ones. */
  readonly count: number
}

/** The longest name the reference can store, in characters (contract 3.2). */
const NAME_LIMIT = 200

export function parseTermName(raw: unknown): Reading<string> {
  const reading = parseName(raw, { clean: plainText })
  if ('flaw' in reading || reading.value.length <= NAME_LIMIT) return reading
  return { flaw: { kind: 'invalid', message: 'error.too_long', values: { limit: String(NAME_LIMIT) } } }
}

/** Each may become a record. */
const MOST_KEYS = 500

/** Terms on an event: numbers, slugs or names, as CSV, list or single value (contract 9.4); nothing nested (Q13). */
export function parseTermKeys(raw: unknown): Reading<readonly string[]> {
  if (raw === '' || raw === false) return ok([])
  const items = listOf(raw)
  if (items.length > MOST_KEYS) return flawed
  if (!items.every((item) => typeof item === 'string' || typeof item === 'number')) return flawed
  const keys = items.map((item) => plainText(String(item).replaceAll('\0', '')))
  return keys.some((key) => !key.isWellFormed()) ? flawed : ok([...new Set(keys.filter((key) => key !== ''))])
}

const name = {
  type: 'string',
  describe: 'term.name',
  expects: { key: 'hint.text' },
  required: true,
  parse: parseTermName,
} as const
const description = text('term.description', { clean: sanitizeHtml })
const slug = text('term.slug', { limit: 2000 })

/** 0 moves a category to the top (Q27). */
export function parseParent(raw: unknown): Reading<number> {
  return raw === 0 || raw === '0' || raw === '' ? ok(0) : parseParentId(raw)
}

/** The validator of the reference takes words, its type check does not (contract 5). */
const parseParentId = (raw: unknown): Reading<number> => (isWord(raw) ? mistyped('integer') : parsePositive(raw))

const mentionsParent = (id: number) => categoryMention(id === 0 ? [] : [String(id)], 'id')

export const tagFields = { name, description, slug } as const
export const categoryFields = {
  ...tagFields,
  parent: {
    type: 'integer',
    describe: 'term.parent',
    expects: { key: 'hint.parent_category' },
    cleared: 0,
    parse: parseParent,
    mentions: mentionsParent,
  },
} as const

export type TermInput = Parsed<typeof categoryFields>

/** Every one must exist, by number, slug or name, though numbers alone select (contract 13.1). */
const keysIn = <K extends 'list.include' | 'list.exclude'>(taxonomy: Taxonomy, describe: K) =>
  ({
    items: 'integer',
    describe,
    expects: { key: taxonomy === 'category' ? 'hint.category_keys' : 'hint.tag_keys' },
    parse: parseTermFilter,
    mentions: (keys: readonly string[]) => [{ kind: taxonomy, keys, by: 'any' } as const],
  }) as const

const listBefore = (taxonomy: Taxonomy) =>
  ({
    page,
    per_page: perPage,
    search,
    exclude: keysIn(taxonomy, 'list.exclude'),
    include: keysIn(taxonomy, 'list.include'),
    order: word({ describe: 'list.order' }),
    orderby: word({ describe: 'list.orderby' }),
    hide_empty: { ...boolean('list.hide_empty'), default: true },
  }) as const

const listAfter = {
  post: oneEvent('list.event'),
  event: oneEvent('list.event'),
  slug: { ...word({ describe: 'list.slug' }) },
  modified_after: modifiedAfter,
} as const

const listParent = {
  type: 'integer',
  describe: 'list.parent',
  expects: { key: 'hint.category_id' },
  parse: parseParentId,
  mentions: mentionsParent,
} as const

export const tagQuery = { ...listBefore('tag'), ...listAfter } as const
export const categoryQuery = { ...listBefore('category'), parent: listParent, ...listAfter } as const

export type TermQuery = Parsed<typeof categoryQuery>
