import type { CreateFeatureServices } from '../../http/feature-services.ts'
import { createLazyWebhookSender } from './lazy-sender.ts'
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
