/** Categories, tags, venues and organizers by name, with their number of upcoming events. */

import { displayTitle } from '../../../base/text/wptexturize.ts'
import type { DateBound } from '../../../calendar/lists/date-bounds.ts'
import { findPublicNames, findTermIdsByName, type PublicName } from '../../../calendar/lists/find-names.ts'
import { countByScope } from '../../../calendar/lists/listed-events.ts'
import { parseSearchQuery } from '../../../calendar/lists/search-query.ts'
import { pageUrl, termUrl } from '../../../calendar/posts/urls.ts'
import { findTerms } from '../../../calendar/terms/term-store.ts'
import { loadAncestors } from '../../../calendar/terms/write-terms.ts'
import type { LinkedKind } from '../../../kernel/post.ts'
import type { Taxonomy, Term } from '../../../kernel/term.ts'
import type { Day } from '../../../pages/calendar-grid.ts'
import { extractText } from '../../../pages/view-text.ts'
import type { DataSource } from './load-events.ts'

/** Filters whose values are records. */
export const OPTION_NAMES = ['categories', 'tags', 'venue', 'organizer'] as const
export type OptionName = (typeof OPTION_NAMES)[number]

export interface FilterOption {
  /** Value of the filter: the slug of a term, the ID of a venue or organizer. */
  readonly value: string
  readonly label: string
  /** Number of ancestors of a category in the list; otherwise 0. */
  readonly depth: number
  /** Number of upcoming events. */
  readonly events: number
}

export interface FoundRecord extends FilterOption {
  readonly kind: OptionName
  readonly url: string
}

/** Names that are compared by their number of events: a search for one letter may match every record. */
const MAX_CANDIDATES = 200

export interface NameSearch {
  readonly kind: OptionName
  readonly search: string
  readonly limit: number
  readonly bound: DateBound
}

/** The bound of lists of upcoming events. */
export const createUpcomingBound = (today: Day, cutoff: string): DateBound => ({
  name: 'ends_after',
  kind: 'wall',
  value: `${today} ${cutoff}:00`,
})

/** Public records whose name contains every word of the search; those with the most upcoming events first. */
export async function findNamedRecords(source: DataSource, search: NameSearch): Promise<readonly FoundRecord[]> {
  const words = parseSearchQuery(search.search)?.included ?? []
  if (words.length === 0) return []
  const { read } = source.services.database
  const filter = { words, limit: MAX_CANDIDATES }
  if (search.kind === 'venue' || search.kind === 'organizer') {
    const rows = await findPublicNames(read, search.kind, filter)
    return presentLinked(source, search, rows)
  }
  const taxonomy = getTaxonomy(search.kind)
  return presentTerms(source, search, await findTerms(read, await findTermIdsByName(read, taxonomy, filter)))
}

export const getTaxonomy = (kind: 'categories' | 'tags'): Taxonomy => (kind === 'tags' ? 'tag' : 'category')

type Ranking = Pick<NameSearch, 'bound' | 'limit' | 'kind'>

async function presentLinked(
  { services, urls }: DataSource,
  { kind, bound, limit }: Ranking,
  rows: readonly PublicName[],
): Promise<readonly FoundRecord[]> {
  const among = rows.map(({ id }) => id)
  const events = await countByScope(services.database.read, { scope: 'linked', bounds: [bound], among })
  const linkedKind: LinkedKind = kind === 'venue' ? 'venue' : 'organizer'
  return takeMostEvents(rows, events, limit).map((row) => ({
    ...{ kind, ...toLinkedOption(row, events) },
    url: pageUrl(urls, linkedKind, { ...row, status: 'publish' }),
  }))
}

async function presentTerms(
  { services, urls }: DataSource,
  { kind, bound, limit }: Ranking,
  terms: readonly Term[],
): Promise<readonly FoundRecord[]> {
  const { read } = services.database
  const among = terms.map(({ id }) => id)
  const events = await countByScope(read, { scope: 'term', bounds: [bound], among })
  const shown = await loadAncestors(read, takeMostEvents(terms, events, limit))
  return shown.map(({ term, above }) => ({
    ...{ kind, ...toTermOption(term, events) },
    url: termUrl(urls, term.taxonomy, [...above, term.slug]),
  }))
}

type Counts = ReadonlyMap<number, number>

/** Records in their order, which decides among equal numbers. */
export const takeMostEvents = <T extends { readonly id: number }>(
  records: readonly T[],
  events: Counts,
  limit: number,
): readonly T[] => records.toSorted((a, b) => (events.get(b.id) ?? 0) - (events.get(a.id) ?? 0)).slice(0, limit)

export const toLinkedOption = ({ id, title }: PublicName, events: Counts): FilterOption => ({
  value: String(id),
  label: extractText(displayTitle(title)),
  depth: 0,
  events: events.get(id) ?? 0,
})

export const toTermOption = ({ id, slug, name }: Term, events: Counts, depth = 0): FilterOption => ({
  value: slug,
  label: name,
  depth,
  events: events.get(id) ?? 0,
})
