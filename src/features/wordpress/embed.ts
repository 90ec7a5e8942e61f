/** Loads what `_embed` adds to posts of `wp/v2`, for all posts of a response at once. */

import { findMedia } from '../../calendar/images/image-store.ts'
import type { Services } from '../../calendar/services.ts'
import { loadAncestors } from '../../calendar/terms/write-terms.ts'
import { findVisibleAuthors } from '../../calendar/users/visible-users.ts'
import type { Viewer } from '../../kernel/user.ts'
import type { EmbeddableRecords } from './present-embedded.ts'
import type { WordpressRecord } from './present-post.ts'
import type { EmbeddableLink } from './wordpress-post-query.ts'

export async function loadEmbeddable(
  { database: { read }, site }: Services,
  viewer: Viewer,
  records: readonly WordpressRecord[],
  links: readonly EmbeddableLink[],
): Promise<EmbeddableRecords> {
  const select = <T>(link: EmbeddableLink, values: readonly T[]): readonly T[] => (links.includes(link) ? values : [])
  const shown = records.filter(({ isClosed }) => !isClosed)
  const imageIds = shown.map(({ post }) => post.image).filter((id) => id !== 0)
  const images = await findMedia(read, [...new Set(select('wp:featuredmedia', imageIds))])
  const authors = select('author', records).map(({ post }) => post.author)
  const terms = new Map(shown.flatMap((record) => record.terms).map((term) => [term.id, term]))
  const placed = await loadAncestors(read, select('wp:term', [...terms.values()]))
  return {
    links,
    images: new Map(images.map((image) => [image.id, image])),
    users: await findVisibleAuthors(read, viewer, authors),
    terms: new Map(placed.map((one) => [one.term.id, one])),
    site,
  }
}
