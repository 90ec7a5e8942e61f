/** Progress of the deliveries of webhooks. One process at a time delivers those of a webhook. */
import { sql } from 'kysely'
import type { DateTime } from '../../base/time/date-time.ts'
import type { Position, Reader, Writer } from '../../storage/types.ts'

/** Newest change whose deliveries are stored, and the epoch of the database at that time. */
export async function findWebhookCursor(
  db: Reader,
  id: number,
): Promise<{ readonly epoch: string; readonly cursor: number } | undefined> {
  return db.selectFrom('webhook_states').select(['epoch', 'cursor']).where('webhook_id', '=', id).executeTakeFirst()
}

/** Later changes are delivered from now on. The claim of a process that delivers ends. */
export async function resetWebhookCursor(tx: Writer, id: number, { epoch, seq }: Position): Promise<void> {
  const state = { epoch, cursor: seq, holder: '', held_until: '' }
  await tx
    .insertInto('webhook_states')
    .values({ webhook_id: id, ...state })
    .onConflict((conflict) => conflict.column('webhook_id').doUpdateSet(state))
    .execute()
}

export interface WebhookClaim {
  readonly webhookId: number
  readonly holder: string
}

/** Returns false if another process delivers now. */
export async function advanceWebhookCursor(
  tx: Writer,
  { webhookId, holder }: WebhookClaim,
  { epoch, seq }: Position,
): Promise<boolean> {
  const advanced = await tx
    .updateTable('webhook_states')
    .set({ epoch, cursor: seq })
    .where('webhook_id', '=', webhookId)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return Number(advanced.numUpdatedRows) > 0
}

/** Returns false while another process delivers, and for a webhook without state. */
export async function claimWebhook(
  tx: Writer,
  { webhookId, holder }: WebhookClaim,
  { now, until }: { readonly now: DateTime; readonly until: DateTime },
): Promise<boolean> {
  const claimed = await tx
    .updateTable('webhook_states')
    .set({ holder, held_until: until })
    .where('webhook_id', '=', webhookId)
    .where((on) => on.or([on('holder', '=', holder), on('held_until', '<=', now)]))
    .executeTakeFirst()
  return Number(claimed.numUpdatedRows) > 0
}

export async function releaseWebhook(tx: Writer, { webhookId, holder }: WebhookClaim): Promise<void> {
  await tx
    .updateTable('webhook_states')
    .set({ holder: '', held_until: '' })
    .where('webhook_id', '=', webhookId)
    .where('holder', '=', holder)
    .execute()
}

/** Enabled webhooks without state, with changes after their cursor, or with due deliveries. */
export async function findWebhooksWithWork(
  db: Reader,
  { epoch, seq }: Position,
  now: DateTime,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('webhooks')
    .leftJoin('webhook_states', 'webhook_states.webhook_id', 'webhooks.id')
    .select('webhooks.id')
    .where('webhooks.enabled', '=', 1)
    .where((on) => on.or([on('held_until', 'is', null), on('held_until', '<=', now)]))
    .where((on) =>
      on.or([
        on('epoch', 'is', null),
        on('epoch', '<>', epoch),
        on('cursor', '<', seq),
        on.exists(
          on
            .selectFrom('webhook_deliveries as due')
            .select('due.id')
            .whereRef('due.webhook_id', '=', 'webhooks.id')
            .where('due.state', '=', sql.lit('pending'))
            .where('due.next_attempt_utc', '<=', now),
        ),
      ]),
    )
    .orderBy('webhooks.id')
    .execute()
  return rows.map(({ id }) => id)
}
