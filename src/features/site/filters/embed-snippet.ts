/** HTML snippet that embeds a view of the calendar in another site. */

import { html, renderHtml } from '../../../pages/html-template.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import type { ArchiveRoute } from '../../../pages/page-routes.ts'
import type { Toolbar } from './toolbar.ts'

/** Date filters of lists are part of the snippet. Other views always show the current day, week or month. */
export function buildEmbedSnippet(
  { urls }: PageContext,
  { archive, view, filters }: Pick<Toolbar, 'archive' | 'view' | 'filters'>,
): string {
  const language = urls.home === urls.site ? undefined : urls.home.slice(urls.site.length + 1)
  const data = { view: view.kind, ...filters, ...buildArchiveAttributes(archive), language }
  const attributes = Object.entries(data).map(
    ([name, value]) => value !== undefined && html` data-${name.replaceAll('_', '-')}="${value}"`,
  )
  return renderHtml(html`<script async src="${urls.site}/embed.js"${attributes}></script>`)
}

function buildArchiveAttributes(archive: ArchiveRoute): Readonly<Record<string, string>> {
  if (archive.kind === 'calendar') return {}
  if (archive.kind === 'category') return { categories: archive.path.at(-1) ?? '' }
  return { [archive.kind === 'tag' ? 'tags' : archive.kind]: archive.slug }
}
