import { defineFeature } from '../../http/feature.ts'
import { INTERVALS } from '../../http/jobs.ts'
import { deleteOldSubmissions } from './delete-old-submissions.ts'
import { findSubmissionRoute } from './serve-pages.ts'

/** Events that visitors propose, where the site accepts them. */
export const submissions = defineFeature({
  name: 'submissions',
  requires: ['directory', 'review'],
  serve: ({ config }) => ({
    finders: config.SUBMISSIONS ? [{ position: 220, find: findSubmissionRoute }] : [],
    jobs: [{ name: 'submissions', interval: INTERVALS.hour, run: deleteOldSubmissions }],
  }),
})
