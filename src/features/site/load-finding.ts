/** Loads what helps visitors to find events: records with a matching name, and other views when nothing matches. */

import { getFirstDay, getLastDay, getWeek } from '../../pages/calendar-grid.ts'
import type { PageContext } from '../../pages/page-context.ts'
import type { Filters } from '../../pages/page-filters.ts'
import type { CalendarView } from '../../pages/page-routes.ts'
import { buildPastFilter, buildUpcomingFilter, countAlternatives, findNearestDays } from './data/alternatives.ts'
import type { DataSource } from './data/load-events.ts'
import { createUpcomingBound, type FoundRecord, findNamedRecords, OPTION_NAMES } from './data/named-records.ts'
import type { Alternatives, AlternativeView } from './filters/alternatives.ts'
import { describeFilters } from './filters/describe-filters.ts'
import type { CalendarRequest, DiscoveryResult, ViewResult } from './views/calendar-page.ts'

/** Matching records of a kind. */
const MAX_MATCHES = 3

interface FindingInput {
  readonly request: CalendarRequest
  readonly result: ViewResult
}

export async function loadFinding(
  context: PageContext,
  source: DataSource,
  { request, result }: FindingInput,
): Promise<DiscoveryResult> {
  const { filters } = result.filterResult
  const described = describeFilters(context, filters, request.options)
  const isSearch = filters.search !== undefined && request.page === 1 && request.target.archive.kind === 'calendar'
  const matches = isSearch ? await findMatches(context, source, filters.search ?? '') : []
  const alternatives =
    result.total === 0 ? await findAlternatives(context, source, { request, filters, described }) : undefined
  return { described, matches, alternatives }
}

async function findMatches(context: PageContext, source: DataSource, search: string): Promise<readonly FoundRecord[]> {
  const bound = createUpcomingBound(context.today, context.cutoff)
  const found = await Promise.all(
    OPTION_NAMES.map((kind) => findNamedRecords(source, { kind, search, limit: MAX_MATCHES, bound })),
  )
  return found.flat()
}

interface AlternativesInput {
  readonly request: CalendarRequest
  readonly filters: Filters
  readonly described: DiscoveryResult['described']
}

/** Filters that are offered for removal. */
const MAX_REMOVALS = 6

type Candidate = Omit<AlternativeView, 'total'>

async function findAlternatives(
  context: PageContext,
  source: DataSource,
  { request, filters, described }: AlternativesInput,
): Promise<Alternatives> {
  const { translate } = context
  const { view, selection } = request
  const { start_date, end_date, ...undated } = filters
  const hasDates = start_date !== undefined || end_date !== undefined
  const isPast = view.kind === 'past'
  const period = getPeriod(context, view)
  const upcoming: Candidate = {
    label: translate(hasDates ? 'find.on_any_date' : 'find.in_upcoming'),
    view: { kind: 'list' },
    filters: undated,
  }
  const removals = described
    .slice(0, MAX_REMOVALS)
    .map(({ label, name, without }): Candidate & { isDate: boolean } => ({
      ...{ label: translate('find.without', { name: label }), view, filters: without },
      isDate: name === 'start_date' || name === 'end_date',
    }))
  const count = (candidates: readonly Candidate[], dates: ReturnType<typeof buildPastFilter>) =>
    countAlternatives(source, {
      ...{ selection, dates },
      candidates: candidates.map((target) => ({ target, filters: target.filters })),
    })
  const [inUpcoming, inPast, withoutFilters, nearest] = await Promise.all([
    isPast || hasDates || period ? count([upcoming], buildUpcomingFilter(context)) : [],
    isPast
      ? []
      : count(
          [{ label: translate('find.in_past'), view: { kind: 'past' }, filters: undated }],
          buildPastFilter(context),
        ),
    period || removals.length < 2
      ? []
      : count(
          removals.filter(({ isDate }) => !isDate),
          isPast ? buildPastFilter(context) : buildUpcomingFilter(context),
        ),
    period ? findNearestDays(source, selection, period) : undefined,
  ])
  const views = [...inUpcoming, ...withoutFilters, ...inPast].map(({ target, total }) => ({ ...target, total }))
  return { views, nearest }
}

/** The days of a month, week or day. */
function getPeriod({ language }: PageContext, view: CalendarView) {
  if (view.kind === 'month') return { first: getFirstDay(view.month), last: getLastDay(view.month) }
  if (view.kind === 'day') return { first: view.day, last: view.day }
  if (view.kind !== 'week') return undefined
  const week = getWeek(view.day, language)
  return { first: week[0] ?? view.day, last: week.at(-1) ?? view.day }
}
