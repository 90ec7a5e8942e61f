/** Metrics of one process, in the format of prom-client. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, type MetricObject, Registry } from 'prom-client'
import type { RequestTimes } from '../../http/request-observer.ts'
import { METRIC_DEFINITIONS, type MetricDefinition, type MetricSources } from './metric-definitions.ts'

/** Values of all metrics of a process, which can be sent to another process and combined there. */
export type MetricValues = readonly MetricObject[]

export interface Metrics extends RequestTimes {
  readonly read: () => Promise<MetricValues>
}

const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const STAGE_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5]
const DELAY_RESOLUTION_MILLISECONDS = 20

export function createMetrics(sources: Omit<MetricSources, 'readEventLoopDelay'>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const allSources = { ...sources, readEventLoopDelay: createEventLoopDelay() }
  for (const definition of METRIC_DEFINITIONS) registerDefinition(registry, definition, allSources)
  const requests = new Histogram({
    name: 'calends_http_request_duration_seconds',
    help: 'Time of requests that are not served from the cache before routing',
    labelNames: ['route'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })
  const stages = new Histogram({
    name: 'calends_http_stage_duration_seconds',
    help: 'Time of the stages of these requests',
    labelNames: ['stage'],
    buckets: STAGE_BUCKETS,
    registers: [registry],
  })
  return {
    read: () => registry.getMetricsAsJSON(),
    recordRequest: (route, milliseconds) => requests.observe({ route }, milliseconds / 1000),
    recordStage: (stage, milliseconds) => stages.observe({ stage }, milliseconds / 1000),
  }
}

function registerDefinition(
  registry: Registry,
  { name, kind, help, labels, aggregator, read }: MetricDefinition,
  sources: MetricSources,
): void {
  const options = { name, help, labelNames: labels, aggregator, registers: [registry] }
  if (kind === 'counter') {
    const metric: Counter = new Counter({
      ...options,
      collect: async () => {
        const samples = await read(sources)
        metric.reset()
        for (const { labels, value } of samples) metric.inc(labels, value)
      },
    })
    return
  }
  const metric: Gauge = new Gauge({
    ...options,
    collect: async () => {
      const samples = await read(sources)
      metric.reset()
      for (const { labels, value } of samples) metric.set(labels, value)
    },
  })
}

/** The histogram includes the interval of its timer, which is subtracted. */
function createEventLoopDelay(): () => number {
  const histogram = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MILLISECONDS })
  histogram.enable()
  return () => {
    const milliseconds = histogram.max / 1e6 - DELAY_RESOLUTION_MILLISECONDS
    histogram.reset()
    return Math.max(0, milliseconds) / 1000
  }
}
