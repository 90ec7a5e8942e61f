/** Links of pages: to the API (wire-contract §18.3) and to calendars. */
import type { ContainedReader } from '../../../base/concurrency/contained-reader.ts'
import { findTags } from '../../../base/text/find-tags.ts'

const MAX_HEAD_BYTES = 262_144

/** Searches in a child process. */
export async function readPageLinks(
  reader: ContainedReader,
  page: Buffer,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const bytes = page.subarray(0, MAX_HEAD_BYTES)
  const links: string[] = []
  for await (const link of reader.read({ reader: 'links', input: { bytes }, bytes: bytes.length, signal }))
    links.push(String(link))
  return links
}

/** URLs of the API that a page states in the `<link>` elements of its head. */
export function listPageLinks(page: Buffer): string[] {
  const links = [...findTags(page.toString('utf8'), ['link'])].map(({ attributes }) => attributes)
  const apiLink = links.find((link) => link.get('rel') === 'https://api.w.org/')
  const pluginLink = links.find((link) => link.get('href')?.includes('tribe/events/v1'))
  return [apiLink, pluginLink].flatMap((link) => link?.get('href') ?? [])
}

/**
 * `alternate`: the page names it as its calendar; `subscription`: a `webcal:` link; `file`: a link to an iCalendar file;
 * `embedded`: a calendar of Google in the page.
 */
const LINK_KINDS = ['alternate', 'subscription', 'file', 'embedded'] as const

export interface CalendarLink {
  readonly kind: (typeof LINK_KINDS)[number]
  readonly url: string
}

/** The most meaningful ones first, each once. */
export function listCalendarLinks(html: string, pageUrl: string): CalendarLink[] {
  let base = pageUrl
  const kinds = new Map<string, CalendarLink['kind']>()
  for (const { name, attributes } of findTags(html, ['base', 'link', 'a', 'area', 'iframe'])) {
    const href = attributes.get(name === 'iframe' ? 'src' : 'href') ?? ''
    if (href === '' || !URL.canParse(href, base)) continue
    const url = new URL(href, base)
    if (name === 'base') base = url.href
    else
      for (const link of classifyLink(url, attributes, base)) if (!kinds.has(link.url)) kinds.set(link.url, link.kind)
  }
  const links = [...kinds].map(([url, kind]) => ({ url, kind }))
  return LINK_KINDS.flatMap((kind) => links.filter((link) => link.kind === kind))
}

function classifyLink(url: URL, attributes: ReadonlyMap<string, string>, base: string): CalendarLink[] {
  if (/^webcals?:$/.test(url.protocol)) return [{ kind: 'subscription', url: toHttpUrl(url.href, base) }]
  if (!/^https?:$/.test(url.protocol)) return []
  if (/\bgoogle\.\w+$/.test(url.hostname) && url.pathname.startsWith('/calendar')) return listGoogleCalendars(url, base)
  if (attributes.get('type')?.toLowerCase().startsWith('text/calendar')) return [{ kind: 'alternate', url: url.href }]
  const isFile = /\.ics$/i.test(url.pathname) || /[?&](?:ical=1|format=ical|format=ics)(?:&|$)/i.test(url.search)
  return isFile ? [{ kind: 'file', url: url.href }] : []
}

/** Calendars that are embedded, and those that a link adds to the calendars of a user. */
const listGoogleCalendars = ({ searchParams }: URL, base: string): CalendarLink[] => [
  ...searchParams.getAll('cid').flatMap((id): CalendarLink[] => {
    const isUrl = /^(?:webcals?|https?):\/\//i.test(id) && URL.canParse(id)
    return isUrl ? [{ kind: 'subscription', url: toHttpUrl(id, base) }] : []
  }),
  ...searchParams.getAll('src').map((id): CalendarLink => {
    const url = `https://calendar.google.com/calendar/ical/${encodeURIComponent(id)}/public/basic.ics`
    return { kind: 'embedded', url }
  }),
]

/** `webcal:` is HTTPS, or the scheme of the page on the same host. */
export function toHttpUrl(text: string, base?: string): string {
  const secure = text.replace(/^webcals?:/i, 'https:')
  const [url, page] = [new URL(secure), base !== undefined && URL.canParse(base) ? new URL(base) : undefined]
  if (/^webcals?:/i.test(text) && page?.host === url.host) url.protocol = page.protocol
  return url.href
}
