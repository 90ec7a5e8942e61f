/** Effective filters, each with a link that removes it. */
import { type Html, html } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import type { DescribedFilter } from './describe-filters.ts'
import { buildViewLink, type Toolbar } from './toolbar.ts'

export function renderActiveFilters(
  context: PageContext,
  toolbar: Toolbar,
  described: readonly DescribedFilter[],
): Html | undefined {
  const { translate } = context
  const ignored =
    toolbar.ignored.length > 0 &&
    html`<p class="notice" role="status">${translate('page.ignored', { names: toolbar.ignored.join(', ') })}</p>`
  if (described.length === 0) return ignored ? html`${ignored}` : undefined
  const chips = described.map(({ label, without }) => {
    const href = buildViewLink(context, { ...toolbar, filters: without })
    return html`<li><a class="chip" href="${href}" data-swap><span class="hidden">${translate('page.remove_filter', { name: label })}</span><span aria-hidden="true">${label} <span class="chip-cross">×</span></span></a></li>`
  })
  const clear = html`<li><a class="chip-clear" href="${buildViewLink(context, { ...toolbar, filters: {} })}" data-swap>${translate('page.clear_filters')}</a></li>`
  return html`${ignored}<ul class="chips" aria-label="${translate('page.filters_in_force')}">${chips}${clear}</ul>`
}
