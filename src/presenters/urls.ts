import { isUnpublished, type Post, type PostKind } from '../domain/model/post.ts'
import type { Taxonomy } from '../domain/model/term.ts'
import type { Language } from '../i18n/language.ts'

/** Addresses as a mount shows them. */
export interface Urls {
  /** Address of the site, without a slash at its end. */
  readonly site: string
  /** Where its pages lie: the site's, or that of a language of it (design section 5). */
  readonly home: string
  /** Address of the namespace, without a slash at its end. */
  readonly base: string
  /** Address of the folder of pictures, without a slash at its end. */
  readonly files: string
  /** Host and path of the site, without scheme and port: what global ids begin with. */
  readonly globalIdPrefix: string
}

/** The language that URLs of pages name; the first of the site when they name none. */
export const findHomeLanguage = ({ site, home }: Urls, languages: readonly Language[]): Language =>
  languages.find((language) => home === `${site}/${language}`) ?? languages[0] ?? 'en'

export const COLLECTION_NAMES = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  media: 'media',
} as const satisfies Record<PostKind | Taxonomy | 'media', string>

export type ResourceKind = keyof typeof COLLECTION_NAMES

/** Below the home of a language: where people let applications in. */
export const AUTHORIZE_PATH = '/authorize-application'

const POST_TYPE = { event: 'tribe_events', venue: 'tribe_venue', organizer: 'tribe_organizer' } as const

/** The public page; what is not published has only its plain address (contract 7.1). */
export function pageUrl({ home }: Urls, kind: PostKind, { id, slug, status }: Pick<Post, 'id' | 'slug' | 'status'>) {
  if (isUnpublished(status) || slug === '') return `${home}/?post_type=${POST_TYPE[kind]}&p=${id}`
  return `${home}/${kind}/${slug}/`
}

export function termUrl({ home }: Urls, taxonomy: Taxonomy, path: readonly string[]): string {
  return taxonomy === 'category' ? `${home}/events/category/${path.join('/')}/` : `${home}/tag/${path.join('/')}/`
}

export function restUrl({ base }: Urls, kind: ResourceKind, id: number): string {
  return `${base}/${COLLECTION_NAMES[kind]}/${id}`
}

export function collectionUrl({ base }: Urls, kind: ResourceKind): string {
  return `${base}/${COLLECTION_NAMES[kind]}`
}

/** Where a file of a picture is served. */
export function fileUrl({ files }: Urls, key: string): string {
  return `${files}/${key}`
}

/** Contract 7.1. */
export function globalId({ globalIdPrefix: place }: Urls, id: number): string {
  return `${place}?id=${id}`
}
