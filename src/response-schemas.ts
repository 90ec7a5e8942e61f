import { createCommonSchemas } from './api/schemas/common-schemas.ts'
import { createCustomFieldSchemas } from './api/schemas/custom-field-schemas.ts'
import { createMediaSchemas } from './api/schemas/media-schemas.ts'
import { createPostSchemas } from './api/schemas/post-schemas.ts'
import { createSeriesSchemas } from './api/schemas/series-schemas.ts'
import { createAccountSchemas } from './features/accounts/schemas.ts'
import { createBatchSchemas } from './features/batch/batch-fields.ts'
import { createDirectorySchemas } from './features/directory/schemas.ts'
import { createProgramSchemas } from './features/editing/program-schemas.ts'
import { createEditingSchemas } from './features/editing/schemas.ts'
import { createHistorySchemas } from './features/history/schemas.ts'
import { createImportSchemas } from './features/imports/schemas.ts'
import { createReviewSchemas } from './features/review/schemas.ts'
import { createSiteSchemas } from './features/settings/schemas.ts'
import { createSourceSchemas } from './features/sources/schemas.ts'
import { createChangeSchemas } from './features/synchronization/schemas.ts'
import { createWebhookSchemas } from './features/webhooks/schemas.ts'

/** Response schemas of all endpoints by name. The names of wire-contract §16 are unchanged; Calends adds more. */
export const createResponseSchemas = () => ({
  ...createPostSchemas(),
  ...createCommonSchemas(),
  ...createHistorySchemas(),
  ...createChangeSchemas(),
  ...createBatchSchemas(),
  ...createAccountSchemas(),
  ...createMediaSchemas(),
  ...createSeriesSchemas(),
  ...createEditingSchemas(),
  ...createSiteSchemas(),
  ...createSourceSchemas(),
  ...createImportSchemas(),
  ...createWebhookSchemas(),
  ...createCustomFieldSchemas(),
  ...createDirectorySchemas(),
  ...createProgramSchemas(),
  ...createReviewSchemas(),
})
