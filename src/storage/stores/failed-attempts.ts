/** Failed attempts by key, shared by all nodes and deleted after they expire. */
import type { DateTime } from '../../datetime/date-time.ts'
import type { Reader, Writer } from '../core/types.ts'

export interface FailedAttempts {
  readonly key: string
  readonly times: number
  /** UTC. The failures count until this second. */
  readonly expires: DateTime
}

/** Finds the failures of these keys that still count. */
export function findFailedAttempts(db: Reader, keys: readonly string[], now: DateTime): Promise<FailedAttempts[]> {
  return db
    .selectFrom('failed_attempts')
    .select(['key', 'times', 'expires'])
    .where('key', 'in', keys)
    .where('expires', '>', now)
    .execute()
}

export interface FailureLimit {
  readonly key: string
  /** Number of failures from which the key is rejected. */
  readonly most: number
  readonly now: DateTime
}

/** Expiry of a key that has reached its limit, else null. One row, for use alone or as a subquery. */
export function selectBlockedUntil(db: Reader, { key, most, now }: FailureLimit) {
  return db
    .selectFrom('failed_attempts')
    .select((on) => on.fn.max('expires').as('until'))
    .where('key', '=', key)
    .where('times', '>=', most)
    .where('expires', '>', now)
}

export interface Failures {
  /** Failures by key. */
  readonly times: ReadonlyMap<string, number>
  readonly now: DateTime
  readonly expires: DateTime
  /** Whether earlier failures of a key are now remembered until `expires` too. */
  readonly isProlonged: boolean
}

/** Keys in one statement. */
const BATCH = 500
/** Deleting the entries that expire first prevents a flood of invented keys from filling the table. */
const MOST_KEYS = 100_000

/** Adds failures, and deletes those that have expired. */
export async function addFailedAttempts(tx: Writer, failures: Failures): Promise<void> {
  const { times, now, expires, isProlonged } = failures
  await deleteUntil(tx, now)
  const rows = [...times].map(([key, count]) => ({ key, times: count, expires }))
  for (let at = 0; at < rows.length; at += BATCH) {
    await tx
      .insertInto('failed_attempts')
      .values(rows.slice(at, at + BATCH))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((on) => ({
          times: on('failed_attempts.times', '+', on.ref('excluded.times')),
          expires: on.ref(isProlonged ? 'excluded.expires' : 'failed_attempts.expires'),
        })),
      )
      .execute()
  }
  const oldest = await tx
    .selectFrom('failed_attempts')
    .select('expires')
    .orderBy('expires', 'desc')
    .limit(1)
    .offset(MOST_KEYS)
    .executeTakeFirst()
  if (oldest) await deleteUntil(tx, oldest.expires)
}

async function deleteUntil(tx: Writer, moment: DateTime): Promise<void> {
  await tx.deleteFrom('failed_attempts').where('expires', '<=', moment).execute()
}

/** Removes one failure of each key. */
export async function removeFailedAttempts(tx: Writer, keys: readonly string[]): Promise<void> {
  await tx
    .updateTable('failed_attempts')
    .set((on) => ({ times: on('times', '-', 1) }))
    .where('key', 'in', keys)
    .where('times', '>', 0)
    .execute()
}
