/** Links to the days that visitors ask for most, and to free events. */
import { type Day, getNextDays, getWeekend, shiftDay } from '../../../pages/calendar-grid.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import type { Filters } from '../../../pages/page-filters.ts'
import { hasDateRange } from '../../../pages/page-routes.ts'
import { normalizeBoolean } from './describe-filters.ts'
import { buildViewLink, type Toolbar } from './toolbar.ts'

interface QuickFilter {
  readonly label: string
  readonly isActive: boolean
  readonly filters: Filters
}

/** A second use of a link removes its filter. */
export function renderQuickDates(context: PageContext, toolbar: Toolbar): Html | undefined {
  const { translate } = context
  if (!hasDateRange(toolbar.view)) return undefined
  const items = [...listQuickDates(context, toolbar.filters), createFreeFilter(context, toolbar.filters)]
  const links = items.map(
    ({ label, isActive, filters }) =>
      html`<li><a class="chip" href="${buildViewLink(context, { ...toolbar, filters })}" data-swap${isActive && html` aria-current="true"`}>${label}</a></li>`,
  )
  return html`<nav class="quick" aria-label="${translate('find.quick_dates')}"><ul>${links}</ul></nav>`
}

function listQuickDates({ translate, today }: PageContext, filters: Filters): readonly QuickFilter[] {
  const { start_date, end_date, ...others } = filters
  const tomorrow = shiftDay(today)
  const ranges: readonly (readonly [string, readonly [Day, Day]])[] = [
    [translate('page.today'), [today, today]],
    [translate('find.tomorrow'), [tomorrow, tomorrow]],
    [translate('find.weekend'), getWeekend(today)],
    [translate('find.next_days'), getNextDays(today)],
  ]
  return ranges.map(([label, [first, last]]) => {
    const isActive = start_date === first && end_date === last
    return { label, isActive, filters: isActive ? others : { ...others, start_date: first, end_date: last } }
  })
}

function createFreeFilter({ translate }: PageContext, filters: Filters): QuickFilter {
  const { free, ...others } = filters
  const isActive = normalizeBoolean(free) === 'true'
  return { label: translate('word.free'), isActive, filters: isActive ? others : { ...filters, free: 'true' } }
}
