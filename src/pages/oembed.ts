/** oEmbed 1.0 responses: https://oembed.com. */

import type { ImageView } from '../calendar/images/present-image.ts'
import type { OembedDescription, OembedLimits } from '../http/page-renderer.ts'
import { html, renderHtml } from './html-template.ts'
import type { Page, PixelSize } from './page.ts'
import type { PageContext } from './page-context.ts'
import { EMBED_PATH, withQuery } from './page-routes.ts'

export function buildOembed(
  context: PageContext,
  page: Page,
  size: PixelSize,
  limits: OembedLimits,
): OembedDescription {
  const { site, urls } = context
  const fitted = { width: limitSize(size.width, limits.width), height: limitSize(size.height, limits.height) }
  return {
    version: '1.0',
    type: 'rich',
    title: page.title,
    provider_name: site.name,
    provider_url: `${urls.home}/`,
    cache_age: CACHE_SECONDS,
    ...buildThumbnail(page.image, limits),
    html: renderHtml(renderIframe(context, page, fitted)),
    ...fitted,
  }
}

const CACHE_SECONDS = 3600

const limitSize = (value: number, limit = value): number => Math.min(value, limit)

/** Hosts that strip the style attribute show a border. */
const renderIframe = ({ urls }: PageContext, { title, path }: Page, { width, height }: PixelSize) =>
  html`<iframe src="${urls.home}${EMBED_PATH}${path}" title="${title}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy"></iframe>`

/** CSS pixels. */
const MAX_THUMBNAIL_WIDTH = 1200

function buildThumbnail(image: ImageView | undefined, limits: OembedLimits): OembedDescription {
  if (!image) return {}
  const candidates = [image, ...Object.values(image.sizes ?? {})].filter(
    ({ width, height }) =>
      width <= limitSize(MAX_THUMBNAIL_WIDTH, limits.width) && height <= (limits.height ?? Number.POSITIVE_INFINITY),
  )
  const [best] = candidates.toSorted((a, b) => b.width - a.width)
  return best ? { thumbnail_url: best.url, thumbnail_width: best.width, thumbnail_height: best.height } : {}
}

/** URL of the oEmbed response for a page. */
export const buildOembedUrl = ({ urls }: PageContext, { path }: Page, format: 'json' | 'xml'): string =>
  withQuery(`${urls.site}/oembed`, { url: `${urls.home}${path}`, format })
