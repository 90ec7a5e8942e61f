import { defineFeature } from '../../http/feature.ts'
import { findPageFeedRoute } from './serve-feeds.ts'
import { findPageRoute, findPreviewRoute } from './serve-pages.ts'

/** The public calendar. Its pages accept any path that nothing else serves. */
export const site = defineFeature({
  name: 'site',
  requires: ['accounts', 'digests', 'directory', 'editing', 'submissions'],
  serve: () => ({
    finders: [
      { position: 200, find: findPreviewRoute },
      { position: 240, find: findPageFeedRoute },
      { position: 250, find: findPageRoute },
    ],
  }),
})
