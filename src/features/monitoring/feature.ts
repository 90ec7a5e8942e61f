import { defineFeature } from '../../http/feature.ts'
import { createMetricsRouteFinder, type MetricsEndpoint } from './serve-metrics.ts'

declare module '../../http/feature-host.ts' {
  interface CoreHost {
    /** Undefined when metrics are not served on the port of the service. */
    readonly metricsEndpoint: MetricsEndpoint | undefined
  }
}

/** Metrics, traces and slow requests. */
export const monitoring = defineFeature({
  name: 'monitoring',
  serve: ({ metricsEndpoint }) => ({
    finders: [{ position: 140, find: createMetricsRouteFinder(metricsEndpoint) }],
  }),
})
