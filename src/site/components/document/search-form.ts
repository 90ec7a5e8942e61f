/** The search of the header, with suggestions by a script (`assets/suggestions.js`). */
import { type Html, html } from '../../core/html-template.ts'
import type { PageContext } from '../../core/page-context.ts'
import { SUGGESTIONS_PATH } from '../../core/page-routes.ts'
import type { Filters } from '../../data/page-filters.ts'
import { renderHiddenFilters } from './hidden-filters.ts'

/** Pages without it, such as frames and themes with another header, have a search field in the form of the filters instead. */
export const hasHeaderSearch = ({ embed, theme, language }: PageContext): boolean =>
  !embed && theme.hasHeaderSearch(language)

/** Results have the filters of the page, except those of its dates. */
export function renderSearchForm(context: PageContext, filters: Filters = {}): Html {
  const { root, translate } = context
  const { search, start_date, end_date, orderby, ...others } = filters
  return html`<form class="search" role="search" action="${root}/events/" method="get" data-filter="title">
<label class="hidden" for="search">${translate('page.search')}</label>
<input id="search" name="search" type="search" value="${search ?? ''}" placeholder="${translate('page.search')}" autocomplete="off" data-suggest="${root}${SUGGESTIONS_PATH}" data-label="${translate('find.suggestions')}">
${renderHiddenFilters(others)}<button type="submit"><span class="search-word">${translate('page.search_button')}</span><span class="search-icon" aria-hidden="true"></span></button>
</form>`
}
