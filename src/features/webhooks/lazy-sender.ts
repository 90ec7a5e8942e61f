/** The client of webhooks, which is loaded on first use, because most processes never send any. */
import type { WebhookSender } from './webhook-sender.ts'

export function createLazyWebhookSender(allow: readonly string[]): WebhookSender {
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
