/** Filters that a form submits without showing them. */
import { type Html, html } from './html-template.ts'
import type { Filters } from './page-filters.ts'

export function renderHiddenFilters(
  filters: Filters,
  preservedQuery: Readonly<Record<string, string>> = {},
): readonly Html[] {
  return [...Object.entries(filters), ...Object.entries(preservedQuery)].flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  )
}
