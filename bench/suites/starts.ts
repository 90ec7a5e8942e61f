/** Benchmarks of the whole calendar: cold start, import, and the feed of all events. */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInserter, type DatabaseRow, listEventTables, readTemplates } from '../fixture/event-rows.ts'
import { type Fixture, type FixtureSources, LIST_PATH } from '../fixture/fixture.ts'
import { writeSiteRecords } from '../fixture/site-records.ts'
import { withSqlite } from '../fixture/sqlite-files.ts'
import { endProcess, waitForPort } from '../lib/processes.ts'
import { median } from '../lib/rounds.ts'
import { IDENTITY_HEADERS, launchService, runCalendsCommand } from '../lib/service.ts'

/** A single time or rate. */
export interface Measurement {
  readonly name: string
  readonly unit: 's' | 'ms' | 'MB/s'
  readonly ours: number
  readonly baseline?: { readonly name: string; readonly value: number }
  /** Maximum of a time, minimum of a rate. */
  readonly target?: number
}

const BASELINE_PROGRAM = `
const server = require('node:http').createServer((request, reply) => reply.end('{}'))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

/** Time from process start to the end of the first page of 50 events. */
export async function measureColdStart({ data, settings }: Fixture, times: number): Promise<Measurement[]> {
  const [ours, baseline]: [number[], number[]] = [[], []]
  for (let number = 0; number < times; number++) {
    const { child, firstResponseMilliseconds } = await launchService(data, { ...settings, PORT: '0' })
    ours.push(firstResponseMilliseconds / 1000)
    await endProcess(child)
    baseline.push(await measureBaselineStart())
  }
  const alone = { name: 'node with node:http alone', value: median(baseline) }
  return [{ name: 'start to first page', unit: 's', ours: median(ours), baseline: alone, target: 0.4 }]
}

async function measureBaselineStart(): Promise<number> {
  const began = performance.now()
  const { child, port } = await waitForPort(
    spawn(process.execPath, ['-e', BASELINE_PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  await (await fetch(`http://127.0.0.1:${port}/`, { headers: IDENTITY_HEADERS })).arrayBuffer()
  const seconds = (performance.now() - began) / 1000
  await endProcess(child)
  return seconds
}

/** Records per transaction of the baseline, as in `calends import`. */
const BATCH = 250
const IMPORT_TARGETS: Readonly<Record<number, number>> = { 10000: 5 }

/** `calends import` of the whole calendar into an empty database, and inserting the same rows. */
export function measureImport({ cached, folder }: FixtureSources): Measurement[] {
  const data = join(folder, 'imported')
  mkdirSync(data, { recursive: true })
  const records = join(data, 'records.jsonl')
  writeSiteRecords(records, cached.events)
  const began = performance.now()
  runCalendsCommand(data, 'import', records)
  const ours = (performance.now() - began) / 1000
  const baseline = {
    name: 'better-sqlite3, same rows',
    value: measureInsertSeconds(join(data, 'calends.db'), cached.events),
  }
  const target = IMPORT_TARGETS[cached.events]
  const name = `import of ${cached.events} events`
  return [{ name, unit: 's', ours, baseline, ...(target !== undefined && { target }) }]
}

/** Empties the tables of an imported calendar and inserts their rows again. */
function measureInsertSeconds(file: string, events: number): number {
  return withSqlite(file, (db) => {
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = OFF')
    const templates = readTemplates(db, events)
    const linked = ['terms', 'venues', 'organizers'].map((table) => ({
      table,
      rows: db.prepare<[], DatabaseRow>(`select * from ${table}`).all(),
    }))
    const insert = createInserter(db)
    const eventTables = listEventTables(db).map(([table]) => table)
    for (const table of [...linked.map(({ table }) => table), ...eventTables, 'changes', 'post_search'])
      db.exec(`delete from ${table}`)
    const began = performance.now()
    db.transaction(() => {
      for (const { table, rows } of linked) {
        const names = Object.keys(rows[0] ?? {})
        const put = db.prepare(`insert into ${table} (${names}) values (${names.map((name) => `@${name}`)})`)
        for (const row of rows) put.run(row)
      }
    })()
    for (let at = 0; at < templates.length; at += BATCH)
      db.transaction(() => templates.slice(at, at + BATCH).forEach((template) => void insert(template)))()
    return (performance.now() - began) / 1000
  })
}

const FEED_REQUESTS = 3
const MEGABYTE = 1e6

/** The feed of all events: time to the first byte, and throughput. */
export async function measureFeed({ service }: Fixture): Promise<Measurement[]> {
  const measured: { first: number; rate: number }[] = []
  for (let number = 0; number < FEED_REQUESTS; number++) measured.push(await measureFeedOnce(service.port))
  return [
    { name: 'whole .ics, first byte', unit: 'ms', ours: median(measured.map(({ first }) => first)), target: 50 },
    { name: 'whole .ics', unit: 'MB/s', ours: median(measured.map(({ rate }) => rate)), target: 10 },
  ]
}

async function measureFeedOnce(port: number): Promise<{ first: number; rate: number }> {
  const began = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${LIST_PATH}.ics?start_date=2000-01-01`, {
    headers: IDENTITY_HEADERS,
  })
  let [first, bytes] = [Number.NaN, 0]
  for await (const chunk of response.body ?? []) {
    if (bytes === 0) first = performance.now() - began
    bytes += chunk.length
  }
  return { first, rate: bytes / MEGABYTE / ((performance.now() - began) / 1000) }
}
