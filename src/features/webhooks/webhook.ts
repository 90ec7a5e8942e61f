/** Webhooks: URLs to which the service posts a message for each change (Standard Webhooks, docs/guides/webhooks.md). */
import type { DateTime } from '../../base/time/date-time.ts'
import type { RecordedFields } from '../../kernel/change-record.ts'
import type { StatusFilter } from '../../kernel/common-fields.ts'
import type { EventStatus } from '../../kernel/event-status.ts'
import { ANONYMOUS, type Viewer } from '../../kernel/user.ts'

export const WEBHOOK_KINDS = ['event', 'venue', 'organizer', 'category', 'tag'] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** `public`: records as anonymous viewers see them; `full`: as editors see them. */
export const WEBHOOK_VIEWS = ['public', 'full'] as const
export type WebhookView = (typeof WEBHOOK_VIEWS)[number]

/** Why the service disabled a webhook: no success for three days, or a response with status 410. Empty by default. */
export const DISABLED_REASONS = ['', 'failing', 'gone'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/** Filters of the list of events that one event decides. `status` also applies to venues and organizers. */
export interface WebhookFilters {
  readonly status?: StatusFilter
  readonly categories?: readonly number[]
  readonly tags?: readonly number[]
  readonly categories_exclude?: readonly number[]
  readonly tags_exclude?: readonly number[]
  readonly venue?: readonly number[]
  readonly organizer?: readonly number[]
  readonly series?: readonly number[]
  readonly event_status?: readonly EventStatus[]
  readonly featured?: boolean
  readonly is_virtual?: boolean
  readonly ticketed?: boolean
}

export interface Webhook {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly kinds: readonly WebhookKind[]
  readonly filters: WebhookFilters
  readonly view: WebhookView
  readonly isEnabled: boolean
  readonly disabledReason: DisabledReason
  /** `whsec_` and the key in Base64. */
  readonly secret: string
  /** Signs as well until a time, UTC; empty without one. */
  readonly previousSecret: string
  readonly previousSecretUntil: DateTime
  readonly created: DateTime
  readonly modified: DateTime
}

/** The viewer as which the visibility rule treats the receiver. */
export const WEBHOOK_VIEWERS: Readonly<Record<WebhookView, Viewer>> = {
  public: ANONYMOUS,
  full: { id: 0, role: 'editor' },
}

/** For the history; without secrets. */
export const recordWebhookFields = (
  webhook: Pick<Webhook, 'name' | 'url' | 'kinds' | 'filters' | 'view' | 'isEnabled' | 'disabledReason'>,
): RecordedFields => ({
  name: webhook.name,
  url: webhook.url,
  kinds: webhook.kinds,
  filters: { ...webhook.filters },
  view: webhook.view,
  enabled: webhook.isEnabled,
  disabled_reason: webhook.disabledReason,
})

/** Secrets that sign a message at a time, the current one first. */
export const listSigningSecrets = (
  { secret, previousSecret, previousSecretUntil }: Webhook,
  now: DateTime,
): readonly string[] => [secret, ...(previousSecretUntil > now ? [previousSecret] : [])]
