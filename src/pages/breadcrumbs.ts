/** The path from the calendar to a page, visible and as schema.org data. */
import { type Html, html } from './html-template.ts'
import type { Breadcrumb } from './page.ts'
import type { PageContext } from './page-context.ts'
import { withQuery } from './page-routes.ts'

/** The trail of a page below the calendar; the last entry is the page itself. */
export const createTrail = ({ translate }: PageContext, below: readonly Breadcrumb[]): readonly Breadcrumb[] => [
  { name: translate('page.all_events'), path: '/events/' },
  ...below,
]

/** `isWayBack`: the script back.js replaces the link to the calendar by that of the view from which the visitor came. */
export function renderBreadcrumbs(
  { translate, root, embed }: PageContext,
  trail: readonly Breadcrumb[],
  { isWayBack = false } = {},
): Html {
  const items = trail.map(({ name, path }, index) =>
    index === trail.length - 1
      ? html`<li class="crumb-current"><span aria-current="page">${name}</span></li>`
      : html`<li><a href="${withQuery(`${root}${path}`, embed?.preservedQuery ?? {})}"${isWayBack && index === 0 && html` data-back`}>${name}</a></li>`,
  )
  return html`<nav class="back" aria-label="${translate('sharing.breadcrumbs')}"><ol class="crumbs">${items}</ol></nav>`
}

export const buildBreadcrumbJsonLd = ({ urls }: PageContext, trail: readonly Breadcrumb[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${urls.home}${path}`,
  })),
})
