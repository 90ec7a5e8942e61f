/** Finders of the routes that the service has without features. */
import { findHealthRoute } from '../api/health.ts'
import { findApiRoute } from '../http/api-route.ts'
import type { PositionedFinder } from '../http/feature.ts'
import { findAssetRoute } from './static-assets.ts'
import { findWellKnownRoute } from './well-known.ts'

/** The API precedes almost everything else, because most requests are for it. */
export const CORE_FINDERS: readonly PositionedFinder[] = [
  { position: 100, find: findApiRoute },
  { position: 120, find: findAssetRoute },
  { position: 130, find: findHealthRoute },
  { position: 160, find: findWellKnownRoute },
]
