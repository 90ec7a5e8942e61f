/**
 * Sends malformed requests and asserts that each gets a response, or its connection is closed, and the service stays
 * intact.
 */
import assert from 'node:assert/strict'
import { createRandom } from '../../../src/features/settings/sample/seeded-random.ts'
import { createMalformedRequest } from './malformed.ts'
import { openRawConnection, type RawResponse } from './raw-http.ts'

/** Time after which the client aborts a request whose body never ends. */
const TIMEOUT_MILLISECONDS = 250
const CONNECTIONS = 8

export interface MalformedRun {
  readonly seed: number
  readonly requests: number
  /** Number of malformed parts of each request. */
  readonly faults: number
}

/** Returns the number of requests by status; `closed` counts connections that ended without a response. */
export async function sendMalformedRequests(
  origin: string,
  run: MalformedRun,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  const random = createRandom(run.seed)
  let left = run.requests
  const sendRemaining = async () => {
    while (left-- > 0) {
      const bytes = createMalformedRequest(random, run.faults)
      const outcome = await exchange(origin, bytes)
      counts[outcome] = (counts[outcome] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendRemaining))
  return counts
}

async function exchange(origin: string, bytes: Buffer): Promise<string> {
  const connection = await openRawConnection(origin)
  connection.send(bytes)
  const response = await connection.receive(TIMEOUT_MILLISECONDS)
  connection.close()
  if (response) assertReadable(response, bytes)
  return response ? String(response.status) : 'closed'
}

function assertReadable({ status, headers, body }: RawResponse, bytes: Buffer): void {
  const request = bytes.toString('latin1').slice(0, 300)
  assert.ok(status >= 200 && status < 500, `${status} for ${request}: ${body}`)
  if (status < 400 || bytes.toString('latin1', 0, 5) === 'HEAD ') return
  const type = headers['content-type'] ?? ''
  if (type.startsWith('text/html')) return
  assert.match(type, /^application\/json/, `${status} for ${request}`)
  assert.equal(headers['access-control-allow-origin'], '*', `${status} for ${request}`)
  const json: unknown = JSON.parse(body)
  assert.ok(
    typeof json === 'object' && json !== null && ('code' in json || 'jsonrpc' in json),
    `${body} for ${request}`,
  )
}
