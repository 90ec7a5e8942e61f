/**
 * Part of `npm run bench`: first requests of each kind of list and of single events in calendars of several sizes, over one
 * connection. Each size has a service of its own, on the stored calendar, which is only read.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../../src/features/settings/sample/seeded-random.ts'
import { openCachedCalendar } from '../fixture/cached-calendar.ts'
import { type CalendarContents, readCalendarContents } from '../fixture/calendar-contents.ts'
import { formatListPath, LIST_PATH } from '../fixture/fixture.ts'
import { generateVariedRequests, KINDS } from '../fixture/urls.ts'
import { readCpuTime } from '../lib/cpu-time.ts'
import { formatRequest, type LoadRequest, runLoad } from '../lib/load-generator.ts'
import { endProcess, type MeasuredProcess, readMemoryUsage } from '../lib/processes.ts'
import { alignColumns, formatMilliseconds } from '../lib/report.ts'
import { percentile } from '../lib/rounds.ts'
import { launchService } from '../lib/service.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000,100000' },
    seed: { type: 'string', default: '1' },
  },
})
const sizes = values.events.split(',').map(Number)
if (!sizes.every((size) => size > 0))
  throw new Error(`Invalid value for --events: "${values.events}". Expected numbers separated by commas.`)
const seed = Number(values.seed)

/** Distinct requests per kind, fewer if they take longer than the limit. */
const REQUESTS = 100
const SECONDS = 20
const WARM_UP_REQUESTS = 60
/** p50 in the largest calendar, as a multiple of that in the smallest one. */
const TARGET = 1.5
const MEMORY_TARGET = 1.3

interface KindTimes {
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** CPU time per response in milliseconds. */
  readonly cpu: number
}

interface SizeResult {
  readonly events: number
  readonly kinds: ReadonlyMap<string, KindTimes>
  /** Megabytes. */
  readonly resident: number | undefined
}

const SINGLE_EVENT = 'single event'

async function measureSize(events: number): Promise<SizeResult> {
  const cached = await openCachedCalendar(events)
  const contents = readCalendarContents(cached.folder)
  const service = await launchService(cached.folder)
  try {
    await warmUp(service, contents)
    const kinds = new Map<string, KindTimes>()
    for (const kind of KINDS) kinds.set(kind, await measureKind(service, createListRequests(contents, kind)))
    kinds.set(SINGLE_EVENT, await measureKind(service, createSingleRequests(contents)))
    return { events, kinds, resident: readMemoryUsage(service.child.pid)?.resident }
  } finally {
    await endProcess(service.child)
  }
}

/** Requests other lists, so that the first kind does not include the compilation of the program. */
async function warmUp({ port }: MeasuredProcess, contents: CalendarContents): Promise<void> {
  const varied = generateVariedRequests(seed + 1, contents)
  let left = WARM_UP_REQUESTS
  const next = () => {
    const request = varied.next().value
    return left-- > 0 ? { kind: request.kind, text: formatRequest(formatListPath(request)) } : undefined
  }
  await runLoad({ port, connections: 1, seconds: SECONDS, next })
}

function createListRequests(contents: CalendarContents, kind: string): () => LoadRequest {
  const varied = generateVariedRequests(seed, contents)
  return () => {
    let request = varied.next().value
    while (request.kind !== kind) request = varied.next().value
    return { kind, text: formatRequest(formatListPath(request)) }
  }
}

function createSingleRequests({ ids }: CalendarContents): () => LoadRequest {
  const random = createRandom(seed)
  const used = new Set<number>()
  return () => {
    let id = random.pick(ids)
    while (used.has(id)) id = random.pick(ids)
    used.add(id)
    return { kind: SINGLE_EVENT, text: formatRequest(`${LIST_PATH}/${id}`) }
  }
}

async function measureKind({ child, port }: MeasuredProcess, next: () => LoadRequest): Promise<KindTimes> {
  let left = REQUESTS
  const used = readCpuTime(child.pid)
  const limited = () => (left-- > 0 ? next() : undefined)
  const { times, responses } = await runLoad({ port, connections: 1, seconds: SECONDS, next: limited })
  const all = [...times.values()].flat()
  const cpu = (readCpuTime(child.pid) - used) / responses
  return { p50: percentile(all, 0.5), p99: percentile(all, 0.99), cpu }
}

function formatGrowth(results: readonly SizeResult[]): string {
  const count = new Intl.NumberFormat('en')
  const [smallest, largest] = [results[0], results.at(-1)]
  const formatRatio = (select: (result: SizeResult) => number | undefined): string => {
    const [from, to] = [smallest, largest].map((result) => (result && select(result)) ?? Number.NaN)
    return ((to ?? Number.NaN) / (from ?? Number.NaN)).toFixed(2)
  }
  const times = [...KINDS, SINGLE_EVENT].map((kind) => [
    kind,
    ...results.flatMap(({ kinds }) => {
      const { p50, p99, cpu } = kinds.get(kind) ?? NOT_MEASURED
      return [p50, p99, cpu].map(formatMilliseconds)
    }),
    formatRatio(({ kinds }) => kinds.get(kind)?.p50),
    formatRatio(({ kinds }) => kinds.get(kind)?.cpu),
    String(TARGET),
  ])
  const resident = results.flatMap((result) => ['', '', result.resident?.toFixed(0) ?? ''])
  const growth = formatRatio((result) => result.resident)
  const memory = ['resident memory, MB', ...resident, growth, '', String(MEMORY_TARGET)]
  const heads = results.flatMap(({ events }) => [`${count.format(events)}: p50`, 'p99', 'CPU'])
  return alignColumns([['first request, ms', ...heads, 'growth of p50', 'of CPU', 'target'], ...times, memory], [0])
}

const NOT_MEASURED: KindTimes = { p50: Number.NaN, p99: Number.NaN, cpu: Number.NaN }

const results: SizeResult[] = []
for (const size of sizes) results.push(await measureSize(size))
process.stdout.write(`\n${formatGrowth(results)}\n`)
const folder = join(import.meta.dirname, '..', 'results')
mkdirSync(folder, { recursive: true })
const document = results.map((result) => ({ ...result, kinds: Object.fromEntries(result.kinds) }))
writeFileSync(join(folder, 'growth.json'), `${JSON.stringify(document, undefined, 2)}\n`)
