import { defineFeature } from '../../http/feature.ts'
import { createBatchSchemas } from './batch-fields.ts'
import { batchRoute } from './routes.ts'

/** Several requests in one, also as one transaction. */
export const batch = defineFeature({
  name: 'batch',
  routes: [{ position: 120, routes: [batchRoute] }],
  schemas: [{ position: 50, create: createBatchSchemas }],
})
