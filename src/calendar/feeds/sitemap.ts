/** XML sitemaps: https://www.sitemaps.org/protocol.html. */

import { escapeXml } from '../../base/text/escape-xml.ts'
import type { DateTime } from '../../base/time/date-time.ts'

export interface SitemapEntry {
  readonly url: string
  /** UTC; undefined if unknown. */
  readonly modified?: DateTime | undefined
}

export const renderSitemapIndex = (entries: readonly SitemapEntry[]): string =>
  renderXml('sitemapindex', 'sitemap', entries)

export const renderSitemap = (entries: readonly SitemapEntry[]): string => renderXml('urlset', 'url', entries)

function renderXml(root: string, element: string, entries: readonly SitemapEntry[]): string {
  const lines = entries.map(({ url, modified }) => {
    const lastmod = modified === undefined ? '' : `<lastmod>${modified.replace(' ', 'T')}Z</lastmod>`
    return `<${element}><loc>${escapeXml(url)}</loc>${lastmod}</${element}>\n`
  })
  const opening = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${opening}\n${lines.join('')}</${root}>\n`
}
