/** The paths of a site that its readers, subscribers and programs may use. */
import { decodeEntities } from '../../../base/text/sanitize.ts'
import { isRawRecord, type RawRecord } from '../formats/record-reader.ts'
import type { ImportKind } from '../map-record.ts'
import { type OpenSite, PAGE_SIZE } from '../site/open-site.ts'

export interface SwitchPaths {
  /** Pages of a sample of the published records. */
  readonly records: readonly string[]
  /** Files of images. */
  readonly images: readonly string[]
  /** Pages and feeds that the plugin serves by default, and those of a category and an event. */
  readonly pages: readonly string[]
  readonly feeds: readonly string[]
  /** URLs that WordPress redirects to a page. */
  readonly redirects: readonly string[]
}

/** Pages of lists that are read of each kind, evenly distributed. */
const SAMPLED_PAGES = 4

const EVERYTHING = { start_date: '1000-01-01', end_date: '9999-12-31', hide_empty: 'false' }

export async function listSwitchPaths(site: OpenSite): Promise<SwitchPaths> {
  const kinds = ['event', 'venue', 'organizer', 'category', 'tag'] as const
  const samples: RawRecord[][] = []
  for (const kind of kinds) samples.push(await readSample(site, kind))
  const [events = [], , , categories = []] = samples
  const { home } = site.address
  const event = events.map((record) => toLocalPath(record['url'], home)).find((path) => path !== undefined)
  const category = categories.map((record) => toLocalPath(record['url'], home)).find((path) => path !== undefined)
  const records = samples.flat()
  const images = records.map(({ image }) => toLocalPath(isRawRecord(image) ? image['url'] : undefined, home))
  const archives = ['/events/', ...(category === undefined ? [] : [category])]
  return {
    records: unique(records.map((record) => toLocalPath(record['url'], home))),
    images: unique(images).slice(0, PAGE_SIZE),
    pages: [
      ...archives,
      ...['list', 'month', 'today', 'week', 'photo', 'map', 'summary'].map((view) => `/events/${view}/`),
    ],
    feeds: unique([
      ...archives.flatMap((path) => [`${path}?ical=1`, `${path}feed/`]),
      ...['/events/list/?ical=1', '/events/?outlook-ical=1', '/?post_type=tribe_events&ical=1'],
      ...['/?post_type=tribe_events&feed=rss2', '/tribe_events-sitemap.xml', '/wp-sitemap-posts-tribe_events-1.xml'],
      event === undefined ? undefined : `${event}?ical=1`,
    ]),
    redirects: unique([
      ...['/events', '/calendar/', '/event/'],
      ...events.slice(0, 3).flatMap(({ id }) => [`/?p=${String(id)}`, `/?post_type=tribe_events&p=${String(id)}`]),
    ]),
  }
}

const unique = (paths: readonly (string | undefined)[]): string[] => [
  ...new Set(paths.filter((path) => path !== undefined)),
]

async function readSample(site: OpenSite, kind: ImportKind): Promise<RawRecord[]> {
  const first = await site.readPage(kind, EVERYTHING, { page: 1 })
  const pages = Math.ceil(first.total / PAGE_SIZE)
  const others = Array.from({ length: SAMPLED_PAGES - 1 }, (_, n) => Math.ceil(((n + 1) * pages) / (SAMPLED_PAGES - 1)))
  const items = [...first.items]
  for (const page of new Set(others))
    if (page > 1) items.push(...(await site.readPage(kind, EVERYTHING, { page })).items)
  return items.filter(isRawRecord).filter(({ status = 'publish' }) => status === 'publish')
}

/** Path and query of a URL of the site, relative to its front page; undefined for other URLs. */
export function toLocalPath(url: unknown, home: string): string | undefined {
  if (typeof url !== 'string') return undefined
  const decoded = decodeEntities(url).replace(/^https?:/, '')
  const base = home.replace(/^https?:/, '')
  return decoded.startsWith(`${base}/`) ? decoded.slice(base.length) : undefined
}
