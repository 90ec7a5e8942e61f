/** What somebody puts into another site to show a view of the calendar there. */
import type { Base } from './address.ts'
import type { Frame } from './frame.ts'
import { html, markupOf } from './html.ts'
import type { Toolbar } from './toolbar.ts'

/** The view as it is on the day it is looked at: dates of lists stay, those of other views go on with time. */
export function snippetFor(
  { urls }: Frame,
  { base, view, filters }: Pick<Toolbar, 'base' | 'view' | 'filters'>,
): string {
  const language = urls.home === urls.site ? undefined : urls.home.slice(urls.site.length + 1)
  const data = { view: view.kind, ...filters, ...baseOf(base), language }
  const attributes = Object.entries(data).map(
    ([name, value]) => value !== undefined && html` data-${name.replaceAll('_', '-')}="${value}"`,
  )
  return markupOf(html`<script async src="${urls.site}/embed.js"${attributes}></script>`)
}

function baseOf(base: Base): Readonly<Record<string, string>> {
  if (base.kind === 'calendar') return {}
  if (base.kind === 'category') return { categories: base.path.at(-1) ?? '' }
  return { [base.kind === 'tag' ? 'tags' : base.kind]: base.slug }
}
