/** Failed attempts by key, which all nodes count together and forget after a time. */
import type { DateTime } from '../../datetime/parse-date.ts'
import type { Reader, Writer } from '../core/types.ts'

export interface FailedAttempts {
  readonly key: string
  readonly times: number
  /** UTC. The failures count before this second. */
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
  /** Failures from which on the key is refused. */
  readonly most: number
  readonly now: DateTime
}

/** When a key that has reached its limit is forgotten; null otherwise. One row, to be read alone or with others. */
export function refusedUntil(db: Reader, { key, most, now }: FailureLimit) {
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
/** Forgetting those that expire first keeps a flood of made-up keys from filling the table. */
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

/** Takes back one failure of each key. */
export async function removeFailedAttempts(tx: Writer, keys: readonly string[]): Promise<void> {
  await tx
    .updateTable('failed_attempts')
    .set((on) => ({ times: on('times', '-', 1) }))
    .where('key', 'in', keys)
    .where('times', '>', 0)
    .execute()
}
