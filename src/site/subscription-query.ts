/** The parameters of a page's URL as parameters of the list of events, for the feed of what the page shows. */
import { matchTerms } from '../actions/mentions.ts'
import { findById, findBySlug } from '../actions/read-posts.ts'
import type { RawInput } from '../calendar/parse.ts'
import type { LinkedKind } from '../calendar/post.ts'
import { type Flaw, INVALID, invalid, type Problem } from '../calendar/problem.ts'
import { ANONYMOUS } from '../calendar/user.ts'
import { mayRead } from '../calendar/visibility.ts'
import type { Address, View } from './address.ts'
import { type Day, firstOf, lastOf, weekOf } from './days.ts'
import { type Filters, filtersIn, textOf } from './question.ts'
import { betweenDays, endsAfterStartOf } from './reading.ts'
import { type ReferenceQuery, readReferenceQuery } from './reference-query.ts'
import type { Visit } from './visit.ts'

/** In WordPress, an empty parameter and `0` are off. */
export const isGiven = (raw: unknown): boolean => raw !== undefined && raw !== '' && raw !== '0'

export const invalidNames = (names: readonly string[], flaw: Flaw = INVALID): Problem =>
  invalid(Object.fromEntries(names.map((name) => [name, flaw])))

/** What a feed takes besides filters. */
export const readFeedOptions = ({ fields, password }: RawInput): RawInput => ({
  ...(isGiven(fields) && { fields }),
  ...(isGiven(password) && { password }),
})

/**
 * Combines path, view and parameters; `ofSubject` filters by the term, venue or organizer of the path. Throws
 * `rest_invalid_param` where a parameter means nothing, or contradicts another one or the path.
 */
export async function buildFeedQuery(
  visit: Visit,
  address: Exclude<Address, { kind: 'event' }>,
  ofSubject: Readonly<Record<string, string>>,
): Promise<RawInput> {
  const { query, frame } = visit
  const asked = readReferenceQuery(query, frame.today)
  const own = filtersIn(query, true)
  const view = asked.view ?? (address.kind === 'calendar' ? address.view : { kind: 'list' })
  const wrong = [...asked.invalid, ...findConflicts({ own, asked, ofSubject, view })]
  if (wrong.length > 0) throw invalidNames(wrong)
  const page =
    textOf(query['page']) || asked.page || (address.kind === 'calendar' ? address.page?.toString() : undefined)
  const isDated = own.start_date !== undefined || own.end_date !== undefined
  return {
    ...own,
    ...(await resolveFilters(visit, asked)),
    ...ofSubject,
    ...(isDated ? {} : boundsOf(visit, view, asked.day)),
    ...(page && { page, per_page: String(frame.site.perPage) }),
    ...readFeedOptions(query),
  }
}

interface Choices {
  readonly own: Filters
  readonly asked: ReferenceQuery
  readonly ofSubject: Readonly<Record<string, string>>
  readonly view: View
}

/** Parameters that contradict the path, the view or another parameter: one of the two would be dropped. */
function findConflicts({ own, asked, ofSubject, view }: Choices): readonly string[] {
  const isOther = (fixed: string | undefined, value: string | undefined) => fixed !== undefined && fixed !== value
  const ofOwn = Object.entries(own).filter(([name, value]) => isOther(ofSubject[name], value))
  const ofReference = asked.filters.filter(({ name, value }) => isOther(ofSubject[name] ?? own[name], value))
  const hasOwnDates = view.kind !== 'list' || asked.day !== undefined
  const dates = hasOwnDates ? (['start_date', 'end_date'] as const).filter((name) => own[name] !== undefined) : []
  return [...ofOwn.map(([name]) => name), ...ofReference.map(({ parameter }) => parameter), ...dates]
}

/** Checks terms here, so that the error names the parameter that was sent. */
async function resolveFilters(visit: Visit, { filters }: ReferenceQuery): Promise<RawInput> {
  const found: Record<string, string> = {}
  for (const { name, value, parameter } of filters) {
    const text = await resolveFilter(visit, name, value)
    if (text === undefined) throw invalidNames([parameter])
    found[name] = text
  }
  return found
}

/** The value as the list of events takes it; undefined for a term, venue or organizer that does not exist. */
export async function resolveFilter(
  visit: Visit,
  name: ReferenceQuery['filters'][number]['name'],
  value: string,
): Promise<string | undefined> {
  const keys = value.split(',')
  if (name === 'venue' || name === 'organizer') {
    const ids = await Promise.all(keys.map((key) => findLinkedId(visit, name, key)))
    return ids.includes(undefined) ? undefined : ids.join(',')
  }
  if (name !== 'categories' && name !== 'tags') return value
  const taxonomy = name === 'tags' ? 'tag' : 'category'
  const terms = await matchTerms(visit.source.services.database.read, taxonomy, keys)
  return terms.includes(undefined) ? undefined : value
}

async function findLinkedId({ source }: Visit, kind: LinkedKind, key: string): Promise<string | undefined> {
  const { database } = source.services
  const post = /^\d+$/.test(key)
    ? await findById(database, kind, { id: key })
    : await findBySlug(database, kind, { slug: key })
  return post && mayRead(ANONYMOUS, post) ? String(post.id) : undefined
}

/** The dates of a view. Those of a list are relative, so that the URL inside the feed stays right. */
function boundsOf({ frame }: Visit, view: View, day: Day | undefined): RawInput {
  const { cutoff, language } = frame
  const from = day ?? 'today'
  if (view.kind === 'past') {
    return { ends_before: `${from} ${cutoff}:00`, strict_dates: 'true', orderby: 'start_date', order: 'desc' }
  }
  if (view.kind === 'month') return betweenDays(firstOf(view.month), lastOf(view.month), cutoff)
  if (view.kind === 'day') return betweenDays(view.day, view.day, cutoff)
  if (view.kind !== 'week') {
    return { ...endsAfterStartOf(from, cutoff), ...(view.kind === 'map' && { geoloc: 'true' }) }
  }
  const week = weekOf(view.day, language)
  return betweenDays(week[0] ?? view.day, week.at(-1) ?? view.day, cutoff)
}
