/** What is neither interface nor calendar: health and readiness. */

import { checkReadiness, type Readiness } from '../actions/readiness.ts'
import type { Services } from '../actions/services.ts'
import type { TextAnswer } from './text-answer.ts'

interface StateRequest {
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  /** Of the program. */
  readonly version: string
  /** Number of this process where several share a port. */
  readonly worker: number | undefined
  /** Hears what keeps the service from being ready. */
  readonly onFailure: (error: unknown) => void
}

/** Undefined for other addresses. */
export async function stateAnswer(
  { path, query, version, worker, onFailure }: StateRequest,
  services: Services,
): Promise<TextAnswer | undefined> {
  if (path === '/healthz') return json(200, { status: 'ok' })
  if (path !== '/readyz') return undefined
  const who = { version, ...(worker !== undefined && { worker }), mustWrite: query['scope'] !== 'reads' }
  return readiness(who, await checkReadiness(services, onFailure), services)
}

interface Who {
  readonly version: string
  readonly worker?: number
  /** Whether a node that can only be read from counts as not ready. */
  readonly mustWrite: boolean
}

/** What the node runs, what it knows (epoch and number of the newest change), and whether it reads from its replica, if any. */
function readiness({ mustWrite, ...who }: Who, found: Readiness | undefined, { database }: Services): TextAnswer {
  if (found === undefined) return json(503, { status: 'away', ...who })
  const { generation, writeFailure } = found
  const isUsed = database.usesReplica()
  const replica = isUsed === undefined ? {} : { replica: isUsed ? 'used' : 'left alone' }
  const state = { ...who, generation: generation.seq, epoch: generation.epoch, ...replica }
  if (!writeFailure) return json(200, { status: 'ready', ...state, writes: 'ok' })
  return json(mustWrite ? 503 : 200, { status: 'read-only', ...state, writes: 'failing', reason: writeFailure.code })
}

function json(status: number, body: Readonly<Record<string, string | number>>): TextAnswer {
  const headers = { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store' }
  return { status, headers, text: JSON.stringify(body) }
}
