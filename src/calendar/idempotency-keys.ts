/** Responses to writes with an `Idempotency-Key`. */
import type { DateTime } from '../base/time/date-time.ts'
import type { Reader, Writer } from '../storage/types.ts'

export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface IdempotentResponse extends StoredResponse {
  readonly fingerprint: string
}

/** The service itself wrote the column. */
const parseHeaders = (text: string): StoredResponse['headers'] => JSON.parse(text)

/** Undefined for a key that is unknown or has expired. */
export async function findIdempotentResponse(
  db: Reader,
  key: string,
  now: DateTime,
): Promise<IdempotentResponse | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'headers', 'body'])
    .where('key', '=', key)
    .where('expires_utc', '>', now)
    .executeTakeFirst()
  return row && { ...row, headers: parseHeaders(row.headers) }
}

export interface NewIdempotencyKey extends IdempotentResponse {
  readonly key: string
  readonly now: DateTime
  readonly expires: DateTime
}

/** Does nothing when the key is stored already, unless it has expired. */
export async function insertIdempotencyKey(
  tx: Writer,
  { headers, now, expires, ...response }: NewIdempotencyKey,
): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('key', '=', response.key).where('expires_utc', '<=', now).execute()
  await tx
    .insertInto('idempotency_keys')
    .values({ ...response, headers: JSON.stringify(headers), expires_utc: expires })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Deletes the keys that expire until `now`, and of more than `limit` those that expire first. */
export async function deleteIdempotencyKeys(tx: Writer, now: DateTime, limit: number): Promise<void> {
  const newest = await tx
    .selectFrom('idempotency_keys')
    .select('expires_utc')
    .orderBy('expires_utc', 'desc')
    .limit(1)
    .offset(limit)
    .executeTakeFirst()
  const until = newest && newest.expires_utc > now ? newest.expires_utc : now
  await tx.deleteFrom('idempotency_keys').where('expires_utc', '<=', until).execute()
}

/** Whether `deleteIdempotencyKeys` would delete any. */
export async function hasExcessIdempotencyKeys(db: Reader, now: DateTime, limit: number): Promise<boolean> {
  const [oldest, count] = await Promise.all([
    db.selectFrom('idempotency_keys').select('expires_utc').orderBy('expires_utc').limit(1).executeTakeFirst(),
    db
      .selectFrom('idempotency_keys')
      .select((on) => on.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return (oldest !== undefined && oldest.expires_utc <= now) || Number(count.total) > limit
}
