/** Message and links for a view without events. */
import { type Day, getMonth } from '../../../pages/calendar-grid.ts'
import { formatDate } from '../../../pages/format-dates.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import { type PageContext, translateCount } from '../../../pages/page-context.ts'
import type { Filters } from '../../../pages/page-filters.ts'
import type { CalendarView } from '../../../pages/page-routes.ts'
import type { NearestDays } from '../data/alternatives.ts'
import { buildViewLink, type Toolbar } from './toolbar.ts'

/** A link to a view that has events. */
export interface AlternativeView {
  readonly label: string
  readonly view: CalendarView
  readonly filters: Filters
  readonly total: number
}

export interface Alternatives {
  readonly views: readonly AlternativeView[]
  /** Undefined in views that have no period. */
  readonly nearest: NearestDays | undefined
}

export function renderAlternatives(
  context: PageContext,
  toolbar: Toolbar,
  { views, nearest }: Alternatives,
): Html | undefined {
  const { translate } = context
  const dates = nearest
    ? [
        renderNearest(context, toolbar, { day: nearest.next, key: 'find.next_date' }),
        renderNearest(context, toolbar, { day: nearest.previous, key: 'find.previous_date' }),
      ]
    : []
  const links = views.map(
    ({ label, view, filters, total }) =>
      html`<li><a href="${buildViewLink(context, { ...toolbar, view, filters })}" data-swap>${label}</a> <span class="muted">${translateCount(context, 'page.found', total)}</span></li>`,
  )
  const hasFilters = Object.keys(toolbar.filters).length > 0
  const clear =
    hasFilters &&
    html`<li><a href="${buildViewLink(context, { ...toolbar, filters: {} })}" data-swap>${translate('page.clear_filters')}</a></li>`
  const items = [...dates.flatMap((item) => item ?? []), ...links, ...(clear ? [clear] : [])]
  if (items.length === 0 && !nearest) return undefined
  // An empty month or week is shown too, below.
  const text = translate(nearest ? 'page.none_in_time' : 'find.try')
  return html`<section class="alternatives${nearest && ' alternatives-of-time'}"><p>${text}</p><ul>${items}</ul></section>`
}

interface NearestLink {
  readonly day: Day | undefined
  readonly key: 'find.next_date' | 'find.previous_date'
}

/** The same kind of view at another time. */
function renderNearest(context: PageContext, toolbar: Toolbar, { day, key }: NearestLink): Html | undefined {
  if (day === undefined) return undefined
  const { kind } = toolbar.view
  const view =
    kind === 'month' ? { kind, month: getMonth(day) } : kind === 'week' ? { kind, day } : { kind: 'day' as const, day }
  const time = kind === 'month' ? formatDate(context, 'month', getMonth(day)) : formatDate(context, 'plainDay', day)
  return html`<li><a class="button button-strong" href="${buildViewLink(context, { ...toolbar, view })}" data-swap>${context.translate(key, { time })}</a></li>`
}
