/** Plays the scripted session on a service whose clock and random values are fixed. */
import { createHash } from 'node:crypto'
import { toSeconds } from '../../src/base/time/civil-time.ts'
import { publishScheduledPosts } from '../../src/calendar/events/publish-scheduled.ts'
import { runNextImport } from '../../src/features/imports/runs/run-imports.ts'
import { runDueSources } from '../../src/features/sources/run-source.ts'
import type { TestEngine } from '../helper/engines.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'
import { waitUntil } from '../helper/until.ts'
import { createClient, type GoldenResponse, type RawResponse, toGoldenResponse } from './exchange.ts'
import { fillRequest, listUnknownNames } from './placeholders.ts'
import { describeRequest, type GoldenRequest, type JobName, type Step } from './request.ts'
import { readSource } from './requests/source-content.ts'

export interface GoldenExchange extends GoldenResponse {
  /** The request, before names were replaced. */
  readonly request: string
}

export const START = '2026-11-21T03:00:00Z'

/** Settings that replace what depends on the machine, or that make rules visible in a short session. */
const SETTINGS = {
  PUBLIC_URL: 'https://calendar.example',
  PER_PAGE: '7',
  MAX_PER_PAGE: '20',
  SUBMISSIONS: 'on',
  TRUST_PROXY: 'on',
  RATE_LIMIT_SIGN_IN: '4',
}

/** The same bytes for the same sequence of calls. */
function createRepeatableRandom(): (bytes: number) => string {
  let count = 0
  return (bytes) => {
    count += 1
    return createHash('shake256', { outputLength: bytes }).update(`golden ${count}`).digest('hex')
  }
}

/** ETags contain the epoch of the database, which is random. */
async function fixEpoch({ services: { database } }: TestService): Promise<void> {
  const epoch = '0123456789'
  await database.transaction((tx) => tx.updateTable('database_identity').set({ epoch }).execute())
  await waitUntil(() => database.generation()?.epoch === epoch, 10_000)
}

/** Uses of application passwords are recorded in the background, once per hour: here between requests, in a fixed order. */
async function recordSignIns(service: TestService, send: (request: GoldenRequest) => Promise<RawResponse>) {
  const { database, now } = service.services
  for (const as of ['admin', 'editor', 'author', 'contributor', 'subscriber', 'author2'] as const) {
    await send({ method: 'GET', target: '/wp-json/wp/v2/users/me', as })
    await waitUntil(async () => {
      const rows = await database.read
        .selectFrom('application_passwords')
        .select('last_used_utc')
        .where('user_id', '=', service.ids[as])
        .execute()
      return rows.some(
        ({ last_used_utc }) => last_used_utc !== null && toSeconds(now()) - toSeconds(last_used_utc) < 3600,
      )
    }, 10_000)
  }
}

const JOBS: Readonly<Record<JobName, (services: TestService['services']) => Promise<unknown>>> = {
  publish: publishScheduledPosts,
  imports: (services) => runNextImport(services, new AbortController().signal),
  sources: (services) => runDueSources(services, { signal: new AbortController().signal, read: readSource }),
}

type ReportUnknownNames = (names: readonly string[], request: string) => void

/** Sends the requests one by one and returns the responses in their order. */
export async function playSession(
  engine: TestEngine,
  steps: readonly Step[],
  reportUnknownNames: ReportUnknownNames = () => {},
): Promise<readonly GoldenExchange[]> {
  const exchanges: GoldenExchange[] = []
  const service = await startService({ engine, now: START, env: SETTINGS, random: createRepeatableRandom() })
  const client = createClient(service)
  try {
    await fixEpoch(service)
    await recordSignIns(service, client.send)
    const saved = new Map<string, Json>()
    for (const step of steps) {
      if ('run' in step) await JOBS[step.run](service.services)
      else if ('now' in step) {
        service.setNow(step.now)
        await recordSignIns(service, client.send)
      } else {
        const unknown = listUnknownNames(saved, step)
        if (unknown.length > 0) reportUnknownNames(unknown, describeRequest(step))
        const response = await client.send(fillRequest(saved, step))
        if (step.save) saved.set(step.save, readValues(response))
        exchanges.push({ request: describeRequest(step), ...toGoldenResponse(response) })
      }
    }
    return exchanges
  } finally {
    client.close()
    await service.stop()
  }
}

/** The body or the values of a form, with `headers` and the `cookies` that were set, as one header. */
function readValues({ headers, bytes }: RawResponse): Json {
  const cookies = headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value.split(';')[0])
  const values = { headers: Object.fromEntries(headers), cookies: cookies.join('; ') }
  try {
    return Object.assign(JSON.parse(bytes.toString('utf8')), values)
  } catch {
    const text = bytes.toString('utf8')
    const inputs = text.matchAll(/name="(\w+)" value="([^"]*)"/g)
    return { inputs: Object.fromEntries([...inputs].map(([, name, value]) => [name, value])), ...values }
  }
}
