/** Metrics of the supervisor itself. */
import { Counter, Registry } from 'prom-client'
import type { MetricValues } from './metrics.ts'

export type RestartReason = 'exit' | 'hang'

export interface SupervisorMetrics {
  readonly countRestart: (reason: RestartReason) => void
  readonly read: () => Promise<MetricValues>
}

const REASONS: readonly RestartReason[] = ['exit', 'hang']

export function createSupervisorMetrics(): SupervisorMetrics {
  const registry = new Registry()
  const restarts = new Counter({
    name: 'calends_worker_restarts_total',
    help: 'Workers that were replaced because they exited or did not respond',
    labelNames: ['reason'],
    registers: [registry],
  })
  for (const reason of REASONS) restarts.inc({ reason }, 0)
  return {
    countRestart: (reason) => restarts.inc({ reason }),
    read: () => registry.getMetricsAsJSON(),
  }
}
