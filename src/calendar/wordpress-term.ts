/** Categories and tags as WordPress itself takes them, at `wp/v2/tribe_events_cat` and `wp/v2/tags`. */
import {
  boolean,
  flawed,
  listOf,
  ok,
  type Parsed,
  positive,
  positiveInteger,
  positives,
  type Reading,
  wordOf,
} from './field.ts'
import type { FoundIds, Paging, TermOrder, TermPlan } from './plans.ts'
import { oneEvent, onePage, search } from './shared-fields.ts'
import { parseParent, type Taxonomy, tagFields } from './term.ts'

const MOST_PER_PAGE = 100

/** WordPress refuses other sizes instead of clamping them. */
function parsePerPage(raw: unknown): Reading<number> {
  const number = positiveInteger(raw, MOST_PER_PAGE)
  return number === undefined ? flawed : ok(number)
}

function parseSlugs(raw: unknown): Reading<readonly string[]> {
  const slugs = listOf(raw)
  return slugs.every((slug) => typeof slug === 'string' && slug !== '') ? ok(slugs.map(String)) : flawed
}

const ORDERS = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'] as const

/** Term groups are not stored, so that all terms are in the same one and their names decide. */
const ORDER_OF: Readonly<Record<(typeof ORDERS)[number], TermOrder>> = {
  ...{ id: 'id', include: 'include', name: 'name', slug: 'slug', description: 'description', count: 'count' },
  include_slugs: 'slug',
  term_group: 'name',
}

export const CONTEXTS = ['view', 'embed', 'edit'] as const

export const contextField = { context: { ...wordOf(CONTEXTS, 'list.context'), default: 'view' } } as const

export const wordpressTagQuery = {
  ...contextField,
  page: { ...onePage, default: 1 },
  per_page: { ...positive('list.per_page'), parse: parsePerPage, default: 10 },
  search,
  exclude: positives('list.exclude'),
  include: positives('list.include'),
  order: { ...wordOf(['asc', 'desc'], 'list.order'), default: 'asc' },
  orderby: { ...wordOf(ORDERS, 'list.orderby'), default: 'name' },
  hide_empty: { ...boolean('list.hide_empty'), default: false },
  post: oneEvent('list.event'),
  slug: { items: 'string', describe: 'list.slug', expects: { key: 'hint.slugs' }, parse: parseSlugs },
} as const

export const wordpressCategoryQuery = {
  ...wordpressTagQuery,
  parent: { type: 'integer', describe: 'list.parent', expects: { key: 'hint.parent_category' }, parse: parseParent },
} as const

export type WordpressTermQuery = Parsed<typeof wordpressCategoryQuery>

/** Whether a parent exists is asked by the handler: WordPress has a code of its own for one that does not. */
export const wordpressTermFields = {
  ...tagFields,
  parent: {
    type: 'integer',
    describe: 'term.parent',
    expects: { key: 'hint.parent_category' },
    cleared: 0,
    parse: parseParent,
  },
} as const

export type WordpressTermInput = Parsed<typeof wordpressTermFields>

export function planWordpressTerms(
  taxonomy: Taxonomy,
  query: WordpressTermQuery,
  { found, paging }: { readonly found: FoundIds; readonly paging: Paging },
): TermPlan {
  const text = query.search?.trim()
  const orderBy = ORDER_OF[query.orderby ?? 'name']
  return {
    ...paging,
    taxonomy,
    search: text === '' ? undefined : text,
    include: query.include,
    exclude: query.exclude,
    // 0 is the ID of no event.
    event: query.post && (found.post?.[0] ?? 0),
    slugs: query.slug,
    parent: query.parent,
    hideEmpty: query.hide_empty ?? false,
    modifiedAfter: undefined,
    until: undefined,
    orderBy: orderBy === 'include' && !query.include ? 'name' : orderBy,
    isDescending: query.order === 'desc',
  }
}
