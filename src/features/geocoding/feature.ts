import type { Services } from '../../calendar/services.ts'
import { defineFeature } from '../../http/feature.ts'
import type { FeatureConfig } from '../../http/feature-host.ts'
import { INTERVALS, type Job } from '../../http/jobs.ts'
import { geocodeNextDue } from './geocode-venue.ts'
import { createGeocoder, type Geocoder } from './geocoder.ts'

export const geocodingJob: Job = { name: 'geocode', interval: INTERVALS.second, run: geocodeNextVenue }

async function geocodeNextVenue(services: Services, signal: AbortSignal): Promise<void> {
  const lookup = await geocodeNextDue(services, signal)
  if (lookup?.outcome.kind === 'failed') throw new Error(`geocoding venue ${lookup.id}: ${lookup.outcome.reason}`)
}

declare module '../../calendar/services.ts' {
  interface ProcessServices {
    /** Undefined when no geocoder is configured. */
    readonly geocoder: Geocoder | undefined
  }
}

function createConfiguredGeocoder({ GEOCODER_URL, PUBLIC_URL }: FeatureConfig): Geocoder | undefined {
  const agent = PUBLIC_URL ? `Calends (+${PUBLIC_URL})` : 'Calends'
  return GEOCODER_URL ? createGeocoder({ url: GEOCODER_URL, agent }) : undefined
}

/** Coordinates of venues from their addresses. */
export const geocoding = defineFeature({
  name: 'geocoding',
  create: ({ config }) => ({ services: { geocoder: createConfiguredGeocoder(config) } }),
  serve: () => ({ jobs: [geocodingJob] }),
})
