/**
 * `npm run bench`: measures the built service and minimal baselines on the same machine in the same run. It uses only
 * loopback and takes about a minute, plus the creation of the calendar on the first run. The rows are explained in
 * docs/internals/performance-notes.md.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCalendarContents } from '../lib/calendar-contents.ts'
import {
  assertSameResponses,
  createFixture,
  createSqliteDatabases,
  type Fixture,
  type FixtureDatabases,
} from '../lib/fixture.ts'
import { openCachedCalendar } from '../lib/fixture-calendar.ts'
import { createPostgresDatabases } from '../lib/postgres-databases.ts'
import { readMemoryUsage } from '../lib/processes.ts'
import { formatKinds, formatMeasurements, formatTable } from '../lib/report.ts'
import type { BenchResult, RoundOptions } from '../lib/rounds.ts'
import { formatGrowth } from './growth.ts'
import { createRequestSequences, measureHotPage, measureSingleEvents, measureVariedLists } from './reads.ts'
import { type Measurement, measureColdStart, measureImport } from './starts.ts'
import { createEventRequests, measureCreations, measureMixedLoad } from './writes.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '0.5' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    postgres: { type: 'string' },
  },
})

function parsePositive(name: 'events' | 'rounds' | 'seconds' | 'seed'): number {
  const number = Number(values[name])
  if (number > 0) return number
  throw new Error(`Invalid value for --${name}: "${values[name]}". Expected a number greater than 0.`)
}

const events = parsePositive('events')
const pace: RoundOptions = { rounds: parsePositive('rounds'), seconds: parsePositive('seconds') }
const engine = values.postgres === undefined ? 'sqlite' : 'postgres'
const results = join(import.meta.dirname, '..', 'results')
const print = (text: string) => process.stdout.write(`${text}\n`)

async function measure(fixture: Fixture) {
  await assertSameResponses(fixture)
  const sequences = createRequestSequences(fixture)
  const create = createEventRequests(fixture)
  const rows: BenchResult[] = []
  const add = async (measured: Promise<BenchResult[]>) => {
    rows.push(...(await measured))
  }
  await add(measureHotPage(fixture, pace))
  await add(measureVariedLists(fixture, sequences, pace))
  await add(measureSingleEvents(fixture, pace))
  const afterReads = readMemoryUsage(fixture.service.child.pid)
  await add(measureCreations(fixture, create, pace))
  await add(measureMixedLoad(fixture, sequences.service, create, pace))
  const afterAll = readMemoryUsage(fixture.service.child.pid)
  return { rows, memory: { afterReads, afterAll, baselineServer: readMemoryUsage(fixture.server.child.pid) } }
}

async function run(folder: string) {
  const cached = await openCachedCalendar(events)
  const databases = await createDatabases(folder, cached)
  try {
    const contents = readCalendarContents(cached.folder)
    const fixture = await createFixture({ cached, contents, folder, databases, seed: parsePositive('seed') })
    const measured = await measure(fixture).finally(fixture.close)
    const others: Measurement[] = [await measureColdStart(fixture.folder, fixture.settings, 2 * pace.rounds - 1)]
    if (engine === 'sqlite') others.push(measureImport(cached.folder, join(folder, 'imported')))
    return { ...measured, others }
  } finally {
    await databases.close?.()
  }
}

const createDatabases = (
  folder: string,
  cached: Parameters<typeof createSqliteDatabases>[0],
): FixtureDatabases | Promise<FixtureDatabases> =>
  values.postgres === undefined
    ? createSqliteDatabases(cached, folder)
    : createPostgresDatabases(cached, values.postgres)

const describeMachine = () => ({
  processor: cpus()[0]?.model,
  cores: cpus().length,
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  node: process.version,
})

function printReport(result: Awaited<ReturnType<typeof run>>): void {
  const { rows, others, memory } = result
  print(`\n${events} events, ${engine}, ${pace.rounds} rounds of ${pace.seconds} s\n`)
  print(formatTable(rows))
  for (const row of rows.filter(({ name }) => name.startsWith('varied'))) print(`\n${formatKinds(row)}`)
  print(`\n${formatMeasurements(others)}`)
  const { afterReads, afterAll, baselineServer } = memory
  print(`\nresident memory of calends, MB: ${afterReads?.resident} after reads, ${afterAll?.resident} after all`)
  print(`peak ${afterAll?.highest}; node:http baseline ${baselineServer?.resident}`)
  const busiest = Math.max(...rows.flatMap(({ speeds }) => speeds.map(({ generatorShare }) => generatorShare)))
  print(`the load generator used at most ${Math.round(busiest * 100)} % of a core`)
}

const folder = mkdtempSync(join(tmpdir(), 'calends-bench-'))
// Exit on signals too, so that the exit handlers stop the other processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const result = await run(folder)
printReport(result)
const file = values.json ?? join(results, `${engine}-${events}.json`)
const document = { at: new Date().toISOString(), machine: describeMachine(), engine, events, pace, ...result }
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(document, undefined, 2)}\n`)
for (const line of formatGrowth(document, join(results, `${engine}-10000.json`))) print(line)
print(`written to ${file}`)
