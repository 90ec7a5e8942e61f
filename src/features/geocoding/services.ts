import type { CreateFeatureServices } from '../../http/feature-services.ts'
import { createGeocoder, type Geocoder } from './geocoder.ts'

declare module '../../calendar/services.ts' {
  interface ProcessServices {
    /** Undefined when no geocoder is configured. */
    readonly geocoder: Geocoder | undefined
  }
}

export const createGeocodingServices: CreateFeatureServices = ({ GEOCODER_URL, PUBLIC_URL }) => {
  const agent = PUBLIC_URL ? `Calends (+${PUBLIC_URL})` : 'Calends'
  return { services: { geocoder: GEOCODER_URL ? createGeocoder({ url: GEOCODER_URL, agent }) : undefined } }
}
