/** Form that opens a month. Without scripts, the service redirects to it. */
import { type Day, getMonth } from '../../../pages/calendar-grid.ts'
import { renderHiddenFilters } from '../../../pages/hidden-filters.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import type { Filters } from '../../../pages/page-filters.ts'
import { type ArchiveRoute, buildArchivePath } from '../../../pages/page-routes.ts'

/** The parameter of the month, `YYYY-MM`. */
export const MONTH_PARAMETER = 'month'

interface MonthJump {
  readonly archive: ArchiveRoute
  readonly filters: Filters
  readonly day: Day
}

export function renderMonthJump(context: PageContext, { archive, filters, day }: MonthJump): Html {
  const label = context.translate('find.go_to_month')
  const { start_date, end_date, orderby, ...others } = filters
  return html`<details class="jump"><summary class="button button-arrow" title="${label}" data-key="jump"><span class="hidden">${label}</span><span class="jump-icon" aria-hidden="true"></span></summary>
<form class="jump-form" method="get" action="${context.root}${buildArchivePath(archive)}" data-filter="title">
<label for="jump-month">${label}</label>
<input id="jump-month" name="${MONTH_PARAMETER}" type="month" value="${getMonth(day)}" placeholder="YYYY-MM" pattern="\\d{4}-\\d{2}" required>
${renderHiddenFilters(others, context.embed?.preservedQuery)}<button class="button-strong" type="submit">${context.translate('find.go')}</button>
</form></details>`
}
