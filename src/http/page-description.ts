/** The oEmbed description of the page that a URL leads to. */
import type { OembedFacts, OembedLimits, OembedReply, PageRequest, Pages } from '../actions/pages.ts'
import type { Services } from '../actions/services.ts'
import { parseCount } from '../calendar/field.ts'
import type { Language } from '../text/language.ts'
import { escapeXml } from '../text/xml.ts'
import { parseForm } from './input.ts'
import { MOUNTS, spokenPath, urlsOf } from './mount.ts'

export interface DescriptionRequest {
  readonly pages: Pages
  readonly services: Services
  /** URL of the site, without a slash at its end. */
  readonly site: string
  /** For URLs that name no language. */
  readonly language: Language
  /** IP address of the client. */
  readonly address: string
  readonly limits: OembedLimits
}

/** People copy URLs that redirect. */
const MOST_REDIRECTS = 3

/** Undefined for what is not a public page of this site. */
export async function describePage(request: DescriptionRequest, url: string): Promise<OembedReply | undefined> {
  let target = url
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const page = pageRequestFor(request, target)
    if (!page) return undefined
    const reply = await request.pages.oembed(request.services, page, request.limits)
    if (reply?.kind !== 'moved') return reply
    target = new URL(reply.to, request.site).href
  }
  return undefined
}

/** Undefined for a URL of another site. */
function pageRequestFor(request: DescriptionRequest, url: string): PageRequest | undefined {
  const site = new URL(request.site)
  if (!URL.canParse(url)) return undefined
  const { protocol, host, pathname, search } = new URL(url)
  const folder = site.pathname.replace(/\/$/, '')
  const isOurs = /^https?:$/.test(protocol) && host === site.host && pathname.startsWith(`${folder}/`)
  if (!isOurs) return undefined
  const spoken = spokenPath(pathname.slice(folder.length), request.services.site.languages)
  const urls = urlsOf({ mount: MOUNTS.api, language: spoken.language, site: request.site })
  const language = spoken.language ?? request.language
  const query = parseForm(search.slice(1))
  return { path: spoken.path, query, language, urls, address: request.address, password: undefined }
}

/** A size that is no positive number is no limit. */
export function readLimit(raw: unknown): number | undefined {
  const size = parseCount(raw)
  return 'value' in size ? size.value : undefined
}

export function writeOembedXml(facts: OembedFacts): string {
  const lines = Object.entries(facts).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${lines.join('')}</oembed>\n`
}
