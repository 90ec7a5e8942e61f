/** What other sites are told of a page, to show it: https://oembed.com, version 1.0. */
import type { OembedFacts, OembedLimits } from '../actions/pages.ts'
import { EMBEDDED, withQuery } from './address.ts'
import type { Frame } from './frame.ts'
import { html, markupOf } from './html.ts'
import type { Sheet, Size } from './layout.ts'
import type { PictureView } from './views.ts'

export function oembedOf(frame: Frame, sheet: Sheet, size: Size, most: OembedLimits): OembedFacts {
  const { site, urls } = frame
  const within = { width: least(size.width, most.width), height: least(size.height, most.height) }
  return {
    version: '1.0',
    type: 'rich',
    title: sheet.title,
    provider_name: site.name,
    provider_url: `${urls.home}/`,
    cache_age: CACHE_SECONDS,
    ...thumbnailOf(sheet.picture, most),
    html: markupOf(inFrame(frame, sheet, within)),
    ...within,
  }
}

const CACHE_SECONDS = 3600

const least = (own: number, limit = own): number => Math.min(own, limit)

/** The style is one that most hosts let through; where they do not, the frame has a border. */
const inFrame = ({ urls }: Frame, { title, path }: Sheet, { width, height }: Size) =>
  html`<iframe src="${urls.home}${EMBEDDED}${path}" title="${title}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy"></iframe>`

/** Wider ones are of no use as thumbnails. */
const WIDEST_THUMBNAIL = 1200

function thumbnailOf(picture: PictureView | undefined, most: OembedLimits): OembedFacts {
  if (!picture) return {}
  const forms = [picture, ...Object.values(picture.sizes ?? {})].filter(
    ({ width, height }) =>
      width <= least(WIDEST_THUMBNAIL, most.width) && height <= (most.height ?? Number.POSITIVE_INFINITY),
  )
  const [best] = forms.toSorted((a, b) => b.width - a.width)
  return best ? { thumbnail_url: best.url, thumbnail_width: best.width, thumbnail_height: best.height } : {}
}

/** Address at which a page is described so. */
export const oembedAddress = ({ urls }: Frame, { path }: Sheet, format: 'json' | 'xml'): string =>
  withQuery(`${urls.site}/oembed`, { url: `${urls.home}${path}`, format })
