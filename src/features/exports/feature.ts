import { defineFeature } from '../../http/feature.ts'
import { exportRoutes } from './routes.ts'

/** Records as files. */
export const exports = defineFeature({
  name: 'exports',
  requires: ['imports', 'wordpress'],
  routes: [{ position: 150, routes: exportRoutes }],
})
