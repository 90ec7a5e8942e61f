/**
 * Fixture calendars by size, seeded once and cached in the temporary folder: `calends.db`, and `baseline.db`, a copy with
 * the JSON of every event for the baselines. They are rebuilt when their sources or the month change.
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
/** Sources that affect the calendar and its texts. Other changes reuse the cache. */
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
const TEXTS_PER_REQUEST = 500

export async function openCachedCalendar(events: number): Promise<CachedCalendar> {
  const name = `${events}-${computeCacheKey()}`
  const folder = join(CACHE, name)
  if (!existsSync(folder)) await createCalendar(events, folder)
  return { folder, authorization: readFileSync(join(folder, 'authorization'), 'utf8') }
}

function computeCacheKey(): string {
  const hash = createHash('sha256')
    .update(getUtcNow().slice(0, 7))
    .update(readFileSync(import.meta.filename))
  for (const file of SOURCES.flatMap(listFiles)) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

const listFiles = (path: string): string[] =>
  statSync(path).isFile() ? [path] : readdirSync(path).flatMap((name) => listFiles(join(path, name)))

async function createCalendar(events: number, folder: string): Promise<void> {
  process.stdout.write(`creating a calendar of ${events} events, cached in ${folder}\n`)
  const draft = join(CACHE, `creating-${process.pid}`)
  const remove = () => rmSync(draft, { recursive: true, force: true })
  process.once('exit', remove)
  mkdirSync(draft, { recursive: true })
  try {
    runCalendsCommand(draft, 'seed', '--events', String(events), '--seed', '1', '--no-images')
    const login = runCalendsCommand(
      draft,
      'user',
      'add',
      'bench',
      '--role=administrator',
      '--email=b@c.example',
      '--app-password=b',
      '--json',
    )
    const { app_password } = JSON.parse(login)
    writeFileSync(join(draft, 'authorization'), `Basic ${Buffer.from(`bench:${app_password}`).toString('base64')}`)
    await createBaselineCopy(draft)
    for (const old of readdirSync(CACHE).filter((name) => name.startsWith(`${events}-`)))
      rmSync(join(CACHE, old), { recursive: true, force: true })
    renameSync(draft, folder)
  } finally {
    remove()
    process.off('exit', remove)
  }
}

/** Runs a command on the calendar in a folder and returns its output. */
export function runCalendsCommand(folder: string, ...args: readonly string[]): string {
  const options = { env: createEnvironment(folder), maxBuffer: 2 ** 24 }
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM_PATH, ...args], options)
  if (status !== 0) throw new Error(`calends ${args.join(' ')} exited with code ${status}: ${stderr}`)
  return String(stdout)
}

async function createBaselineCopy(folder: string): Promise<void> {
  checkpoint(join(folder, 'calends.db'))
  const file = join(folder, 'baseline.db')
  copyFileSync(join(folder, 'calends.db'), file)
  const { child, home } = await launchService(folder, { MAX_PER_PAGE: '1000' })
  const db = new (loadSqlite())(file)
  try {
    // Stored as blobs, because converting them to JavaScript strings is several times slower.
    db.exec('create table bench_texts (id integer primary key, text blob not null)')
    const insert = db.prepare('insert into bench_texts (id, text) values (?, ?)')
    const insertAll = db.transaction((texts: readonly Text[]) => {
      for (const { id, text } of texts) insert.run(id, text)
    })
    const listed = "select id from events where status = 'publish' and hide_from_listings = 0 order by id"
    const ids = db.prepare<[], number>(listed).pluck().all()
    for (let start = 0; start < ids.length; start += TEXTS_PER_REQUEST)
      insertAll(await fetchTexts(home, ids.slice(start, start + TEXTS_PER_REQUEST)))
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

/** The JSON of these events as in a list response. */
async function fetchTexts(home: string, ids: readonly number[]): Promise<Text[]> {
  const query = `include=${ids.join(',')}&per_page=${ids.length}`
  const response = await fetch(`${home}${API_PATH}/events?${query}`, { headers: IDENTITY_HEADERS })
  const { events }: { events: { id: number }[] } = JSON.parse(await response.text())
  return events.map((event) => ({ id: event.id, text: Buffer.from(JSON.stringify(event)) }))
}

/** Merges the WAL into the database file, so that the file can be copied. */
function checkpoint(file: string): void {
  const db = new (loadSqlite())(file)
  db.pragma('journal_mode = WAL')
  db.pragma('wal_checkpoint(truncate)')
  db.close()
}
