/** Failed attempts by key, shared by all nodes and deleted after they expire. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { Reader, Writer } from '../../storage/types.ts'

export interface FailedAttempts {
  readonly key: string
  readonly times: number
  /** UTC. The failures count until this second. */
  readonly expires: DateTime
}

/** Keys in one statement. */
const BATCH = 500

/** Finds the failures of these keys that still count. */
export async function findFailedAttempts(
  db: Reader,
  keys: readonly string[],
  now: DateTime,
): Promise<FailedAttempts[]> {
  const found: FailedAttempts[] = []
  for (let at = 0; at < keys.length; at += BATCH) {
    const rows = await db
      .selectFrom('failed_attempts')
      .select(['key', 'times', 'expires'])
      .where('key', 'in', keys.slice(at, at + BATCH))
      .where('expires', '>', now)
      .execute()
    found.push(...rows)
  }
  return found
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

/** Deleting the entries that expire first prevents a flood of invented keys from filling the table. */
const MOST_KEYS = 100_000

/** Replaces the failures of these keys, and deletes those that have expired. */
export async function replaceFailedAttempts(
  tx: Writer,
  attempts: readonly FailedAttempts[],
  now: DateTime,
): Promise<void> {
  await deleteUntil(tx, now)
  for (let at = 0; at < attempts.length; at += BATCH) {
    await tx
      .insertInto('failed_attempts')
      .values(attempts.slice(at, at + BATCH))
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((on) => ({ times: on.ref('excluded.times'), expires: on.ref('excluded.expires') })),
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

/** An attempt that was counted as a failure of a key. */
export interface CountedAttempt {
  readonly key: string
  /** If the attempt prolonged the lifetime of earlier failures: the number with the attempt, and the lifetime before. */
  readonly prolonged?: Pick<FailedAttempts, 'times' | 'expires'>
}

/** Removes one failure, and restores the lifetime of earlier ones if no others were counted since. */
export async function removeFailedAttempt(tx: Writer, { key, prolonged }: CountedAttempt): Promise<void> {
  await tx
    .updateTable('failed_attempts')
    .set((on) => ({
      times: on('times', '-', 1),
      ...(prolonged && {
        expires: on.case().when('times', '=', prolonged.times).then(prolonged.expires).else(on.ref('expires')).end(),
      }),
    }))
    .where('key', '=', key)
    .where('times', '>', 0)
    .execute()
}
