import { Command } from 'commander'
import { type Config, SETTINGS } from '../config.ts'
import { parseMediaUrl } from '../media/media-url.ts'
import { type CopiedTable, copyDatabase } from '../storage/copy.ts'
import { type Database, openDatabase, openExisting } from '../storage/database.ts'
import { type Progress, startProgress } from './progress.ts'
import { print } from './services.ts'
import { loadConfig } from './settings.ts'

interface CopyOptions {
  readonly from: string
  readonly to: string
  readonly json?: boolean
}

async function copy({ from, to, json }: CopyOptions): Promise<void> {
  requireAddress('--from', from)
  requireAddress('--to', to)
  const config = loadConfig()
  const limits = { timeout: config.DATABASE_TIMEOUT, connections: config.DATABASE_CONNECTIONS }
  const source = await openExisting(from, limits).catch((error) => {
    throw new Error('--from cannot be read', { cause: error })
  })
  const tables = await withTarget(to, limits, (target) => copyAll(source, target, json)).finally(source.close)
  const report = { tables, ...totalsOf(tables), files: placeOf(config) }
  if (json) print(JSON.stringify(report))
  else for (const line of linesOf(report)) print(line)
}

/** Addresses may hold passwords, so they are never repeated. */
function requireAddress(option: string, address: string): void {
  if (address === '' || SETTINGS.DATABASE_URL.parse(address) === undefined)
    throw new Error(`${option} makes no sense; it is sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE`)
}

async function withTarget<T>(
  url: string,
  limits: Parameters<typeof openDatabase>[1],
  work: (target: Database) => Promise<T>,
): Promise<T> {
  const target = await openDatabase(url, limits).catch((error) => {
    throw new Error('--to cannot be opened', { cause: error })
  })
  return work(target).finally(target.close)
}

/** A bar for each of the two stages. */
function copyAll(source: Database, target: Database, json: boolean | undefined): Promise<readonly CopiedTable[]> {
  const shown = new Map<string, Progress>()
  const barOf = (stage: string): Progress => {
    const bar = shown.get(stage) ?? startProgress(stage, { json })
    shown.set(stage, bar)
    return bar
  }
  const progress = (stage: string, done: number, total: number) => barOf(stage).at(done, total)
  return copyDatabase(source, target, { progress }).finally(() => {
    for (const bar of shown.values()) bar.end()
  })
}

interface Totals {
  readonly rows: number
  readonly pictures: number
}

const totalsOf = (tables: readonly CopiedTable[]): Totals => ({
  rows: tables.reduce((total, { rows }) => total + rows, 0),
  pictures: tables.find(({ name }) => name === 'media')?.rows ?? 0,
})

/** Where files of pictures lie, without the keys of a bucket. */
function placeOf({ mediaUrl }: Config): string {
  const place = parseMediaUrl(mediaUrl)
  return place?.kind === 's3' ? `${place.endpoint}/${place.prefix}` : (place?.folder ?? '')
}

interface CopyReport extends Totals {
  readonly tables: readonly CopiedTable[]
  readonly files: string
}

const linesOf = ({ tables, rows, pictures, files }: CopyReport): readonly string[] => [
  ...tables.map(({ name, rows }) => `${name}: ${rows} rows`),
  `copied and compared: ${rows} rows`,
  ...(pictures > 0 ? [`pictures: ${pictures}. Their files are in no database; they stay in ${files} (MEDIA_URL)`] : []),
]

const HELP = `
The target is made and migrated where that is needed and must hold no records; a service that ran on it once has left
its administrator there. The source must be of this version. It is only read, as it is at the start: stop the service
first, or what is written meanwhile is not in the copy. All is written in one transaction, read back and compared table
by table; when anything fails or the command is stopped, the target stays empty, and the exit code is 1.

Files of pictures are not in the database: keep MEDIA_URL as it is, or copy the files yourself.
A password is better given in PGPASSWORD or ~/.pgpass than on a command line, which other users of the machine see.

Examples:
  calends copy --from sqlite:data/calends.db --to postgres://calends@db.example/calends
  calends copy --from postgres://calends@db.example/calends --to sqlite:calends.db`

export function copyCommand(): Command {
  return new Command('copy')
    .description('move everything into another database, of either engine')
    .requiredOption('--from <address>', 'database to read: sqlite:PATH or postgres://...')
    .requiredOption('--to <address>', 'empty database to fill')
    .option('--json', 'print one line of JSON: tables with rows and hashes, pictures and where their files are')
    .addHelpText('after', HELP)
    .action(copy)
}
