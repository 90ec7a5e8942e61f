import { Command } from 'commander'
import { createStageProgress } from '../../base/cli/progress-bar.ts'
import { parseMediaUrl } from '../../calendar/images/media-url.ts'
import { type Config, SETTINGS } from '../../config.ts'
import { getDatabaseLimits } from '../../features/backup/backup-options.ts'
import { DATABASE_URL_FORMATS } from '../../http/settings/storage-settings.ts'
import { copyDatabase } from '../../storage/maintenance/copy-database.ts'
import type { TableDigest } from '../../storage/maintenance/table-rows.ts'
import { openDatabase, openExistingDatabase } from '../../storage/open-database.ts'
import type { Database } from '../../storage/types.ts'
import { loadConfig } from '../load-config.ts'
import { print } from '../with-services.ts'

interface CopyOptions {
  readonly from: string
  readonly to: string
  readonly json?: boolean
}

async function runCopy({ from, to, json }: CopyOptions): Promise<void> {
  assertDatabaseUrl('--from', from)
  assertDatabaseUrl('--to', to)
  const config = loadConfig()
  const limits = getDatabaseLimits(config)
  const source = await openExistingDatabase(from, limits).catch((error) => {
    throw new Error('--from cannot be read', { cause: error })
  })
  const tables = await withTarget(to, limits, (target) => copyWithProgress(source, target, json)).finally(source.close)
  const report = { tables, ...computeTotals(tables), files: describeMediaLocation(config) }
  if (json) print(JSON.stringify(report))
  else for (const line of formatReport(report)) print(line)
}

/** The error omits the URL, which may contain a password. */
function assertDatabaseUrl(option: string, url: string): void {
  if (url === '' || SETTINGS.DATABASE_URL.parse(url) === undefined)
    throw new Error(`${option} is not a valid database URL. Expected ${DATABASE_URL_FORMATS}.`)
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

function copyWithProgress(
  source: Database,
  target: Database,
  json: boolean | undefined,
): Promise<readonly TableDigest[]> {
  const progress = createStageProgress(json)
  return copyDatabase(source, target, { onProgress: progress.update }).finally(progress.end)
}

interface CopyTotals {
  readonly rows: number
  readonly pictures: number
}

const computeTotals = (tables: readonly TableDigest[]): CopyTotals => ({
  rows: tables.reduce((total, { rows }) => total + rows, 0),
  pictures: tables.find(({ name }) => name === 'media')?.rows ?? 0,
})

/** The location of image files, without bucket credentials. */
function describeMediaLocation({ mediaUrl }: Config): string {
  const location = parseMediaUrl(mediaUrl)
  return location?.kind === 's3' ? `${location.endpoint}/${location.prefix}` : (location?.folder ?? '')
}

interface CopyReport extends CopyTotals {
  readonly tables: readonly TableDigest[]
  readonly files: string
}

const formatReport = ({ tables, rows, pictures, files }: CopyReport): readonly string[] => [
  ...tables.map(({ name, rows }) => `${name}: ${rows} rows`),
  `copied and verified: ${rows} rows`,
  ...(pictures > 0
    ? [`images: ${pictures}. Their files are not in the database; they stay in ${files} (MEDIA_URL)`]
    : []),
]

const HELP = `
The target is created and migrated if necessary and must not contain records; a database on which the service has run
contains its administrator. The source must have the schema of this version. It is only read, in one snapshot: stop the
service first, since later writes are not copied. Data is written in one transaction, then read back and verified per
table; when anything fails or the command is stopped, the target stays empty, and the exit code is 1.

Image files are not in the database: keep MEDIA_URL unchanged, or copy the files yourself.
Pass passwords in PGPASSWORD or ~/.pgpass: other users of the machine can see command lines.

Examples:
  calends copy --from sqlite:data/calends.db --to postgres://calends@db.example/calends
  calends copy --from postgres://calends@db.example/calends --to sqlite:calends.db`

export function copyCommand(): Command {
  return new Command('copy')
    .description('copy all data to another database (SQLite or PostgreSQL)')
    .requiredOption('--from <url>', 'URL of the source database: sqlite:PATH or postgres://...')
    .requiredOption('--to <url>', 'URL of the empty target database')
    .option(
      '--json',
      'print one line of JSON: tables with rows and hashes, number of images and location of their files',
    )
    .addHelpText('after', HELP)
    .action(runCopy)
}
