/** Presents images: wire-contract §7.5, and `wp/v2/media` of WordPress. */

import { escapeHtml } from '../../base/text/sanitize.ts'
import { addParagraphs } from '../../base/text/wpautop.ts'
import type { Post, PostKind } from '../../kernel/post.ts'
import { fileUrl, restUrl, type Urls } from '../posts/urls.ts'
import { IMAGE_EXTENSIONS, type Media } from './image.ts'

/** An image as records show it. Focal point and alternative text are absent if they are not set. */
export interface ImageView extends Readonly<ReturnType<typeof presentImage>> {}

export function presentImage(media: Media, urls: Urls) {
  const { focal_point, alt_text } = media
  return { ...presentFiles(media, urls), ...(focal_point && { focal_point }), ...(alt_text !== '' && { alt_text }) }
}

/** `sizes` is absent when the image is too small for any size. */
function presentFiles(media: Media, urls: Urls) {
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
  return Object.fromEntries(
    sizes.map(({ name, width, height, filesize, key }) => [
      name,
      { width, height, 'mime-type': mime_type, filesize, url: fileUrl(urls, key) },
    ]),
  )
}

/** An image of the media library, with its texts. */
export function presentMedia(media: Media, urls: Urls) {
  const { original } = media
  return {
    ...presentFiles(media, urls),
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
    crop: media.crop,
    focal_point: media.focal_point,
    original: original && { url: fileUrl(urls, original.key), width: original.width, height: original.height },
  }
}

const toIsoDate = (dateTime: string): string => dateTime.replace(' ', 'T')

/** An image as `wp/v2/media` returns it. */
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

interface UsingRecord extends Pick<Post, 'id' | 'title' | 'status'> {
  readonly kind: PostKind | 'series'
  /** Empty for records without dates. */
  readonly start_date: string
}

/** A record that shows an image. Its title is as stored. */
export const presentImageUse = ({ kind, id, title, status, start_date }: UsingRecord, urls: Urls) => ({
  kind,
  id,
  title,
  status,
  start_date: start_date === '' ? null : start_date,
  rest_url: restUrl(urls, kind, id),
})
