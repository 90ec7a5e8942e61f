/** Presents categories and tags as `wp/v2` of WordPress does. */

import { escapeAmpersands } from '../../base/text/sanitize.ts'
import { termUrl, type Urls } from '../../calendar/posts/urls.ts'
import { TAXONOMY_NAME } from '../../calendar/terms/present-term.ts'
import type { Taxonomy, Term } from '../../kernel/term.ts'

/** Last path segment of the URL of each collection. */
export const WORDPRESS_COLLECTION = { category: 'tribe_events_cat', tag: 'tags' } as const satisfies Record<
  Taxonomy,
  string
>

export const wordpressTermsUrl = ({ base }: Urls, taxonomy: Taxonomy): string =>
  `${base}/${WORDPRESS_COLLECTION[taxonomy]}`

export interface WordpressTermData {
  /** `above` contains the slugs of the ancestors, which the URL of the page includes. */
  readonly placed: { readonly term: Term; readonly above: readonly string[] }
  readonly context: 'view' | 'embed' | 'edit'
  /** Methods that the viewer may use; undefined in lists, which do not include them. */
  readonly allowedMethods: readonly string[] | undefined
}

export function presentWordpressTerm({ placed, context, allowedMethods: allow }: WordpressTermData, urls: Urls) {
  const { term, above } = placed
  const { id, taxonomy } = term
  const name = escapeAmpersands(term.name)
  const link = termUrl(urls, taxonomy, [...above, term.slug])
  const _links = presentLinks(term, urls, allow)
  const embedded = { id, link, name, slug: term.slug, taxonomy: TAXONOMY_NAME[taxonomy] }
  if (context === 'embed') return { ...embedded, _links }
  return {
    id,
    count: term.count,
    description: term.description,
    link,
    name,
    slug: term.slug,
    taxonomy: TAXONOMY_NAME[taxonomy],
    ...(taxonomy === 'category' && { parent: term.parent }),
    meta: [],
    _links,
  }
}

function presentLinks({ id, taxonomy, parent }: Term, urls: Urls, allow: readonly string[] | undefined) {
  const collection = wordpressTermsUrl(urls, taxonomy)
  return {
    self: [{ href: `${collection}/${id}`, ...(allow && { targetHints: { allow } }) }],
    collection: [{ href: collection }],
    ...(parent !== 0 && { up: [{ embeddable: true, href: `${collection}/${parent}` }] }),
  }
}
