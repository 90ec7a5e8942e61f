import type { PostKind } from '../calendar/post.ts'
import { type SitemapEntry, sitemapIndex, sitemapPages } from '../feeds/sitemap.ts'
import { PLURAL, pageUrl, termUrl, type Urls } from '../present/urls.ts'
import type { Reader } from '../storage/database.ts'
import { sitemapRows, sitemapSections, sitemapTerms, type TermRow } from '../storage/sitemap.ts'
import type { Services } from './services.ts'

const KINDS: readonly PostKind[] = ['event', 'venue', 'organizer']

/** Reads all that a map names, which takes the longer the more there is. */
export type Sitemap = (services: Services, urls: Urls) => Promise<string>

/** The map at `/sitemap.xml`, or one of those that it names; undefined for any other path. */
export function sitemapAt(path: string): Sitemap | undefined {
  if (path === '/sitemap.xml') return async ({ database }, urls) => sitemapIndex(await maps(database.read, urls))
  if (path === '/sitemap-calendar.xml') {
    return async ({ database }, urls) =>
      sitemapPages([{ address: `${urls.home}/` }, ...(await terms(database.read, urls))])
  }
  const [, plural, section] = /^\/sitemap-([a-z]+)-(\d{1,6})\.xml$/.exec(path) ?? []
  const kind = KINDS.find((one) => PLURAL[one] === plural)
  return kind && (async ({ database }, urls) => sitemapPages(await posts(database.read, urls, kind, Number(section))))
}

async function maps(db: Reader, { home }: Urls): Promise<SitemapEntry[]> {
  const entries: SitemapEntry[] = [{ address: `${home}/sitemap-calendar.xml` }]
  for (const kind of KINDS) {
    for (const { number, modified } of await sitemapSections(db, kind)) {
      entries.push({ address: `${home}/sitemap-${PLURAL[kind]}-${number}.xml`, modified })
    }
  }
  return entries
}

async function posts(db: Reader, urls: Urls, kind: PostKind, section: number): Promise<SitemapEntry[]> {
  const rows = await sitemapRows(db, kind, section)
  return rows.map(({ id, slug, modified_utc }) => ({
    address: pageUrl(urls, kind, { id, slug, status: 'publish' }),
    modified: modified_utc,
  }))
}

/** Those that anybody finds an event under. */
async function terms(db: Reader, urls: Urls): Promise<SitemapEntry[]> {
  const all = await sitemapTerms(db)
  const byId = new Map(all.map((term) => [term.id, term]))
  return all.flatMap((term) => {
    if (term.count === 0) return []
    const taxonomy = term.taxonomy === 'tag' ? 'tag' : 'category'
    return [{ address: termUrl(urls, taxonomy, pathOf(term, byId)) }]
  })
}

/** Slugs from the top down. What stands below itself, which a damaged database may say, ends there. */
function pathOf(term: TermRow, byId: ReadonlyMap<number, TermRow>): string[] {
  const path: string[] = []
  const seen = new Set<number>()
  for (let at: TermRow | undefined = term; at && !seen.has(at.id); at = byId.get(at.parent)) {
    path.unshift(at.slug)
    seen.add(at.id)
  }
  return path
}
