import { defineFeature } from '../../http/feature.ts'
import { INTERVALS } from '../../http/jobs.ts'
import { deleteOldDeliveries } from './delete-old-deliveries.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { webhookRoutes } from './routes.ts'
import { createWebhookSchemas } from './schemas.ts'
import { createWebhookRunner } from './webhook-runner.ts'

/** Messages to other services about changes. */
export const webhooks = defineFeature({
  name: 'webhooks',
  routes: [{ position: 160, routes: [...webhookRoutes, ...deliveryRoutes] }],
  schemas: [{ position: 130, create: createWebhookSchemas }],
  serve: ({ getApiUrls }) => ({
    jobs: [
      { name: 'webhooks', interval: INTERVALS.second, ...createWebhookRunner(getApiUrls) },
      { name: 'webhook-log', interval: INTERVALS.day, run: deleteOldDeliveries },
    ],
  }),
})
