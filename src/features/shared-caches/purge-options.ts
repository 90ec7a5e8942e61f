/** Creates the purges of shared caches from the settings. */

import type { FeatureConfig } from '../../http/feature-host.ts'
import { PURGE_FORMATS } from '../../http/response/purge-formats.ts'
import type { CachePurgerOptions, PurgeCache } from './cache-purger.ts'
import type { PurgeOptions } from './purge-runner.ts'

export interface CachePurgeOptions extends PurgeOptions {
  /** URLs of the caches. Each has a job of its own, so that one that fails does not delay the others. */
  readonly urls: readonly string[]
}

type SharedCacheConfig = Pick<FeatureConfig, 'CDN_PURGE_URL' | 'CDN_PURGE_FORMAT' | 'CDN_PURGE_HEADER'>

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
    loading ??= import('./cache-purger.ts').then(({ createCachePurger }) => createCachePurger(options))
    const purge = await loading
    return purge(url, keys, signal)
  }
}
