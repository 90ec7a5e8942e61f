/** Options of the filter form: terms, venues and organizers that have public events. */

import type { DateBound } from '../../../calendar/lists/date-bounds.ts'
import { findPublicNames } from '../../../calendar/lists/find-names.ts'
import { countByScope } from '../../../calendar/lists/listed-events.ts'
import { matchTerms } from '../../../calendar/posts/resolve-references.ts'
import { findAllTerms } from '../../../calendar/terms/term-store.ts'
import { toPositiveInteger } from '../../../kernel/field.ts'
import type { LinkedKind } from '../../../kernel/post.ts'
import type { Term } from '../../../kernel/term.ts'
import type { RawInput } from '../../../kernel/validate-input.ts'
import type { Day } from '../../../pages/calendar-grid.ts'
import { type Filters, readSearchText } from '../../../pages/page-filters.ts'
import type { Generation } from '../../../storage/identity-types.ts'
import { groupByParent } from '../../directory/category-tree.ts'
import type { DataSource } from './load-events.ts'
import {
  createUpcomingBound,
  type FilterOption,
  findNamedRecords,
  getTaxonomy,
  OPTION_NAMES,
  type OptionName,
  takeMostEvents,
  toLinkedOption,
  toTermOption,
} from './named-records.ts'

export interface OptionList {
  readonly options: readonly FilterOption[]
  /** True if there are no other records with events. */
  readonly isComplete: boolean
  /** Text by which other options were searched; empty without a search. */
  readonly search: string
}

export type FilterOptions = Readonly<Record<OptionName, OptionList>>

/** Options with the most upcoming events; a search field finds the others. Categories form a tree, so more are shown. */
const MAX_OPTIONS: Readonly<Record<OptionName, number>> = { categories: 24, tags: 10, venue: 10, organizer: 10 }
const MAX_FOUND_OPTIONS = 30

/** Parameters of pages that search for options, for browsers without scripts. */
export const OPTION_SEARCHES = OPTION_NAMES.map((name) => `find_${name}` as const)

interface CachedOptions {
  readonly generation: Generation
  readonly today: Day
  readonly options: Promise<FilterOptions>
}

export type FilterOptionsReader = (source: DataSource, today: Day) => Promise<FilterOptions>

/** The options are read again after every write and on every day. */
export function createFilterOptionsCache(): FilterOptionsReader {
  let cached: CachedOptions | undefined
  return (source, today) => {
    const generation = source.services.database.generation()
    if (cached && cached.generation === generation && cached.today === today) return cached.options
    const options = readFilterOptions(source, createUpcomingBound(today, source.services.site.dayCutoff))
    cached = generation === undefined ? undefined : { generation, today, options }
    options.catch(() => {
      cached = undefined
    })
    return options
  }
}

async function readFilterOptions(source: DataSource, bound: DateBound): Promise<FilterOptions> {
  const terms = await findAllTerms(source.services.database.read)
  const [term, venue, organizer] = await Promise.all([
    readTermOptions(source, bound, terms),
    readLinkedOptions(source, bound, 'venue'),
    readLinkedOptions(source, bound, 'organizer'),
  ])
  return { ...term, venue, organizer }
}

async function readTermOptions({ services }: DataSource, bound: DateBound, terms: readonly Term[]) {
  const { read } = services.database
  const everyEvent = await countByScope(read, { scope: 'term', bounds: [], among: 'terms' })
  const upcoming = await countByScope(read, { scope: 'term', bounds: [bound], among: 'terms' })
  const used = terms.filter(({ id }) => everyEvent.has(id))
  const tags = used.filter(({ taxonomy }) => taxonomy === 'tag').sort((a, b) => (a.slug < b.slug ? -1 : 1))
  const categories = used.filter(({ taxonomy }) => taxonomy === 'category')
  return {
    categories: listCategoryOptions(takeMostEvents(categories, upcoming, MAX_OPTIONS.categories), {
      upcoming,
      isComplete: categories.length <= MAX_OPTIONS.categories,
    }),
    tags: {
      options: takeMostEvents(tags, upcoming, MAX_OPTIONS.tags).map((tag) => toTermOption(tag, upcoming)),
      isComplete: tags.length <= MAX_OPTIONS.tags,
      search: '',
    },
  }
}

