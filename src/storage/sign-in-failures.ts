/** Failed sign-ins by key, in windows that begin with the first failure. */
import type { DateTime } from '../text/dates.ts'
import type { Reader, Writer } from './database.ts'

export interface FailureLimit {
  readonly keys: readonly string[]
  /** Failures from which a key is full. */
  readonly most: number
  /** Windows that began at this moment, UTC, or before have passed. */
  readonly after: DateTime
}

/** The window that began last of those that are full: null when none is. One row, to be asked alone or with others. */
export function fullSince(db: Reader, { keys, most, after }: FailureLimit) {
  return db
    .selectFrom('sign_in_failures')
    .select((on) => on.fn.max('since').as('since'))
    .where('key', 'in', keys)
    .where('times', '>=', most)
    .where('since', '>', after)
}

/** Keys in one statement. */
const BATCH = 500
/** Forgetting the oldest keeps a flood of made-up names from filling the table. */
const MOST_KEYS = 100_000

/** Adds failures of `now` by key, and forgets windows that have passed. */
export async function addFailures(
  tx: Writer,
  failures: ReadonlyMap<string, number>,
  { now, after }: { readonly now: DateTime; readonly after: DateTime },
): Promise<void> {
  await forgetUntil(tx, after)
  const rows = [...failures].map(([key, times]) => ({ key, since: now, times }))
  for (let at = 0; at < rows.length; at += BATCH) {
    await tx
      .insertInto('sign_in_failures')
      .values(rows.slice(at, at + BATCH))
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((on) => ({ times: on('sign_in_failures.times', '+', on.ref('excluded.times')) })),
      )
      .execute()
  }
  const oldest = await tx
    .selectFrom('sign_in_failures')
    .select('since')
    .orderBy('since', 'desc')
    .limit(1)
    .offset(MOST_KEYS)
    .executeTakeFirst()
  if (oldest) await forgetUntil(tx, oldest.since)
}

async function forgetUntil(tx: Writer, moment: DateTime): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('since', '<=', moment).execute()
}
