/** Records each request: counts, times, slow requests and traces. */

import type { StatementLog } from '../storage/statement-log.ts'
import type { ObservedStatement } from '../storage/statement-monitor.ts'
import type { RequestCounters } from './request-counters.ts'

/** A stage that has ended. */
export interface MeasuredStage {
  readonly name: string
  /** First start, in milliseconds of `performance.now()`. */
  readonly startedAt: number
  readonly milliseconds: number
}

export interface HandledRequest {
  readonly id: string
  readonly route: string
  readonly method: string
  /** Without the query, which may contain passwords. */
  readonly path: string
  readonly status: number
  /** `traceparent` of the client (https://www.w3.org/TR/trace-context/). */
  readonly traceParent: string | undefined
  readonly stages: readonly MeasuredStage[]
  /** Whether the time may include waiting for changes, so that it says nothing about the service. */
  readonly isLive: boolean
}

export interface ObservedRequest extends HandledRequest {
  readonly startedAt: number
  readonly milliseconds: number
  /** Empty unless slow requests or traces are recorded. */
  readonly statements: readonly ObservedStatement[]
}

export interface RequestObserver {
  readonly counters: RequestCounters
  /** Runs `work`, which sends the response of a request, and records the request that it returns. */
  readonly observe: (work: () => Promise<HandledRequest>) => Promise<void>
}

/** Histograms of the times of requests, in milliseconds. */
export interface RequestTimes {
  readonly recordRequest: (route: string, milliseconds: number) => void
  readonly recordStage: (stage: string, milliseconds: number) => void
}

export interface ObserverOptions {
  readonly counters: RequestCounters
  readonly statementLog: StatementLog
  /** Undefined when metrics are not served. */
  readonly metrics: RequestTimes | undefined
  /** Called with each request; they must not throw. */
  readonly listeners: readonly ((request: ObservedRequest) => void)[]
}

export function createRequestObserver({
  counters,
  statementLog,
  metrics,
  listeners,
}: ObserverOptions): RequestObserver {
  return {
    counters,
    observe: (work) => {
      const startedAt = performance.now()
      return statementLog.run(async (statements) => {
        const handled = await work()
        const milliseconds = performance.now() - startedAt
        const { route, method, status, stages, isLive } = handled
        counters.count(route, method, status)
        if (!isLive) metrics?.recordRequest(route, milliseconds)
        if (metrics && !isLive) for (const stage of stages) metrics.recordStage(stage.name, stage.milliseconds)
        for (const listen of listeners) listen({ ...handled, startedAt, milliseconds, statements })
      })
    },
  }
}
