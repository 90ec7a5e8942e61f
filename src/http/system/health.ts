/** What is neither interface nor calendar: health and readiness. */

import { checkReadiness, type Readiness } from '../../usecases/background/readiness.ts'
import type { Services } from '../../usecases/services.ts'
import type { TextResponse } from '../response/text-response.ts'

interface HealthRequest {
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
export async function handleHealth(
  { path, query, version, worker, onFailure }: HealthRequest,
  services: Services,
): Promise<TextResponse | undefined> {
  if (path === '/healthz') return createJsonResponse(200, { status: 'ok' })
  if (path !== '/readyz') return undefined
  const node = { version, ...(worker !== undefined && { worker }), mustWrite: query['scope'] !== 'reads' }
  return createReadinessResponse(node, await checkReadiness(services, onFailure), services)
}

interface NodeInfo {
  readonly version: string
  readonly worker?: number
  /** Whether a node that can only be read from counts as not ready. */
  readonly mustWrite: boolean
}

/** What the node runs, what it knows (epoch and number of the newest change), and whether it reads from its replica, if any. */
function createReadinessResponse(
  { mustWrite, ...node }: NodeInfo,
  readiness: Readiness | undefined,
  { database }: Services,
): TextResponse {
  if (readiness === undefined) return createJsonResponse(503, { status: 'away', ...node })
  const { generation, writeFailure } = readiness
  const isUsed = database.usesReplica()
  const replica = isUsed === undefined ? {} : { replica: isUsed ? 'used' : 'left alone' }
  const state = { ...node, generation: generation.seq, epoch: generation.epoch, ...replica }
  if (!writeFailure) return createJsonResponse(200, { status: 'ready', ...state, writes: 'ok' })
  return createJsonResponse(mustWrite ? 503 : 200, {
    status: 'read-only',
    ...state,
    writes: 'failing',
    reason: writeFailure.code,
  })
}

function createJsonResponse(status: number, body: Readonly<Record<string, string | number>>): TextResponse {
  const headers = { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store' }
  return { status, headers, text: JSON.stringify(body) }
}
