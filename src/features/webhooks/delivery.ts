/** A delivery: one message about one change for one webhook. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { MessageAction } from './announce-change.ts'
import type { WebhookKind } from './webhook.ts'

/**
 * `failed`: not delivered within three days, or rejected with status 410; `canceled`: pending when its webhook was
 * disabled.
 */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'canceled'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** A delivery that is not stored yet. */
export interface NewDelivery {
  /** Equal for the same change and webhook, so that receivers recognize repetitions. */
  readonly messageId: string
  readonly kind: WebhookKind
  readonly recordId: number
  /** Revision of the record after the change. */
  readonly revision: number
  readonly action: MessageAction
  /** Time of the change, UTC. */
  readonly changed: DateTime
}

/** Result of one request. `failure` is empty when a response arrived. */
export interface DeliveryAttempt {
  /** Status of the response; 0 without one. */
  readonly status: number
  readonly milliseconds: number
  /** First part of the response. */
  readonly excerpt: string
  readonly failure: string
}

export interface Delivery extends NewDelivery, DeliveryAttempt {
  readonly id: number
  readonly webhookId: number
  readonly state: DeliveryState
  /** Time from which the three days of retries count, UTC. */
  readonly queued: DateTime
  readonly attempts: number
  /** Time of the last attempt, UTC; empty before the first. */
  readonly attempted: DateTime
  /** Time of the next attempt, UTC; empty if there is none. */
  readonly nextAttempt: DateTime
}

export const isSuccess = ({ status }: Pick<DeliveryAttempt, 'status'>): boolean => status >= 200 && status < 300
