/** oEmbed description of the page at a URL. */

import type { Language } from '../base/i18n/language.ts'
import { escapeXml } from '../base/text/escape-xml.ts'
import type { Services } from '../calendar/services.ts'
import { parseCount } from '../kernel/field.ts'
import type { OembedDescription, OembedLimits, OembedResult, PageRenderer, PageRequest } from './page-renderer.ts'
import { parseForm } from './request/parse-input.ts'
import { buildUrls, MOUNTS, parseLocalizedPath } from './request/resolve-mount.ts'

export interface DescriptionRequest {
  readonly pageRenderer: PageRenderer
  readonly services: Services
  /** URL of the site without a trailing slash. */
  readonly site: string
  /** Language for URLs without one. */
  readonly language: Language
  /** IP address of the client. */
  readonly ip: string
  readonly limits: OembedLimits
}

/** Users copy URLs that redirect. */
const MAX_REDIRECTS = 3

/** Undefined for URLs that are not public pages of this site. */
export async function describePage(request: DescriptionRequest, url: string): Promise<OembedResult | undefined> {
  let target = url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const page = createPageRequest(request, target)
    if (!page) return undefined
    const result = await request.pageRenderer.describeOembed(request.services, page, request.limits)
    if (result?.kind !== 'moved') return result
    target = new URL(result.to, request.site).href
  }
  return undefined
}

/** Undefined for a URL of another site. */
function createPageRequest(request: DescriptionRequest, url: string): PageRequest | undefined {
  const site = new URL(request.site)
  if (!URL.canParse(url)) return undefined
  const { protocol, host, pathname, search } = new URL(url)
  const folder = site.pathname.replace(/\/$/, '')
  const isThisSite = /^https?:$/.test(protocol) && host === site.host && pathname.startsWith(`${folder}/`)
  if (!isThisSite) return undefined
  const localizedPath = parseLocalizedPath(pathname.slice(folder.length), request.services.site.languages)
  const urls = buildUrls({ mount: MOUNTS.api, language: localizedPath.language, site: request.site })
  const language = localizedPath.language ?? request.language
  const query = parseForm(search.slice(1))
  return { path: localizedPath.path, query, language, urls, ip: request.ip, password: undefined }
}

/** A size that is not a positive number means no limit. */
export function parseLimit(raw: unknown): number | undefined {
  const size = parseCount(raw)
  return 'value' in size ? size.value : undefined
}

export function writeOembedXml(description: OembedDescription): string {
  const lines = Object.entries(description).map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`)
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${lines.join('')}</oembed>\n`
}
