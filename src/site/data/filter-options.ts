/** Options of the filter form: terms, venues and organizers that have events. */

import { parseFields } from '../../domain/fields/validate-input.ts'
import type { LinkedKind } from '../../domain/model/post.ts'
import type { Taxonomy } from '../../domain/model/term.ts'
import { ANONYMOUS } from '../../domain/model/user.ts'
import { organizerQuery, venueQuery } from '../../domain/query/linked-query.ts'
import { planLinked, planTerms } from '../../domain/query/query-plan.ts'
import { parseViews } from '../../presenters/parse-view.ts'
import type { Generation } from '../../storage/core/identity-types.ts'
import type { Reader } from '../../storage/core/types.ts'
import { listCategoryTree } from '../../usecases/read/directory/category-tree.ts'
import { listLinked } from '../../usecases/read/read-posts.ts'
import { createTimeContext } from '../../usecases/services.ts'
import { listTerms } from '../../usecases/write/terms.ts'
import { createPublicReadContext, type DataSource } from './load-events.ts'
import { extractText } from './view-text.ts'

export interface FilterOption {
  readonly value: string
  readonly label: string
  /** Number of ancestors of a category; otherwise 0. */
  readonly depth: number
}

export interface FilterOptions {
  readonly categories: readonly FilterOption[]
  readonly tags: readonly FilterOption[]
  readonly venue: readonly FilterOption[]
  readonly organizer: readonly FilterOption[]
}

/** Longer lists are unusable in a select element; the search finds the others. */
const MAX_OPTIONS = 100

interface CachedOptions {
  readonly generation: Generation
  readonly options: Promise<FilterOptions>
}

/** The options are read again after every write. */
export function createFilterOptionsCache(): (source: DataSource) => Promise<FilterOptions> {
  let cached: CachedOptions | undefined
  return (source) => {
    const generation = source.services.database.generation()
    if (cached && cached.generation === generation) return cached.options
    const options = readFilterOptions(source)
    cached = generation === undefined ? undefined : { generation, options }
    options.catch(() => {
      cached = undefined
    })
    return options
  }
}

async function readFilterOptions(source: DataSource): Promise<FilterOptions> {
  const [categories, tags, venue, organizer] = await Promise.all([
    readTermOptions(source, 'category'),
    readTermOptions(source, 'tag'),
    readLinkedOptions(source, 'venue'),
    readLinkedOptions(source, 'organizer'),
  ])
  return { categories, tags, venue, organizer }
}

async function readTermOptions({ services }: DataSource, taxonomy: Taxonomy): Promise<readonly FilterOption[]> {
  const paging = { page: 1, perPage: MAX_OPTIONS }
  const plan = planTerms(taxonomy, {}, { found: {}, clock: createTimeContext(services), paging })
  const { records } = await listTerms(services.database.read, plan)
  const options = records.map(({ term, above }) => ({ ...term, depth: above.length }))
  const listed = taxonomy === 'category' ? await orderCategories(services.database.read, options) : options
  return listed.map(({ slug, name, depth }) => ({ value: slug, label: name, depth }))
}

/** Categories follow their parent, in the order that editors have given them. */
async function orderCategories<T extends { readonly id: number }>(db: Reader, categories: readonly T[]) {
  const byId = new Map(categories.map((category) => [category.id, category]))
  return (await listCategoryTree(db)).flatMap(({ id }) => byId.get(id) ?? [])
}

async function readLinkedOptions(source: DataSource, kind: LinkedKind): Promise<readonly FilterOption[]> {
  const fields = kind === 'venue' ? venueQuery : organizerQuery
  const { values } = parseFields(fields, { orderby: 'title', order: 'asc', has_events: 'true' }, { withDefaults: true })
  const clock = createTimeContext(source.services)
  const plan = planLinked(values, {}, { viewer: ANONYMOUS, clock, paging: { page: 1, perPage: MAX_OPTIONS } })
  const { records } = await listLinked(createPublicReadContext(source), kind, plan)
  return parseViews(kind, records).map((view) => ({
    value: String(view.id),
    label: extractText('venue' in view ? view.venue : view.organizer),
    depth: 0,
  }))
}
