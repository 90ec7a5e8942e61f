/**
 * Calendars of a size, seeded once and kept in the folder for temporary files: `calends.db`, and `bare.db`, a copy of it
 * with the text of every event as the service answers it, for the opponents. A change of what goes into them, or of the
 * month, makes new ones and removes the old.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSqlite } from '../../src/storage/sqlite/load-driver.ts'
import { getUtcNow } from '../baselines/queries.ts'
import { endProcess } from './processes.ts'
import { createEnvironment, IDENTITY_HEADERS, launchService, PROGRAM_PATH } from './service.ts'

export interface CachedCalendar {
  readonly folder: string
  /** Basic credentials of an administrator. */
  readonly authorization: string
}

export const API_PATH = '/api/cal/events/v1'

const CACHE = join(tmpdir(), 'calends-bench-cache')
/** What a calendar and its texts follow from, so that other changes need no new one. */
const SOURCES = [
  'storage/migrations',
  'storage/core/row-mapping.ts',
  'storage/stores/search-index.ts',
  'presenters',
  'datetime',
  'html',
  'text',
  'usecases/write/bulk-write.ts',
  'cli/seed-data',
  'cli/commands/seed.ts',
].map((path) => join(import.meta.dirname, '..', '..', 'src', path))
const TEXTS_AT_ONCE = 500

export async function openCachedCalendar(events: number): Promise<CachedCalendar> {
  const name = `${events}-${keyOf()}`
  const folder = join(CACHE, name)
  if (!existsSync(folder)) await make(events, folder)
  return { folder, authorization: readFileSync(join(folder, 'authorization'), 'utf8') }
}

function keyOf(): string {
  const hash = createHash('sha256')
    .update(getUtcNow().slice(0, 7))
    .update(readFileSync(import.meta.filename))
  for (const file of SOURCES.flatMap(filesOf)) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

const filesOf = (path: string): string[] =>
  statSync(path).isFile() ? [path] : readdirSync(path).flatMap((name) => filesOf(join(path, name)))

async function make(events: number, folder: string): Promise<void> {
  process.stdout.write(`making a calendar of ${events} events, kept for later runs in ${folder}\n`)
  const making = join(CACHE, `making-${process.pid}`)
  const remove = () => rmSync(making, { recursive: true, force: true })
  process.once('exit', remove)
  mkdirSync(making, { recursive: true })
  try {
    runCalendsCommand(making, 'seed', '--events', String(events), '--seed', '1', '--no-images')
    const login = runCalendsCommand(
      making,
      'user',
      'add',
      'bench',
      '--role=administrator',
      '--email=b@c.example',
      '--app-password=b',
      '--json',
    )
    const { app_password } = JSON.parse(login)
    writeFileSync(join(making, 'authorization'), `Basic ${Buffer.from(`bench:${app_password}`).toString('base64')}`)
    await makeBareCopy(making)
    for (const old of readdirSync(CACHE).filter((name) => name.startsWith(`${events}-`)))
      rmSync(join(CACHE, old), { recursive: true, force: true })
    renameSync(making, folder)
  } finally {
    remove()
    process.off('exit', remove)
  }
}

/** Runs a command on the calendar of a folder; what it printed. */
export function runCalendsCommand(folder: string, ...args: readonly string[]): string {
  const options = { env: createEnvironment(folder), maxBuffer: 2 ** 24 }
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM_PATH, ...args], options)
  if (status !== 0) throw new Error(`calends ${args.join(' ')} ended with ${status}: ${stderr}`)
  return String(stdout)
}

async function makeBareCopy(folder: string): Promise<void> {
  checkpoint(join(folder, 'calends.db'))
  const file = join(folder, 'bare.db')
  copyFileSync(join(folder, 'calends.db'), file)
  const { child, home } = await launchService(folder, { MAX_PER_PAGE: '1000' })
  const db = new (loadSqlite())(file)
  try {
    // Bytes: SQLite would make texts of JavaScript's of them, which costs several times as much.
    db.exec('create table bench_texts (id integer primary key, text blob not null)')
    const insert = db.prepare('insert into bench_texts (id, text) values (?, ?)')
    const keep = db.transaction((texts: readonly Text[]) => {
      for (const { id, text } of texts) insert.run(id, text)
    })
    const listed = "select id from events where status = 'publish' and hide_from_listings = 0 order by id"
    const ids = db.prepare<[], number>(listed).pluck().all()
    for (let at = 0; at < ids.length; at += TEXTS_AT_ONCE) keep(await textsOf(home, ids.slice(at, at + TEXTS_AT_ONCE)))
    db.exec('analyze')
  } finally {
    db.close()
    await endProcess(child)
  }
  checkpoint(join(folder, 'calends.db'))
}

interface Text {
  readonly id: number
  readonly text: Buffer
}

/** JSON of these events as a list answers it. */
async function textsOf(home: string, ids: readonly number[]): Promise<Text[]> {
  const query = `include=${ids.join(',')}&per_page=${ids.length}`
  const answer = await fetch(`${home}${API_PATH}/events?${query}`, { headers: IDENTITY_HEADERS })
  const { events }: { events: { id: number }[] } = JSON.parse(await answer.text())
  return events.map((event) => ({ id: event.id, text: Buffer.from(JSON.stringify(event)) }))
}

/** Brings all into the one file, so that it can be copied. */
function checkpoint(file: string): void {
  const db = new (loadSqlite())(file)
  db.pragma('journal_mode = WAL')
  db.pragma('wal_checkpoint(truncate)')
  db.close()
}
