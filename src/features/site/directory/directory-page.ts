/** Common parts of the pages that list all venues, organizers or categories. */
import { createTrail, renderBreadcrumbs } from '../../../pages/breadcrumbs.ts'
import { type Html, html } from '../../../pages/html-template.ts'
import type { Page } from '../../../pages/page.ts'
import { type PageContext, translateCount } from '../../../pages/page-context.ts'
import { INDEX_PATHS, type IndexKind } from '../../../pages/page-routes.ts'

export const getDirectoryTitle = ({ translate }: PageContext, kind: IndexKind): string =>
  translate(({ venue: 'sharing.venues', organizer: 'page.organizers', category: 'page.categories' } as const)[kind])

interface DirectoryPageInput extends Pick<Page, 'path' | 'apiUrl' | 'isNoindex' | 'previous' | 'next'> {
  readonly kind: IndexKind
  readonly content: Html
}

export function buildDirectoryPage(context: PageContext, { kind, content, ...page }: DirectoryPageInput): Page {
  const title = getDirectoryTitle(context, kind)
  const breadcrumbs = createTrail(context, [{ name: title, path: INDEX_PATHS[kind] }])
  return {
    ...page,
    title,
    breadcrumbs,
    content: html`<div class="wide directory">
${renderBreadcrumbs(context, breadcrumbs)}
<h1>${title}</h1>
${content}
</div>`,
  }
}

/** Number of upcoming events. */
export const renderEventCount = (context: PageContext, count = 0): Html =>
  html`<span class="directory-count">${count === 0 ? context.translate('sharing.no_upcoming') : translateCount(context, 'sharing.upcoming_count', count)}</span>`
