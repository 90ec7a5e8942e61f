/** Examples of webhooks and their deliveries. */
import type { WebhookSender } from '../../src/features/webhooks/webhook-sender.ts'
import type { Send } from './examples.ts'

export const WEBHOOK_REQUESTS = {
  CreateWebhook: {
    url: 'https://partner.example/hooks/calendar',
    name: 'City portal',
    kinds: ['event', 'venue'],
    filters: { categories: [1] },
  },
  UpdateWebhook: { filters: { categories: [1], event_status: ['scheduled'] } },
  RotateWebhookSecret: {},
  PingWebhook: {},
  ReplayWebhook: { from: '2027-01-15T09:00:00Z', to: '2027-01-15T10:00:00Z' },
  ReplayWebhookDelivery: {},
} as const

const RESPONSE = { status: 200, milliseconds: 87, excerpt: 'accepted', failure: '' } as const

/** Every receiver accepts every message. */
export const ACCEPTING_SENDER: WebhookSender = {
  send: async () => RESPONSE,
  counts: () => ({ delivered: 0, rejected: 0, failed: 0 }),
  close: async () => {},
}

/** `deliver` sends what is queued. */
export async function recordWebhooks(send: Send, deliver: () => Promise<void>) {
  const as = 'administrator'
  const created = await send(201, 'POST', '/webhooks', { as, json: WEBHOOK_REQUESTS.CreateWebhook })
  const path = `/webhooks/${Object(created).id}`
  await send(201, 'POST', '/venues', { as, json: { venue: 'River Stage' } })
  await deliver()
  const log = await send(200, 'GET', `${path}/deliveries`, { as })
  const { deliveries } = log as { deliveries: readonly { id: number }[] }
  const replay = `${path}/deliveries/${deliveries[0]?.id}/replay`
  const disposable = await send(201, 'POST', '/webhooks', { as, json: WEBHOOK_REQUESTS.CreateWebhook })
  return {
    NewWebhook: created,
    Webhook: await send(200, 'PUT', path, { as, json: WEBHOOK_REQUESTS.UpdateWebhook }),
    Webhooks: await send(200, 'GET', '/webhooks', { as }),
    WebhookPing: await send(200, 'POST', `${path}/ping`, { as, json: WEBHOOK_REQUESTS.PingWebhook }),
    WebhookDeliveryList: log,
    WebhookDelivery: await send(200, 'POST', replay, { as, json: WEBHOOK_REQUESTS.ReplayWebhookDelivery }),
    WebhookReplay: await send(200, 'POST', `${path}/replay`, { as, json: WEBHOOK_REQUESTS.ReplayWebhook }),
    DeletedWebhook: await send(200, 'DELETE', `/webhooks/${Object(disposable).id}`, { as }),
  }
}
