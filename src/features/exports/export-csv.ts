/** Exports events, venues or organizers as a table with the columns of The Events Calendar. */

import { decodeEntities } from '../../base/text/sanitize.ts'
import { formatCell } from '../../calendar/feeds/csv.ts'
import { findRelations } from '../../calendar/fragments/render-rows.ts'
import { findMedia } from '../../calendar/images/image-store.ts'
import { findPosts } from '../../calendar/posts/post-store.ts'
import { fileUrl, type Urls } from '../../calendar/posts/urls.ts'
import { findTerms } from '../../calendar/terms/term-store.ts'
import { type CustomFields, findCustomValue, selectCustomFields } from '../../kernel/custom-field.ts'
import type { Event, Organizer, Post, PostByKind, PostKind, Venue } from '../../kernel/post.ts'
import type { Reader } from '../../storage/types.ts'
import { listCsvHeadings } from '../imports/formats/csv/csv-columns.ts'
import { readIdsOfKind } from './read-ids.ts'

/** Names of the records that the records of a batch refer to. */
interface RowContext {
  readonly getNames: (id: number) => EventNames
  readonly getImage: (id: number) => string
}

interface EventNames {
  readonly venue: string
  readonly organizers: readonly string[]
  readonly categories: readonly string[]
  readonly tags: readonly string[]
}

type Cell = string | boolean | number
type Columns<P> = Readonly<Record<string, (post: P, context: RowContext) => Cell>>

/** Columns by the names of `csv-columns.ts`, in the order of the reference. */
const COLUMNS: { readonly [K in PostKind]: Columns<PostByKind[K]> } = {
  event: {
    title: ({ title }: Event) => title,
    description: ({ content }) => content,
    excerpt: ({ excerpt }) => excerpt,
    start_date: ({ start_date }) => start_date.slice(0, 10),
    start_time: ({ start_date }) => start_date.slice(11),
    end_date: ({ end_date }) => end_date.slice(0, 10),
    end_time: ({ end_date }) => end_date.slice(11),
    timezone: ({ timezone }) => timezone,
    all_day: ({ all_day }) => all_day,
    hide_from_listings: ({ hide_from_listings }) => hide_from_listings,
    sticky: ({ sticky }) => sticky,
    featured: ({ featured }) => featured,
    venue: ({ id }, { getNames }) => getNames(id).venue,
    organizer: ({ id }, { getNames }) => joinNames(getNames(id).organizers),
    show_map_link: ({ show_map_link }) => show_map_link,
    show_map: ({ show_map }) => show_map,
    cost: ({ cost }) => cost.join(', '),
    categories: ({ id }, { getNames }) => joinNames(getNames(id).categories),
    tags: ({ id }, { getNames }) => joinNames(getNames(id).tags),
    website: ({ website }) => website,
    image: ({ image }, { getImage }) => getImage(image),
    status: ({ status }) => status,
  },
  venue: {
    venue: ({ title }: Venue) => title,
    description: ({ content }) => content,
    country: ({ country }) => country,
    address: ({ address }) => address,
    city: ({ city }) => city,
    stateprovince: ({ stateprovince, province, state }) => stateprovince || province || state,
    zip: ({ zip }) => zip,
    phone: ({ phone }) => phone,
    website: ({ website }) => website,
    image: ({ image }, { getImage }) => getImage(image),
    show_map: ({ show_map }) => show_map,
    show_map_link: ({ show_map_link }) => show_map_link,
    geo_lat: ({ geo_lat }) => geo_lat ?? '',
    geo_lng: ({ geo_lng }) => geo_lng ?? '',
  },
  organizer: {
    organizer: ({ title }: Organizer) => title,
    description: ({ content }) => content,
    email: ({ email }) => email,
    website: ({ website }) => website,
    phone: ({ phone }) => phone,
    image: ({ image }, { getImage }) => getImage(image),
  },
}

const joinNames = (names: readonly string[]): string => names.join(', ')

/** Records in the trash are omitted. */
export async function* exportCsv<K extends PostKind>(
  db: Reader,
  kind: K,
  { customFields, urls }: { readonly customFields: CustomFields; readonly urls: Urls },
): AsyncGenerator<string> {
  const columns: Columns<PostByKind[K]> = { ...COLUMNS[kind], ...createCustomColumns(kind, customFields) }
  yield formatRow(Object.keys(columns).map((name) => listCsvHeadings(kind, name)[0] || name))
  for await (const ids of readIdsOfKind(db, kind)) {
    const posts: readonly PostByKind[K][] = (await findPosts(db, kind, ids)).toSorted((a, b) => a.id - b.id)
    const context = await loadContext(db, posts, urls)
    for (const post of posts)
      if (post.status !== 'trash') yield formatRow(Object.values(columns).map((read) => read(post, context)))
  }
}

/** Their headings are the names by which an import finds them. */
const createCustomColumns = (kind: PostKind, customFields: CustomFields): Columns<Post> =>
  Object.fromEntries(
    selectCustomFields(customFields, kind).map((field) => [
      `custom_fields[${field.key}]`,
      ({ custom_fields }) => findCustomValue(custom_fields, field) ?? '',
    ]),
  )

const formatRow = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => formatCell(typeof cell === 'boolean' ? String(cell).toUpperCase() : cell)).join(',')}\r\n`

async function loadContext(
  db: Reader,
  posts: readonly { readonly id: number; readonly image: number }[],
  urls: Urls,
): Promise<RowContext> {
  const getRelations = await findRelations(
    db,
    posts.map(({ id }) => id),
  )
  const relations = posts.map(({ id }) => getRelations(id))
  const venues = await findPosts(db, 'venue', [...new Set(relations.flatMap((one) => one.venues))])
  const organizers = await findPosts(db, 'organizer', [...new Set(relations.flatMap((one) => one.organizers))])
  const terms = await findTerms(db, [...new Set(relations.flatMap((one) => one.terms))])
  const images = await findMedia(db, [...new Set(posts.map(({ image }) => image))])
  const titles = new Map([...venues, ...organizers].map(({ id, title }) => [id, title]))
  const keys = new Map(images.map(({ id, key }) => [id, key]))
  return {
    getNames: (event) => {
      const { venues: venueIds, organizers: organizerIds, terms: termIds } = getRelations(event)
      const ofTaxonomy = (taxonomy: string) =>
        terms
          .filter((term) => term.taxonomy === taxonomy && termIds.includes(term.id))
          .map(({ name }) => decodeEntities(name))
      return {
        venue: titles.get(venueIds[0] ?? 0) ?? '',
        organizers: organizerIds.flatMap((id) => titles.get(id) ?? []),
        categories: ofTaxonomy('category'),
        tags: ofTaxonomy('tag'),
      }
    },
    getImage: (id) => {
      const key = keys.get(id)
      return key === undefined ? '' : fileUrl(urls, key)
    },
  }
}
