/** Controls above the events: views, pager and filters. */

import type { Day } from '../../core/calendar-grid.ts'
import { type Html, html } from '../../core/html-template.ts'
import type { PageContext } from '../../core/page-context.ts'
import {
  type ArchiveRoute,
  buildCalendarPath,
  type CalendarView,
  isUpcomingView,
  withQuery,
} from '../../core/page-routes.ts'
import type { FilterOption, FilterOptions } from '../../data/filter-options.ts'
import { type FilterName, type Filters, isGeoFilter } from '../../data/page-filters.ts'
import { describeNearby, renderNearbyFields, withoutFilter } from './nearby-filter.ts'

export interface Toolbar {
  readonly archive: ArchiveRoute
  readonly view: CalendarView
  readonly filters: Filters
  readonly ignored: readonly string[]
  readonly options: FilterOptions
  readonly heading: string
  /** The day that other views open at. */
  readonly day: Day
}

/** URL of another view of the same events. Only lists keep date filters and the order. */
export function buildViewLink(
  { root, embed }: PageContext,
  { archive, view, filters }: Pick<Toolbar, 'archive' | 'view' | 'filters'>,
): string {
  const { start_date, end_date, orderby, ...others } = filters
  const listFilters = isUpcomingView(view) ? { start_date, end_date, orderby } : {}
  return `${root}${withQuery(buildCalendarPath(archive, view), { ...others, ...listFilters, ...embed?.preservedQuery })}`
}

export interface Pager {
  readonly previous?: { readonly href: string; readonly label: string } | undefined
  readonly next?: { readonly href: string; readonly label: string } | undefined
  readonly today?: string | undefined
}

export function renderPager({ translate }: PageContext, { previous, next, today }: Pager): Html {
  return html`<nav class="turn" aria-label="${translate('page.turn')}">
${today && html`<a class="button" href="${today}" data-swap data-key="today">${translate('page.today')}</a>`}
${previous && html`<a class="button button-arrow" href="${previous.href}" rel="prev" data-swap data-key="previous" title="${previous.label}"><span aria-hidden="true">‹</span><span class="hidden">${previous.label}</span></a>`}
${next && html`<a class="button button-arrow" href="${next.href}" rel="next" data-swap data-key="next" title="${next.label}"><span aria-hidden="true">›</span><span class="hidden">${next.label}</span></a>`}
</nav>`
}

/** A GET form that works without JavaScript: its fields are the query of the page. */
export function renderFilterForm(context: PageContext, toolbar: Toolbar): Html {
  const { translate } = context
  const { archive, view, filters, options } = toolbar
  const renderOptions = (name: 'categories' | 'tags' | 'venue' | 'organizer', label: string) =>
    options[name].length > 0 && renderSelect(context, { name, label, options: options[name], value: filters[name] })
  const hasFilters = Object.keys(filters).length > 0
  const action = `${context.root}${buildCalendarPath(archive, view)}`
  return html`<details class="filters" data-key="filters">
<summary>${translate('page.filters')}</summary>
<form class="filter-form" method="get" action="${action}" data-filter>
${renderField({ name: 'search', label: translate('page.search_button'), value: filters.search, type: 'search' })}
${archive.kind !== 'category' && renderOptions('categories', translate('page.category'))}
${archive.kind !== 'tag' && renderOptions('tags', translate('page.tag'))}
${archive.kind !== 'venue' && renderOptions('venue', translate('page.venue'))}
${archive.kind !== 'organizer' && renderOptions('organizer', translate('page.organizer'))}
${isUpcomingView(view) && html`${renderField({ name: 'start_date', label: translate('page.from'), value: filters.start_date, type: 'date' })}${renderField({ name: 'end_date', label: translate('page.to'), value: filters.end_date, type: 'date' })}`}
${renderSelect(context, { name: 'free', label: translate('page.price'), options: createPricingOptions(context), value: normalizeBoolean(filters.free) })}
${renderNearbyFields(context, filters, { isOrdered: isUpcomingView(view) })}
<div class="filter-checks">
${renderCheckbox('featured', translate('page.only_featured'), filters.featured)}
${renderCheckbox('ticketed', translate('page.with_tickets'), filters.ticketed)}
${renderCheckbox('is_virtual', translate('page.online'), filters.is_virtual)}
</div>
${renderHiddenFields(filters, context.embed?.preservedQuery)}
<div class="filter-actions"><button class="button button-strong" type="submit">${translate('page.apply')}</button>${hasFilters && html` <a href="${buildViewLink(context, { archive, view, filters: {} })}" data-swap data-key="clear">${translate('page.clear_filters')}</a>`}</div>
</form>
</details>`
}

