/** Controls above the events: views and pager. */

import type { Day } from '../../../pages/calendar-grid.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import type { Filters } from '../../../pages/page-filters.ts'
import {
  type ArchiveRoute,
  buildCalendarPath,
  type CalendarView,
  hasDateRange,
  withQuery,
} from '../../../pages/page-routes.ts'
import type { FilterOptions } from '../data/filter-options.ts'
import { renderMonthJump } from './month-jump.ts'

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

/** URL of another view of the same events. Only lists and maps keep date filters and the order. */
export function buildViewLink(
  { root, embed }: PageContext,
  { archive, view, filters }: Pick<Toolbar, 'archive' | 'view' | 'filters'>,
): string {
  const { start_date, end_date, orderby, ...others } = filters
  const listFilters = hasDateRange(view) ? { start_date, end_date, orderby } : {}
  return `${root}${withQuery(buildCalendarPath(archive, view), { ...others, ...listFilters, ...embed?.preservedQuery })}`
}

export interface Pager {
  readonly previous?: { readonly href: string; readonly label: string } | undefined
  readonly next?: { readonly href: string; readonly label: string } | undefined
  readonly today?: string | undefined
}

export function renderPager(context: PageContext, { previous, next, today }: Pager, toolbar: Toolbar): Html {
  const { translate } = context
  return html`<nav class="turn" aria-label="${translate('page.turn')}">
${today && html`<a class="button" href="${today}" data-swap data-key="today">${translate('page.today')}</a>`}
${previous && html`<a class="button button-arrow" href="${previous.href}" rel="prev" data-swap data-key="previous" title="${previous.label}"><span aria-hidden="true">‹</span><span class="hidden">${previous.label}</span></a>`}
${next && html`<a class="button button-arrow" href="${next.href}" rel="next" data-swap data-key="next" title="${next.label}"><span aria-hidden="true">›</span><span class="hidden">${next.label}</span></a>`}
${renderMonthJump(context, toolbar)}
</nav>`
}
