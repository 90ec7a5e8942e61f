import type { CreateFeatureServices } from '../../http/feature-services.ts'
import type { WebhookSender } from './webhook-sender.ts'

declare module '../../calendar/services.ts' {
  interface ProcessServices {
    readonly webhookSender: WebhookSender
  }
}

export const createWebhookServices: CreateFeatureServices = ({ WEBHOOK_ALLOW }) => {
  const webhookSender = createLazyWebhookSender(WEBHOOK_ALLOW)
  return { services: { webhookSender }, close: webhookSender.close }
}

/** Loads the client on first use, because most processes never send any message. */
function createLazyWebhookSender(allow: readonly string[]): WebhookSender {
  let sender: WebhookSender | undefined
  let loading: Promise<WebhookSender> | undefined
  const loadSender = () => {
    loading ??= import('./webhook-sender.ts').then(({ createWebhookSender }) => createWebhookSender({ allow }))
    return loading
  }
  return {
    send: async (request) => {
      sender = await loadSender()
      return sender.send(request)
    },
    counts: () => sender?.counts() ?? { delivered: 0, rejected: 0, failed: 0 },
    close: async () => (await loading)?.close(),
  }
}
