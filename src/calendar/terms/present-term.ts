import { escapeAmpersands } from '../../base/text/sanitize.ts'
import type { Taxonomy, Term } from '../../kernel/term.ts'
import { collectionUrl, restUrl, termUrl, type Urls } from '../posts/urls.ts'

export const TAXONOMY_NAME = { category: 'tribe_events_cat', tag: 'post_tag' } as const satisfies Record<
  Taxonomy,
  string
>

function presentTermUrls({ taxonomy, id, parent }: Term, urls: Urls) {
  return {
    self: restUrl(urls, taxonomy, id),
    collection: collectionUrl(urls, taxonomy),
    ...(parent !== 0 && { up: restUrl(urls, taxonomy, parent) }),
  }
}

/** A term inside an event (wire-contract §7.4). */
export interface EmbeddedTermView extends Readonly<ReturnType<typeof presentEmbeddedTerm>> {}

export function presentEmbeddedTerm(term: Term, urls: Urls) {
  return {
    name: escapeAmpersands(term.name),
    slug: term.slug,
    term_group: 0,
    term_taxonomy_id: term.id,
    taxonomy: TAXONOMY_NAME[term.taxonomy],
    description: term.description,
    parent: term.parent,
    count: term.count,
    filter: 'raw',
    id: term.id,
    urls: presentTermUrls(term, urls),
  }
}

/** A term as its own resource. `above` contains the slugs of its ancestors, root first. */
export function presentTerm({ term, above }: { term: Term; above: readonly string[] }, urls: Urls) {
  return {
    id: term.id,
    count: term.count,
    description: term.description,
    name: escapeAmpersands(term.name),
    slug: term.slug,
    taxonomy: TAXONOMY_NAME[term.taxonomy],
    ...(term.taxonomy === 'category' && { parent: term.parent }),
    ...(term.color !== '' && { color: term.color }),
    ...(term.icon !== '' && { icon: term.icon }),
    meta: [],
    url: termUrl(urls, term.taxonomy, [...above, term.slug]),
    urls: presentTermUrls(term, urls),
  }
}

/** `_links` of a single term, with URLs of this service (S8). `allow` lists the methods that the viewer may use. */
export function presentTermLinks(term: Term, urls: Urls, allow: readonly string[]) {
  const self = restUrl(urls, term.taxonomy, term.id)
  const filter = term.taxonomy === 'category' ? 'categories' : 'tags'
  return {
    self: [{ href: self, targetHints: { allow } }],
    collection: [{ href: collectionUrl(urls, term.taxonomy) }],
    ...(term.parent !== 0 && { up: [{ embeddable: true, href: restUrl(urls, term.taxonomy, term.parent) }] }),
    'wp:post_type': [{ href: `${urls.base}/events?${filter}=${term.id}` }],
    curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
  }
}
