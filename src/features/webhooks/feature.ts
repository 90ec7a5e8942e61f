import { defineFeature } from '../../http/feature.ts'
import { INTERVALS } from '../../http/jobs.ts'
import { deleteOldDeliveries } from './delete-old-deliveries.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { createLazyWebhookSender } from './lazy-sender.ts'
import { webhookRoutes } from './routes.ts'
import { createWebhookSchemas } from './schemas.ts'
import { createWebhookRunner } from './webhook-runner.ts'
import type { WebhookSender } from './webhook-sender.ts'

declare module '../../calendar/services.ts' {
  interface ProcessServices {
    readonly webhookSender: WebhookSender
  }
}

/** Messages to other services about changes. */
export const webhooks = defineFeature({
  name: 'webhooks',
  routes: [{ position: 160, routes: [...webhookRoutes, ...deliveryRoutes] }],
  schemas: [{ position: 130, create: createWebhookSchemas }],
  create: ({ config }) => {
    const webhookSender = createLazyWebhookSender(config.WEBHOOK_ALLOW)
    return { services: { webhookSender }, close: webhookSender.close }
  },
  serve: ({ getApiUrls }) => ({
    jobs: [
      { name: 'webhooks', interval: INTERVALS.second, ...createWebhookRunner(getApiUrls) },
      { name: 'webhook-log', interval: INTERVALS.day, run: deleteOldDeliveries },
    ],
  }),
})
