/** Effective filters as texts: for the buttons that remove them, and for headings. */

import { parseDay } from '../../../pages/calendar-grid.ts'
import { formatDate } from '../../../pages/format-dates.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import { EVENT_FILTERS, type FilterName, type Filters, isGeoFilter, LIST_FILTERS } from '../../../pages/page-filters.ts'
import { type FilterOptions, splitValues } from '../data/filter-options.ts'
import { OPTION_NAMES, type OptionName } from '../data/named-records.ts'
import { describeNearby, withoutFilter } from './nearby-filter.ts'

export interface DescribedFilter {
  readonly name: FilterName
  readonly label: string
  /** The other filters. */
  readonly without: Filters
}

/** One per value of categories, tags, venues and organizers. Geo filters form one. */
export function describeFilters(
  context: PageContext,
  filters: Filters,
  options: FilterOptions,
): readonly DescribedFilter[] {
  const names = [...EVENT_FILTERS, ...LIST_FILTERS].filter((name) => filters[name] !== undefined)
  return names
    .filter((name) => !isGeoFilter(name) || name === 'geoloc_lat')
    .flatMap((name): readonly DescribedFilter[] => {
      if (isOptionName(name)) return describeValues(filters, name, options)
      return [{ name, label: describeFilter(context, filters, name), without: withoutFilter(filters, name) }]
    })
}

const isOptionName = (name: FilterName): name is OptionName => OPTION_NAMES.some((option) => option === name)

function describeValues(filters: Filters, name: OptionName, options: FilterOptions): readonly DescribedFilter[] {
  const values = splitValues(filters[name])
  return values.map((value) => {
    const others = values.filter((other) => other !== value)
    return {
      name,
      label: options[name].options.find((option) => option.value === value)?.label ?? value,
      without: others.length === 0 ? withoutFilter(filters, name) : { ...filters, [name]: others.join(',') },
    }
  })
}

function describeFilter(context: PageContext, filters: Filters, name: FilterName): string {
  const { translate } = context
  const value = filters[name] ?? ''
  if (name === 'search') return translate('find.quoted', { text: value })
  if (name === 'featured') return translate('page.featured')
  if (name === 'ticketed') return translate('page.with_tickets')
  if (name === 'is_virtual') return translate('page.online')
  if (name === 'free') return translate(normalizeBoolean(value) === 'true' ? 'word.free' : 'page.paid')
  if (isGeoFilter(name)) return describeNearby(context, filters)
  if (name !== 'start_date' && name !== 'end_date') return value
  const day = parseDay(value)
  const text = day === undefined ? value : formatDate(context, 'plainDay', day)
  return `${translate(name === 'start_date' ? 'page.from' : 'page.to')} ${text}`
}

/** The API accepts several spellings of booleans. */
export function normalizeBoolean(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  return ['1', 'true'].includes(value.toLowerCase()) ? 'true' : 'false'
}

/** Adds the filters, except dates, to a heading. */
export function titleWithFilters(
  { translate }: PageContext,
  heading: string,
  described: readonly DescribedFilter[],
): string {
  const labels = described.filter(({ name }) => name !== 'start_date' && name !== 'end_date').map(({ label }) => label)
  return labels.length === 0 ? heading : translate('find.titled', { events: heading, filters: labels.join(', ') })
}
