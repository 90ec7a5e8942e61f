/** Links to the other views of the same events. */
import { getMonth } from '../../../pages/calendar-grid.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import { type CalendarView, hasDateRange } from '../../../pages/page-routes.ts'
import { buildViewLink, type Toolbar } from './toolbar.ts'

/** Views that are used less are in a menu, so that the others have room on a phone. */
export function renderViewSwitch(context: PageContext, toolbar: Toolbar): Html {
  const { translate, tiles } = context
  const { day, view: current } = toolbar
  // Lists and maps begin on the day of a month, week or day.
  const isDated = !hasDateRange(current) && current.kind !== 'past' && day !== context.today
  const filters = isDated ? { ...toolbar.filters, start_date: day } : toolbar.filters
  const views: readonly CalendarView[] = [
    { kind: 'list' },
    { kind: 'month', month: getMonth(day) },
    { kind: 'week', day },
    { kind: 'day', day },
  ]
  const others: readonly CalendarView[] = [
    { kind: 'photo' },
    { kind: 'summary' },
    ...(tiles ? ([{ kind: 'map' }] as const) : []),
  ]
  const renderLink = (view: CalendarView) =>
    html`<li><a href="${buildViewLink(context, { ...toolbar, view, filters })}" data-swap data-key="view-${view.kind}"${view.kind === current.kind && html` aria-current="page"`}>${translateView(context, view)}</a></li>`
  const chosen = others.find(({ kind }) => kind === current.kind)
  const summary = chosen
    ? html`<summary class="views-chosen"><span class="hidden">${translate('page.more_views')}: </span>${translateView(context, chosen)}</summary>`
    : html`<summary>${translate('page.more_views')}</summary>`
  return html`<nav class="views" aria-label="${translate('page.views')}"><ul>${views.map(renderLink)}<li><details class="views-more" data-menu>${summary}<ul>${others.map(renderLink)}</ul></details></li></ul></nav>`
}

const translateView = ({ translate }: PageContext, { kind }: CalendarView): string =>
  translate(`page.view_${kind === 'past' ? 'list' : kind}`)
