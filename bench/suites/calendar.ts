/**
 * `npm run bench`: measures the built service and minimal baselines on the same machine in the same run, on loopback only.
 * docs/reports/benchmarks.md explains the rows.
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '../../test/helper/free-port.ts'
import { openCachedCalendar } from '../fixture/cached-calendar.ts'
import { readCalendarContents } from '../fixture/calendar-contents.ts'
import { openEventTexts } from '../fixture/event-texts.ts'
import { createSqliteDatabases, type FixtureSources } from '../fixture/fixture.ts'
import { createPostgresDatabases } from '../fixture/postgres-databases.ts'
import { findLosses, formatLosses, keepBestRatios, type Ratios } from '../lib/ratios.ts'
import { formatMeasurements, formatTable } from '../lib/report.ts'
import type { RoundOptions } from '../lib/rounds.ts'
import { ALL_GROUPS, measureGroups, type RunResult } from './groups.ts'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '0.3' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    json: { type: 'string' },
    postgres: { type: 'string' },
    check: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    ratios: { type: 'string', default: join(import.meta.dirname, '..', 'ratios.json') },
  },
})

function parsePositive(name: 'events' | 'rounds' | 'seconds' | 'seed' | 'workers'): number {
  const number = Number(values[name])
  if (number > 0) return number
  throw new Error(`Invalid value for --${name}: "${values[name]}". Expected a number greater than 0.`)
}

const events = parsePositive('events')
const pace: RoundOptions = { rounds: parsePositive('rounds'), seconds: parsePositive('seconds') }
const workers = parsePositive('workers')
const engine = values.postgres === undefined ? 'sqlite' : 'postgres'
const variant = [engine, ...(workers > 1 ? [`${workers}-workers`] : []), events].join('-')
const print = (text: string) => process.stdout.write(`${text}\n`)

async function openSources(folder: string): Promise<FixtureSources> {
  const cached = await openCachedCalendar(events)
  const texts = await openEventTexts(cached)
  // The same port for each start, because responses contain it.
  const settings = { WORKERS: String(workers), PORT: String(await findFreePort()) }
  return { cached, texts, contents: readCalendarContents(cached.folder), folder, seed: parsePositive('seed'), settings }
}

/** Each call has a folder and databases of its own. */
async function measure(groups: readonly string[], shared: FixtureSources): Promise<RunResult> {
  const sources = { ...shared, folder: mkdtempSync(join(shared.folder, 'run-')) }
  const databases =
    values.postgres === undefined
      ? createSqliteDatabases(sources)
      : await createPostgresDatabases(sources, values.postgres)
  try {
    return await measureGroups(groups, sources, databases, pace)
  } finally {
    await databases.close?.()
  }
}

function printReport({ rows, others, memory }: RunResult): void {
  print(`\n${variant}, ${pace.rounds} rounds of ${pace.seconds} s\n`)
  print(formatTable(rows))
  print(`\n${formatMeasurements(others)}`)
  print(`\nresident memory after the run: ${memory?.resident} MB, at most ${memory?.highest} MB`)
  const busiest = Math.max(...rows.flatMap(({ speeds }) => speeds.map(({ generatorShare }) => generatorShare)))
  print(`the load generator used at most ${Math.round(busiest * 100)} % of a core`)
}

const readCommittedRatios = (): Record<string, Ratios> =>
  existsSync(values.ratios) ? JSON.parse(readFileSync(values.ratios, 'utf8')) : {}

function updateRatios({ ratios }: RunResult): void {
  writeFileSync(values.ratios, `${JSON.stringify({ ...readCommittedRatios(), [variant]: ratios }, undefined, 2)}\n`)
  print(`ratios written to ${values.ratios}`)
}

/** Measures the groups of ratios that fell once more, because another program may have disturbed the run. */
async function check({ ratios, groupByRatio }: RunResult, sources: FixtureSources): Promise<boolean> {
  const committed = readCommittedRatios()[variant]
  if (committed === undefined) throw new Error(`${values.ratios} has no ratios for ${variant}. Run with --update.`)
  const first = findLosses(committed, ratios)
  const groups = ALL_GROUPS.filter((group) => first.some(({ name }) => groupByRatio.get(name) === group))
  const again = groups.length === 0 ? {} : (await measure(groups, sources)).ratios
  const losses = findLosses(committed, keepBestRatios(ratios, again))
  print(formatLosses(losses))
  return losses.length === 0
}

const describeMachine = () => ({
  processor: cpus()[0]?.model,
  cores: cpus().length,
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  node: process.version,
})

function writeResult(result: RunResult): void {
  const file = values.json ?? join(import.meta.dirname, '..', 'results', `${variant}.json`)
  const document = {
    at: new Date().toISOString(),
    machine: describeMachine(),
    engine,
    events,
    workers,
    pace,
    ...result,
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(document, undefined, 2)}\n`)
  print(`written to ${file}`)
}

const folder = mkdtempSync(join(tmpdir(), 'calends-bench-'))
// Exit on signals too, so that the exit handlers stop the other processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const sources = await openSources(folder)
const result = await measure(ALL_GROUPS, sources)
printReport(result)
writeResult(result)
if (values.update) updateRatios(result)
else if (values.check && !(await check(result, sources))) process.exitCode = 1
