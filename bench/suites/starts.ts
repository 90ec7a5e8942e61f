/** Benchmarks outside of requests: cold start and import. */
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSqlite } from '../../src/storage/sqlite/load-driver.ts'
import type { DatabaseRow as TableRow } from '../baselines/rows.ts'
import { createInserter, readTemplates } from '../lib/event-rows.ts'
import { runCalendsCommand } from '../lib/fixture-calendar.ts'
import { endProcess, waitForPort } from '../lib/processes.ts'
import { median } from '../lib/rounds.ts'
import { IDENTITY_HEADERS, launchService } from '../lib/service.ts'

/** A single time or rate with its baseline. */
export interface Measurement {
  readonly name: string
  readonly unit: 's' | 'events/s'
  readonly ours: number
  readonly baseline: number | undefined
  readonly baselineName: string
  /** Maximum for the service, in seconds. */
  readonly target?: number
}

const BASELINE_PROGRAM = `
const server = require('node:http').createServer((request, reply) => reply.end('{}'))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

/** Time from process start to the end of the first page of 50 events. */
export async function measureColdStart(
  folder: string,
  settings: NodeJS.ProcessEnv,
  times: number,
): Promise<Measurement> {
  const [ours, baseline]: [number[], number[]] = [[], []]
  for (let number = 0; number < times; number++) {
    const { child, firstResponseMilliseconds } = await launchService(folder, settings)
    ours.push(firstResponseMilliseconds / 1000)
    await endProcess(child)
    baseline.push(await measureBaselineStart())
  }
  const baselineName = 'node with node:http alone'
  return {
    name: 'cold start to first page',
    unit: 's',
    ours: median(ours),
    baseline: median(baseline),
    baselineName,
    target: 0.6,
  }
}

async function measureBaselineStart(): Promise<number> {
  const began = performance.now()
  const { child, port } = await waitForPort(
    spawn(process.execPath, ['-e', BASELINE_PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  await (await fetch(`http://127.0.0.1:${port}/`, { headers: IDENTITY_HEADERS })).arrayBuffer()
  const taken = (performance.now() - began) / 1000
  await endProcess(child)
  return taken
}

const IMPORTED = 3000
/** Records per transaction, as in `calends import`. */
const BATCH = 250

/** Import into an empty calendar, without the start-up time of the command, compared with inserting the rows alone. */
export function measureImport(cachedFolder: string, folder: string): Measurement {
  const source = new (loadSqlite())(join(cachedFolder, 'baseline.db'))
  try {
    const lines = source
      .prepare<[number], Buffer>('select text from bench_texts order by id limit ?')
      .pluck()
      .all(IMPORTED)
    const measure = (name: string, count: number) => measureImportSeconds(join(folder, name), lines.slice(0, count))
    const startup = measure('one', 1)
    const ours = lines.length / (measure('all', lines.length) - startup)
    const templates = readTemplates(source, lines.length)
    const linked = ['terms', 'venues', 'organizers'].map((table) => ({
      table,
      rows: source.prepare<[], TableRow>(`select * from ${table}`).all(),
    }))
    const baseline = templates.length / measureInsertSeconds(join(folder, 'one', 'calends.db'), linked, templates)
    return {
      name: `import of ${lines.length} events`,
      unit: 'events/s',
      ours,
      baseline,
      baselineName: 'better-sqlite3, same rows',
    }
  } finally {
    source.close()
  }
}

function measureImportSeconds(folder: string, lines: readonly Buffer[]): number {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'events.jsonl')
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
  const began = performance.now()
  runCalendsCommand(folder, 'import', file, '--json')
  return (performance.now() - began) / 1000
}

interface LinkedRows {
  readonly table: string
  readonly rows: readonly TableRow[]
}

/** Inserts into a calendar with one event, whose tables already exist. */
function measureInsertSeconds(
  file: string,
  linked: readonly LinkedRows[],
  templates: ReturnType<typeof readTemplates>,
): number {
  const db = new (loadSqlite())(file)
  try {
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = OFF')
    const insert = createInserter(db)
    const began = performance.now()
    db.transaction(() => {
      for (const { table, rows } of linked) {
        const names = Object.keys(rows[0] ?? {})
        const put = db.prepare(`insert or replace into ${table} (${names}) values (${names.map((name) => `@${name}`)})`)
        for (const row of rows) put.run(row)
      }
    })()
    for (let at = 0; at < templates.length; at += BATCH) {
      db.transaction(() => templates.slice(at, at + BATCH).forEach((template) => void insert(template)))()
    }
    return (performance.now() - began) / 1000
  } finally {
    db.close()
  }
}
