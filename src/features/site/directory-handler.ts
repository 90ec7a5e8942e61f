/** Handler of the pages that list all venues, organizers or categories. */
import { parseCount } from '../../kernel/field.ts'
import { readQueryText } from '../../pages/page-filters.ts'
import type { IndexKind } from '../../pages/page-routes.ts'
import { canonicalRedirect } from './canonical-redirect.ts'
import { readCategoryDirectory, readLinkedDirectory } from './data/directory.ts'
import { buildCategoryDirectoryPage } from './directory/category-directory.ts'
import { buildLinkedDirectoryPage } from './directory/linked-directory.ts'
import type { PageRequestContext, PageResult } from './page-request.ts'

/** Undefined in frames, which show only events, and for a page after the last one. */
export async function handleDirectoryPage(
  request: PageRequestContext,
  kind: IndexKind,
): Promise<PageResult | undefined> {
  const { context, source, query } = request
  if (context.embed) return undefined
  const redirect = canonicalRedirect(request)
  if (redirect) return redirect
  const from = `${context.today} ${context.cutoff}:00`
  if (kind === 'category') {
    const directory = await readCategoryDirectory(source, { from })
    return { kind: 'sheet', status: 200, page: buildCategoryDirectoryPage(context, directory) }
  }
  const parsed = parseCount(query['page'] ?? 1)
  const page = 'value' in parsed ? parsed.value : 1
  const search = readQueryText(query['search'])
  const directory = await readLinkedDirectory(source, kind, { search, page, from })
  if (page > 1 && directory.records.length === 0) return undefined
  return { kind: 'sheet', status: 200, page: buildLinkedDirectoryPage(context, directory, { kind, search, page }) }
}
