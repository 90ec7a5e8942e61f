/** Creates the headers and purges for shared caches from the settings. */

import type { Config } from './config.ts'
import type { CachePurgerOptions, PurgeCache } from './features/shared-caches/cache-purger.ts'
import { PURGE_FORMATS } from './http/response/purge-formats.ts'
import type { SharedCaching } from './http/response/shared-caching.ts'
import type { CachePurgeOptions } from './scheduler.ts'

type SharedCacheConfig = Pick<Config, 'CDN_SECONDS' | 'CDN_PURGE_URL' | 'CDN_PURGE_FORMAT' | 'CDN_PURGE_HEADER'>

export const createSharedCaching = (config: SharedCacheConfig): SharedCaching => ({
  seconds: config.CDN_SECONDS,
  keys: config.CDN_PURGE_URL.length === 0 ? undefined : PURGE_FORMATS[config.CDN_PURGE_FORMAT],
})

/** Undefined if no cache is purged. */
export function createPurgeOptions(config: SharedCacheConfig): CachePurgeOptions | undefined {
  const { CDN_PURGE_URL: urls, CDN_PURGE_HEADER: header } = config
  if (urls.length === 0) return undefined
  const format = PURGE_FORMATS[config.CDN_PURGE_FORMAT]
  return { urls, maxKeys: format.maxKeys, purge: createLazyPurger({ format, header }) }
}

/** Loads the HTTP client with the first purge. */
function createLazyPurger(options: CachePurgerOptions): PurgeCache {
  let loading: Promise<PurgeCache> | undefined
  return async (url, keys, signal) => {
    loading ??= import('./features/shared-caches/cache-purger.ts').then(({ createCachePurger }) =>
      createCachePurger(options),
    )
    const purge = await loading
    return purge(url, keys, signal)
  }
}
