/** The URL and credentials of a site on the command line. */

import { normalizeHost } from '../base/net/parse-url.ts'
import { createSiteFetcher, type SiteFetcher } from '../base/net/site-fetch.ts'
import { detectContent, isCalendarUrl, isUrl } from '../features/imports/formats/detect-format.ts'
import { fetchInput } from '../features/imports/formats/fetch-input.ts'
import { createContentReader } from '../features/imports/formats/read-content.ts'
import { findSiteAddress } from '../features/imports/site/discover-site.ts'
import { createSiteClient, type SiteClientOptions, type SiteCredentials } from '../features/imports/site/site-client.ts'

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

/** The first URL that is a site with the API of The Events Calendar; undefined for files, calendars and other pages. */
export async function findSite(inputs: readonly string[], options: SiteAccessOptions): Promise<string | undefined> {
  const [first] = inputs.filter((input) => isUrl(input) && !isCalendarUrl(input))
  if (first === undefined || !(await isSite(first, options))) return undefined
  if (inputs.length > 1) throw new Error('Only one site can be imported at a time.')
  return first
}

/** The home page of a site may be closed although its API is not. */
async function isSite(text: string, options: SiteAccessOptions): Promise<boolean> {
  const { url, fetch, close, credentials } = createSiteAccess(text, options)
  if (credentials) return close().then(() => true)
  const reader = createContentReader()
  try {
    const response = await fetchInput({ reader }, text).catch(() => undefined)
    const format = response && detectContent(response.bytes)
    if (format === 'ics' || format === 'csv') return false
    if (format !== 'page') return true
    return (await findSiteAddress(createSiteClient({ url, fetch, reader }), url)) !== undefined
  } finally {
    await close()
    await reader.close()
  }
}
