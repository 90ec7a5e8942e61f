/** Presents the records that `_embed` adds to a post of `wp/v2`. */
import type { Media } from '../../calendar/images/image.ts'
import { presentAttachment } from '../../calendar/images/present-image.ts'
import type { Urls } from '../../calendar/posts/urls.ts'
import type { Site } from '../../kernel/site.ts'
import type { Term } from '../../kernel/term.ts'
import type { User } from '../../kernel/user.ts'
import { EMBEDDED_TAXONOMIES, type WordpressRecord } from './present-post.ts'
import { presentWordpressTerm } from './present-term.ts'
import { presentWordpressUser } from './present-user.ts'
import type { EmbeddableLink } from './wordpress-post-query.ts'

/** Records that posts refer to, by id. */
export interface EmbeddableRecords {
  readonly links: readonly EmbeddableLink[]
  readonly images: ReadonlyMap<number, Media>
  readonly users: ReadonlyMap<number, User>
  readonly terms: ReadonlyMap<number, { readonly term: Term; readonly above: readonly string[] }>
  readonly site: Site
}

/** Records that the viewer may not see are left out. */
export function presentEmbedded(
  { kind, post, isClosed, terms }: WordpressRecord,
  found: EmbeddableRecords,
  urls: Urls,
) {
  const { links } = found
  const author = links.includes('author') ? found.users.get(post.author) : undefined
  const image = links.includes('wp:featuredmedia') && !isClosed ? found.images.get(post.image) : undefined
  const embedded = {
    ...(author && {
      author: [presentWordpressUser(author, { context: 'embed', isOwn: false, site: found.site }, urls)],
    }),
    ...(image && { 'wp:featuredmedia': [presentEmbeddedImage(image, urls)] }),
    ...(links.includes('wp:term') && kind === 'event' && { 'wp:term': presentEmbeddedTerms(terms, found, urls) }),
  }
  return Object.keys(embedded).length === 0 ? {} : { _embedded: embedded }
}

function presentEmbeddedImage(media: Media, urls: Urls) {
  const { id, date, slug, type, link, title, author, featured_media, ...others } = presentAttachment(media, urls)
  const { caption, alt_text, media_type, mime_type, media_details, source_url, _links } = others
  return {
    ...{ id, date, slug, type, link, title: { rendered: title.rendered }, author, featured_media },
    ...{ caption: { rendered: caption.rendered }, alt_text, media_type, mime_type, media_details, source_url, _links },
  }
}

const presentEmbeddedTerms = (terms: readonly Term[], found: EmbeddableRecords, urls: Urls) =>
  EMBEDDED_TAXONOMIES.map((taxonomy) =>
    terms.flatMap(({ id }) => {
      const placed = found.terms.get(id)
      if (placed?.term.taxonomy !== taxonomy) return []
      return [presentWordpressTerm({ placed, context: 'embed', allowedMethods: undefined }, urls)]
    }),
  )
