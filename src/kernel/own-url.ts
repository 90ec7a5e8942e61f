/** URLs of the site itself. */

/** Longer URLs do not fit into a cookie. */
export const MAX_RETURN_LENGTH = 1000

/**
 * The URL of a path of the site, such as `/events/`; undefined for everything else, so that a link to the site cannot lead to
 * another one. `site` is the URL of the site.
 */
export function resolveOwnUrl(path: unknown, site: string): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/') || path.length > MAX_RETURN_LENGTH || !URL.canParse(path, site))
    return undefined
  const [url, base] = [new URL(path, site), new URL(site)]
  const folder = `${base.pathname.replace(/\/+$/, '')}/`
  // A redirect to a path such as `//other.example/` would lead to another host.
  const isOwn = url.origin === base.origin && !url.pathname.startsWith('//')
  return isOwn && `${url.pathname}/`.startsWith(folder) ? url.href : undefined
}
