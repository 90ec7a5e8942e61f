import type { Viewer } from '../kernel/user.ts'
import type { WriteContext } from './posts/apply-post-input.ts'
import { createTimeContext, type Services } from './services.ts'

/** Context of a write without new images. */
export function createWriteContext(services: Services, viewer: Viewer): WriteContext {
  return {
    viewer,
    clock: createTimeContext(services),
    createSalt: () => services.random(8),
    imageIds: new Map(),
    currency: services.site.currency,
    customFields: services.site.customFields,
    eventListeners: services.eventListeners,
  }
}
