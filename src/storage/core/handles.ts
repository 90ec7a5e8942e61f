import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import type { HandleCaches, WithCaches } from './types.ts'

/** Adds the caches to a handle, so that queries find them wherever the handle is passed. */
export const withCaches = <T extends Kysely<Tables>>(db: T, caches: HandleCaches): T & WithCaches =>
  Object.assign(db, { caches })
