import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables/tables.ts'
import type { HandleCaches, StatementRunner, WithCaches } from './types.ts'

/** Adds the caches to a handle, so that queries find them wherever the handle is passed. */
export const withCaches = <T extends Kysely<Tables>>(db: T, caches: HandleCaches): T & WithCaches =>
  Object.assign(db, { caches })

/** Runs statements on the connection of a transaction. Kysely itself waits for each statement before it sends the next. */
export const createStatementRunner = (tx: Transaction<Tables>): Promise<StatementRunner> =>
  tx.getExecutor().provideConnection(async (connection) => connection)
