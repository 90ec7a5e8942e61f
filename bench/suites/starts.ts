/** What happens outside of requests: starting, and importing. */
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

/** A time or a rate that is no row of requests, beside its limit. */
export interface Measurement {
  readonly name: string
  readonly unit: 's' | 'events/s'
  readonly ours: number
  readonly limit: number | undefined
  readonly limitName: string
  /** Of the service itself: at most, for seconds. */
  readonly target?: number
}

const BARE_START = `
const server = require('node:http').createServer((request, reply) => reply.end('{}'))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

/** From the start of the process to the end of its first page of 50, on the loaded calendar. */
export async function measureColdStart(
  folder: string,
  settings: NodeJS.ProcessEnv,
  times: number,
): Promise<Measurement> {
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let number = 0; number < times; number++) {
    const { child, firstAnswerMilliseconds } = await launchService(folder, settings)
    ours.push(firstAnswerMilliseconds / 1000)
    await endProcess(child)
    bare.push(await bareStart())
  }
  const limitName = 'node with node:http alone'
  return {
    name: 'cold start to first page',
    unit: 's',
    ours: median(ours),
    limit: median(bare),
    limitName,
    target: 0.6,
  }
}

async function bareStart(): Promise<number> {
  const began = performance.now()
  const { child, port } = await waitForPort(
    spawn(process.execPath, ['-e', BARE_START], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  await (await fetch(`http://127.0.0.1:${port}/`, { headers: IDENTITY_HEADERS })).arrayBuffer()
  const taken = (performance.now() - began) / 1000
  await endProcess(child)
  return taken
}

const IMPORTED = 3000
/** As many records as an import keeps in a transaction. */
const BATCH = 250

/** Records into an empty calendar: `calends import` without the time in which it imports one, and the rows alone. */
export function measureImport(keptFolder: string, folder: string): Measurement {
  const source = new (loadSqlite())(join(keptFolder, 'bare.db'))
  try {
    const lines = source
      .prepare<[number], Buffer>('select text from bench_texts order by id limit ?')
      .pluck()
      .all(IMPORTED)
    const imported = (name: string, count: number) => importSeconds(join(folder, name), lines.slice(0, count))
    const begun = imported('one', 1)
    const ours = lines.length / (imported('all', lines.length) - begun)
    const templates = readTemplates(source, lines.length)
    const linked = ['terms', 'venues', 'organizers'].map((table) => ({
      table,
      rows: source.prepare<[], TableRow>(`select * from ${table}`).all(),
    }))
    const limit = templates.length / bareSeconds(join(folder, 'one', 'calends.db'), linked, templates)
    return {
      name: `import of ${lines.length} events`,
      unit: 'events/s',
      ours,
      limit,
      limitName: 'better-sqlite3, same rows',
    }
  } finally {
    source.close()
  }
}

function importSeconds(folder: string, lines: readonly Buffer[]): number {
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

/** Into a calendar that holds one event, which tells the tables. */
function bareSeconds(file: string, linked: readonly LinkedRows[], templates: ReturnType<typeof readTemplates>): number {
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
