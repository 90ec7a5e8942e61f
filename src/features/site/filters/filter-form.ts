/** Form of the filters: a GET form that works without scripts, because its fields are the query of the page. */

import { renderHiddenFilters } from '../../../pages/hidden-filters.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { type PageContext, translateCount } from '../../../pages/page-context.ts'
import type { FilterName, Filters } from '../../../pages/page-filters.ts'
import { buildCalendarPath, hasDateRange, SUGGESTIONS_PATH } from '../../../pages/page-routes.ts'
import { hasHeaderSearch } from '../../../pages/search-form.ts'
import { splitValues } from '../data/filter-options.ts'
import type { FilterOption, OptionName } from '../data/named-records.ts'
import { normalizeBoolean } from './describe-filters.ts'
import { renderNearbyFields } from './nearby-filter.ts'
import type { Toolbar } from './toolbar.ts'

export function renderFilterForm(context: PageContext, toolbar: Toolbar): Html {
  const { translate } = context
  const { archive, view, filters } = toolbar
  const count = countFilters(filters)
  const renderGroup = (name: OptionName, label: string) => renderOptionGroup(context, toolbar, { name, label })
  const action = `${context.root}${buildCalendarPath(archive, view)}`
  return html`<details class="filters" data-key="filters">
<summary>${translate('page.filters')}${count > 0 && html` <span class="filter-count">${count}</span>`}</summary>
<form class="filter-form" method="get" action="${action}" data-filter>
${!hasHeaderSearch(context) && renderField({ name: 'search', label: translate('page.search_button'), value: filters.search, type: 'search' })}
${archive.kind !== 'category' && renderGroup('categories', translate('page.category'))}
${archive.kind !== 'tag' && renderGroup('tags', translate('page.tag'))}
${archive.kind !== 'venue' && renderGroup('venue', translate('page.venue'))}
${archive.kind !== 'organizer' && renderGroup('organizer', translate('page.organizer'))}
${hasDateRange(view) && renderDates(context, filters)}
${renderOthers(context, toolbar)}
${renderHiddenFilters(selectHiddenFilters(context, filters), context.embed?.preservedQuery)}
<div class="filter-actions"><button class="button button-strong" type="submit">${translate('page.apply')}</button></div>
</form>
</details>`
}

const countFilters = ({ search, geoloc_lng, geoloc_radius, orderby, ...filters }: Filters): number =>
  Object.values(filters).reduce((count, text) => count + (text === undefined ? 0 : splitValues(text).length), 0)

interface FilterGroup {
  readonly key: string
  readonly label: string
  /** Number of effective filters in the group. */
  readonly count: number
  readonly content: Html
}

/** Only one group is open at a time where they are shown side by side. */
const renderFilterGroup = ({ key, label, count, content }: FilterGroup): Html =>
  html`<details class="filter-group" name="filter-group" data-key="group-${key}"><summary>${label}${count > 0 && html` <span class="filter-count">${count}</span>`}</summary>
<div class="filter-panel">${content}</div></details>`

interface OptionGroup {
  readonly name: OptionName
  readonly label: string
}

function renderOptionGroup(context: PageContext, toolbar: Toolbar, { name, label }: OptionGroup): Html | undefined {
  const { options, isComplete, search } = toolbar.options[name]
  const selected = splitValues(toolbar.filters[name])
  if (options.length === 0 && isComplete) return undefined
  const items = options.map((option) =>
    renderOption(context, name, { ...option, isSelected: selected.includes(option.value) }),
  )
  const note =
    search !== '' &&
    options.length === selected.length &&
    html`<p class="filter-note">${context.translate('find.no_options', { text: search })}</p>`
  return renderFilterGroup({
    ...{ key: name, label, count: selected.length },
    content: html`${(!isComplete || search !== '') && renderOptionSearch(context, name, search)}<fieldset class="filter-options" data-options="${name}"><legend class="hidden">${label}</legend>${items}</fieldset>${note}`,
  })
}

