/** Venues, organizers and categories for the pages that list all of them, with the number of their upcoming events. */
import type { DateTime } from '../../../base/time/date-time.ts'
import { parseViews } from '../../../calendar/fragments/parse-view.ts'
import type { OrganizerView, VenueView } from '../../../calendar/linked/present-linked.ts'
import { countInitials, type Initial } from '../../../calendar/lists/initials.ts'
import { organizerQuery, venueQuery } from '../../../calendar/lists/linked-query.ts'
import { planLinked } from '../../../calendar/lists/query-plan.ts'
import { countEventsEndingAfter } from '../../../calendar/lists/upcoming-counts.ts'
import { listLinked } from '../../../calendar/posts/read-posts.ts'
import { createTimeContext } from '../../../calendar/services.ts'
import type { LinkedKind } from '../../../kernel/post.ts'
import { ANONYMOUS } from '../../../kernel/user.ts'
import { parseFields } from '../../../kernel/validate-input.ts'
import { listCategoryTree, type TreeCategory } from '../../directory/category-tree.ts'
import { createPublicReadContext, type DataSource } from './load-events.ts'

export const DIRECTORY_PAGE_SIZE = 60

export interface DirectoryQuery {
  /** Empty without a search. */
  readonly search: string
  readonly page: number
  /** Wall time; events that end later are upcoming. */
  readonly from: DateTime
}

export interface LinkedDirectory {
  readonly records: readonly (VenueView | OrganizerView)[]
  readonly total: number
  /** Upcoming events by the id of the record. */
  readonly counts: ReadonlyMap<number, number>
  /** First characters of all names in the order of the list; empty for a search. */
  readonly initials: readonly Initial[]
}

export async function readLinkedDirectory(
  source: DataSource,
  kind: LinkedKind,
  { search, page, from }: DirectoryQuery,
): Promise<LinkedDirectory> {
  const { read } = source.services.database
  const fields = kind === 'venue' ? venueQuery : organizerQuery
  const input = { orderby: 'title', order: 'asc', ...(search !== '' && { search }) }
  const { values } = parseFields(fields, input, { withDefaults: true })
  const clock = createTimeContext(source.services)
  const plan = planLinked(values, {}, { viewer: ANONYMOUS, clock, paging: { page, perPage: DIRECTORY_PAGE_SIZE } })
  const { records, total } = await listLinked(createPublicReadContext(source), kind, plan)
  const views = parseViews(kind, records)
  const ids = views.map(({ id }) => id)
  const [counts, initials] = await Promise.all([
    countEventsEndingAfter(read, 'linked', ids, from),
    search === '' ? countInitials(read, kind, plan) : [],
  ])
  return { records: views, total, counts, initials }
}

export interface CategoryDirectory {
  /** Each category is followed by those below it. */
  readonly categories: readonly TreeCategory[]
  /** Upcoming events by the id of the category, including those of categories below it. */
  readonly counts: ReadonlyMap<number, number>
}

export async function readCategoryDirectory(
  { services }: DataSource,
  { from }: Pick<DirectoryQuery, 'from'>,
): Promise<CategoryDirectory> {
  const { read } = services.database
  const categories = await listCategoryTree(read)
  const ids = categories.map(({ id }) => id)
  return { categories, counts: await countEventsEndingAfter(read, 'term', ids, from) }
}
