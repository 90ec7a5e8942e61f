/** Finds what a page offers: an API, a calendar, or events that it describes. */

import type { Services } from '../../calendar/services.ts'
import { ACCEPT_CONTENT } from '../imports/formats/fetch-input.ts'
import { findPageEvents, type PageSearch } from '../imports/formats/find-page-events.ts'
import { NO_EVENTS } from '../imports/formats/open-input.ts'
import { createRouteUrl, findSiteAddress } from '../imports/site/discover-site.ts'
import { createSiteClient } from '../imports/site/site-client.ts'
import { createFetchFailure, requestFromSource } from './fetch-from-source.ts'
import type { Source } from './source.ts'
import { createSourceFailure, type PageSource } from './source-content.ts'

type SourcePage = Pick<Source, 'url' | 'username' | 'password'>

/** Throws a source failure for a page without events. */
export async function findPageSource(services: Services, page: SourcePage, signal: AbortSignal): Promise<PageSource> {
  const fetched = await requestFromSource(services, page.url, page, { accept: ACCEPT_CONTENT, signal })
  if ('failure' in fetched) throw createFetchFailure(page.url, fetched)
  const site = await findPageApi(services, page, signal)
  if (site) return { type: 'tec', url: site, note: `The API of The Events Calendar at ${site} is imported.` }
  const search = { ...services, signal, fetch: createPageFetch(services, page, signal), joinsFiles: false }
  const found = await findPageEvents(search, fetched)
  if (!found) throw createSourceFailure(`${page.url}: ${NO_EVENTS}`)
  return { type: found.format, url: found.url, note: found.note }
}

/** URL of the API of The Events Calendar; undefined without one. */
export async function findPageApi(
  { fetchSite, reader }: Services,
  { url, username, password }: SourcePage,
  signal: AbortSignal,
): Promise<string | undefined> {
  const credentials = username === '' ? undefined : { user: username, password }
  const client = createSiteClient({ url: new URL(url), credentials, fetch: fetchSite, reader, signal })
  const address = await findSiteAddress(client, new URL(url))
  return address && createRouteUrl(address.root, '/tribe/events/v1').href
}

/** Credentials are sent only to the origin of the page. */
export const createPageFetch =
  (services: Services, page: SourcePage, signal: AbortSignal): PageSearch['fetch'] =>
  async (url) => {
    const isOwn = new URL(url).origin === new URL(page.url).origin
    const credentials = isOwn ? page : { username: '', password: '' }
    const fetched = await requestFromSource(services, url, credentials, { accept: ACCEPT_CONTENT, signal })
    return 'failure' in fetched ? undefined : fetched
  }