/** Categories follow their parent, in the order that editors have given them. */
function listCategoryOptions(
  categories: readonly Term[],
  { upcoming, isComplete }: { readonly upcoming: ReadonlyMap<number, number>; readonly isComplete: boolean },
): OptionList {
  const ids = new Set(categories.map(({ id }) => id))
  // A category whose parent is not listed has the top level as its parent.
  const children = groupByParent(categories.map((term) => (ids.has(term.parent) ? term : { ...term, parent: 0 })))
  const listBelow = (parent: number, depth: number): FilterOption[] =>
    (children.get(parent) ?? []).flatMap((term) => [
      toTermOption(term, upcoming, depth),
      ...listBelow(term.id, depth + 1),
    ])
  return { options: listBelow(0, 0), isComplete, search: '' }
}

async function readLinkedOptions({ services }: DataSource, bound: DateBound, kind: LinkedKind): Promise<OptionList> {
  const { read } = services.database
  const among = kind === 'venue' ? 'venues' : 'organizers'
  const everyEvent = await countByScope(read, { scope: 'linked', bounds: [], among })
  const upcoming = await countByScope(read, { scope: 'linked', bounds: [bound], among })
  const limit = MAX_OPTIONS[kind]
  const used = [...everyEvent].map(([id, count]) => ({ id, count })).sort((a, b) => b.count - a.count || a.id - b.id)
  // Some may be unpublished.
  const ids = takeMostEvents(used, upcoming, 2 * limit).map(({ id }) => id)
  const names = await findPublicNames(read, kind, { ids, limit: ids.length })
  return {
    options: takeMostEvents(names, upcoming, limit).map((row) => toLinkedOption(row, upcoming)),
    isComplete: used.length <= limit,
    search: '',
  }
}

interface OptionRequest {
  readonly base: FilterOptions
  readonly filters: Filters
  readonly query: RawInput
  readonly today: Day
}

/** Adds the values of the filters, and the options that the query searches for. */
export async function completeOptions(source: DataSource, request: OptionRequest): Promise<FilterOptions> {
  const { base, filters, query, today } = request
  const bound = createUpcomingBound(today, source.services.site.dayCutoff)
  const complete = async (name: OptionName): Promise<OptionList> => {
    const search = readSearchText(query[`find_${name}`])
    const found =
      search === '' ? [] : await findNamedRecords(source, { kind: name, search, limit: MAX_FOUND_OPTIONS, bound })
    const selected = await readSelected(source, name, { keys: splitValues(filters[name]), bound, base: base[name] })
    const listed = search === '' ? base[name].options : found
    const added = selected.filter(({ value }) => !listed.some((option) => option.value === value))
    return { ...base[name], options: [...added, ...listed], search }
  }
  const [categories, tags, venue, organizer] = await Promise.all([
    complete('categories'),
    complete('tags'),
    complete('venue'),
    complete('organizer'),
  ])
  return { categories, tags, venue, organizer }
}

/** More would not fit into a page; engines limit statement parameters. */
const MAX_VALUES = 50

/** The values of a filter. */
export const splitValues = (text = ''): readonly string[] =>
  text
    .replaceAll('\0', '')
    .split(',')
    .filter((value) => value !== '')
    .slice(0, MAX_VALUES)

interface Selection {
  readonly keys: readonly string[]
  readonly bound: DateBound
  readonly base: OptionList
}

/** Options of the values of a filter, whose keys may be slugs, IDs or names; unknown ones are omitted. */
async function readSelected(
  { services }: DataSource,
  name: OptionName,
  { keys, bound, base }: Selection,
): Promise<readonly FilterOption[]> {
  if (keys.length === 0) return []
  const known = keys.map((key) => base.options.find(({ value }) => value === key))
  if (known.every((option) => option !== undefined)) return known
  const { read } = services.database
  const count = (scope: 'term' | 'linked', among: readonly number[]) =>
    countByScope(read, { scope, bounds: [bound], among })
  if (name === 'venue' || name === 'organizer') {
    const ids = keys.flatMap((key) => toPositiveInteger(key) ?? [])
    const names = await findPublicNames(read, name, { ids, limit: ids.length })
    const events = await count('linked', ids)
    return names.map((row) => toLinkedOption(row, events))
  }
  const terms = await matchTerms(read, getTaxonomy(name), keys)
  const events = await count(
    'term',
    terms.flatMap((term) => (term ? [term.id] : [])),
  )
  return terms.flatMap((term, index) => (term ? [{ ...toTermOption(term, events), value: keys[index] ?? '' }] : []))
}
