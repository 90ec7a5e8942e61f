/**
 * Part of `npm run bench`: first requests of each kind of list and of single events in calendars of several sizes, over one
 * connection. Each size has a service of its own, on the stored calendar, which is only read.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../../src/cli/seed-data/seeded-random.ts'
import { openCachedCalendar } from '../fixture/cached-calendar.ts'
import { type CalendarContents, readCalendarContents } from '../fixture/calendar-contents.ts'
import { formatListPath, LIST_PATH } from '../fixture/fixture.ts'
import { generateVariedRequests, KINDS } from '../fixture/urls.ts'
import { formatRequest, type LoadRequest } from '../lib/load-generator.ts'
import { endProcess, type MeasuredProcess, readMemoryUsage } from '../lib/processes.ts'
import { alignColumns, formatMilliseconds } from '../lib/report.ts'
import { type KindResult, runRounds, type SpeedResult } from '../lib/rounds.ts'
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

const LISTS = 900
const SINGLES = 300
const ONE_ROUND = { rounds: 1, seconds: 0 }
/** p50 in the largest calendar, as a multiple of that in the smallest one. */
const TARGET = 1.5
const MEMORY_TARGET = 1.3

interface SizeResult {
  readonly events: number
  /** By kind of list, and for all lists and single events. */
  readonly kinds: ReadonlyMap<string, Pick<KindResult, 'p50' | 'p99'>>
  /** Milliseconds of CPU time per list and per single event. */
  readonly cpu: { readonly lists: number; readonly singles: number }
  /** Megabytes. */
  readonly resident: number | undefined
}

async function measureSize(events: number): Promise<SizeResult> {
  const cached = await openCachedCalendar(events)
  const contents = readCalendarContents(cached.folder)
  const service = await launchService(cached.folder)
  try {
    const varied = generateVariedRequests(seed, contents)
    const lists = await measureOnce(service, LISTS, () => {
      const request = varied.next().value
      return { kind: request.kind, text: formatRequest(formatListPath(request)) }
    })
    const singles = await measureOnce(service, Math.min(SINGLES, contents.ids.length), createSingleRequests(contents))
    const kinds = new Map<string, Pick<KindResult, 'p50' | 'p99'>>(lists.kinds.map((result) => [result.kind, result]))
    kinds.set('all lists', lists)
    kinds.set('single event', singles)
    const resident = readMemoryUsage(service.child.pid)?.resident
    return { events, kinds, cpu: { lists: lists.cpu, singles: singles.cpu }, resident }
  } finally {
    await endProcess(service.child)
  }
}

function createSingleRequests({ ids }: CalendarContents): () => LoadRequest {
  const random = createRandom(seed)
  const used = new Set<number>()
  return () => {
    let id = random.pick(ids)
    while (used.has(id)) id = random.pick(ids)
    used.add(id)
    return { kind: 'single event', text: formatRequest(`${LIST_PATH}/${id}`) }
  }
}

async function measureOnce(process: MeasuredProcess, requests: number, next: () => LoadRequest): Promise<SpeedResult> {
  const contenders = [{ name: 'calends', process, next }]
  const { speeds } = await runRounds({ name: '', connections: 1, contenders, requests }, ONE_ROUND)
  const [speed] = speeds
  if (speed === undefined) throw new Error('Nothing was measured.')
  return speed
}

function formatGrowth(results: readonly SizeResult[]): string {
  const count = new Intl.NumberFormat('en')
  const growth = (select: (result: SizeResult) => number | undefined) =>
    (
      (select(results.at(-1) ?? results[0] ?? EMPTY) ?? Number.NaN) / (select(results[0] ?? EMPTY) ?? Number.NaN)
    ).toFixed(2)
  const times = [...KINDS, 'all lists', 'single event'].map((kind) => [
    `${kind}, p50 / p99 ms`,
    ...results.map(({ kinds }) => {
      const { p50 = Number.NaN, p99 = Number.NaN } = kinds.get(kind) ?? {}
      return `${formatMilliseconds(p50)} / ${formatMilliseconds(p99)}`
    }),
    growth(({ kinds }) => kinds.get(kind)?.p50),
    String(TARGET),
  ])
  const single = (name: string, select: (result: SizeResult) => number | undefined, target = '') => [
    name,
    ...results.map((result) => formatMilliseconds(select(result) ?? Number.NaN)),
    ...[growth(select), target],
  ]
  return alignColumns(
    [
      ['first request', ...results.map(({ events }) => count.format(events)), 'growth of p50', 'target'],
      ...times,
      single('CPU ms per list', ({ cpu }) => cpu.lists),
      single('CPU ms per single event', ({ cpu }) => cpu.singles),
      single('resident memory, MB', ({ resident }) => resident, String(MEMORY_TARGET)),
    ],
    [0],
  )
}

const EMPTY: SizeResult = { events: 0, kinds: new Map(), cpu: { lists: 0, singles: 0 }, resident: undefined }

const results: SizeResult[] = []
for (const size of sizes) results.push(await measureSize(size))
process.stdout.write(`\n${formatGrowth(results)}\n`)
const folder = join(import.meta.dirname, '..', 'results')
mkdirSync(folder, { recursive: true })
const document = results.map((result) => ({ ...result, kinds: Object.fromEntries(result.kinds) }))
writeFileSync(join(folder, 'growth.json'), `${JSON.stringify(document, undefined, 2)}\n`)
