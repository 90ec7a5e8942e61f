import { defineFeature } from '../../http/feature.ts'
import { mergeRoutes } from './merge-routes.ts'
import { createDirectorySchemas } from './schemas.ts'
import { createSimilarRoutes } from './similar-routes.ts'
import { categoryTreeRoutes } from './tree-routes.ts'

/** Duplicates of venues and organizers, merging, and the tree of categories. */
export const directory = defineFeature({
  name: 'directory',
  requires: ['webhooks'],
  routes: [
    {
      position: 180,
      routes: [...createSimilarRoutes('venue'), ...createSimilarRoutes('organizer'), ...mergeRoutes],
    },
    { position: 220, routes: categoryTreeRoutes },
  ],
  schemas: [{ position: 150, create: createDirectorySchemas }],
})
