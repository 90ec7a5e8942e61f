import { defineFeature } from '../../http/feature.ts'
import { INTERVALS } from '../../http/jobs.ts'
import { auditRoute } from './audit-routes.ts'
import { deleteOldHistory } from './delete-old-history.ts'
import { historyRoutes } from './routes.ts'
import { createHistorySchemas } from './schemas.ts'

/** Earlier states of records, restoring them, and the log of all changes and sign-ins. */
export const history = defineFeature({
  name: 'history',
  routes: [
    { position: 70, routes: historyRoutes },
    { position: 100, routes: [auditRoute] },
  ],
  schemas: [{ position: 30, create: createHistorySchemas }],
  serve: () => ({
    jobs: [{ name: 'history', interval: INTERVALS.day, run: deleteOldHistory }],
  }),
})
