/** Deliveries of webhooks: the pending ones are the outbox, the others the log. */
import { type SelectQueryBuilder, sql } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import { MESSAGE_ACTIONS } from './announce-change.ts'
import {
  DELIVERY_STATES,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryState,
  type NewDelivery,
} from './delivery.ts'
import { WEBHOOK_KINDS } from './webhook.ts'

type DeliveryRow = Omit<Tables['webhook_deliveries'], 'id'> & { readonly id: number }

/** The service itself wrote the names. */
const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  messageId: row.message_id,
  kind: WEBHOOK_KINDS.find((kind) => kind === row.kind) ?? 'event',
  recordId: row.record_id,
  revision: row.revision,
  action: MESSAGE_ACTIONS.find((action) => action === row.action) ?? 'updated',
  changed: row.changed_utc,
  queued: row.queued_utc,
  state: DELIVERY_STATES.find((state) => state === row.state) ?? 'failed',
  attempts: row.attempts,
  attempted: row.attempted_utc,
  nextAttempt: row.next_attempt_utc,
  status: row.status,
  milliseconds: row.duration_ms,
  excerpt: row.response,
  failure: row.failure,
})

/** Values of a delivery that was not attempted since it was queued. */
const createQueuedColumns = (now: DateTime) => ({
  ...{ state: 'pending', queued_utc: now, next_attempt_utc: now },
  ...{ attempts: 0, attempted_utc: '', status: 0, duration_ms: 0, response: '', failure: '' },
})

/** Queues deliveries in their order. One with the same message is queued again. */
export async function queueDeliveries(
  tx: Writer,
  webhookId: number,
  deliveries: readonly NewDelivery[],
  now: DateTime,
): Promise<void> {
  if (deliveries.length === 0) return
  const rows = deliveries.map((delivery) => ({
    webhook_id: webhookId,
    message_id: delivery.messageId,
    kind: delivery.kind,
    record_id: delivery.recordId,
    revision: delivery.revision,
    action: delivery.action,
    changed_utc: delivery.changed,
    ...createQueuedColumns(now),
  }))
  await tx
    .insertInto('webhook_deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['webhook_id', 'message_id']).doUpdateSet(createQueuedColumns(now)))
    .execute()
}

export async function requeueDelivery(tx: Writer, id: number, now: DateTime): Promise<void> {
  await tx.updateTable('webhook_deliveries').set(createQueuedColumns(now)).where('id', '=', id).execute()
}

/**
 * Due deliveries, the longest due first. Of each record only the oldest pending one, so that its messages arrive in their
 * order.
 */
export async function findDueDeliveries(
  db: Reader,
  webhookId: number,
  now: DateTime,
  limit: number,
): Promise<readonly Delivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries as due')
    .selectAll()
    .where('due.webhook_id', '=', webhookId)
    .where('due.state', '=', sql.lit('pending'))
    .where('due.next_attempt_utc', '<=', now)
    .where((on) =>
      on.not(
        on.exists(
          on
            .selectFrom('webhook_deliveries as earlier')
            .select('earlier.id')
            .whereRef('earlier.webhook_id', '=', 'due.webhook_id')
            .where('earlier.state', '=', sql.lit('pending'))
            .whereRef('earlier.kind', '=', 'due.kind')
            .whereRef('earlier.record_id', '=', 'due.record_id')
            .whereRef('earlier.id', '<', 'due.id'),
        ),
      ),
    )
    .orderBy('due.next_attempt_utc')
    .orderBy('due.id')
    .limit(limit)
    .execute()
  return rows.map(toDelivery)
}

export interface StoredAttempt extends DeliveryAttempt {
  readonly state: DeliveryState
  readonly attempted: DateTime
  /** Empty if there is none. */
  readonly nextAttempt: DateTime
}

/** Has no effect on a delivery that was canceled meanwhile. */
export async function recordAttempt(tx: Writer, id: number, attempt: StoredAttempt): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set((on) => ({
      state: attempt.state,
      attempts: on('attempts', '+', 1),
      attempted_utc: attempt.attempted,
      next_attempt_utc: attempt.nextAttempt,
      status: attempt.status,
      duration_ms: attempt.milliseconds,
      response: attempt.excerpt,
      failure: attempt.failure,
    }))
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

/** Cancels the pending deliveries of a webhook; with `before`, only those queued before that time. */
export async function cancelDeliveries(tx: Writer, webhookId: number, before?: DateTime): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'canceled', next_attempt_utc: '' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', sql.lit('pending'))
    .$if(before !== undefined, (query) => query.where('queued_utc', '<', before ?? ''))
    .execute()
}

export async function findDelivery(db: Reader, webhookId: number, id: number): Promise<Delivery | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toDelivery(row)
}

/** A page of the deliveries of a webhook, the newest first, and their total. */
export async function listDeliveries(
  db: Reader,
  { webhookId, state }: { readonly webhookId: number; readonly state: DeliveryState | undefined },
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly deliveries: readonly Delivery[]; readonly total: number }> {
  const select = <O>(query: SelectQueryBuilder<Tables, 'webhook_deliveries', O>) =>
    query
      .where('webhook_id', '=', webhookId)
      .$if(state !== undefined, (matching) => matching.where('state', '=', state ?? ''))
  const { total } = await select(
    db.selectFrom('webhook_deliveries').select((on) => on.fn.countAll<number>().as('total')),
  ).executeTakeFirstOrThrow()
  const rows = await select(db.selectFrom('webhook_deliveries').selectAll())
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { deliveries: rows.map(toDelivery), total: Number(total) }
}

/** Time at which the oldest pending delivery was queued; undefined without one. */
export async function findOldestPending(db: Reader): Promise<DateTime | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select((on) => on.fn.min('queued_utc').as('queued'))
    .where('state', '=', sql.lit('pending'))
    .executeTakeFirst()
  return row?.queued ?? undefined
}

/** Deletes finished deliveries that were queued before a time, the oldest first. Returns their number, at most `limit`. */
export async function deleteDeliveriesBefore(tx: Writer, before: DateTime, limit: number): Promise<number> {
  const oldest = await tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('queued_utc', '<', before)
    .where('state', '<>', 'pending')
    .orderBy('queued_utc')
    .orderBy('id')
    .limit(limit)
    .execute()
  const ids = oldest.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute()
  return ids.length
}
