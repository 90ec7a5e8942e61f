import { defineFeature } from '../../http/feature.ts'
import { authorsRoute } from './author-routes.ts'
import { calendarRoute } from './calendar-routes.ts'
import { copyEventsRoute } from './copy-routes.ts'
import { parseDateRoute } from './date-routes.ts'
import { eventEditingRoutes } from './preview-routes.ts'
import { createProgramSchemas } from './program-schemas.ts'
import { createEditingSchemas } from './schemas.ts'

/** Tools for editors: previews, dates in words, copies of a week, the calendar of all events. */
export const editing = defineFeature({
  name: 'editing',
  routes: [
    { position: 60, routes: [parseDateRoute, ...eventEditingRoutes] },
    { position: 90, routes: [calendarRoute] },
    { position: 200, routes: [copyEventsRoute, authorsRoute] },
  ],
  schemas: [
    { position: 90, create: createEditingSchemas },
    { position: 160, create: createProgramSchemas },
  ],
})
