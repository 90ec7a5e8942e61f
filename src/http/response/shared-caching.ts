/** Headers by which shared caches, such as Varnish or a CDN, store public responses. */

import type { Freshness } from '../../calendar/posts/freshness.ts'
import { createSurrogateKeys, type ResponseContents } from '../../calendar/surrogate-keys.ts'
import { PURGE_FORMATS, type PurgeFormat, type PurgeFormatName } from './purge-formats.ts'

export interface SharedCaching {
  /** Longest `s-maxage`; 0 disables shared caching. */
  readonly seconds: number
  /** Undefined if no cache is purged: responses then have no surrogate keys. */
  readonly keys: Pick<PurgeFormat, 'header' | 'separator'> | undefined
}

interface SharedCacheConfig {
  readonly CDN_SECONDS: number
  readonly CDN_PURGE_URL: readonly string[]
  readonly CDN_PURGE_FORMAT: PurgeFormatName
}

/** Headers for shared caches as the settings describe them. */
export const createSharedCaching = (config: SharedCacheConfig): SharedCaching => ({
  seconds: config.CDN_SECONDS,
  keys: config.CDN_PURGE_URL.length === 0 ? undefined : PURGE_FORMATS[config.CDN_PURGE_FORMAT],
})

/** `stale-while-revalidate` as a multiple of `s-maxage`. A purged response must not be served for that long. */
const STALE_LIFETIMES = 6
const STALE_SECONDS_AFTER_PURGE = 1
const STALE_IF_ERROR_SECONDS = 86_400

export const NO_SHARED_CACHING: SharedCaching = { seconds: 0, keys: undefined }

/**
 * Headers of a public response. Browsers revalidate by ETag each time; shared caches store the response while its dates
 * keep their meaning.
 */
export function publicCacheHeaders(
  { seconds, keys }: SharedCaching,
  contents: ResponseContents,
  freshness?: Pick<Freshness, 'seconds'>,
): Readonly<Record<string, string>> {
  const lifetime = Math.min(seconds, freshness?.seconds ?? seconds)
  const directives = ['public', 'max-age=0', `s-maxage=${lifetime}`]
  if (seconds === 0) return { 'cache-control': directives.join(', ') }
  const stale = keys ? STALE_SECONDS_AFTER_PURGE : lifetime * STALE_LIFETIMES
  directives.push(`stale-while-revalidate=${stale}`, `stale-if-error=${STALE_IF_ERROR_SECONDS}`)
  return {
    'cache-control': directives.join(', '),
    ...surrogateKeyHeaders({ keys }, contents),
  }
}

export const surrogateKeyHeaders = (
  { keys }: Pick<SharedCaching, 'keys'>,
  contents: ResponseContents,
): Readonly<Record<string, string>> =>
  keys ? { [keys.header]: createSurrogateKeys(contents).join(keys.separator) } : {}
