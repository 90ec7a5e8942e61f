/** Combines the metrics of several processes into one answer. */
import { AggregatorRegistry, Registry } from 'prom-client'
import type { MetricValues } from './metrics.ts'

export const METRICS_CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

/** Text format of Prometheus. */
export const formatMetrics = (processes: readonly MetricValues[]): Promise<string> =>
  AggregatorRegistry.aggregate(processes.map((values) => [...values])).metrics()

/** The values that must not decrease when a process ends. */
export const combineCounters = (processes: readonly MetricValues[]): Promise<MetricValues> =>
  AggregatorRegistry.aggregate(
    processes.map((values) => values.filter(({ type }) => isCumulative(type))),
  ).getMetricsAsJSON()

/** Types are strings after they were sent to another process. */
const isCumulative = (type: unknown): boolean => type === 'counter' || type === 'histogram'
