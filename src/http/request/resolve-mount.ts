/** Mounts: the base paths at which the API is served (wire-contract §1.1). */

import type { Language } from '../../base/i18n/language.ts'
import type { Urls } from '../../calendar/posts/urls.ts'

export interface Mount {
  readonly name: 'api' | 'wordpress'
  /** Base path, and the path of the index of all namespaces. */
  readonly root: string
  readonly namespace: string
  /** Base path of image files; the WordPress mount uses that of WordPress. */
  readonly uploadsPath: '/uploads' | '/wp-content/uploads'
}

export const MOUNTS: { readonly api: Mount; readonly wordpress: Mount } = {
  api: { name: 'api', root: '/api', namespace: 'cal/events/v1', uploadsPath: '/uploads' },
  wordpress: { name: 'wordpress', root: '/wp-json', namespace: 'tribe/events/v1', uploadsPath: '/wp-content/uploads' },
}

export interface ApiTarget {
  readonly mount: Mount
  /** Language of the URL, in which links are written; undefined for URLs without one. */
  readonly language: Language | undefined
  /** Path below the root such as `/cal/events/v1/events`, without a trailing slash, percent-encoded. */
  readonly path: string
}

const PREFIXES: readonly (readonly [string, Mount])[] = [
  ['/api', MOUNTS.api],
  ['/wp-json', MOUNTS.wordpress],
  ['/index.php/wp-json', MOUNTS.wordpress],
]

export interface LocalizedPath {
  readonly language: Language | undefined
  /** The rest of the path. */
  readonly path: string
}

/** Splits off the language of a path such as `/de/events/`. */
export function parseLocalizedPath(path: string, languages: readonly Language[]): LocalizedPath {
  const end = path.indexOf('/', 1)
  const word = (end < 0 ? path.slice(1) : path.slice(1, end)).toLowerCase()
  const language = word.length === 2 ? languages.find((candidate) => candidate === word) : undefined
  return language ? { language, path: end < 0 ? '/' : path.slice(end) } : { language: undefined, path }
}

/**
 * Undefined for paths outside of all mounts. `rest_route` has an effect only at the root of the site. Leading slashes count as
 * one, because clients join URLs so.
 */
export function findApiTarget(
  { language, path: sentPath }: LocalizedPath,
  restRoute: unknown,
  withWordpress: boolean,
): ApiTarget | undefined {
  const path = sentPath.replace(/^\/{2,}/, '/')
  const isRoot = path === '/' || path.toLowerCase() === '/index.php'
  if (isRoot && typeof restRoute === 'string' && withWordpress) {
    return { mount: MOUNTS.wordpress, language, path: trimTrailingSlash(`/${restRoute.replace(/^\//, '')}`) }
  }
  const lower = path.toLowerCase()
  for (const [prefix, mount] of PREFIXES) {
    if (mount.name === 'wordpress' && !withWordpress) continue
    if (lower !== prefix && !lower.startsWith(`${prefix}/`)) continue
    return { mount, language, path: trimTrailingSlash(path.slice(prefix.length)) }
  }
  return undefined
}

const trimTrailingSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path)

/** The path below the namespace; undefined for other paths. */
export function stripNamespace({ path }: ApiTarget, namespace: string): string | undefined {
  const prefix = `/${namespace}`
  const rest = path.slice(prefix.length)
  const isInside = path.toLowerCase().startsWith(prefix) && (rest === '' || rest.startsWith('/'))
  return isInside ? rest : undefined
}

/** Mount, language and site that links in a response use. */
export interface BaseUrl {
  readonly mount: Mount
  readonly language: Language | undefined
  /** URL of the site. */
  readonly site: string
}

export function buildUrls(baseUrl: BaseUrl, namespace = baseUrl.mount.namespace): Urls {
  const { hostname, pathname } = new URL(baseUrl.site)
  return {
    site: baseUrl.site,
    home: siteUrl(baseUrl),
    base: `${siteUrl(baseUrl)}${baseUrl.mount.root}/${namespace}`,
    files: `${baseUrl.site}${baseUrl.mount.uploadsPath}`,
    globalIdPrefix: `${hostname}${pathname === '/' ? '' : pathname}`,
  }
}

/** URL of the pages, in a language. */
export const siteUrl = ({ site, language }: Pick<BaseUrl, 'site' | 'language'>): string =>
  language ? `${site}/${language}` : site
