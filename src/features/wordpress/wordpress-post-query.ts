/** Parameters of events, venues and organizers as posts of WordPress, at `wp/v2/tribe_events` and its neighbors. */

import { encodeSlug, slugify } from '../../base/text/slug.ts'
import type { DateTime } from '../../base/time/date-time.ts'
import { parseDate } from '../../base/time/parse-date.ts'
import { toLocal } from '../../base/time/time-zone.ts'
import { resolveTimeFilter } from '../../calendar/lists/modified-after.ts'
import {
  type EventPlan,
  type LinkedPlan,
  type PlanContext,
  planEvents,
  planLinked,
  type RecordFilter,
} from '../../calendar/lists/query-plan.ts'
import type { SortKey, SortOrder } from '../../calendar/lists/sort-order.ts'
import { optionalPageField, parseDateText, searchField, statusFilter } from '../../kernel/common-fields.ts'
import {
  defineEnumField,
  definePositiveField,
  invalid,
  type Parsed,
  type ParseResult,
  parseElements,
  positives,
  valid,
} from '../../kernel/field.ts'
import type { PostKind } from '../../kernel/post.ts'
import { createInvalidParams, INVALID_VALUE } from '../../kernel/problem.ts'
import type { TimeContext } from '../../kernel/site.ts'
import { can } from '../../kernel/user.ts'
import { contextField, parsePerPage, parseSlugs } from './wordpress-term-query.ts'

/** Links whose resources `_embed` includes. */
export const EMBEDDABLE_LINKS = ['author', 'wp:featuredmedia', 'wp:term'] as const
export type EmbeddableLink = (typeof EMBEDDABLE_LINKS)[number]

const EMBED_ALL: ReadonlySet<unknown> = new Set(['', '1', 'true', 1, true])
const EMBED_NONE: ReadonlySet<unknown> = new Set(['0', 'false', 0, false])

/** Everything, or the links with these names. As in WordPress, unknown names select nothing. */
function parseEmbed(raw: unknown): ParseResult<readonly EmbeddableLink[]> {
  if (EMBED_ALL.has(raw)) return valid(EMBEDDABLE_LINKS)
  if (EMBED_NONE.has(raw)) return valid([])
  const names = parseElements(raw)
  return valid(EMBEDDABLE_LINKS.filter((name) => names.includes(name)))
}

/** A calendar date, with or without a time and an offset: relative dates would change their meaning. */
const parseIsoDate = (raw: unknown): ParseResult<string> =>
  typeof raw === 'string' && /^\d{4}-\d\d-\d\d(?:[Tt ]\S+)?$/.test(raw) ? parseDateText(raw) : invalid

const defineIsoDateField = <K extends `wordpress.${'after' | 'before' | 'modified_after' | 'modified_before'}`>(
  describe: K,
) => ({ type: 'string', describe, expects: { key: 'hint.iso_date' }, parse: parseIsoDate }) as const

/** Pages are numbered; a client that counts records would otherwise get the first page again and again. */
const parseOffset = (raw: unknown): ParseResult<number> => (raw === 0 || raw === '0' ? valid(0) : invalid)

