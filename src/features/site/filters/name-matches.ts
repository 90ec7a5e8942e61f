/** Venues, organizers, categories and tags whose name matches a search, above its events. */
import { type Html, html } from '../../../pages/html-template.ts'
import { type PageContext, toSitePath, translateCount } from '../../../pages/page-context.ts'
import type { FoundRecord, OptionName } from '../data/named-records.ts'

export const KIND_LABELS = {
  categories: 'page.category',
  tags: 'page.tag',
  venue: 'page.venue',
  organizer: 'page.organizer',
} as const satisfies Record<OptionName, string>

export function renderNameMatches(context: PageContext, matches: readonly FoundRecord[]): Html | undefined {
  if (matches.length === 0) return undefined
  const items = matches.map(
    ({ kind, label, url, events }) =>
      html`<li><a class="match" href="${toSitePath(context, url)}"><span class="match-kind">${context.translate(KIND_LABELS[kind])}</span> <span class="match-name">${label}</span> <span class="match-count">${translateCount(context, 'find.upcoming', events)}</span></a></li>`,
  )
  return html`<section class="matches" aria-label="${context.translate('find.matches')}"><ul>${items}</ul></section>`
}
