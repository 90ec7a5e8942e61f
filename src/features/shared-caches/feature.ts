import { defineFeature } from '../../http/feature.ts'
import { INTERVALS, type Job } from '../../http/jobs.ts'
import { createPurgeOptions } from './purge-options.ts'
import { createPurgeRunner, type PurgeOptions } from './purge-runner.ts'

const createPurgeJob = (options: PurgeOptions, url: string, index: number): Job => ({
  name: index === 0 ? 'purges' : `purges-${index + 1}`,
  interval: INTERVALS.second,
  run: createPurgeRunner(url, options),
  followsChanges: true,
})

/** Purges of Varnish and of content delivery networks after each change. Each cache has a job of its own. */
export const sharedCaches = defineFeature({
  name: 'shared-caches',
  serve: ({ config }) => {
    const options = createPurgeOptions(config)
    return { jobs: options ? options.urls.map((url, index) => createPurgeJob(options, url, index)) : [] }
  },
})
