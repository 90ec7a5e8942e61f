/** Subscriptions to digests, and the links that confirm and manage them. */
import type { Selectable } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'

export interface DigestSubscription {
  readonly id: number
  readonly email: string
  /** Filters of the events, as a query string; empty for all events. */
  readonly scope: string
  readonly language: string
  readonly status: 'pending' | 'active' | 'bounced'
}

export type DigestLinkPurpose = 'confirm' | 'manage'

type Row = Selectable<Tables['digest_subscriptions']>

export const toDigestSubscription = ({ id, email, scope, language, status }: Row): DigestSubscription => ({
  ...{ id, email, scope, language },
  status: status === 'active' || status === 'bounced' ? status : 'pending',
})

/** Domains ignore case, and so do the mailboxes of practically all servers. */
const foldEmail = (email: string): string => email.toLowerCase()

export interface NewDigestSubscription {
  readonly email: string
  readonly scope: string
  readonly language: string
}

/** A pending subscription. */
export async function insertDigestSubscription(
  tx: Writer,
  { email, scope, language }: NewDigestSubscription,
  now: DateTime,
): Promise<number> {
  const unsent = { period_utc: '', sent_utc: '', next_attempt_utc: '', attempts: 0, bounces: 0 }
  const row = { email, email_folded: foldEmail(email), scope, language, status: 'pending', created_utc: now }
  const { id } = await tx
    .insertInto('digest_subscriptions')
    .values({ ...row, ...unsent, confirmed_utc: '', holder: '', held_until: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes an unconfirmed or bounced subscription a new pending one. */
export async function renewDigestSubscription(
  tx: Writer,
  id: number,
  { email, language }: Pick<NewDigestSubscription, 'email' | 'language'>,
  now: DateTime,
): Promise<void> {
  await tx
    .updateTable('digest_subscriptions')
    .set({ email, language, status: 'pending', created_utc: now })
    .where('id', '=', id)
    .execute()
}

export async function findDigestSubscription(
  db: Reader,
  { email, scope }: Pick<NewDigestSubscription, 'email' | 'scope'>,
): Promise<DigestSubscription | undefined> {
  const row = await db
    .selectFrom('digest_subscriptions')
    .selectAll()
    .where('email_folded', '=', foldEmail(email))
    .where('scope', '=', scope)
    .executeTakeFirst()
  return row && toDigestSubscription(row)
}

export interface DigestLinkKey {
  /** SHA-256 of the token. */
  readonly digest: string
  readonly purpose: DigestLinkPurpose
}

/** The subscription of a link that has not expired. */
export async function findLinkedSubscription(
  db: Reader,
  { digest, purpose }: DigestLinkKey,
  now: DateTime,
): Promise<DigestSubscription | undefined> {
  const row = await db
    .selectFrom('digest_subscriptions')
    .innerJoin('digest_links', 'digest_links.subscription_id', 'digest_subscriptions.id')
    .selectAll('digest_subscriptions')
    .where('digest_links.digest', '=', digest)
    .where('purpose', '=', purpose)
    .where('expires_utc', '>', now)
    .executeTakeFirst()
  return row && toDigestSubscription(row)
}

export async function insertDigestLink(
  tx: Writer,
  { digest, purpose, subscriptionId, expires }: DigestLinkKey & { subscriptionId: number; expires: DateTime },
): Promise<void> {
  const row = { digest, purpose, subscription_id: subscriptionId, expires_utc: expires }
  await tx.insertInto('digest_links').values(row).execute()
}

export async function deleteConfirmLinks(tx: Writer, subscriptionId: number): Promise<void> {
  await tx
    .deleteFrom('digest_links')
    .where('subscription_id', '=', subscriptionId)
    .where('purpose', '=', 'confirm')
    .execute()
}

/** The first digest is the next one that is scheduled. */
export async function confirmDigestSubscription(tx: Writer, id: number, now: DateTime): Promise<void> {
  await tx
    .updateTable('digest_subscriptions')
    .set({ status: 'active', confirmed_utc: now, bounces: 0, attempts: 0, next_attempt_utc: '' })
    .where('id', '=', id)
    .execute()
}

/** Replaces a subscription of the same address to the new scope. */
export async function updateDigestSubscription(
  tx: Writer,
  { id, email }: DigestSubscription,
  { scope, language }: Pick<NewDigestSubscription, 'scope' | 'language'>,
): Promise<void> {
  await tx
    .deleteFrom('digest_subscriptions')
    .where('email_folded', '=', foldEmail(email))
    .where('scope', '=', scope)
    .where('id', '!=', id)
    .execute()
  await tx.updateTable('digest_subscriptions').set({ scope, language }).where('id', '=', id).execute()
}

/** Also deletes its links. */
export async function deleteDigestSubscription(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('digest_subscriptions').where('id', '=', id).execute()
}

interface ExpiredDigests {
  readonly now: DateTime
  /** Pending subscriptions that were created earlier are deleted. */
  readonly pendingSince: DateTime
  /** Addresses whose mails were rejected for the last time earlier are deleted. */
  readonly bouncedSince: DateTime
}

export async function deleteExpiredDigests(
  tx: Writer,
  { now, pendingSince, bouncedSince }: ExpiredDigests,
): Promise<void> {
  await tx
    .deleteFrom('digest_subscriptions')
    .where((on) =>
      on.or([
        on.and([on('status', '=', 'pending'), on('created_utc', '<=', pendingSince)]),
        on.and([on('status', '=', 'bounced'), on('period_utc', '<=', bouncedSince)]),
      ]),
    )
    .execute()
  await tx.deleteFrom('digest_links').where('expires_utc', '<=', now).execute()
}

export interface DigestCount {
  readonly scope: string
  readonly language: string
  readonly status: string
  readonly subscribers: number
  /** Empty before the first digest. */
  readonly lastSent: DateTime
}

/** Numbers of subscriptions by scope, language and status, in this order. */
export async function countDigestSubscriptions(db: Reader): Promise<readonly DigestCount[]> {
  const rows = await db
    .selectFrom('digest_subscriptions')
    .select((on) => [
      ...(['scope', 'language', 'status'] as const),
      on.fn.countAll<number>().as('subscribers'),
      on.fn.max('sent_utc').as('last_sent'),
    ])
    .groupBy(['scope', 'language', 'status'])
    .execute()
  const counts = rows.map(({ subscribers, last_sent, ...row }) => ({
    ...row,
    subscribers: Number(subscribers),
    lastSent: last_sent ?? '',
  }))
  const createKey = ({ scope, language, status }: DigestCount) => `${scope}\n${language}\n${status}`
  return counts.toSorted((a, b) => (createKey(a) < createKey(b) ? -1 : 1))
}

export async function countActiveDigests(db: Reader): Promise<number> {
  const { total } = await db
    .selectFrom('digest_subscriptions')
    .select((on) => on.fn.countAll<number>().as('total'))
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return Number(total)
}
