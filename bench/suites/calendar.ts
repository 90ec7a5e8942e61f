/**
 * `npm run bench`: how fast the built service answers on this machine, each number beside what the same machine could do
 * at most, measured in the same run. Loopback only, bounded, about a minute besides the making of the calendar.
 * docs/internals/performance-notes.md says what the rows mean.
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

function numberOf(name: 'events' | 'rounds' | 'seconds' | 'seed'): number {
  const number = Number(values[name])
  if (number > 0) return number
  throw new Error(`--${name} is a number above 0`)
}

const events = numberOf('events')
const pace: RoundOptions = { rounds: numberOf('rounds'), seconds: numberOf('seconds') }
const engine = values.postgres === undefined ? 'sqlite' : 'postgres'
const results = join(import.meta.dirname, '..', 'results')
const say = (text: string) => process.stdout.write(`${text}\n`)

async function measure(stage: Fixture) {
  await assertSameResponses(stage)
  const walks = createRequestSequences(stage)
  const create = createEventRequests(stage)
  const rows: BenchResult[] = []
  const add = async (measured: Promise<BenchResult[]>) => {
    rows.push(...(await measured))
  }
  await add(measureHotPage(stage, pace))
  await add(measureVariedLists(stage, walks, pace))
  await add(measureSingleEvents(stage, pace))
  const afterReads = readMemoryUsage(stage.service.child.pid)
  await add(measureCreations(stage, create, pace))
  await add(measureMixedLoad(stage, walks.service, create, pace))
  const afterAll = readMemoryUsage(stage.service.child.pid)
  return { rows, memory: { afterReads, afterAll, bareServer: readMemoryUsage(stage.server.child.pid) } }
}

async function run(folder: string) {
  const kept = await openCachedCalendar(events)
  const databases = await databasesOf(folder, kept)
  try {
    const facts = readCalendarContents(kept.folder)
    const stage = await createFixture({ kept, facts, folder, databases, seed: numberOf('seed') })
    const measured = await measure(stage).finally(stage.close)
    const others: Measurement[] = [await measureColdStart(stage.folder, stage.settings, 2 * pace.rounds - 1)]
    if (engine === 'sqlite') others.push(measureImport(kept.folder, join(folder, 'imported')))
    return { ...measured, others }
  } finally {
    await databases.close?.()
  }
}

const databasesOf = (
  folder: string,
  kept: Parameters<typeof createSqliteDatabases>[0],
): FixtureDatabases | Promise<FixtureDatabases> =>
  values.postgres === undefined ? createSqliteDatabases(kept, folder) : createPostgresDatabases(kept, values.postgres)

const machine = () => ({
  processor: cpus()[0]?.model,
  cores: cpus().length,
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  node: process.version,
})

function report(found: Awaited<ReturnType<typeof run>>): void {
  const { rows, others, memory } = found
  say(`\n${events} events, ${engine}, ${pace.rounds} rounds of ${pace.seconds} s\n`)
  say(formatTable(rows))
  for (const row of rows.filter(({ name }) => name.startsWith('varied'))) say(`\n${formatKinds(row)}`)
  say(`\n${formatMeasurements(others)}`)
  const { afterReads, afterAll, bareServer } = memory
  say(`\nresident memory of calends, MB: ${afterReads?.resident} after reads, ${afterAll?.resident} after all`)
  say(`at most ${afterAll?.highest}; of node:http alone ${bareServer?.resident}`)
  const busiest = Math.max(...rows.flatMap(({ speeds }) => speeds.map(({ generatorShare }) => generatorShare)))
  say(`the generator used ${Math.round(busiest * 100)} % of a core at most`)
}

const folder = mkdtempSync(join(tmpdir(), 'calends-bench-'))
// Also when it is stopped: what runs beside it ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const found = await run(folder)
report(found)
const file = values.json ?? join(results, `${engine}-${events}.json`)
const document = { at: new Date().toISOString(), machine: machine(), engine, events, pace, ...found }
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(document, undefined, 2)}\n`)
for (const line of formatGrowth(document, join(results, `${engine}-10000.json`))) say(line)
say(`written to ${file}`)