const ORDER_NAMES = [
  ...(['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'include_slugs'] as const),
  'title',
] as const

export const embedField = {
  _embed: { describe: 'wordpress.embed', expects: { key: 'hint.embed' }, parse: parseEmbed },
} as const

/** Parameters of venues and organizers. */
export const wordpressLinkedQuery = {
  ...contextField,
  page: { ...optionalPageField, default: 1 },
  per_page: { ...definePositiveField('list.per_page'), parse: parsePerPage, default: 10 },
  search: searchField,
  after: defineIsoDateField('wordpress.after'),
  modified_after: defineIsoDateField('wordpress.modified_after'),
  author: positives('wordpress.author'),
  author_exclude: positives('wordpress.author_exclude'),
  before: defineIsoDateField('wordpress.before'),
  modified_before: defineIsoDateField('wordpress.modified_before'),
  exclude: positives('wordpress.exclude'),
  include: positives('wordpress.include'),
  offset: { type: 'integer', describe: 'wordpress.offset', expects: { key: 'hint.offset' }, parse: parseOffset },
  order: { ...defineEnumField(['asc', 'desc'], 'wordpress.order'), default: 'desc' },
  orderby: { ...defineEnumField(ORDER_NAMES, 'wordpress.orderby'), default: 'date' },
  slug: { items: 'string', describe: 'wordpress.slug', expects: { key: 'hint.slugs' }, parse: parseSlugs },
  status: { ...statusFilter, default: ['publish'] as readonly string[] },
  ...embedField,
} as const

/** Parameters of events. */
export const wordpressEventQuery = {
  ...wordpressLinkedQuery,
  tribe_events_cat: positives('wordpress.categories'),
  tribe_events_cat_exclude: positives('wordpress.categories_exclude'),
  tags: positives('wordpress.tags'),
  tags_exclude: positives('wordpress.tags_exclude'),
} as const

/** Common type: venues and organizers use a subset. */
export type WordpressPostQuery = Parsed<typeof wordpressEventQuery>

export type WordpressPlan = {
  /** The ids in the order of the list, which the request gives; undefined for other orders. */
  readonly givenOrder: readonly number[] | undefined
} & (
  | { readonly kind: 'event'; readonly plan: EventPlan }
  | { readonly kind: LinkedKindName; readonly plan: LinkedPlan }
)

type LinkedKindName = Exclude<PostKind, 'event'>

/**
 * Lists have no default period. Events that are hidden from listings are only listed for editors, who see them in no other
 * list that WordPress clients know.
 */
export function planWordpressPosts(kind: PostKind, query: WordpressPostQuery, context: PlanContext): WordpressPlan {
  const { search, status, modified_after } = query
  const filters = {
    ...(search !== undefined && { search }),
    ...(status !== undefined && { status }),
    ...(modified_after !== undefined && { modified_after }),
  }
  const common = {
    record: createRecordFilter(query, context.clock),
    order: resolveOrder(query),
    validUntil: undefined,
  }
  const givenOrder = query.orderby === 'include' ? query.include : undefined
  if (kind !== 'event') return { kind, givenOrder, plan: { ...planLinked(filters, {}, context), ...common } }
  const plan = {
    ...planEvents(filters, {}, context),
    ...common,
    bounds: [],
    includeHidden: can(context.viewer, 'edit_others_posts'),
    categories: query.tribe_events_cat,
    categoriesExcluded: query.tribe_events_cat_exclude,
    tags: query.tags,
    tagsExcluded: query.tags_exclude,
  }
  return { kind, givenOrder, plan }
}

/** Undefined without any filter, so that lists without filters use the counts of the calendar. */
function createRecordFilter(query: WordpressPostQuery, clock: TimeContext): RecordFilter | undefined {
  const filter = {
    slugs: query.slug && [...new Set(query.slug.flatMap((slug) => [encodeSlug(slug), slugify(slug)]))],
    authors: query.author,
    authorsExcluded: query.author_exclude,
    include: query.include,
    exclude: query.exclude,
    publishedAfter: resolvePublicationTime('after', query.after, clock),
    publishedBefore: resolvePublicationTime('before', query.before, clock),
    modifiedBefore: resolveTimeFilter('modified_before', query.modified_before, clock),
  }
  return Object.values(filter).some((value) => value !== undefined) ? filter : undefined
}

/** Records have a publication time of the site even before they are published. */
function resolvePublicationTime(
  name: 'after' | 'before',
  text: string | undefined,
  { now, zone }: TimeContext,
): DateTime | undefined {
  if (text === undefined) return undefined
  const date = parseDate(text, now)
  if (!date) throw createInvalidParams({ [name]: INVALID_VALUE })
  return date.kind === 'instant' ? toLocal(date.value, zone) : date.value
}

/** Records have no parents here, and searches no weights. */
const SORT_KEYS: Readonly<Record<(typeof ORDER_NAMES)[number], SortKey>> = {
  ...{ author: 'author', date: 'date', id: 'id', modified: 'modified', slug: 'slug', title: 'title' },
  ...{ include: 'date', include_slugs: 'slug', parent: 'id', relevance: 'date' },
}

function resolveOrder({ orderby = 'date', order }: WordpressPostQuery): SortOrder {
  const key = SORT_KEYS[orderby]
  return { keys: key === 'id' ? ['id'] : [key, 'id'], isDescending: order !== 'asc' }
}