function renderOption(
  context: PageContext,
  name: OptionName,
  { value, label, depth, events, isSelected }: FilterOption & { readonly isSelected: boolean },
): Html {
  const count = events.toLocaleString(context.language)
  return html`<label class="check check-${Math.min(depth, MAX_DEPTH)}"><input type="checkbox" id="filter-${name}-${value}" name="${name}[]" value="${value}"${isSelected && html` checked`}> <span class="check-label">${label}</span><span class="hidden"> (${translateCount(context, 'find.upcoming', events)})</span> <span class="check-count" aria-hidden="true">${count}</span></label>`
}

/** Options that a script adds to the form. */
export const renderFoundOptions = (context: PageContext, name: OptionName, found: readonly FilterOption[]): Html =>
  html`${found.map((option) => renderOption(context, name, { ...option, isSelected: false }))}`

/** Levels of categories that are indented. */
const MAX_DEPTH = 3

/** A script adds the options that it finds; without scripts, they are part of the next page. */
const renderOptionSearch = ({ translate, root }: PageContext, name: OptionName, search: string): Html =>
  html`<p class="filter-find"><label class="hidden" for="find-${name}">${translate(`find.find_${name}`)}</label><input id="find-${name}" name="find_${name}" type="search" value="${search}" placeholder="${translate(`find.find_${name}`)}" autocomplete="off" data-find="${name}" data-suggest="${root}${SUGGESTIONS_PATH}"></p>`

function renderDates({ translate }: PageContext, { start_date, end_date }: Filters): Html {
  const count = [start_date, end_date].filter((date) => date !== undefined).length
  return renderFilterGroup({
    ...{ key: 'dates', label: translate('find.dates'), count },
    content: html`${renderField({ name: 'start_date', label: translate('page.from'), value: start_date, type: 'date' })}${renderField({ name: 'end_date', label: translate('page.to'), value: end_date, type: 'date' })}<p class="filter-submit"><button type="submit">${translate('page.apply')}</button></p>`,
  })
}

function renderOthers(context: PageContext, { filters, view }: Toolbar): Html {
  const { translate } = context
  const names = ['free', 'featured', 'ticketed', 'is_virtual', 'geoloc_lat'] as const
  return renderFilterGroup({
    ...{ key: 'more', label: translate('find.more') },
    count: names.filter((name) => filters[name] !== undefined).length,
    content: html`${renderPricing(context, normalizeBoolean(filters.free))}
${renderNearbyFields(context, filters, { isOrdered: hasDateRange(view) })}
${renderCheckbox('featured', translate('page.only_featured'), filters.featured)}
${renderCheckbox('ticketed', translate('page.with_tickets'), filters.ticketed)}
${renderCheckbox('is_virtual', translate('page.online'), filters.is_virtual)}`,
  })
}

interface FieldOptions {
  readonly name: FilterName
  readonly label: string
  readonly value: string | undefined
}

const renderField = ({ name, label, value, type }: FieldOptions & { readonly type: string }): Html =>
  html`<p class="filter-field"><label for="filter-${name}">${label}</label><input id="filter-${name}" name="${name}" type="${type}" value="${value ?? ''}"></p>`

function renderPricing({ translate }: PageContext, selected: string | undefined): Html {
  const options = [
    ['', translate('page.any')],
    ['true', translate('word.free')],
    ['false', translate('page.paid')],
  ] as const
  const items = options.map(
    ([value, label]) => html`<option value="${value}"${value === selected && html` selected`}>${label}</option>`,
  )
  return html`<p class="filter-field"><label for="filter-free">${translate('page.price')}</label><select id="filter-free" name="free">${items}</select></p>`
}

const renderCheckbox = (name: 'featured' | 'ticketed' | 'is_virtual', label: string, value: string | undefined): Html =>
  html`<label class="check"><input type="checkbox" id="filter-${name}" name="${name}" value="1"${normalizeBoolean(value) === 'true' && html` checked`}> <span class="check-label">${label}</span></label>`

/** Filters without a field of the form. */
const selectHiddenFilters = (context: PageContext, filters: Filters): Filters => ({
  search: hasHeaderSearch(context) ? filters.search : undefined,
  categories_exclude: filters.categories_exclude,
  tags_exclude: filters.tags_exclude,
  geoloc_lat: filters.geoloc_lat,
  geoloc_lng: filters.geoloc_lng,
})
