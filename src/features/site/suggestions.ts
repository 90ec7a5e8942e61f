/** Suggestions for the search and for the options of filters, as parts of a page that scripts insert. */

import type { EventSummary } from '../../calendar/events/present-summary.ts'
import { parseSearchQuery } from '../../calendar/lists/search-query.ts'
import { readQueryText, readSearchText } from '../../pages/page-filters.ts'
import { buildUpcomingFilter } from './data/alternatives.ts'
import { readSummaries } from './data/load-events.ts'
import { createUpcomingBound, findNamedRecords, OPTION_NAMES } from './data/named-records.ts'
import { renderFoundOptions } from './filters/filter-form.ts'
import { renderSuggestions } from './filters/suggestions.ts'
import type { PageRequestContext, PageResult } from './page-request.ts'

/** The text to search for, and the filter whose options are searched; without it, all records are. */
export const SUGGESTION_PARAMETERS = ['q', 'find'] as const

const MAX_SUGGESTIONS = 4
const MAX_OPTIONS = 12

export async function handleSuggestions(request: PageRequestContext): Promise<PageResult> {
  const { context, source, query } = request
  const search = readSearchText(query['q'])
  const bound = createUpcomingBound(context.today, context.cutoff)
  const option = OPTION_NAMES.find((name) => name === readQueryText(query['find']))
  if (option) {
    const found = await findNamedRecords(source, { kind: option, search, limit: MAX_OPTIONS, bound })
    return { kind: 'fragment', content: renderFoundOptions(context, option, found) }
  }
  const [records, events] = await Promise.all([
    Promise.all(OPTION_NAMES.map((kind) => findNamedRecords(source, { kind, search, limit: MAX_SUGGESTIONS, bound }))),
    findEvents(request, search),
  ])
  return { kind: 'fragment', content: renderSuggestions(context, { records: records.flat(), events }) }
}

/** The index of texts serves words of at least three letters; shorter ones would read every text. */
const MIN_WORD_LENGTH = 3

async function findEvents({ context, source }: PageRequestContext, search: string): Promise<readonly EventSummary[]> {
  const words = parseSearchQuery(search)?.included.filter((word) => word.length >= MIN_WORD_LENGTH) ?? []
  if (words.length === 0) return []
  const selection = { filters: { search: words.map((word) => `"${word}"`).join(' ') }, archiveQuery: {} }
  const options = { fixedFilters: buildUpcomingFilter(context), page: 1, perPage: MAX_SUGGESTIONS }
  const { events } = await readSummaries(source, selection, options)
  return events.toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1))
}
