/** The page of all categories. */
import { type Html, html } from '../../../pages/html-template.ts'
import type { Page } from '../../../pages/page.ts'
import type { PageContext } from '../../../pages/page-context.ts'
import { buildArchivePath, INDEX_PATHS } from '../../../pages/page-routes.ts'
import type { CategoryDirectory } from '../data/directory.ts'
import { buildDirectoryPage, renderEventCount } from './directory-page.ts'

type Category = CategoryDirectory['categories'][number]

export function buildCategoryDirectoryPage(context: PageContext, { categories, counts }: CategoryDirectory): Page {
  const { translate, urls } = context
  const tree = renderLevel(context, { categories, counts }, { parent: 0, path: [] })
  return buildDirectoryPage(context, {
    kind: 'category',
    path: INDEX_PATHS.category,
    apiUrl: `${urls.base}/categories`,
    isNoindex: categories.length === 0,
    content: tree ?? html`<p class="nothing">${translate('sharing.no_entries')}</p>`,
  })
}

interface Branch {
  readonly parent: number
  /** Slugs of the parent and its ancestors, outermost first. */
  readonly path: readonly string[]
}

function renderLevel(context: PageContext, directory: CategoryDirectory, { parent, path }: Branch): Html | undefined {
  const children = directory.categories.filter((category) => category.parent === parent)
  if (children.length === 0) return undefined
  const items = children.map((category) => {
    const own = [...path, category.slug]
    const href = `${context.root}${buildArchivePath({ kind: 'category', path: own })}`
    return html`<li>${renderColor(category)}<a href="${href}">${category.name}</a> ${renderEventCount(context, directory.counts.get(category.id))}${renderLevel(context, directory, { parent: category.id, path: own })}</li>`
  })
  return html`<ul class="category-tree">${items}</ul>`
}

/** An attribute of SVG, because the Content-Security-Policy forbids inline styles. */
const renderColor = ({ color }: Category): Html | false =>
  color !== '' &&
  html`<svg class="category-color" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="5" fill="${color}"/></svg>`
