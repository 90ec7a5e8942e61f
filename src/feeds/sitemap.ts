/** Maps of a site for search engines: https://www.sitemaps.org/protocol.html. */
import type { DateTime } from '../text/dates.ts'
import { escapeXml } from '../text/xml.ts'

export interface SitemapEntry {
  readonly address: string
  /** UTC; undefined where it is not known. */
  readonly modified?: DateTime | undefined
}

/** The map of maps. */
export const sitemapIndex = (entries: readonly SitemapEntry[]): string => xml('sitemapindex', 'sitemap', entries)

export const sitemapPages = (entries: readonly SitemapEntry[]): string => xml('urlset', 'url', entries)

function xml(root: string, element: string, entries: readonly SitemapEntry[]): string {
  const lines = entries.map(({ address, modified }) => {
    const lastmod = modified === undefined ? '' : `<lastmod>${modified.replace(' ', 'T')}Z</lastmod>`
    return `<${element}><loc>${escapeXml(address)}</loc>${lastmod}</${element}>\n`
  })
  const opening = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${opening}\n${lines.join('')}</${root}>\n`
}
