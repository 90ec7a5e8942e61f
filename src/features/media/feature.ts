import { defineFeature } from '../../http/feature.ts'
import { INTERVALS } from '../../http/jobs.ts'
import { deriveDueImages } from './derive-image-data.ts'
import { removeAbandonedFiles } from './orphaned-files.ts'
import { libraryRoutes, mediaHistoryRoutes } from './routes.ts'
import { findMediaRoute } from './serve-files.ts'
import { mediaUseRoutes } from './use-routes.ts'

/** The library of images. */
export const media = defineFeature({
  name: 'media',
  requires: ['history'],
  routes: [
    { position: 20, routes: libraryRoutes },
    { position: 80, routes: [...mediaHistoryRoutes, ...mediaUseRoutes] },
  ],
  serve: () => ({
    finders: [{ position: 110, find: findMediaRoute }],
    jobs: [
      { name: 'images', interval: INTERVALS.second, run: deriveDueImages },
      { name: 'clean-up', interval: INTERVALS.day, run: removeAbandonedFiles },
    ],
  }),
})
