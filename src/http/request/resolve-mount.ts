/** Which API a request means, by any of the addresses clients use: design section 5, contract 1.1. */

import type { Language } from '../../i18n/language.ts'
import type { Urls } from '../../presenters/urls.ts'

export interface Mount {
  readonly name: 'api' | 'wordpress'
  /** Address prefix of the index of all namespaces. */
  readonly root: string
  readonly namespace: string
  /** Where pictures lie: for clients of the reference, where theirs do. */
  readonly uploadsPath: '/uploads' | '/wp-content/uploads'
}

export const MOUNTS: { readonly api: Mount; readonly wordpress: Mount } = {
  api: { name: 'api', root: '/api', namespace: 'cal/events/v1', uploadsPath: '/uploads' },
  wordpress: { name: 'wordpress', root: '/wp-json', namespace: 'tribe/events/v1', uploadsPath: '/wp-content/uploads' },
}

export interface ApiTarget {
  readonly mount: Mount
  /** Named by the address, which links follow; undefined where it names none. */
  readonly language: Language | undefined
  /** What follows the root, `/cal/events/v1/events` say, without a slash at its end. Still percent-encoded. */
  readonly path: string
}

const PREFIXES: readonly (readonly [string, Mount])[] = [
  ['/api', MOUNTS.api],
  ['/wp-json', MOUNTS.wordpress],
  ['/index.php/wp-json', MOUNTS.wordpress],
]

export interface LocalizedPath {
  readonly language: Language | undefined
  /** What follows. */
  readonly path: string
}

/** The language that an address begins with, `/de/events/` say. */
export function parseLocalizedPath(path: string, languages: readonly Language[]): LocalizedPath {
  const end = path.indexOf('/', 1)
  const word = (end < 0 ? path.slice(1) : path.slice(1, end)).toLowerCase()
  const language = word.length === 2 ? languages.find((candidate) => candidate === word) : undefined
  return language ? { language, path: end < 0 ? '/' : path.slice(end) } : { language: undefined, path }
}

/** Undefined when the request is not for an API at all. `rest_route` counts at the root of the site only. */
export function findApiTarget(
  { language, path }: LocalizedPath,
  restRoute: unknown,
  withWordpress: boolean,
): ApiTarget | undefined {
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

/** What follows the namespace; undefined outside of it. */
export function stripNamespace({ path }: ApiTarget, namespace: string): string | undefined {
  const prefix = `/${namespace}`
  const rest = path.slice(prefix.length)
  const isInside = path.toLowerCase().startsWith(prefix) && (rest === '' || rest.startsWith('/'))
  return isInside ? rest : undefined
}

/** Where links lead: what was called, in the language it was called in. */
export interface BaseUrl {
  readonly mount: Mount
  readonly language: Language | undefined
  /** Address of the site. */
  readonly site: string
}

const urlsByBase = new Map<string, Urls>()
/** Namespaces of two mounts in each language, and one site; tests have more. */
const MAX_CACHED_URLS = 200

export function buildUrls(baseUrl: BaseUrl, namespace = baseUrl.mount.namespace): Urls {
  const key = `${baseUrl.site} ${baseUrl.language ?? ''}${baseUrl.mount.root}/${namespace}`
  const urls = urlsByBase.get(key) ?? createUrls(baseUrl, namespace)
  if (urlsByBase.size >= MAX_CACHED_URLS) urlsByBase.clear()
  urlsByBase.set(key, urls)
  return urls
}

function createUrls(baseUrl: BaseUrl, namespace: string): Urls {
  const { hostname, pathname } = new URL(baseUrl.site)
  return {
    site: baseUrl.site,
    home: siteUrl(baseUrl),
    base: `${siteUrl(baseUrl)}${baseUrl.mount.root}/${namespace}`,
    files: `${baseUrl.site}${baseUrl.mount.uploadsPath}`,
    globalIdPrefix: `${hostname}${pathname === '/' ? '' : pathname}`,
  }
}

/** Where pages lie. */
export const siteUrl = ({ site, language }: Pick<BaseUrl, 'site' | 'language'>): string =>
  language ? `${site}/${language}` : site
