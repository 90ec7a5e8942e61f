/** Converts the parameters of a page URL to parameters of the event list, for the feed of the page. */

import { findById, findBySlug } from '../../calendar/posts/read-posts.ts'
import { matchTerms } from '../../calendar/posts/resolve-references.ts'
import type { LinkedKind } from '../../kernel/post.ts'
import { createInvalidParams, type FieldError, INVALID_VALUE, type Problem } from '../../kernel/problem.ts'
import { ANONYMOUS } from '../../kernel/user.ts'
import type { RawInput } from '../../kernel/validate-input.ts'
import { mayRead } from '../../kernel/visibility.ts'
import { type Day, getFirstDay, getLastDay, getWeek } from '../../pages/calendar-grid.ts'
import { type Filters, limitToDays, readFilters, readQueryText } from '../../pages/page-filters.ts'
import { type CalendarView, isUpcomingView, type PageRoute } from '../../pages/page-routes.ts'
import { buildDayRangeFilter, buildEndsAfterFilter } from './data/load-events.ts'
import { type ReferenceQuery, readReferenceQuery } from './data/reference-query.ts'
import type { PageRequestContext } from './page-request.ts'

/** As in WordPress, an empty parameter and `0` count as absent. */
export const isGiven = (raw: unknown): boolean => raw !== undefined && raw !== '' && raw !== '0'

export const createParameterProblem = (names: readonly string[], fieldError: FieldError = INVALID_VALUE): Problem =>
  createInvalidParams(Object.fromEntries(names.map((name) => [name, fieldError])))

/** Parameters of a feed other than filters. */
export const readFeedOptions = ({ fields, password }: RawInput): RawInput => ({
  ...(isGiven(fields) && { fields }),
  ...(isGiven(password) && { password }),
})

/**
 * Combines path, view and parameters. `archiveFilters` select the term, venue or organizer of the path. Throws
 * `rest_invalid_param` if a parameter is invalid or contradicts another parameter or the path.
 */
export async function buildFeedQuery(
  request: PageRequestContext,
  route: Exclude<PageRoute, { kind: 'event' }>,
  archiveFilters: Readonly<Record<string, string>>,
): Promise<RawInput> {
  const { query, context } = request
  const reference = readReferenceQuery(query, context.today)
  const ownFilters = readFilters(query, true)
  const view = reference.view ?? (route.kind === 'calendar' ? route.view : { kind: 'list' })
  const invalidParameters = [...reference.invalid, ...findConflicts({ ownFilters, reference, archiveFilters, view })]
  if (invalidParameters.length > 0) throw createParameterProblem(invalidParameters)
  const page =
    readQueryText(query['page']) || reference.page || (route.kind === 'calendar' ? route.page?.toString() : undefined)
  const isDated = ownFilters.start_date !== undefined || ownFilters.end_date !== undefined
  return {
    ...limitToDays(ownFilters, context),
    ...(await resolveFilters(request, reference)),
    ...archiveFilters,
    ...(isDated ? {} : buildViewBounds(request, view, reference.day)),
    ...(page && { page, per_page: String(context.site.perPage) }),
    ...readFeedOptions(query),
  }
}

interface FeedFilters {
  readonly ownFilters: Filters
  readonly reference: ReferenceQuery
  readonly archiveFilters: Readonly<Record<string, string>>
  readonly view: CalendarView
}

/** Parameters that contradict the path, the view or another parameter: one of the two would be dropped. */
function findConflicts({ ownFilters, reference, archiveFilters, view }: FeedFilters): readonly string[] {
  const isOther = (fixed: string | undefined, value: string | undefined) => fixed !== undefined && fixed !== value
  const ownConflicts = Object.entries(ownFilters).filter(([name, value]) => isOther(archiveFilters[name], value))
  const referenceConflicts = reference.filters.filter(({ name, value }) =>
    isOther(archiveFilters[name] ?? ownFilters[name], value),
  )
  const hasOwnDates = !isUpcomingView(view) || reference.day !== undefined
  const dates = hasOwnDates
    ? (['start_date', 'end_date'] as const).filter((name) => ownFilters[name] !== undefined)
    : []
  return [...ownConflicts.map(([name]) => name), ...referenceConflicts.map(({ parameter }) => parameter), ...dates]
}

/** Checks terms here, so that the error names the parameter that was sent. */
async function resolveFilters(request: PageRequestContext, { filters }: ReferenceQuery): Promise<RawInput> {
  const resolved: Record<string, string> = {}
  for (const { name, value, parameter } of filters) {
    const text = await resolveFilter(request, name, value)
    if (text === undefined) throw createParameterProblem([parameter])
    resolved[name] = text
  }
  return resolved
}

/** The value for the event list; undefined if the term, venue or organizer does not exist. */
export async function resolveFilter(
  request: PageRequestContext,
  name: ReferenceQuery['filters'][number]['name'],
  value: string,
): Promise<string | undefined> {
  const keys = value.split(',')
  if (name === 'venue' || name === 'organizer') {
    const ids = await Promise.all(keys.map((key) => findLinkedId(request, name, key)))
    return ids.includes(undefined) ? undefined : ids.join(',')
  }
  if (name !== 'categories' && name !== 'tags') return value
  const taxonomy = name === 'tags' ? 'tag' : 'category'
  const terms = await matchTerms(request.source.services.database.read, taxonomy, keys)
  return terms.includes(undefined) ? undefined : value
}

async function findLinkedId(
  { source }: PageRequestContext,
  kind: LinkedKind,
  key: string,
): Promise<string | undefined> {
  const { database } = source.services
  const post = /^\d+$/.test(key)
    ? await findById(database, kind, { id: key })
    : await findBySlug(database, kind, { slug: key })
  return post && mayRead(ANONYMOUS, post) ? String(post.id) : undefined
}

/** Date filters of a view. Those of a list are relative, so that the feed URL stays valid over time. */
function buildViewBounds({ context }: PageRequestContext, view: CalendarView, day: Day | undefined): RawInput {
  const { cutoff, language } = context
  const from = day ?? 'today'
  if (view.kind === 'past') {
    return { ends_before: `${from} ${cutoff}:00`, strict_dates: 'true', orderby: 'start_date', order: 'desc' }
  }
  if (view.kind === 'month') return buildDayRangeFilter(getFirstDay(view.month), getLastDay(view.month), cutoff)
  if (view.kind === 'day') return buildDayRangeFilter(view.day, view.day, cutoff)
  if (view.kind !== 'week') {
    return { ...buildEndsAfterFilter(from, cutoff), ...(view.kind === 'map' && { geoloc: 'true' }) }
  }
  const week = getWeek(view.day, language)
  return buildDayRangeFilter(week[0] ?? view.day, week.at(-1) ?? view.day, cutoff)
}
