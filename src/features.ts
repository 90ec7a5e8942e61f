/** The features of the service, in the order in which their parts are created. */
import { accounts } from './features/accounts/feature.ts'
import { admin } from './features/admin/feature.ts'
import { backup } from './features/backup/feature.ts'
import { batch } from './features/batch/feature.ts'
import { digests } from './features/digests/feature.ts'
import { directory } from './features/directory/feature.ts'
import { docs } from './features/docs/feature.ts'
import { editing } from './features/editing/feature.ts'
import { exports } from './features/exports/feature.ts'
import { geocoding } from './features/geocoding/feature.ts'
import { history } from './features/history/feature.ts'
import { imports } from './features/imports/feature.ts'
import { mcp } from './features/mcp/feature.ts'
import { media } from './features/media/feature.ts'
import { monitoring } from './features/monitoring/feature.ts'
import { review } from './features/review/feature.ts'
import { settings } from './features/settings/feature.ts'
import { sharedCaches } from './features/shared-caches/feature.ts'
import { site } from './features/site/feature.ts'
import { sources } from './features/sources/feature.ts'
import { submissions } from './features/submissions/feature.ts'
import { synchronization } from './features/synchronization/feature.ts'
import { webhooks } from './features/webhooks/feature.ts'
import { wordpress } from './features/wordpress/feature.ts'
import type { Feature } from './http/feature.ts'

export const FEATURES: readonly Feature[] = [
  accounts,
  media,
  history,
  synchronization,
  batch,
  editing,
  directory,
  webhooks,
  imports,
  sources,
  exports,
  review,
  submissions,
  geocoding,
  settings,
  site,
  digests,
  wordpress,
  admin,
  docs,
  mcp,
  backup,
  monitoring,
  sharedCaches,
]
