import { readFeed } from './read-feed.ts'
import { readSite } from './read-site.ts'
import type { ReadSource } from './source-content.ts'

/** Reads a source of any type. */
export const readSource: ReadSource = (services, source, signal) =>
  source.type === 'ics' ? readFeed(services, source, signal) : readSite(services, source, signal)
