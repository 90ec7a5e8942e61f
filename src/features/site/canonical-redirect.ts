/** The canonical form of the URLs of pages. */

import { readQueryText } from '../../pages/page-filters.ts'
import { withQuery } from '../../pages/page-routes.ts'
import type { PageRequestContext, PageResult } from './page-request.ts'

/** Adds the trailing slash and merges repeated slashes, which at the start would redirect to another host. */
export function canonicalRedirect({ path, query, context }: PageRequestContext): PageResult | undefined {
  const canonicalPath = path === '/index.php' ? path : `${path}/`.replace(/\/{2,}/g, '/')
  if (path === canonicalPath) return undefined
  return { kind: 'redirect', status: 301, to: withQuery(`${context.root}${canonicalPath}`, readQueryTexts(query)) }
}

export const readQueryTexts = (query: PageRequestContext['query']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, readQueryText(value)]))
