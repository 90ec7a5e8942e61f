/** Which API a request means, by any of the addresses clients use: design section 5, contract 1.1. */
import type { Urls } from '../present/urls.ts'
import type { Language } from '../text/language.ts'

export interface Mount {
  readonly name: 'api' | 'wordpress'
  /** Address prefix of the index of all namespaces. */
  readonly root: string
  readonly namespace: string
  /** Where pictures lie: for clients of the reference, where theirs do. */
  readonly files: '/uploads' | '/wp-content/uploads'
}

export const MOUNTS: { readonly api: Mount; readonly wordpress: Mount } = {
  api: { name: 'api', root: '/api', namespace: 'cal/events/v1', files: '/uploads' },
  wordpress: { name: 'wordpress', root: '/wp-json', namespace: 'tribe/events/v1', files: '/wp-content/uploads' },
}

export interface Destination {
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

export interface Spoken {
  readonly language: Language | undefined
  /** What follows. */
  readonly path: string
}

/** The language that an address begins with, `/de/events/` say. */
export function spokenPath(path: string, languages: readonly Language[]): Spoken {
  const end = path.indexOf('/', 1)
  const word = (end < 0 ? path.slice(1) : path.slice(1, end)).toLowerCase()
  const language = word.length === 2 ? languages.find((one) => one === word) : undefined
  return language ? { language, path: end < 0 ? '/' : path.slice(end) } : { language: undefined, path }
}

/** Undefined when the request is not for an API at all. `rest_route` counts at the root of the site only. */
export function findDestination(
  { language, path }: Spoken,
  restRoute: unknown,
  withWordpress: boolean,
): Destination | undefined {
  const isRoot = path === '/' || path.toLowerCase() === '/index.php'
  if (isRoot && typeof restRoute === 'string' && withWordpress) {
    return { mount: MOUNTS.wordpress, language, path: trimmed(`/${restRoute.replace(/^\//, '')}`) }
  }
  const lower = path.toLowerCase()
  for (const [prefix, mount] of PREFIXES) {
    if (mount.name === 'wordpress' && !withWordpress) continue
    if (lower !== prefix && !lower.startsWith(`${prefix}/`)) continue
    return { mount, language, path: trimmed(path.slice(prefix.length)) }
  }
  return undefined
}

const trimmed = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path)

/** What follows the namespace; undefined outside of it. */
export function pathInNamespace({ path }: Destination, namespace: string): string | undefined {
  const prefix = `/${namespace}`
  const rest = path.slice(prefix.length)
  const isInside = path.toLowerCase().startsWith(prefix) && (rest === '' || rest.startsWith('/'))
  return isInside ? rest : undefined
}

/** Where links lead: what was called, in the language it was called in. */
export interface Called {
  readonly mount: Mount
  readonly language: Language | undefined
  /** Address of the site. */
  readonly site: string
}

const known = new Map<string, Urls>()
/** Namespaces of two mounts in each language, and one site; tests have more. */
const MOST_KNOWN = 200

export function urlsOf(called: Called, namespace = called.mount.namespace): Urls {
  const key = `${called.site} ${called.language ?? ''}${called.mount.root}/${namespace}`
  const urls = known.get(key) ?? madeUrls(called, namespace)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, urls)
  return urls
}

function madeUrls(called: Called, namespace: string): Urls {
  const { hostname, pathname } = new URL(called.site)
  return {
    site: called.site,
    home: homeOf(called),
    base: `${homeOf(called)}${called.mount.root}/${namespace}`,
    files: `${called.site}${called.mount.files}`,
    place: `${hostname}${pathname === '/' ? '' : pathname}`,
  }
}

/** Where pages lie. */
export const homeOf = ({ site, language }: Pick<Called, 'site' | 'language'>): string =>
  language ? `${site}/${language}` : site
