/** What is neither interface nor calendar: health and readiness. */

import { newestChange } from '../actions/readiness.ts'
import type { Services } from '../actions/services.ts'
import type { TextAnswer } from './text-answer.ts'

interface StateRequest {
  readonly path: string
  /** Of the program. */
  readonly version: string
  /** Number of this process where several share a port. */
  readonly worker: number | undefined
  /** Hears what keeps the service from being ready. */
  readonly onFailure: (error: unknown) => void
}

/** Undefined for other addresses. */
export async function stateAnswer(
  { path, version, worker, onFailure }: StateRequest,
  services: Services,
): Promise<TextAnswer | undefined> {
  if (path === '/healthz') return json(200, { status: 'ok' })
  if (path === '/readyz')
    return readiness(
      { version, ...(worker !== undefined && { worker }) },
      await newestChange(services, onFailure),
      services,
    )
  return undefined
}

interface Who {
  readonly version: string
  readonly worker?: number
}

/** What the node runs, what it knows (the number of the newest change), and whether it reads from its replica, if any. */
function readiness(who: Who, generation: number | undefined, { database }: Services): TextAnswer {
  if (generation === undefined) return json(503, { status: 'away', ...who })
  const isUsed = database.usesReplica()
  const replica = isUsed === undefined ? {} : { replica: isUsed ? 'used' : 'left alone' }
  return json(200, { status: 'ready', ...who, generation, ...replica })
}

function json(status: number, body: Readonly<Record<string, string | number>>): TextAnswer {
  const headers = { 'content-type': 'application/json; charset=UTF-8', 'cache-control': 'no-store' }
  return { status, headers, text: JSON.stringify(body) }
}
