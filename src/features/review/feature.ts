import { defineFeature } from '../../http/feature.ts'
import { INTERVALS } from '../../http/jobs.ts'
import { sendReviewMails } from './review-mails.ts'
import { reviewRoutes } from './routes.ts'
import { createReviewSchemas } from './schemas.ts'

/** Events wait for approval: return, approve, notes, and mails about them. */
export const review = defineFeature({
  name: 'review',
  requires: ['settings', 'submissions'],
  routes: [{ position: 230, routes: reviewRoutes }],
  schemas: [{ position: 170, create: createReviewSchemas }],
  serve: ({ getApiUrls }) => ({
    jobs: [
      {
        name: 'review-mails',
        interval: INTERVALS.second,
        run: (services) => sendReviewMails(services, getApiUrls),
      },
    ],
  }),
})
