/** The search of the header, with suggestions by a script (`assets/suggestions.js`). */

import { renderHiddenFilters } from './hidden-filters.ts'
import { type Html, html } from './html-template.ts'
import type { PageContext } from './page-context.ts'
import type { Filters } from './page-filters.ts'
import { SUGGESTIONS_PATH } from './page-routes.ts'

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
