/** Exports all records in the format of WordPress exports (WXR 1.2), as a site with The Events Calendar does. */

import { decodeEntities, escapeAmpersands } from '../../base/text/sanitize.ts'
import { findRelations } from '../../calendar/fragments/render-rows.ts'
import type { Media } from '../../calendar/images/image.ts'
import { findMedia } from '../../calendar/images/image-store.ts'
import { findPosts } from '../../calendar/posts/post-store.ts'
import { fileUrl, pageUrl, type Urls } from '../../calendar/posts/urls.ts'
import { findAllTerms } from '../../calendar/terms/term-store.ts'
import { findAuthorIds } from '../../calendar/users/authors.ts'
import { findUsersByIds } from '../../calendar/users/user-store.ts'
import { presentOfferCost } from '../../kernel/cost.ts'
import type { CustomFields } from '../../kernel/custom-field.ts'
import type { Event, PostByKind, PostKind, Venue } from '../../kernel/post.ts'
import type { Currency, Site } from '../../kernel/site.ts'
import type { Term } from '../../kernel/term.ts'
import type { Reader } from '../../storage/types.ts'
import { WXR_POST_TYPES, WXR_TAXONOMIES } from '../imports/formats/wxr/wxr-names.ts'
import { readIdsOfKind } from './read-ids.ts'
import {
  formatWxrElement,
  formatWxrHeader,
  formatWxrItem,
  listCustomMeta,
  listEventMeta,
  listFieldMeta,
  listItemTexts,
  type MetaEntry,
  WXR_FOOTER,
} from './wxr-elements.ts'

interface WxrContext {
  readonly db: Reader
  readonly urls: Urls
  readonly currency: Currency
  readonly customFields: CustomFields
  readonly terms: ReadonlyMap<number, Term>
  /** Logins by id. */
  readonly logins: ReadonlyMap<number, string>
}

/** Images precede the records that show them. Occurrences of series are single events. */
export async function* exportWxr(db: Reader, site: Site, urls: Urls): AsyncGenerator<string> {
  yield formatWxrHeader({ title: site.name, url: urls.home, language: site.languages[0] })
  const terms = new Map((await findAllTerms(db)).map((term) => [term.id, term]))
  const authors = await readAuthors(db)
  for (const { id, login, name } of authors) yield formatAuthor(id, login, name)
  for (const term of sortParentsFirst(terms)) yield formatTerm(term, terms)
  const logins = new Map(authors.map(({ id, login }) => [id, login]))
  const { currency, customFields } = site
  const context = { db, urls, currency, customFields, terms, logins }
  yield* exportImages(context)
  yield* exportLinked(context, 'venue')
  yield* exportLinked(context, 'organizer')
  yield* exportEvents(context)
  yield WXR_FOOTER
}

/** Records may have authors without an account. */
async function readAuthors(db: Reader): Promise<{ id: number; login: string; name: string }[]> {
  const ids = await findAuthorIds(db)
  const users = new Map((await findUsersByIds(db, ids)).map((user) => [user.id, user]))
  return ids.map((id) => {
    const { login = `author-${id}`, name = login } = users.get(id) ?? {}
    return { id, login, name }
  })
}

const formatAuthor = (id: number, login: string, name: string): string =>
  formatWxrElement('wp:author', {
    'wp:author_id': id,
    'wp:author_login': login,
    'wp:author_email': '',
    'wp:author_display_name': name,
    'wp:author_first_name': '',
    'wp:author_last_name': '',
  })

/** WordPress imports terms in the order of the file. */
function sortParentsFirst(terms: ReadonlyMap<number, Term>): Term[] {
  const sorted = new Set<Term>()
  for (const term of terms.values()) {
    const path: Term[] = []
    for (let one: Term | undefined = term; one && !path.includes(one) && !sorted.has(one); one = terms.get(one.parent))
      path.unshift(one)
    for (const one of path) sorted.add(one)
  }
  return [...sorted]
}

function formatTerm({ id, taxonomy, slug, name, description, parent }: Term, terms: ReadonlyMap<number, Term>): string {
  const storedName = escapeAmpersands(name)
  if (taxonomy === 'tag')
    return formatWxrElement('wp:tag', {
      'wp:term_id': id,
      'wp:tag_slug': slug,
      'wp:tag_name': storedName,
      'wp:tag_description': description,
    })
  return formatWxrElement('wp:term', {
    'wp:term_id': id,
    'wp:term_taxonomy': WXR_TAXONOMIES.category,
    'wp:term_slug': slug,
    'wp:term_parent': terms.get(parent)?.slug ?? '',
    'wp:term_name': storedName,
    'wp:term_description': description,
  })
}

