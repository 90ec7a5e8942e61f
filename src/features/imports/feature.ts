import { defineFeature } from '../../http/feature.ts'
import { INTERVALS } from '../../http/jobs.ts'
import { deleteOldImports } from './delete-old-imports.ts'
import { importRoutes } from './routes.ts'
import { runNextImport } from './runs/run-imports.ts'
import { createImportSchemas } from './schemas.ts'
import { importTaskRoutes } from './task-routes.ts'

/** Imports of files and of other sites, as tasks that can be watched, stopped and undone. */
export const imports = defineFeature({
  name: 'imports',
  requires: ['history', 'sources', 'wordpress'],
  routes: [{ position: 140, routes: [...importRoutes, ...importTaskRoutes] }],
  schemas: [{ position: 120, create: createImportSchemas }],
  serve: () => ({
    jobs: [
      { name: 'imports', interval: INTERVALS.second, run: runNextImport },
      { name: 'import-files', interval: INTERVALS.hour, run: deleteOldImports },
    ],
  }),
})
