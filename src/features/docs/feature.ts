import { defineFeature } from '../../http/feature.ts'
import { findDocsRoute } from './serve-docs.ts'

/** The reference of the API as a page. */
export const docs = defineFeature({
  name: 'docs',
  serve: () => ({ finders: [{ position: 150, find: findDocsRoute }] }),
})
