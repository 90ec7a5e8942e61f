/** Reads a source of any type. */
import { findPageSource } from './find-page-source.ts'
import { countPresentEvents } from './missing-events.ts'
import { readFeed } from './read-feed.ts'
import { readSite } from './read-site.ts'
import type { ReadSource } from './source-content.ts'

export const readSource: ReadSource = async (services, source, signal) => {
  if (source.type === 'tec' || source.type === 'calends') return readSite(services, source, signal)
  // The events of a page are chosen once, so that a failure of the site does not lead to other events.
  if (source.type === 'ics' || (await countPresentEvents(services, source)) > 0)
    return readFeed(services, source, signal)
  const found = await findPageSource(services, source, signal)
  const read = found.type === 'tec' ? readSite : readFeed
  const { type, url } = found
  const content = await read(services, { ...source, type, url, etag: '', lastModified: '' }, signal)
  return content && { ...content, found }
}
