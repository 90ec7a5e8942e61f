import type { Services } from '../../calendar/services.ts'
import { defineFeature } from '../../http/feature.ts'
import { INTERVALS } from '../../http/jobs.ts'
import { readSource } from './read-source.ts'
import { sourceRoutes } from './routes.ts'
import { sourceRunRoutes } from './run-routes.ts'
import { runDueSources } from './run-source.ts'
import { createSourceSchemas } from './schemas.ts'

const runSources = (services: Services, signal: AbortSignal): Promise<number> =>
  runDueSources(services, { signal, read: readSource })

/** Calendars that are imported again and again. */
export const sources = defineFeature({
  name: 'sources',
  requires: ['imports'],
  routes: [{ position: 130, routes: [...sourceRoutes, ...sourceRunRoutes] }],
  schemas: [{ position: 110, create: createSourceSchemas }],
  serve: () => ({ jobs: [{ name: 'sources', interval: INTERVALS.second, run: runSources }] }),
})
