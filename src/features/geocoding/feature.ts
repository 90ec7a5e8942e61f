import { defineFeature } from '../../http/feature.ts'
import { geocodingJob } from './job.ts'

/** Coordinates of venues from their addresses. */
export const geocoding = defineFeature({ name: 'geocoding', serve: () => ({ jobs: [geocodingJob] }) })
