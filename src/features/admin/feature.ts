import { defineFeature } from '../../http/feature.ts'
import { type AdminPage, createAdminRouteFinder } from './admin-app.ts'

declare module '../../http/feature-host.ts' {
  interface CoreHost {
    /** Undefined if the admin is not built. */
    readonly adminPage: AdminPage | undefined
  }
}

/** The page of the admin application. */
export const admin = defineFeature({
  name: 'admin',
  requires: ['accounts', 'settings'],
  serve: ({ adminPage }) => ({ finders: [{ position: 180, find: createAdminRouteFinder(adminPage) }] }),
})
