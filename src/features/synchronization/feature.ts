import { defineFeature } from '../../http/feature.ts'
import { changeRoutes } from './routes.ts'
import { createChangeSchemas } from './schemas.ts'

/** Changes since a point in time, as pages and as event streams. */
export const synchronization = defineFeature({
  name: 'synchronization',
  routes: [{ position: 170, routes: changeRoutes }],
  schemas: [{ position: 40, create: createChangeSchemas }],
})
