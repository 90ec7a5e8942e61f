/** Metrics of all workers, collected by the supervisor. */
import type { Worker } from 'node:cluster'
import { answerRequests, requestFrom } from '../../base/concurrency/ipc.ts'
import { combineCounters, formatMetrics } from './combine-metrics.ts'
import type { MetricValues } from './metrics.ts'
import { TEXT_TOPIC, VALUES_TOPIC } from './metrics-channel.ts'
import { createSupervisorMetrics, type SupervisorMetrics } from './supervisor-metrics.ts'

/** A worker that hangs is missing in the answer. */
const WORKER_TIMEOUT_MILLISECONDS = 2000

export interface WorkerMetrics {
  /** Text of all processes. */
  readonly format: () => Promise<string>
  readonly addWorker: (worker: Worker) => void
  readonly countRestart: SupervisorMetrics['countRestart']
}

export function createWorkerMetrics(): WorkerMetrics {
  const own = createSupervisorMetrics()
  /** The newest values of each running worker. */
  const newest = new Map<Worker, MetricValues>()
  /** Counters of workers that have ended: sums must not decrease when a worker is replaced. */
  let ended: Promise<MetricValues> = Promise.resolve([])
  const readWorker = async (worker: Worker): Promise<void> => {
    const values = await requestFrom(worker, VALUES_TOPIC, WORKER_TIMEOUT_MILLISECONDS)
    if (isMetricValues(values) && newest.has(worker)) newest.set(worker, values)
  }
  const format = async (): Promise<string> => {
    await Promise.all([...newest.keys()].map(readWorker))
    const ownValues = await own.read()
    // Read at the same moment, so that a worker that ends now is counted once.
    const [running, others] = [[...newest.values()], ended]
    return formatMetrics([ownValues, await others, ...running])
  }
  return {
    format,
    addWorker: (worker) => {
      newest.set(worker, [])
      answerRequests(worker, TEXT_TOPIC, format)
      worker.once('exit', () => {
        const last = newest.get(worker)
        newest.delete(worker)
        if (!last) return
        ended = ended.then((earlier) => combineCounters([earlier, last]))
      })
    },
    countRestart: own.countRestart,
  }
}

const isMetricValues = (values: unknown): values is MetricValues =>
  Array.isArray(values) && values.every((metric) => typeof metric === 'object' && metric !== null && 'name' in metric)
