/** What stands above the events of a calendar: how they are shown, from when, and which. */
import { type Base, pathOf, type View, withQuery } from './address.ts'
import type { Option, Options } from './choices.ts'
import { type Day, monthOf } from './days.ts'
import type { Frame } from './frame.ts'
import { type Html, html } from './html.ts'
import { nearFields, sayNearby, withoutFilter } from './near.ts'
import { type FilterName, type Filters, isOfPlace } from './question.ts'

export interface Toolbar {
  readonly base: Base
  readonly view: View
  readonly filters: Filters
  readonly ignored: readonly string[]
  readonly options: Options
  readonly heading: string
  /** Of the day that the view shows: another view shows the same. */
  readonly day: Day
}

/** Address of another view of the same events. Dates, and an order, belong to lists. */
export function viewPath(
  { root, embedding }: Frame,
  { base, view, filters }: Pick<Toolbar, 'base' | 'view' | 'filters'>,
): string {
  const { start_date, end_date, orderby, ...others } = filters
  const ofList = view.kind === 'list' ? { start_date, end_date, orderby } : {}
  return `${root}${withQuery(pathOf(base, view), { ...others, ...ofList, ...embedding?.kept })}`
}

export function viewSwitch(frame: Frame, toolbar: Toolbar): Html {
  const { day, view: current } = toolbar
  const views: readonly View[] = [
    { kind: 'list' },
    { kind: 'month', month: monthOf(day) },
    { kind: 'week', day },
    { kind: 'day', day },
    ...(frame.tiles ? ([{ kind: 'map' }] as const) : []),
  ]
  const links = views.map((view) => {
    const isCurrent = view.kind === current.kind
    const name = frame.say(`page.view_${view.kind === 'past' ? 'list' : view.kind}`)
    return html`<li><a href="${viewPath(frame, { ...toolbar, view })}" data-swap data-key="view-${view.kind}"${isCurrent && html` aria-current="page"`}>${name}</a></li>`
  })
  return html`<nav class="views" aria-label="${frame.say('page.views')}"><ul>${links}</ul></nav>`
}

export interface Turn {
  readonly previous?: { readonly href: string; readonly label: string } | undefined
  readonly next?: { readonly href: string; readonly label: string } | undefined
  readonly today?: string | undefined
}

export function turning({ say }: Frame, { previous, next, today }: Turn): Html {
  return html`<nav class="turn" aria-label="${say('page.turn')}">
${today && html`<a class="button" href="${today}" data-swap data-key="today">${say('page.today')}</a>`}
${previous && html`<a class="button button-arrow" href="${previous.href}" rel="prev" data-swap data-key="previous" title="${previous.label}"><span aria-hidden="true">‹</span><span class="hidden">${previous.label}</span></a>`}
${next && html`<a class="button button-arrow" href="${next.href}" rel="next" data-swap data-key="next" title="${next.label}"><span aria-hidden="true">›</span><span class="hidden">${next.label}</span></a>`}
</nav>`
}

/** A form that works by itself: what it says is the address of what is shown. */
export function filterForm(frame: Frame, toolbar: Toolbar): Html {
  const { say } = frame
  const { base, view, filters, options } = toolbar
  const choice = (name: 'categories' | 'tags' | 'venue' | 'organizer', label: string) =>
    options[name].length > 0 && select(frame, { name, label, options: options[name], value: filters[name] })
  const isSet = Object.keys(filters).length > 0
  const action = `${frame.root}${pathOf(base, view)}`
  return html`<details class="filters" data-key="filters">
<summary>${say('page.filters')}</summary>
<form class="filter-form" method="get" action="${action}" data-filter>
${field({ name: 'search', label: say('page.search_button'), value: filters.search, type: 'search' })}
${base.kind !== 'category' && choice('categories', say('page.category'))}
${base.kind !== 'tag' && choice('tags', say('page.tag'))}
${base.kind !== 'venue' && choice('venue', say('page.venue'))}
${base.kind !== 'organizer' && choice('organizer', say('page.organizer'))}
${view.kind === 'list' && html`${field({ name: 'start_date', label: say('page.from'), value: filters.start_date, type: 'date' })}${field({ name: 'end_date', label: say('page.to'), value: filters.end_date, type: 'date' })}`}
${select(frame, { name: 'free', label: say('page.price'), options: pricings(frame), value: spelled(filters.free) })}
${nearFields(frame, filters, { isOrdered: view.kind === 'list' })}
<div class="filter-checks">
${check('featured', say('page.only_featured'), filters.featured)}
${check('ticketed', say('page.with_tickets'), filters.ticketed)}
</div>
${hiddenFields(filters, frame.embedding?.kept)}
<div class="filter-actions"><button class="button button-strong" type="submit">${say('page.apply')}</button>${isSet && html` <a href="${viewPath(frame, { base, view, filters: {} })}" data-swap data-key="clear">${say('page.clear_filters')}</a>`}</div>
</form>
</details>`
}

