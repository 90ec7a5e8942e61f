import type { Services } from '../../calendar/services.ts'
import { INTERVALS, type Job } from '../../http/jobs.ts'
import { geocodeNextDue } from './geocode-venue.ts'

export const geocodingJob: Job = { name: 'geocode', interval: INTERVALS.second, run: geocodeNextVenue }

async function geocodeNextVenue(services: Services, signal: AbortSignal): Promise<void> {
  const lookup = await geocodeNextDue(services, signal)
  if (lookup?.outcome.kind === 'failed') throw new Error(`geocoding venue ${lookup.id}: ${lookup.outcome.reason}`)
}
