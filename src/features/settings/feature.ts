import { defineFeature } from '../../http/feature.ts'
import { INTERVALS } from '../../http/jobs.ts'
import { checkDueLinks } from './check-links.ts'
import { customFieldRoutes } from './custom-field-routes.ts'
import { healthRoute } from './health-routes.ts'
import { settingsRoute } from './routes.ts'
import { sampleRoute } from './sample-routes.ts'
import { createSiteSchemas } from './schemas.ts'
import { setupRoute } from './setup-routes.ts'

/** Changing the settings of the site, the first run, sample data, and the health of the calendar. */
export const settings = defineFeature({
  name: 'settings',
  requires: ['accounts', 'backup', 'media'],
  routes: [
    { position: 190, routes: [settingsRoute, ...customFieldRoutes, setupRoute] },
    { position: 210, routes: [sampleRoute, healthRoute] },
  ],
  schemas: [{ position: 100, create: createSiteSchemas }],
  serve: () => ({ jobs: [{ name: 'links', interval: INTERVALS.minute, run: checkDueLinks }] }),
})