interface FieldFacts {
  readonly name: FilterName
  readonly label: string
  readonly value: string | undefined
}

const field = ({ name, label, value, type }: FieldFacts & { readonly type: string }): Html =>
  html`<p class="filter-field"><label for="filter-${name}">${label}</label><input id="filter-${name}" name="${name}" type="${type}" value="${value ?? ''}"></p>`

function select({ say }: Frame, facts: FieldFacts & { readonly options: readonly Option[] }): Html {
  const { name, label, value, options } = facts
  const isKnown = value === undefined || options.some((option) => option.value === value)
  const shown = isKnown ? options : [...options, { value, label: value, depth: 0 }]
  const items = shown.map(
    (option) =>
      html`<option value="${option.value}"${option.value === value && html` selected`}>${'\u2003'.repeat(option.depth)}${option.label}</option>`,
  )
  return html`<p class="filter-field"><label for="filter-${name}">${label}</label><select id="filter-${name}" name="${name}"><option value="">${say('page.any')}</option>${items}</select></p>`
}

const check = (name: 'featured' | 'ticketed', label: string, value: string | undefined): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="1"${spelled(value) === 'true' && html` checked`}> ${label}</label>`

/** The interface takes several spellings of yes and no. */
function spelled(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  return ['1', 'true'].includes(value.toLowerCase()) ? 'true' : 'false'
}

const pricings = ({ say }: Frame): readonly Option[] => [
  { value: 'true', label: say('word.free'), depth: 0 },
  { value: 'false', label: say('page.paid'), depth: 0 },
]

/** Filters that the form has no field for are kept. */
const FIELDLESS: readonly FilterName[] = ['categories_exclude', 'tags_exclude', 'geoloc_lat', 'geoloc_lng']

function hiddenFields(filters: Filters, kept: Readonly<Record<string, string>> = {}): readonly Html[] {
  const fieldless = FIELDLESS.map((name) => [name, filters[name]] as const)
  return [...fieldless, ...Object.entries(kept)].flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  )
}

/** What is in force, each with a way out of it. */
export function filtersInForce(frame: Frame, toolbar: Toolbar): Html | undefined {
  const { say } = frame
  const names = Object.keys(toolbar.filters).filter((name): name is FilterName => name in toolbar.filters)
  const ignored =
    toolbar.ignored.length > 0 &&
    html`<p class="notice" role="status">${say('page.ignored', { names: toolbar.ignored.join(', ') })}</p>`
  if (names.length === 0) return ignored ? html`${ignored}` : undefined
  // What says one thing together is named once.
  const named = names.filter((name) => !isOfPlace(name) || name === 'geoloc_lat')
  const chips = named.map((name) => {
    const label = labelOf(frame, toolbar, name)
    const href = viewPath(frame, { ...toolbar, filters: withoutFilter(toolbar.filters, name) })
    return html`<li><a class="chip" href="${href}" data-swap><span class="hidden">${say('page.remove_filter', { name: label })}</span><span aria-hidden="true">${label} <span class="chip-cross">×</span></span></a></li>`
  })
  return html`${ignored}<ul class="chips" aria-label="${say('page.filters_in_force')}">${chips}</ul>`
}

function labelOf(frame: Frame, { filters, options }: Toolbar, name: FilterName): string {
  const { say } = frame
  const value = filters[name] ?? ''
  if (name === 'featured') return say('page.featured')
  if (name === 'ticketed') return say('page.with_tickets')
  if (name === 'free') return say(spelled(value) === 'true' ? 'word.free' : 'page.paid')
  if (isOfPlace(name)) return sayNearby(frame, filters)
  if (name === 'start_date' || name === 'end_date')
    return `${say(name === 'start_date' ? 'page.from' : 'page.to')} ${value}`
  if (name !== 'categories' && name !== 'tags' && name !== 'venue' && name !== 'organizer') return value
  const labels = value.split(',').map((one) => options[name].find((option) => option.value === one)?.label ?? one)
  return labels.join(', ')
}
