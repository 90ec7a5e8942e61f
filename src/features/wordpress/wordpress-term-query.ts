/** Parameters of categories and tags in WordPress itself, at `wp/v2/tribe_events_cat` and `wp/v2/tags`. */

import type { Pagination, ResolvedIds, TermOrder, TermPlan } from '../../calendar/lists/query-plan.ts'
import { parentCategoryField, parseParentCategoryId, tagFields } from '../../calendar/terms/term-fields.ts'
import { defineEventIdField, optionalPageField, searchField } from '../../kernel/common-fields.ts'
import {
  defineBooleanField,
  defineEnumField,
  definePositiveField,
  invalid,
  type Parsed,
  type ParseResult,
  parseElements,
  positives,
  toPositiveInteger,
  valid,
} from '../../kernel/field.ts'
import type { Taxonomy } from '../../kernel/term.ts'

export const MAX_TERMS_PER_PAGE = 100

/** WordPress rejects other sizes instead of clamping them. */
export function parsePerPage(raw: unknown): ParseResult<number> {
  const number = toPositiveInteger(raw, MAX_TERMS_PER_PAGE)
  return number === undefined ? invalid : valid(number)
}

export function parseSlugs(raw: unknown): ParseResult<readonly string[]> {
  const slugs = parseElements(raw)
  return slugs.every((slug) => typeof slug === 'string' && slug !== '') ? valid(slugs.map(String)) : invalid
}

const ORDER_NAMES = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'] as const

/** Term groups are not stored: all terms are in one group, so their names decide. */
const TERM_ORDERS: Readonly<Record<(typeof ORDER_NAMES)[number], TermOrder>> = {
  ...{ id: 'id', include: 'include', name: 'name', slug: 'slug', description: 'description', count: 'count' },
  include_slugs: 'slug',
  term_group: 'name',
}

export const CONTEXTS = ['view', 'embed', 'edit'] as const

export const contextField = { context: { ...defineEnumField(CONTEXTS, 'list.context'), default: 'view' } } as const

export const wordpressTagQuery = {
  ...contextField,
  page: { ...optionalPageField, default: 1 },
  per_page: { ...definePositiveField('list.per_page'), parse: parsePerPage, default: 10 },
  search: searchField,
  exclude: positives('list.exclude'),
  include: positives('list.include'),
  order: { ...defineEnumField(['asc', 'desc'], 'list.order'), default: 'asc' },
  orderby: { ...defineEnumField(ORDER_NAMES, 'list.orderby'), default: 'name' },
  hide_empty: { ...defineBooleanField('list.hide_empty'), default: false },
  post: defineEventIdField('list.event'),
  slug: { items: 'string', describe: 'list.slug', expects: { key: 'hint.slugs' }, parse: parseSlugs },
} as const

export const wordpressCategoryQuery = {
  ...wordpressTagQuery,
  parent: {
    type: 'integer',
    describe: 'list.parent',
    expects: { key: 'hint.parent_category' },
    parse: parseParentCategoryId,
  },
} as const

export type WordpressTermQuery = Parsed<typeof wordpressCategoryQuery>

/** The handler checks the parent: WordPress has its own code for a missing one. */
export const wordpressTermFields = { ...tagFields, parent: parentCategoryField } as const

export type WordpressTermInput = Parsed<typeof wordpressTermFields>

export function planWordpressTerms(
  taxonomy: Taxonomy,
  query: WordpressTermQuery,
  { found, paging }: { readonly found: ResolvedIds; readonly paging: Pagination },
): TermPlan {
  const text = query.search?.trim()
  const orderBy = TERM_ORDERS[query.orderby ?? 'name']
  return {
    ...paging,
    taxonomy,
    search: text === '' ? undefined : text,
    include: query.include,
    exclude: query.exclude,
    // 0 is the ID of no event.
    eventId: query.post && (found.post?.[0] ?? 0),
    slugs: query.slug,
    parentId: query.parent,
    hideEmpty: query.hide_empty ?? false,
    modifiedAfter: undefined,
    validUntil: undefined,
    orderBy: orderBy === 'include' && !query.include ? 'name' : orderBy,
    isDescending: query.order === 'desc',
  }
}