interface FieldOptions {
  readonly name: FilterName
  readonly label: string
  readonly value: string | undefined
}

const renderField = ({ name, label, value, type }: FieldOptions & { readonly type: string }): Html =>
  html`<p class="filter-field"><label for="filter-${name}">${label}</label><input id="filter-${name}" name="${name}" type="${type}" value="${value ?? ''}"></p>`

function renderSelect(
  { translate }: PageContext,
  fieldOptions: FieldOptions & { readonly options: readonly FilterOption[] },
): Html {
  const { name, label, value, options } = fieldOptions
  const isKnown = value === undefined || options.some((option) => option.value === value)
  const allOptions = isKnown ? options : [...options, { value, label: value, depth: 0 }]
  const items = allOptions.map(
    (option) =>
      html`<option value="${option.value}"${option.value === value && html` selected`}>${'\u2003'.repeat(option.depth)}${option.label}</option>`,
  )
  return html`<p class="filter-field"><label for="filter-${name}">${label}</label><select id="filter-${name}" name="${name}"><option value="">${translate('page.any')}</option>${items}</select></p>`
}

const renderCheckbox = (name: 'featured' | 'ticketed' | 'is_virtual', label: string, value: string | undefined): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="1"${normalizeBoolean(value) === 'true' && html` checked`}> ${label}</label>`

/** The API accepts several spellings of booleans. */
function normalizeBoolean(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  return ['1', 'true'].includes(value.toLowerCase()) ? 'true' : 'false'
}

const createPricingOptions = ({ translate }: PageContext): readonly FilterOption[] => [
  { value: 'true', label: translate('word.free'), depth: 0 },
  { value: 'false', label: translate('page.paid'), depth: 0 },
]

/** Filters without a form field, kept as hidden inputs. */
const HIDDEN_FILTERS: readonly FilterName[] = ['categories_exclude', 'tags_exclude', 'geoloc_lat', 'geoloc_lng']

function renderHiddenFields(filters: Filters, preservedQuery: Readonly<Record<string, string>> = {}): readonly Html[] {
  const hiddenFilters = HIDDEN_FILTERS.map((name) => [name, filters[name]] as const)
  return [...hiddenFilters, ...Object.entries(preservedQuery)].flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  )
}

/** Effective filters, each with a link that removes it. */
export function renderActiveFilters(context: PageContext, toolbar: Toolbar): Html | undefined {
  const { translate } = context
  const names = Object.keys(toolbar.filters).filter((name): name is FilterName => name in toolbar.filters)
  const ignored =
    toolbar.ignored.length > 0 &&
    html`<p class="notice" role="status">${translate('page.ignored', { names: toolbar.ignored.join(', ') })}</p>`
  if (names.length === 0) return ignored ? html`${ignored}` : undefined
  // Geo filters form one chip.
  const distinctNames = names.filter((name) => !isGeoFilter(name) || name === 'geoloc_lat')
  const chips = distinctNames.map((name) => {
    const label = describeFilter(context, toolbar, name)
    const href = buildViewLink(context, { ...toolbar, filters: withoutFilter(toolbar.filters, name) })
    return html`<li><a class="chip" href="${href}" data-swap><span class="hidden">${translate('page.remove_filter', { name: label })}</span><span aria-hidden="true">${label} <span class="chip-cross">×</span></span></a></li>`
  })
  return html`${ignored}<ul class="chips" aria-label="${translate('page.filters_in_force')}">${chips}</ul>`
}

function describeFilter(context: PageContext, { filters, options }: Toolbar, name: FilterName): string {
  const { translate } = context
  const value = filters[name] ?? ''
  if (name === 'featured') return translate('page.featured')
  if (name === 'ticketed') return translate('page.with_tickets')
  if (name === 'is_virtual') return translate('page.online')
  if (name === 'free') return translate(normalizeBoolean(value) === 'true' ? 'word.free' : 'page.paid')
  if (isGeoFilter(name)) return describeNearby(context, filters)
  if (name === 'start_date' || name === 'end_date')
    return `${translate(name === 'start_date' ? 'page.from' : 'page.to')} ${value}`
  if (name !== 'categories' && name !== 'tags' && name !== 'venue' && name !== 'organizer') return value
  const labels = value.split(',').map((key) => options[name].find((option) => option.value === key)?.label ?? key)
  return labels.join(', ')
}
