/** Which API a request means, by any of the addresses clients use: design section 5, contract 1.1. */
import type { Urls } from '../present/urls.ts'

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
  /** What follows the root, `/cal/events/v1/events` say, without a slash at its end. Still percent-encoded. */
  readonly path: string
}

const PREFIXES: readonly (readonly [string, Mount])[] = [
  ['/api', MOUNTS.api],
  ['/wp-json', MOUNTS.wordpress],
  ['/index.php/wp-json', MOUNTS.wordpress],
]

/** Undefined when the request is not for an API at all. `rest_route` counts at the root of the site only. */
export function findDestination(path: string, restRoute: unknown, withWordpress: boolean): Destination | undefined {
  const isRoot = path === '/' || path.toLowerCase() === '/index.php'
  if (isRoot && typeof restRoute === 'string' && withWordpress) {
    return { mount: MOUNTS.wordpress, path: trimmed(`/${restRoute.replace(/^\//, '')}`) }
  }
  const lower = path.toLowerCase()
  for (const [prefix, mount] of PREFIXES) {
    if (mount.name === 'wordpress' && !withWordpress) continue
    if (lower === prefix || lower.startsWith(`${prefix}/`)) return { mount, path: trimmed(path.slice(prefix.length)) }
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

const known = new Map<string, Urls>()
/** There are two mounts of some namespaces, and one home; tests have more. */
const MOST_KNOWN = 100

export function urlsOf(mount: Mount, home: string, namespace = mount.namespace): Urls {
  const key = `${home} ${mount.root}/${namespace}`
  const urls = known.get(key) ?? madeUrls(mount, home, namespace)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, urls)
  return urls
}

function madeUrls(mount: Mount, home: string, namespace: string): Urls {
  const { hostname, pathname } = new URL(home)
  return {
    home,
    base: `${home}${mount.root}/${namespace}`,
    files: `${home}${mount.files}`,
    place: `${hostname}${pathname === '/' ? '' : pathname}`,
  }
}
