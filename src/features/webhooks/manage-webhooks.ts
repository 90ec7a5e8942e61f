/** Webhooks as administrators manage them. */
import type { DateTime } from '../../base/time/date-time.ts'
import { addDays } from '../../base/time/parse-date.ts'
import type { Services } from '../../calendar/services.ts'
import { diffFields, type HistoryAction } from '../../kernel/change-record.ts'
import { problem } from '../../kernel/problem.ts'
import { findNewestSeq } from '../../storage/change-log/change-log.ts'
import { insertHistory } from '../../storage/change-log/history.ts'
import { findSeqRange } from '../../storage/change-log/timed-changes.ts'
import type { Writer } from '../../storage/types.ts'
import { formatPing } from './create-messages.ts'
import { sendMessage } from './deliver.ts'
import type { Delivery } from './delivery.ts'
import { cancelDeliveries, findDelivery, requeueDelivery } from './delivery-store.ts'
import { queueRange } from './queue-changes.ts'
import { recordWebhookFields, type Webhook } from './webhook.ts'
import type { WebhookResponse } from './webhook-sender.ts'
import { resetWebhookCursor } from './webhook-states.ts'
import { deleteWebhook, findWebhook, insertWebhook, updateWebhook } from './webhook-store.ts'

/** Size of keys; the specification allows 24 to 64 bytes. */
const KEY_BYTES = 32
/** Receivers have this time to learn a new secret. */
const PREVIOUS_SECRET_DAYS = 1

type EditableFields = Pick<Webhook, 'name' | 'url' | 'kinds' | 'filters' | 'view' | 'isEnabled'>
export type NewWebhook = Partial<EditableFields> & Pick<Webhook, 'url'>

const createSecret = ({ random }: Services): string =>
  `whsec_${Buffer.from(random(KEY_BYTES), 'hex').toString('base64')}`

/** Throws `webhook-not-found`. */
async function requireWebhook(tx: Writer, id: number): Promise<Webhook> {
  const webhook = await findWebhook(tx, id)
  if (!webhook) throw problem('webhook-not-found')
  return webhook
}

interface WebhookChange {
  readonly before: Webhook | undefined
  readonly after: Webhook | undefined
  readonly action: HistoryAction
}

async function recordWebhookChange(tx: Writer, at: DateTime, { before, after, action }: WebhookChange): Promise<void> {
  const fields = diffFields(before && recordWebhookFields(before), after && recordWebhookFields(after))
  const id = (after ?? before)?.id ?? 0
  await insertHistory(tx, [{ kind: 'webhook', id, action, at, fields }], tx.origin)
}

/** Later changes are delivered. */
async function skipEarlierChanges(tx: Writer, { database }: Services, id: number): Promise<void> {
  const { epoch } = database.bus.current()
  await resetWebhookCursor(tx, id, { epoch, seq: await findNewestSeq(tx) })
}

/** It announces changes of events from now on, unless `kinds` names others. */
export async function createWebhook(services: Services, input: NewWebhook): Promise<Webhook> {
  const now = services.now()
  const webhook: Omit<Webhook, 'id'> = {
    ...{ name: '', kinds: ['event'], filters: {}, view: 'public', isEnabled: true, disabledReason: '' },
    ...input,
    ...{ secret: createSecret(services), previousSecret: '', previousSecretUntil: '' },
    ...{ created: now, modified: now },
  }
  return services.database.transaction(async (tx) => {
    const created = { ...webhook, id: await insertWebhook(tx, webhook) }
    await skipEarlierChanges(tx, services, created.id)
    await recordWebhookChange(tx, now, { before: undefined, after: created, action: 'create' })
    return created
  })
}

/**
 * Enabling a webhook starts with the next change; disabling it cancels its pending deliveries. Throws
 * `webhook-not-found`.
 */
export async function changeWebhook(services: Services, id: number, input: Partial<EditableFields>): Promise<Webhook> {
  const now = services.now()
  return services.database.transaction(async (tx) => {
    const webhook = await requireWebhook(tx, id)
    const updated: Webhook = { ...webhook, ...input, modified: now }
    const isToggled = updated.isEnabled !== webhook.isEnabled
    const after: Webhook = isToggled ? { ...updated, disabledReason: '' } : updated
    await updateWebhook(tx, after)
    if (isToggled && after.isEnabled) await skipEarlierChanges(tx, services, id)
    if (isToggled && !after.isEnabled) await cancelDeliveries(tx, id)
    await recordWebhookChange(tx, now, { before: webhook, after, action: 'update' })
    return after
  })
}

/** Throws `webhook-not-found`. */
export async function removeWebhook(services: Services, id: number): Promise<Webhook> {
  return services.database.transaction(async (tx) => {
    const webhook = await requireWebhook(tx, id)
    await deleteWebhook(tx, id)
    await recordWebhookChange(tx, services.now(), { before: webhook, after: undefined, action: 'delete' })
    return webhook
  })
}

/** Replaces the secret. The previous one signs as well for a day. Throws `webhook-not-found`. */
export async function rotateWebhookSecret(services: Services, id: number): Promise<Webhook> {
  const now = services.now()
  return services.database.transaction(async (tx) => {
    const webhook = await requireWebhook(tx, id)
    const after: Webhook = {
      ...webhook,
      secret: createSecret(services),
      previousSecret: webhook.secret,
      previousSecretUntil: addDays(now, PREVIOUS_SECRET_DAYS),
      modified: now,
    }
    await updateWebhook(tx, after)
    await recordWebhookChange(tx, now, { before: webhook, after, action: 'rotate-secret' })
    return after
  })
}

/** Sends a test message at once, also for a disabled webhook. It is neither repeated nor part of the log. */
export async function pingWebhook(services: Services, webhook: Webhook): Promise<WebhookResponse> {
  const message = { id: `msg_ping_${services.random(12)}`, body: formatPing(webhook.id, services.now()) }
  return sendMessage(services, webhook, message)
}

/** Deliveries of a disabled webhook would not be sent. */
function assertEnabled({ isEnabled }: Webhook): void {
  if (!isEnabled) throw problem('webhook-disabled')
}

/** Queues a delivery again, with the same message ID. Throws `delivery-not-found` or `webhook-disabled`. */
export async function replayDelivery(services: Services, webhook: Webhook, id: number): Promise<Delivery> {
  assertEnabled(webhook)
  return services.database.transaction(async (tx) => {
    if (await findDelivery(tx, webhook.id, id)) await requeueDelivery(tx, id, services.now())
    const queued = await findDelivery(tx, webhook.id, id)
    if (!queued) throw problem('delivery-not-found')
    return queued
  })
}

/**
 * Queues the deliveries of all changes between two times, UTC, with the same message IDs as before. Returns their number.
 * Throws `webhook-disabled`.
 */
export async function replayChanges(
  services: Services,
  webhook: Webhook,
  { from, to }: { readonly from: DateTime; readonly to: DateTime },
): Promise<number> {
  assertEnabled(webhook)
  const range = await findSeqRange(services.database.read, from, to)
  return range ? queueRange(services, webhook, range) : 0
}
