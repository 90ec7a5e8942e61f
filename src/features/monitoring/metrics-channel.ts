/** How metrics travel between the supervisor and its workers. */
import type { Worker } from 'node:cluster'
import { answerRequests, requestFrom } from '../../base/concurrency/ipc.ts'
import type { MetricValues } from './metrics.ts'

/** The supervisor reads the values of a worker. */
export const VALUES_TOPIC = 'metric values'
/** A worker reads the text of all processes. */
export const TEXT_TOPIC = 'metrics'

const SUPERVISOR_TIMEOUT_MILLISECONDS = 4000

/** Lets the supervisor read the metrics of this worker. */
export const shareMetrics = (supervisor: Worker, read: () => Promise<MetricValues>): void =>
  answerRequests(supervisor, VALUES_TOPIC, read)

/** Rejects when the supervisor does not respond. */
export async function requestAllMetrics(supervisor: Worker): Promise<string> {
  const text = await requestFrom(supervisor, TEXT_TOPIC, SUPERVISOR_TIMEOUT_MILLISECONDS)
  if (typeof text !== 'string') throw new Error('the supervisor sent no metrics')
  return text
}
