/** Clients for outgoing requests that are loaded on first use, because most processes never need them. */
import type { SafeAttemptOptions } from './base/net/safe-attempt.ts'
import type { SafeFetcher } from './base/net/safe-fetch.ts'
import type { SiteFetcher } from './base/net/site-fetch.ts'

/** Calendars are larger than images. */
export const SOURCE_ATTEMPT_MILLISECONDS = 60_000

type HostSetting = 'IMAGE_FETCH_ALLOW' | 'SOURCE_FETCH_ALLOW'

/** The settings contain hosts that need not be public, in the form of `normalizeHost`. */
export function createOutboundClients(config: Readonly<Record<HostSetting, readonly string[]>>) {
  const images = createLazyFetcher({ allow: config.IMAGE_FETCH_ALLOW })
  const sources = createLazyFetcher({
    allow: config.SOURCE_FETCH_ALLOW,
    attemptMilliseconds: SOURCE_ATTEMPT_MILLISECONDS,
  })
  const sites = createLazySiteFetcher(config.SOURCE_FETCH_ALLOW)
  return {
    clients: { fetch: images.fetch, fetchSource: sources.fetch, fetchSite: sites.fetch },
    close: async () => {
      await Promise.all([images.close(), sources.close(), sites.close()])
    },
  }
}

function createLazyFetcher(options: SafeAttemptOptions): SafeFetcher {
  let loading: Promise<SafeFetcher> | undefined
  const loadFetcher = () => {
    loading ??= import('./base/net/safe-fetch.ts').then(({ createSafeFetcher }) => createSafeFetcher(options))
    return loading
  }
  return {
    fetch: async (url, request) => (await loadFetcher()).fetch(url, request),
    close: async () => (await loading)?.close(),
  }
}

function createLazySiteFetcher(allow: readonly string[]): SiteFetcher {
  let loading: Promise<SiteFetcher> | undefined
  const loadFetcher = () => {
    loading ??= import('./base/net/site-fetch.ts').then(({ createSiteFetcher }) => createSiteFetcher({ allow }))
    return loading
  }
  return {
    fetch: async (url, request) => (await loadFetcher()).fetch(url, request),
    close: async () => (await loading)?.close(),
  }
}
