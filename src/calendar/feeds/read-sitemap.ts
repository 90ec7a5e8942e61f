import type { PostKind } from '../../kernel/post.ts'
import type { Reader } from '../../storage/types.ts'
import { COLLECTION_NAMES, pageUrl, termUrl, type Urls } from '../posts/urls.ts'
import type { Services } from '../services.ts'
import { renderSitemap, renderSitemapIndex, type SitemapEntry } from './sitemap.ts'
import { findSitemapRows, findSitemapSections, findSitemapTerms, type SitemapTerm } from './sitemap-query.ts'

const KINDS: readonly PostKind[] = ['event', 'venue', 'organizer']

/** Reads the entries of a sitemap; the duration grows with the number of records. */
export type SitemapReader = (services: Services, urls: Urls) => Promise<string>

/** Finds `/sitemap.xml` or one of the sitemaps that it lists; undefined for other paths. */
export function findSitemap(path: string): SitemapReader | undefined {
  if (path === '/sitemap.xml')
    return async ({ database }, urls) => renderSitemapIndex(await listSitemapEntries(database.read, urls))
  if (path === '/sitemap-calendar.xml') {
    return async ({ database: { read } }, urls) => {
      const entries = [...(await readDirectoryEntries(read, urls)), ...(await readTermEntries(read, urls))]
      return renderSitemap([{ url: `${urls.home}/` }, ...entries])
    }
  }
  const [, plural, section] = /^\/sitemap-([a-z]+)-(\d{1,6})\.xml$/.exec(path) ?? []
  const kind = KINDS.find((one) => COLLECTION_NAMES[one] === plural)
  return (
    kind &&
    (async ({ database }, urls) => renderSitemap(await readPostEntries(database.read, urls, kind, Number(section))))
  )
}

async function listSitemapEntries(db: Reader, { home }: Urls): Promise<SitemapEntry[]> {
  const entries: SitemapEntry[] = [{ url: `${home}/sitemap-calendar.xml` }]
  for (const kind of KINDS) {
    for (const { number, modified } of await findSitemapSections(db, kind)) {
      entries.push({ url: `${home}/sitemap-${COLLECTION_NAMES[kind]}-${number}.xml`, modified })
    }
  }
  return entries
}

async function readPostEntries(db: Reader, urls: Urls, kind: PostKind, section: number): Promise<SitemapEntry[]> {
  const rows = await findSitemapRows(db, kind, section)
  return rows.map(({ id, slug, modified_utc }) => ({
    url: pageUrl(urls, kind, { id, slug, status: 'publish' }),
    modified: modified_utc,
  }))
}

/** The pages of all venues and of all organizers, unless they are empty. */
async function readDirectoryEntries(db: Reader, { home }: Urls): Promise<SitemapEntry[]> {
  const entries: SitemapEntry[] = []
  for (const kind of ['venue', 'organizer'] as const) {
    const sections = await findSitemapSections(db, kind)
    if (sections.length > 0) entries.push({ url: `${home}/${COLLECTION_NAMES[kind]}/` })
  }
  return entries
}

/** Terms with public events, and the page of all categories. */
async function readTermEntries(db: Reader, urls: Urls): Promise<SitemapEntry[]> {
  const all = await findSitemapTerms(db)
  const byId = new Map(all.map((term) => [term.id, term]))
  const hasCategories = all.some(({ taxonomy }) => taxonomy === 'category')
  const pages = all.flatMap((term) => {
    if (term.count === 0) return []
    const taxonomy = term.taxonomy === 'tag' ? 'tag' : 'category'
    return [{ url: termUrl(urls, taxonomy, buildTermPath(term, byId)) }]
  })
  return hasCategories ? [{ url: `${urls.home}/${COLLECTION_NAMES.category}/` }, ...pages] : pages
}

/** Slugs from the root to the term. A loop of parents, as in a damaged database, ends the path. */
function buildTermPath(term: SitemapTerm, byId: ReadonlyMap<number, SitemapTerm>): string[] {
  const path: string[] = []
  const visited = new Set<number>()
  for (
    let current: SitemapTerm | undefined = term;
    current && !visited.has(current.id);
    current = byId.get(current.parent)
  ) {
    path.unshift(current.slug)
    visited.add(current.id)
  }
  return path
}
