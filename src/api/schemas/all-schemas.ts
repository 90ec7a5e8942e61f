import { createCommonSchemas } from './common-schemas.ts'
import { createCustomFieldSchemas } from './custom-field-schemas.ts'
import { createDirectorySchemas } from './directory-schemas.ts'
import { createEditingSchemas } from './editing-schemas.ts'
import { createImportSchemas } from './import-schemas.ts'
import { createMediaSchemas } from './media-schemas.ts'
import { createPostSchemas } from './post-schemas.ts'
import { createProgramSchemas } from './program-schemas.ts'
import { createReviewSchemas } from './review-schemas.ts'
import { createSeriesSchemas } from './series-schemas.ts'
import { createSiteSchemas } from './site-schemas.ts'
import { createSourceSchemas } from './source-schemas.ts'
import { createWebhookSchemas } from './webhook-schemas.ts'

/** Response schemas by name. The names of wire-contract §16 are unchanged; Calends adds more. */
export const createResponseSchemas = () => ({
  ...createPostSchemas(),
  ...createCommonSchemas(),
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

export type SchemaName = keyof ReturnType<typeof createResponseSchemas>
