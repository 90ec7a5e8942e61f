import { defineFeature } from '../../http/feature.ts'
import { INTERVALS } from '../../http/jobs.ts'
import { geocodeNextVenue } from './geocode-venue.ts'

/** Coordinates of venues from their addresses. */
export const geocoding = defineFeature({
  name: 'geocoding',
  serve: () => ({ jobs: [{ name: 'geocode', interval: INTERVALS.second, run: geocodeNextVenue }] }),
})
