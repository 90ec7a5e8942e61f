import { defineFeature } from '../../http/feature.ts'
import { createAdminRouteFinder } from './admin-app.ts'

declare module '../../http/feature-host.ts' {
  interface CoreHost {
    /** The page with placeholders in double braces; undefined if the admin is not built. */
    readonly adminTemplate: string | undefined
  }
}

/** The page of the admin application. */
export const admin = defineFeature({
  name: 'admin',
  requires: ['accounts', 'settings'],
  serve: ({ adminTemplate: template, pages: { tiles } }) => {
    const page = template === undefined ? undefined : { template, tiles }
    return { finders: [{ position: 180, find: createAdminRouteFinder(page) }] }
  },
})
