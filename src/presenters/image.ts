/** Pictures on the wire: contract 7.5, and the neighbour `wp/v2/media`. */
import { IMAGE_EXTENSIONS, type Media } from '../domain/model/media.ts'
import { escapeHtml } from '../html/sanitize.ts'
import { addParagraphs } from '../html/wpautop.ts'
import { fileUrl, restUrl, type Urls } from './urls.ts'

/** A picture as records show it. `sizes` is absent when it is too small for any. */
export function presentImage(media: Media, urls: Urls) {
  const { key, id, mime_type, width, height, filesize, sizes } = media
  return {
    url: fileUrl(urls, key),
    id,
    extension: IMAGE_EXTENSIONS[mime_type],
    width,
    height,
    filesize,
    ...(sizes.length > 0 && { sizes: presentSizes(media, urls) }),
  }
}

function presentSizes({ sizes, mime_type }: Media, urls: Urls) {
  const entries = sizes.map(({ name, width, height, filesize, key }) => [
    name,
    { width, height, 'mime-type': mime_type, filesize, url: fileUrl(urls, key) },
  ])
  return Object.fromEntries(entries)
}

/** A picture on its own: what records show of it, and what is said of it. */
export function presentMedia(media: Media, urls: Urls) {
  return {
    ...presentImage(media, urls),
    mime_type: media.mime_type,
    author: String(media.author),
    date: media.date,
    date_utc: media.date_utc,
    modified: media.modified,
    modified_utc: media.modified_utc,
    rest_url: restUrl(urls, 'media', media.id),
    slug: media.slug,
    title: media.title,
    alt_text: media.alt_text,
    caption: media.caption,
    post: media.post,
  }
}

const toIsoDate = (moment: string): string => moment.replace(' ', 'T')

/** A picture as clients of `wp/v2/media` read it. */
export function presentAttachment(media: Media, urls: Urls) {
  const { id, title, caption, author, post } = media
  const url = fileUrl(urls, media.key)
  const self = `${urls.base}/media/${id}`
  const link = `${urls.home}/?attachment_id=${id}`
  return {
    id,
    date: toIsoDate(media.date),
    date_gmt: toIsoDate(media.date_utc),
    guid: { rendered: url },
    modified: toIsoDate(media.modified),
    modified_gmt: toIsoDate(media.modified_utc),
    slug: media.slug,
    status: 'inherit',
    type: 'attachment',
    link,
    title: { raw: title, rendered: escapeHtml(title) },
    author,
    featured_media: 0,
    comment_status: 'closed',
    ping_status: 'closed',
    template: '',
    meta: [],
    description: { raw: '', rendered: '' },
    caption: { raw: caption, rendered: caption === '' ? '' : addParagraphs(escapeHtml(caption)) },
    alt_text: media.alt_text,
    media_type: 'image',
    mime_type: media.mime_type,
    media_details: presentMediaDetails(media, urls),
    post: post === 0 ? null : post,
    source_url: url,
    _links: { self: [{ href: self }], collection: [{ href: `${urls.base}/media` }] },
  }
}

function presentMediaDetails({ width, height, key, filesize, sizes, mime_type }: Media, urls: Urls) {
  const files = [...sizes, { name: 'full', key, width, height, filesize }].map((size) => [
    size.name,
    {
      file: size.key.slice(size.key.lastIndexOf('/') + 1),
      width: size.width,
      height: size.height,
      filesize: size.filesize,
      mime_type,
      source_url: fileUrl(urls, size.key),
    },
  ])
  return { width, height, file: key, filesize, sizes: Object.fromEntries(files), image_meta: {} }
}
