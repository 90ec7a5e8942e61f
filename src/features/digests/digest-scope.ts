/** The scope of a digest: the filters of its events as a query string. */

import type { MessageKey } from '../../base/i18n/messages/catalog.ts'
import { displayTitle } from '../../base/text/wptexturize.ts'
import { findById } from '../../calendar/posts/read-posts.ts'
import { matchTerms } from '../../calendar/posts/resolve-references.ts'
import type { Services } from '../../calendar/services.ts'
import type { LinkedKind } from '../../kernel/post.ts'
import { ANONYMOUS } from '../../kernel/user.ts'
import { mayRead } from '../../kernel/visibility.ts'
import type { PageContext } from '../../pages/page-context.ts'
import { type Filters, planFilteredEvents, readFilters } from '../../pages/page-filters.ts'
import { extractText } from '../../pages/view-text.ts'
import type { DataSource } from '../site/data/load-events.ts'
import { describeNearby } from '../site/filters/nearby-filter.ts'

export const MAX_SCOPE_LENGTH = 1000

/** Equal filters have equal scopes. */
export const formatScope = (filters: Filters): string =>
  new URLSearchParams(
    Object.entries(filters)
      .flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ).toString()

/** Digests have dates of their own. */
export const parseScope = (scope: string): Filters => readFilters(Object.fromEntries(new URLSearchParams(scope)), false)

/** True if all filters are valid and their records exist. */
export async function isValidScope(services: Services, filters: Filters): Promise<boolean> {
  if (formatScope(filters).length > MAX_SCOPE_LENGTH) return false
  const { ignored } = await planFilteredEvents(services, {
    filters,
    fixedFilters: {},
    paging: { page: 1, perPage: 1 },
  })
  return ignored.length === 0
}

/** `Jazz · Town Hall`; the name for all events without filters. */
export async function formatScopeName(context: PageContext, source: DataSource, filters: Filters): Promise<string> {
  const { translate } = context
  const parts = await Promise.all([
    filters.search === undefined ? '' : `"${filters.search}"`,
    findTermNames(source, 'category', filters.categories),
    findTermNames(source, 'tag', filters.tags),
    findLinkedNames(source, 'venue', filters.venue),
    findLinkedNames(source, 'organizer', filters.organizer),
    ...FLAGS.map(([name, key]) => (isOn(filters[name]) ? translate(key) : '')),
    filters.free !== undefined && !isOn(filters.free) ? translate('page.paid') : '',
    filters.geoloc_lat === undefined ? '' : describeNearby(context, filters),
    describeExclusion(context, await findTermNames(source, 'category', filters.categories_exclude)),
    describeExclusion(context, await findTermNames(source, 'tag', filters.tags_exclude)),
  ])
  return parts.filter((part) => part !== '').join(' · ') || translate('digest.all_events')
}

const FLAGS = [
  ['featured', 'page.featured'],
  ['ticketed', 'page.with_tickets'],
  ['free', 'word.free'],
  ['is_virtual', 'page.online'],
] as const satisfies readonly (readonly [keyof Filters, MessageKey])[]

const isOn = (value: string | undefined): boolean => value !== undefined && ['1', 'true'].includes(value.toLowerCase())

const describeExclusion = ({ translate }: PageContext, names: string): string =>
  names === '' ? '' : translate('digest.without', { names })

async function findTermNames(
  { services }: DataSource,
  taxonomy: 'category' | 'tag',
  keys: string | undefined,
): Promise<string> {
  if (keys === undefined) return ''
  const terms = await matchTerms(services.database.read, taxonomy, keys.split(','))
  return terms.flatMap((term) => (term ? [term.name] : [])).join(', ')
}

async function findLinkedNames({ services }: DataSource, kind: LinkedKind, ids: string | undefined): Promise<string> {
  if (ids === undefined) return ''
  const posts = await Promise.all(ids.split(',').map((id) => findById(services.database, kind, { id })))
  const names = posts.flatMap((post) =>
    post && mayRead(ANONYMOUS, post) ? [extractText(displayTitle(post.title))] : [],
  )
  return names.join(', ')
}