async function* exportImages({ db, urls, logins }: WxrContext): AsyncGenerator<string> {
  for await (const ids of readIdsOfKind(db, 'media')) {
    for (const image of sortById(await findMedia(db, ids))) {
      const url = fileUrl(urls, image.key)
      const item = { link: url, author: logins.get(image.author) ?? '', parent: image.post, isSticky: false }
      yield formatWxrItem({
        texts: { ...listItemTexts(toPost(image), { ...item, type: 'attachment' }), 'wp:attachment_url': url },
        terms: [],
        meta: [
          ['_wp_attached_file', image.key],
          ...(image.alt_text === '' ? [] : [['_wp_attachment_image_alt', image.alt_text] as const]),
        ],
      })
    }
  }
}

const toPost = ({ caption, ...image }: Media) => ({
  ...image,
  ...{ status: 'inherit' as const, content: '', excerpt: caption, password: '' },
})

async function* exportLinked(context: WxrContext, kind: 'venue' | 'organizer'): AsyncGenerator<string> {
  for await (const ids of readIdsOfKind(context.db, kind)) {
    for (const post of sortById(await findPosts(context.db, kind, ids)))
      yield formatWxrItem({
        texts: listPostTexts(context, kind, post),
        terms: [],
        meta: [
          ...listFieldMeta(kind, post),
          ...('geo_lat' in post ? listCoordinates(post) : []),
          ...listCustomMeta(kind, post, context.customFields),
        ],
      })
  }
}

const listCoordinates = ({ geo_lat, geo_lng }: Venue): MetaEntry[] =>
  geo_lat === null || geo_lng === null
    ? []
    : [
        ['_VenueLat', geo_lat],
        ['_VenueLng', geo_lng],
      ]

async function* exportEvents(context: WxrContext): AsyncGenerator<string> {
  const { db, terms } = context
  for await (const ids of readIdsOfKind(db, 'event')) {
    const getRelations = await findRelations(db, ids)
    for (const event of sortById(await findPosts(db, 'event', ids))) {
      const { venues, organizers, terms: termIds } = getRelations(event.id)
      yield formatWxrItem({
        texts: listPostTexts(context, 'event', event),
        terms: termIds
          .flatMap((id) => terms.get(id) ?? [])
          .map(({ taxonomy, slug, name }) => ({
            domain: WXR_TAXONOMIES[taxonomy],
            slug,
            name: escapeAmpersands(name),
          })),
        meta: [
          ...listEventMeta(event),
          ...listFieldMeta('event', event),
          ...venues.map((id) => ['_EventVenueID', id] as const),
          ...organizers.map((id) => ['_EventOrganizerID', id] as const),
          ...listCost(event, context.currency),
          ...listCustomMeta('event', event, context.customFields),
        ],
      })
    }
  }
}

/** The format has no offers, only their prices. */
function listCost({ cost, tickets }: Event, currency: Currency): MetaEntry[] {
  const offerCost = decodeEntities(presentOfferCost(tickets, currency).cost)
  const parts = cost.length === 0 && offerCost !== '' ? [offerCost] : cost
  if (parts.length === 0) return []
  return [
    ...parts.map((part) => ['_EventCost', part] as const),
    ['_EventCurrencySymbol', currency.symbol],
    ['_EventCurrencyPosition', currency.position === 'prefix' ? 'prefix' : 'suffix'],
    ['_EventCurrencyCode', currency.code],
  ]
}

function listPostTexts<K extends PostKind>({ urls, logins }: WxrContext, kind: K, post: PostByKind[K]) {
  const link = pageUrl(urls, kind, post)
  const context = { type: WXR_POST_TYPES[kind], link, author: logins.get(post.author) ?? '' }
  const isEvent = 'post_parent' in post
  return listItemTexts(post, {
    ...context,
    parent: isEvent ? post.post_parent : 0,
    isSticky: isEvent ? post.sticky : false,
  })
}

const sortById = <T extends { readonly id: number }>(records: readonly T[]): T[] =>
  records.toSorted((a, b) => a.id - b.id)
