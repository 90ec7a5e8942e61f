/** The URL and credentials of a site on the command line. */

import { isCalendarUrl, isUrl } from '../../import/formats/detect-format.ts'
import { respondsWithCalendar } from '../../import/formats/read-text.ts'
import type { SiteClientOptions, SiteCredentials } from '../../import/site/site-client.ts'
import { normalizeHost } from '../../net/parse-url.ts'
import { createSiteFetcher, type SiteFetcher } from '../../net/site-fetch.ts'

export interface SiteAccessOptions {
  readonly user?: string
  readonly appPassword?: string
}

export interface SiteAccess extends Pick<SiteClientOptions, 'url' | 'fetch'> {
  readonly credentials: SiteCredentials | undefined
  readonly close: SiteFetcher['close']
}

/** The host that the operator names may be in a private network; those to which it redirects may not. */
export function createSiteAccess(text: string, { user, appPassword }: SiteAccessOptions): SiteAccess {
  const url = new URL(text)
  const embedded = { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
  url.username = ''
  url.password = ''
  if ((user === undefined) !== (appPassword === undefined))
    throw new Error('--user and --app-password belong together.')
  const given = user !== undefined && appPassword !== undefined ? { user, password: appPassword } : undefined
  if (given && embedded.user !== '')
    throw new Error('The URL contains credentials, so --user and --app-password are not allowed.')
  const { fetch, close } = createSiteFetcher({ allow: [normalizeHost(url.hostname) ?? url.hostname] })
  return { url, fetch, close, credentials: given ?? (embedded.user === '' ? undefined : embedded) }
}

/** The URL of a site; undefined for files and calendars. The response to a URL decides, unless it ends with `.ics`. */
export async function findSite(inputs: readonly string[]): Promise<string | undefined> {
  const [first] = inputs.filter((input) => isUrl(input) && !isCalendarUrl(input))
  if (first === undefined || (await respondsWithCalendar(first))) return undefined
  if (inputs.length > 1) throw new Error('Only one site can be imported at a time.')
  return first
}
