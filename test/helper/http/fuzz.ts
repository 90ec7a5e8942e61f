/**
 * Sends requests with hostile values and asserts that no response is a 500 or late, and no rejected write leaves rows
 * behind.
 */
import assert from 'node:assert/strict'
import type { TestEngine } from '../engines.ts'
import { startCpuTimer } from '../monitoring/cpu-time.ts'
import { fc } from '../properties/seeds.ts'
import { startService, type TestResponse, type TestService } from '../service.ts'
import { createFuzzRequests, describeRequest, type FuzzRequest, sendAttempt, VALID_INPUTS } from './fuzz-requests.ts'

/** CPU time, because other processes delay this one, which also runs the service. */
const MOST_CPU_MS = 2000
/** `POST /sample` creates a whole calendar with its images. */
const MOST_CPU_MS_OF_SAMPLE = 20_000
const TABLES = [
  'object_ids',
  'events',
  'venues',
  'organizers',
  'links',
  'terms',
  'event_terms',
  'post_search',
  'users',
  'application_passwords',
  'changes',
] as const

export interface FuzzRun {
  readonly service: TestService
  readonly countRows: () => Promise<Readonly<Record<string, number>>>
  readonly sendInTime: (attempt: FuzzRequest) => Promise<TestResponse>
  /** Sends random requests one after another. */
  readonly run: (options: { readonly seed: number; readonly runs: number }) => Promise<void>
}

/** Starts a service that has a record of each kind. */
export async function startFuzz(engine: TestEngine): Promise<FuzzRun> {
  const service = await startService({ engine, env: { RATE_LIMIT_SIGN_IN: '0', PER_PAGE: '2' } })
  for (const [path, json] of Object.entries(VALID_INPUTS)) await service.send('POST', path, { as: 'admin', json })

  const countRows = async () => {
    const counts: Record<string, number> = {}
    for (const table of TABLES) {
      const query = service.services.database.read.selectFrom(table)
      const row = await query.select((on) => on.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow()
      counts[table] = Number(row.rows)
    }
    return counts
  }

  const sendInTime = async (attempt: FuzzRequest): Promise<TestResponse> => {
    const readCpuTime = startCpuTimer()
    const response = await sendAttempt(service, attempt).catch((error: unknown) =>
      assert.fail(`${error}: ${describeRequest(attempt)}`),
    )
    assertValidResponse(attempt, response, Math.round(readCpuTime()))
    return response
  }

  const run: FuzzRun['run'] = async ({ seed, runs }) => {
    let known = await countRows()
    const property = fc.asyncProperty(createFuzzRequests, async (attempt) => {
      const { status } = await sendInTime(attempt)
      const now = await countRows()
      if (status >= 400) assert.deepEqual(now, known, `${status} left rows behind: ${describeRequest(attempt)}`)
      known = now
    })
    await fc.assert(property, { seed, numRuns: runs, endOnFailure: true, includeErrorInReport: true })
  }

  return { service, countRows, sendInTime, run }
}

function assertValidResponse(attempt: FuzzRequest, response: TestResponse, took: number): void {
  // Without a mail server no mail can be requested.
  const isExpected = response.json?.code === 'mail_unavailable'
  assert.ok(response.status < 500 || isExpected, `${describeRequest(attempt)}: ${response.text.slice(0, 300)}`)
  const { route, headers } = attempt
  const most = route.pattern === '/sample' ? MOST_CPU_MS_OF_SAMPLE : MOST_CPU_MS
  assert.ok(took < most, `${describeRequest(attempt)} took ${took} ms of CPU time`)
  const isHead = [route.method, headers['x-http-method-override']].includes('HEAD')
  const isShown = response.headers['content-type']?.includes('application/json') && !isHead
  if (!isShown || response.status < 400) return
  assert.match(response.json?.code ?? '', /^[a-z_-]+$/, `${describeRequest(attempt)}: ${response.text}`)
}
