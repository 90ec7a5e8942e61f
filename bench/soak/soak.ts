/**
 * `npm run soak -- --minutes 60 --engine sqlite|postgres --seed 1`: clients read and write while faults occur, and every
 * response is checked. Prints a table in Markdown, and exits with 1 after a violation.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type ClientOptions, checkStored, type ExpectedEvent, runReader, runWriter } from './clients.ts'
import { FAULTS, type Fault } from './faults.ts'
import { Invariants } from './invariants.ts'
import { checkDatabase, type SoakTarget, startTarget } from './target.ts'

const WRITERS = 6
const READERS = 6
/** Time from the end of a fault until every node is ready, in milliseconds. */
const RECOVERY_TIMEOUT = 30_000
const MEMORY_LIMIT_MEGABYTES = 1200

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    engine: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: '1' },
  },
})
const minutes = Number(values.minutes)
const { engine } = values
if (!(minutes > 0 && minutes <= 24 * 60)) throw new Error('--minutes is a number up to 1440')
if (engine !== 'sqlite' && engine !== 'postgres') throw new Error('--engine is sqlite or postgres')

interface FaultRecord {
  runs: number
  /** Longest time from the end of the fault until all nodes were ready, in milliseconds. */
  recovery: number
}

/** Numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Readiness {
  readonly status: number
  readonly worker?: number
  readonly epoch?: string
  readonly generation?: number
}

async function readReadiness(url: string): Promise<Readiness> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) })
    const body = (await response.json()) as Omit<Readiness, 'status'>
    return { ...body, status: response.status }
  } catch {
    return { status: 0 }
  }
}

async function waitForRecovery(target: SoakTarget, invariants: Invariants, fault: string): Promise<number> {
  const start = performance.now()
  for (const { url } of target.nodes)
    while ((await readReadiness(url)).status !== 200) {
      if (performance.now() - start > RECOVERY_TIMEOUT) {
        invariants.fail(`not ready ${RECOVERY_TIMEOUT} ms after: ${fault}`)
        break
      }
      await pause(50)
    }
  return performance.now() - start
}

/** Checks the numbers of changes and the memory once a second. Resolves with the most memory, in MB. */
async function monitor(target: SoakTarget, invariants: Invariants, isRunning: () => boolean): Promise<number> {
  let most = 0
  while (isRunning()) {
    for (const { url } of target.nodes) {
      const { worker = 0, epoch, generation } = await readReadiness(url)
      if (epoch !== undefined && generation !== undefined)
        invariants.checkGeneration(`${url} ${worker}`, epoch, generation)
    }
    const memory = target.measureMemory()
    if (memory > MEMORY_LIMIT_MEGABYTES) invariants.fail(`${memory} MB of memory`)
    most = Math.max(most, memory)
    await pause(1000)
  }
  return most
}

async function causeFaults(
  target: SoakTarget,
  { invariants, random, isRunning }: Pick<ClientOptions, 'invariants' | 'random' | 'isRunning'>,
): Promise<ReadonlyMap<Fault, FaultRecord>> {
  const possible = FAULTS.filter((fault) => fault.isPossible(target))
  const records = new Map(possible.map((fault) => [fault, { runs: 0, recovery: 0 }]))
  for (let number = 0; isRunning(); number++) {
    await pause(2000 + random() * 6000)
    // All kinds occur equally often.
    const fault = possible[number % possible.length]
    const record = fault && records.get(fault)
    if (!fault || !record) break
    const recovery = await invariants.during(fault, async () => {
      await fault.run(target, random)
      return waitForRecovery(target, invariants, fault.name)
    })
    record.runs++
    record.recovery = Math.max(record.recovery, recovery)
  }
  return records
}

async function checkAll(options: ClientOptions, events: readonly ExpectedEvent[]): Promise<void> {
  for (const event of events) await checkStored(options, event)
}

const target = await startTarget(engine)
const invariants = new Invariants()
const random = createRandom(Number(values.seed))
const end = performance.now() + minutes * 60_000
const isRunning = () => performance.now() < end
const options: ClientOptions = {
  ...{ invariants, random, isRunning, authorization: target.authorization },
  nodes: target.nodes.map(({ url }) => url),
}
const monitoring = monitor(target, invariants, isRunning)
const writing = Promise.all(Array.from({ length: WRITERS }, (_, number) => runWriter(options, `Writer ${number}`)))
const reading = Promise.all(Array.from({ length: READERS }, () => runReader(options)))
const records = await causeFaults(target, options)
const events = (await writing).flat()
await reading
const memory = await monitoring
await checkAll(options, events)
const findings = await checkDatabase(target)
if (findings) invariants.fail(`calends check: ${findings}`)
await target.stop()

const rows = [...records].map(
  ([{ name }, { runs, recovery }]) => `| ${name} | ${runs} | ${(recovery / 1000).toFixed(1)} s |`,
)
const { counts, violations } = invariants
process.stdout.write(
  `${[
    ...['', '| fault | times | longest recovery |', '|---|---|---|', ...rows, ''],
    `${minutes} minutes on ${engine}: ${counts.get('answered') ?? 0} requests answered, ${counts.get('unavailable') ?? 0} with 503, ` +
      `${counts.get('failed') ?? 0} without response, ${counts.get('acknowledged') ?? 0} writes acknowledged, ` +
      `${events.length} events compared, at most ${memory} MB of memory`,
    `${violations.length} violations`,
  ].join('\n')}\n`,
)
process.exit(violations.length === 0 ? 0 : 1)
