import type { CreateFeatureServices } from '../../http/feature-services.ts'
import { createDigestCounters, type DigestCounters } from './digest-counters.ts'

declare module '../../calendar/services.ts' {
  interface ProcessServices {
    /** Counts the digests that this process sends. */
    readonly digestCounters: DigestCounters
  }
}

export const createDigestServices: CreateFeatureServices = () => ({
  services: { digestCounters: createDigestCounters() },
})
