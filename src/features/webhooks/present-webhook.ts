/** Webhooks and their deliveries as the API returns them. */
import type { DateTime } from '../../base/time/date-time.ts'
import { isoTime } from '../../calendar/users/present-account.ts'
import { type Delivery, type DeliveryAttempt, isSuccess } from './delivery.ts'
import type { Webhook } from './webhook.ts'

const optionalTime = (time: DateTime): string | null => (time === '' ? null : isoTime(time))

/** Without the secret, which is shown only when it is created. */
export const presentWebhook = (webhook: Webhook) => ({
  id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  kinds: webhook.kinds,
  filters: webhook.filters,
  view: webhook.view,
  enabled: webhook.isEnabled,
  disabled_reason: webhook.disabledReason,
  previous_secret_until: optionalTime(webhook.previousSecretUntil),
  created: isoTime(webhook.created),
  modified: isoTime(webhook.modified),
})

export const presentNewSecret = (webhook: Webhook) => ({ ...presentWebhook(webhook), secret: webhook.secret })

const presentAttempt = ({ status, milliseconds, excerpt, failure }: DeliveryAttempt) => ({
  status,
  duration_ms: milliseconds,
  response: excerpt,
  failure,
})

export const presentPing = (attempt: DeliveryAttempt) => ({ ok: isSuccess(attempt), ...presentAttempt(attempt) })

export const presentDelivery = (delivery: Delivery) => ({
  id: delivery.id,
  message_id: delivery.messageId,
  type: `${delivery.kind}.${delivery.action}`,
  kind: delivery.kind,
  record: delivery.recordId,
  revision: delivery.revision,
  changed: isoTime(delivery.changed),
  queued: isoTime(delivery.queued),
  state: delivery.state,
  attempts: delivery.attempts,
  attempted: optionalTime(delivery.attempted),
  next_attempt: optionalTime(delivery.nextAttempt),
  ...presentAttempt(delivery),
})
