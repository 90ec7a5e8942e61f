/** Which digests are due, and what became of them. A process claims subscriptions before it sends their digests. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { Writer } from '../../storage/types.ts'
import {
  type DigestLinkKey,
  type DigestSubscription,
  insertDigestLink,
  toDigestSubscription,
} from './subscription-store.ts'

export interface DueDigests {
  /** The time for which the digests are scheduled; later confirmations count for the next one. */
  readonly period: DateTime
  /** Subscriptions with a later digest do not get another one. */
  readonly previousUntil: DateTime
  readonly now: DateTime
}

export interface DigestClaim {
  readonly holder: string
  readonly until: DateTime
  readonly limit: number
}

/** Subscriptions with the same digest follow each other, so that it is rendered once. Others that are due wait. */
export async function claimDueDigests(
  tx: Writer,
  { period, previousUntil, now }: DueDigests,
  { holder, until, limit }: DigestClaim,
): Promise<readonly (DigestSubscription & { readonly attempts: number })[]> {
  const due = tx
    .selectFrom('digest_subscriptions')
    .select('id')
    .where('status', '=', 'active')
    .where('period_utc', '<=', previousUntil)
    .where('confirmed_utc', '<=', period)
    .where('next_attempt_utc', '<=', now)
    .where('held_until', '<=', now)
    .orderBy('scope')
    .orderBy('language')
    .orderBy('id')
    .limit(limit)
  const ids = (await due.execute()).map(({ id }) => id)
  if (ids.length === 0) return []
  await tx
    .updateTable('digest_subscriptions')
    .set({ holder, held_until: until })
    .where('id', 'in', ids)
    .where('held_until', '<=', now)
    .execute()
  const rows = await tx
    .selectFrom('digest_subscriptions')
    .selectAll()
    .where('id', 'in', ids)
    .where('holder', '=', holder)
    .execute()
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    return row ? [{ ...toDigestSubscription(row), attempts: row.attempts }] : []
  })
}

interface HeldDigest {
  readonly id: number
  readonly holder: string
}

/** Extends the claim and stores the link of the mail. Returns false if the subscription has ended or the claim is lost. */
export async function prepareDigest(
  tx: Writer,
  { id, holder }: HeldDigest,
  { digest, purpose, expires, until }: DigestLinkKey & { readonly expires: DateTime; readonly until: DateTime },
): Promise<boolean> {
  const held = await tx
    .updateTable('digest_subscriptions')
    .set({ held_until: until })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (Number(held.numUpdatedRows) === 0) return false
  await insertDigestLink(tx, { digest, purpose, subscriptionId: id, expires })
  return true
}

export type DigestResult =
  | { readonly kind: 'sent'; readonly period: DateTime; readonly at: DateTime }
  | { readonly kind: 'empty'; readonly period: DateTime }
  | { readonly kind: 'rejected'; readonly period: DateTime; readonly maxBounces: number }
  | { readonly kind: 'failed'; readonly nextAttempt: DateTime }

/** Stores the result and ends the claim. */
export async function recordDigest(tx: Writer, { id, holder }: HeldDigest, result: DigestResult): Promise<void> {
  const update = tx
    .updateTable('digest_subscriptions')
    .set({ holder: '', held_until: '' })
    .where('id', '=', id)
    .where('holder', '=', holder)
  if (result.kind === 'failed') {
    await update.set((on) => ({ attempts: on('attempts', '+', 1), next_attempt_utc: result.nextAttempt })).execute()
    return
  }
  const processed = update.set({ period_utc: result.period, attempts: 0, next_attempt_utc: '' })
  if (result.kind === 'rejected') {
    const { maxBounces } = result
    await processed
      .set((on) => ({
        bounces: on('bounces', '+', 1),
        status: on
          .case()
          .when('bounces', '>=', maxBounces - 1)
          .then('bounced')
          .else('active')
          .end(),
      }))
      .execute()
  } else await processed.set(result.kind === 'sent' ? { sent_utc: result.at, bounces: 0 } : {}).execute()
}

/** Ends the claims of subscriptions whose digests were not attempted. */
export async function releaseDigests(tx: Writer, holder: string): Promise<void> {
  await tx
    .updateTable('digest_subscriptions')
    .set({ holder: '', held_until: '' })
    .where('holder', '=', holder)
    .execute()
}
