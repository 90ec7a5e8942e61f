import { defineFeature } from '../../http/feature.ts'
import type { FeatureHost } from '../../http/feature-host.ts'
import type { PageRenderer } from '../../http/page-renderer.ts'
import type { DigestRenderer } from '../digests/digest-renderer.ts'
import { findDigestSchedule } from '../digests/digest-settings.ts'
import { SUBMIT_PATH } from '../submissions/submission.ts'
import { createDigestRenderer } from './digest-renderer.ts'
import { createPageRenderer, type SiteOptions } from './page-renderer.ts'
import { findPageFeedRoute } from './serve-feeds.ts'
import { findPageRoute, findPreviewRoute } from './serve-pages.ts'

declare module '../../http/feature-host.ts' {
  interface FeatureHost {
    readonly pageRenderer: PageRenderer
    readonly digestRenderer: DigestRenderer
  }
}

const createSiteOptions = ({ config, services, pages }: FeatureHost): SiteOptions => ({
  ...pages,
  isLive: config.LIVE_PAGES,
  extraSources: config.CSP_EXTRA_SOURCES,
  videoHosts: config.VIDEO_HOSTS,
  submitPath: config.SUBMISSIONS ? SUBMIT_PATH : undefined,
  digestSchedule: findDigestSchedule(config, services),
})

/** The public calendar. Its pages accept any path that nothing else serves. */
export const site = defineFeature({
  name: 'site',
  requires: ['accounts', 'digests', 'directory', 'editing', 'submissions'],
  serve: (host) => {
    const options = createSiteOptions(host)
    return {
      finders: [
        { position: 200, find: findPreviewRoute },
        { position: 240, find: findPageFeedRoute },
        { position: 250, find: findPageRoute },
      ],
      provides: { pageRenderer: createPageRenderer(options), digestRenderer: createDigestRenderer(options) },
    }
  },
})
