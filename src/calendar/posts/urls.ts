import type { Language } from '../../base/i18n/language.ts'
import { isUnpublished, type Post, type PostKind } from '../../kernel/post.ts'
import type { Taxonomy } from '../../kernel/term.ts'

/** Base URLs of a mount in one language. None ends with a slash. */
export interface Urls {
  readonly site: string
  /** Base URL of the pages: that of the site, or of one of its languages. */
  readonly home: string
  /** Base URL of the API namespace. */
  readonly base: string
  /** Base URL of image files. */
  readonly files: string
  /** Host and path of the site, without scheme and port. */
  readonly globalIdPrefix: string
}

/** The language in the URLs of pages, or the first language of the site if they contain none. */
export const findHomeLanguage = ({ site, home }: Urls, languages: readonly Language[]): Language =>
  languages.find((language) => home === `${site}/${language}`) ?? languages[0] ?? 'en'

export const COLLECTION_NAMES = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  media: 'media',
  series: 'series',
  history: 'history',
  audit: 'audit',
  source: 'sources',
  source_run: 'runs',
  import: 'imports',
  import_result: 'results',
  webhook: 'webhooks',
  delivery: 'deliveries',
  field: 'fields',
} as const satisfies Record<
  | (PostKind | Taxonomy | 'media' | 'series' | 'history' | 'audit')
  | ('source' | 'source_run' | 'import' | 'import_result' | 'webhook' | 'delivery' | 'field'),
  string
>

export type ResourceKind = keyof typeof COLLECTION_NAMES

/** Pages of accounts, relative to `Urls.home`. */
export const ACCOUNT_PATHS = {
  sign_in: '/sign-in',
  account: '/account',
  forgot: '/account/forgot',
  invitation: '/account/invitation',
  reset: '/account/reset',
} as const

/** Sign-in by OpenID Connect, relative to `Urls.home`; the callback without a language. */
export const OIDC_PATHS = { start: '/sign-in/oidc', callback: '/sign-in/oidc/callback' } as const

export type AccountPageName = keyof typeof ACCOUNT_PATHS

/** Page of an event that is not published, for viewers with a preview link; relative to `Urls.home`. */
export const PREVIEW_PATH = '/preview/'

/** The parameter has a name whose value is removed from logs. */
export const previewUrl = ({ home }: Urls, token: string): string => `${home}${PREVIEW_PATH}?token=${token}`

/** Page on which users authorize an application, relative to `Urls.home`. */
export const AUTHORIZE_PATH = '/authorize-application'

export const WORDPRESS_POST_TYPE = {
  event: 'tribe_events',
  venue: 'tribe_venue',
  organizer: 'tribe_organizer',
} as const satisfies Record<PostKind, string>

/** URL of the public page. Unpublished posts have the form `/?post_type=…&p=…` (wire-contract §7.1). */
export function pageUrl({ home }: Urls, kind: PostKind, { id, slug, status }: Pick<Post, 'id' | 'slug' | 'status'>) {
  if (isUnpublished(status) || slug === '') return `${home}/?post_type=${WORDPRESS_POST_TYPE[kind]}&p=${id}`
  return `${home}/${kind}/${slug}/`
}

/** URL of the public page of a series. */
export const seriesUrl = ({ home }: Urls, slug: string): string => `${home}/series/${slug}/`

export function termUrl({ home }: Urls, taxonomy: Taxonomy, path: readonly string[]): string {
  return taxonomy === 'category' ? `${home}/events/category/${path.join('/')}/` : `${home}/tag/${path.join('/')}/`
}

export function restUrl({ base }: Urls, kind: ResourceKind, id: number | string): string {
  return `${base}/${COLLECTION_NAMES[kind]}/${id}`
}

export function collectionUrl({ base }: Urls, kind: ResourceKind): string {
  return `${base}/${COLLECTION_NAMES[kind]}`
}

/** URL of an image file. */
export function fileUrl({ files }: Urls, key: string): string {
  return `${files}/${key}`
}

/** See wire-contract §7.1. */
export function globalId({ globalIdPrefix }: Urls, id: number): string {
  return `${globalIdPrefix}?id=${id}`
}
