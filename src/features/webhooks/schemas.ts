/** Schemas of webhooks and their deliveries. */

import { ANY_OBJECT, createListSchema, ISO_TIME } from '../../api/schemas/common-schemas.ts'
import {
  arraySchema,
  BOOLEAN,
  describeSchema,
  enumSchema,
  INTEGER,
  nullable,
  objectSchema,
  type Properties,
  STRING,
  schemaRef,
  URI,
} from '../../api/schemas/json-schema.ts'
import { MESSAGE_ACTIONS } from './announce-change.ts'
import { DELIVERY_STATES } from './delivery.ts'
import { DISABLED_REASONS, WEBHOOK_KINDS, WEBHOOK_VIEWS } from './webhook.ts'

const createWebhookProperties = (): Properties => ({
  id: describeSchema(INTEGER, 'field.id'),
  name: describeSchema(STRING, 'webhook.name'),
  url: describeSchema(URI, 'webhook.url'),
  kinds: describeSchema(arraySchema(enumSchema(WEBHOOK_KINDS)), 'webhook.kinds'),
  filters: describeSchema(ANY_OBJECT, 'webhook.filters'),
  view: describeSchema(enumSchema(WEBHOOK_VIEWS), 'webhook.view'),
  enabled: describeSchema(BOOLEAN, 'webhook.enabled'),
  disabled_reason: describeSchema(enumSchema(DISABLED_REASONS), 'webhook.disabled_reason'),
  previous_secret_until: describeSchema(nullable(ISO_TIME), 'webhook.previous_secret_until'),
  created: describeSchema(ISO_TIME, 'webhook.created'),
  modified: describeSchema(ISO_TIME, 'webhook.modified'),
})

const createAttemptProperties = (): Properties => ({
  status: describeSchema(INTEGER, 'webhook.status'),
  duration_ms: describeSchema(INTEGER, 'webhook.duration_ms'),
  response: describeSchema(STRING, 'webhook.response'),
  failure: describeSchema(STRING, 'webhook.failure'),
})

const TYPES = WEBHOOK_KINDS.flatMap((kind) => MESSAGE_ACTIONS.map((action) => `${kind}.${action}`))

const createDeliverySchema = () =>
  objectSchema({
    id: describeSchema(INTEGER, 'webhook.delivery_id'),
    message_id: describeSchema(STRING, 'webhook.message_id'),
    type: describeSchema(enumSchema(TYPES), 'webhook.type'),
    kind: describeSchema(enumSchema(WEBHOOK_KINDS), 'view.history_kind'),
    record: describeSchema(INTEGER, 'webhook.record'),
    revision: describeSchema(INTEGER, 'webhook.revision'),
    changed: describeSchema(ISO_TIME, 'webhook.changed'),
    queued: describeSchema(ISO_TIME, 'webhook.queued'),
    state: describeSchema(enumSchema(DELIVERY_STATES), 'webhook.delivery_state'),
    attempts: describeSchema(INTEGER, 'webhook.attempts'),
    attempted: describeSchema(nullable(ISO_TIME), 'webhook.attempted'),
    next_attempt: describeSchema(nullable(ISO_TIME), 'webhook.next_attempt'),
    ...createAttemptProperties(),
  })

export const createWebhookSchemas = () => ({
  Webhook: objectSchema(createWebhookProperties()),
  NewWebhook: objectSchema({ ...createWebhookProperties(), secret: describeSchema(STRING, 'webhook.secret') }),
  Webhooks: arraySchema(schemaRef('Webhook')),
  DeletedWebhook: objectSchema({ deleted: BOOLEAN, previous: schemaRef('Webhook') }),
  WebhookPing: objectSchema({ ok: describeSchema(BOOLEAN, 'webhook.ping_ok'), ...createAttemptProperties() }),
  WebhookDelivery: createDeliverySchema(),
  WebhookDeliveryList: createListSchema('deliveries', 'WebhookDelivery'),
  WebhookReplay: objectSchema({ queued: describeSchema(INTEGER, 'webhook.queued_count') }),
})
