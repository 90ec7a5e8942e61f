/** Sends the due deliveries of a webhook. */
import { createQueue } from '../../base/concurrency/queue.ts'
import { runTogether } from '../../base/concurrency/run-together.ts'
import { addSeconds, formatIsoUtc } from '../../base/time/parse-date.ts'
import type { Urls } from '../../calendar/posts/urls.ts'
import type { Services } from '../../calendar/services.ts'
import { createMessages } from './create-messages.ts'
import { type Delivery, isSuccess } from './delivery.ts'
import { findDueDeliveries, recordAttempt, type StoredAttempt } from './delivery-store.ts'
import { disableWebhook } from './disable-webhook.ts'
import { computeRetryDelay, RETRY_SECONDS } from './retry-schedule.ts'
import { type DisabledReason, listSigningSecrets, type Webhook } from './webhook.ts'
import type { WebhookResponse } from './webhook-sender.ts'

/** Requests of one webhook at the same time. */
const CONCURRENCY = 8
/** Deliveries that are read at once, each of another record. */
const BATCH_SIZE = 64

const GONE = 410

export interface DeliveryContext {
  readonly services: Services
  readonly getUrls: () => Urls
  /** Limits the requests of all webhooks together. */
  readonly run: <T>(task: () => Promise<T>) => Promise<T>
  readonly signal: AbortSignal
}

/** Posts one message. */
export async function sendMessage(
  { webhookSender, now }: Services,
  webhook: Webhook,
  message: { readonly id: string; readonly body: string },
  signal?: AbortSignal,
): Promise<WebhookResponse> {
  const time = now()
  return webhookSender.send({
    ...message,
    url: webhook.url,
    timestamp: Date.parse(formatIsoUtc(time)) / 1000,
    secrets: listSigningSecrets(webhook, time),
    ...(signal && { signal }),
  })
}

/** Returns false if no delivery is due. */
export async function deliverDue(context: DeliveryContext, webhook: Webhook): Promise<boolean> {
  const { services, getUrls, run, signal } = context
  const due = await findDueDeliveries(services.database.read, webhook.id, services.now(), BATCH_SIZE)
  if (due.length === 0) return false
  const messages = await createMessages(services, webhook, getUrls(), due)
  const { run: runNext } = createQueue({ concurrency: CONCURRENCY })
  let reason: DisabledReason = ''
  const deliver = async (delivery: Delivery): Promise<void> => {
    if (signal.aborted || reason !== '') return
    const message = { id: delivery.messageId, body: messages.get(delivery.id) ?? '' }
    const response = await run(() => sendMessage(services, webhook, message, signal))
    // After a shutdown, the message is sent again.
    if (response.failure === 'aborted') return
    reason = (await recordResponse(services, delivery, response)) || reason
  }
  // No request may be open when another process takes over.
  await runTogether(due.map((delivery) => runNext(() => deliver(delivery))))
  if (reason !== '') await disableWebhook(services, webhook.id, reason)
  return true
}

/** Returns the reason for disabling the webhook; empty in general. */
async function recordResponse(
  { database, now, random }: Services,
  delivery: Delivery,
  response: WebhookResponse,
): Promise<DisabledReason> {
  const time = now()
  const reason = findReason(delivery, response, time)
  const attempt = { ...response, attempted: time, nextAttempt: '' }
  const isRetried = !isSuccess(response) && reason === ''
  const delay = computeRetryDelay(delivery.attempts + 1, Number.parseInt(random(4), 16) / 2 ** 32)
  const stored: StoredAttempt = isRetried
    ? { ...attempt, state: 'pending', nextAttempt: addSeconds(time, delay) }
    : { ...attempt, state: isSuccess(response) ? 'delivered' : 'failed' }
  await database.transaction((tx) => recordAttempt(tx, delivery.id, stored))
  return reason
}

function findReason({ queued }: Delivery, response: WebhookResponse, now: string): DisabledReason {
  if (isSuccess(response)) return ''
  if (response.status === GONE) return 'gone'
  return addSeconds(queued, RETRY_SECONDS) <= now ? 'failing' : ''
}
