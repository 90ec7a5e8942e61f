import { readFile } from 'node:fs/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { formatTable } from '../base/cli/format-table.ts'
import { startProgress } from '../base/cli/progress-bar.ts'
import { type Services, withOrigin } from '../calendar/services.ts'
import { type CsvMapping, parseCsvMapping } from '../features/imports/formats/csv/csv-mapping.ts'
import { IMPORT_FORMATS, type ImportFormat } from '../features/imports/formats/detect-format.ts'
import {
  formatProblem,
  type InputCounts,
  type InputOptions,
  type InputReport,
  type InputResult,
  importInputs,
} from '../features/imports/formats/import-inputs.ts'
import type { ImportReport } from '../features/imports/import-records.ts'
import type { RecordCounts } from '../features/imports/report.ts'
import { type CommandImport, recordCommandImport } from '../features/imports/runs/command-import.ts'
import { createSystemOrigin } from '../kernel/change-record.ts'
import { addSiteOptions, runSiteImport, type SiteImportCommandOptions } from './import-site.ts'
import { findSite } from './site-access.ts'
import { parseImportId, runUndo } from './undo-import.ts'
import { print, withServices } from './with-services.ts'

interface ImportCommandOptions extends SiteImportCommandOptions {
  readonly json?: boolean
  readonly images: boolean
  readonly dryRun?: boolean
  readonly undo?: number
  readonly format?: ImportFormat
  readonly mapping?: string
  readonly category?: readonly string[]
  readonly status?: NonNullable<InputOptions['status']>
  readonly pastDays?: number
}

async function runImport(inputs: string[], options: ImportCommandOptions): Promise<void> {
  if (options.undo !== undefined) return runUndo(options.undo, options)
  if (inputs.length === 0) throw new Error('Expected files, folders or URLs to import, or --undo.')
  const site = options.format === undefined ? await findSite(inputs, options) : undefined
  if (site !== undefined) return runSiteImport(site, options)
  const { json, dryRun: isDryRun = false } = options
  const progress = startProgress('importing', { json })
  const imageProgress = startProgress('images', { json })
  const changes: InputResult[] = []
  let record: (result: InputResult) => void = () => {}
  const observer = {
    progress: progress.update,
    imageProgress: imageProgress.update,
    result: (result: InputResult) => {
      record(result)
      const text = formatProblem(result)
      if (text !== undefined) progress.warn(text)
      if (isDryRun && isChange(result)) changes.push(result)
    },
  }
  const { format, status, pastDays, category: categories, images: fetchesImages } = options
  const mapping = options.mapping === undefined ? undefined : await readMapping(options.mapping)
  const inputOptions = { format, mapping, status, categories, pastDays, isDryRun, fetchesImages }
  const load = (services: Services, origin = createSystemOrigin('import')) =>
    importInputs(withOrigin(services, origin), inputs, { ...inputOptions, origin }, observer)
  const { report, id } = await withServices(async (services): Promise<LoadedInputs> => {
    if (isDryRun) return { report: await load(services), id: undefined }
    return recordCommandImport(services, inputs.join(' '), async (one) => {
      record = createResultRecorder(one)
      return { report: await load(services, one.origin), id: one.id }
    })
  }).finally(progress.end)
  if (json) print(JSON.stringify(formatJson(report, isDryRun ? changes : undefined)))
  else for (const line of [...(isDryRun ? formatChanges(changes) : []), ...formatReport(report)]) print(line)
  if (id !== undefined && !json) print(`import ${id}; calends import --undo ${id} undoes it`)
  if (hasFailures(report)) process.exitCode = 1
}

interface LoadedInputs {
  readonly report: InputReport
  /** ID of the import; undefined for a dry run. */
  readonly id: number | undefined
}

const readMapping = async (path: string): Promise<CsvMapping> => parseCsvMapping(await readFile(path, 'utf8'), path)

/** Problems of record files and warnings are printed on their own. */
const isChange = ({ outcome, kind }: InputResult): boolean =>
  kind !== '' && outcome !== 'unchanged' && outcome !== 'warning'

/** Counts by kind for records with ids, and for each calendar and table. */
const formatJson = ({ records, ignored, inputs }: InputReport, changes: readonly InputResult[] | undefined) => ({
  ...records,
  ...(ignored && { ignored }),
  ...(inputs.length > 0 && { inputs }),
  ...(changes && { changes: changes.map(({ where: _where, ...change }) => change) }),
})

const formatChanges = (changes: readonly InputResult[]): string[] =>
  changes.length === 0
    ? ['no changes']
    : formatTable(
        ['action', 'kind', 'id', 'title', 'details'],
        changes.map(({ outcome, kind, id, title, details }) => [
          PLANNED[outcome] ?? outcome,
          kind,
          id ?? '',
          title,
          details,
        ]),
      )

const PLANNED: Readonly<Record<string, string>> = { created: 'create', updated: 'update', failed: 'fail' }

function formatReport({ records, ignored = {}, inputs }: InputReport): string[] {
  const lines = inputs.length > 1 ? formatInputTable(inputs) : inputs.map(formatInput)
  const others = Object.entries(ignored).map(([type, count]) => `${count} ${type}`)
  if (others.length > 0) lines.unshift(`not imported: ${others.join(', ')}`)
  return records ? [...formatRecordReport(records), ...lines] : lines
}

const formatInput = ({ input, counts: { created, updated, unchanged, conflict, failed } }: InputCounts): string =>
  [
    `${input}: ${created} created, ${updated} updated, ${unchanged} unchanged`,
    `${conflict} ${conflict === 1 ? 'conflict' : 'conflicts'}, ${failed} failed`,
  ].join(', ')

const MAX_PATH_LENGTH = 60

/** The end of a path tells files apart. */
const shortenPath = (path: string): string =>
  path.length > MAX_PATH_LENGTH ? `…${path.slice(1 - MAX_PATH_LENGTH)}` : path

const formatInputTable = (inputs: readonly InputCounts[]): string[] =>
  formatTable(
    ['file', 'created', 'updated', 'unchanged', 'conflicts', 'failed', 'error'],
    inputs.map(({ input, counts: { created, updated, unchanged, conflict, failed }, error = '' }) =>
      error === ''
        ? [shortenPath(input), created, updated, unchanged, conflict, failed, '']
        : [shortenPath(input), '', '', '', '', '', error],
    ),
  )

function formatRecordReport({ invalid, images, ...kinds }: ImportReport): string[] {
  const lines = Object.entries(kinds).map(
    ([kind, { created, updated, unchanged, failed }]) =>
      `${kind}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed`,
  )
  const { fetched, known, skipped, failed } = images
  const reason = skipped > 0 ? ' (--no-images)' : ''
  lines.push(`images: ${fetched} fetched, ${known} already known, ${skipped} skipped${reason}, ${failed} failed`)
  return invalid > 0 ? [...lines, `invalid lines: ${invalid}`] : lines
}

function hasFailures({ records, inputs }: InputReport): boolean {
  return (
    (records ? hasRecordFailures(records) : false) ||
    inputs.some(({ counts, error }) => counts.failed > 0 || error !== undefined)
  )
}

function hasRecordFailures({ invalid, images, ...kinds }: ImportReport): boolean {
  const counts: readonly RecordCounts[] = Object.values(kinds)
  return invalid > 0 || images.failed > 0 || counts.some(({ failed }) => failed > 0)
}

const HELP = `
Formats, detected by the extension or the beginning of a file (--format sets one):
  records  list responses of the events/v1 API (.json), or one such record per line (.jsonl, .ndjson), also with .gz
  ics      iCalendar file, or the URL of one (also webcal:); an RRULE becomes a series
  csv      table of events, venues or organizers with the columns of The Events Calendar or Outlook in seven languages, of
           Google Calendar, Meetup or Eventbrite; --mapping names a JSON file for other headings:
           {"columns": {"What": "title", "When": "start_date"}}
  ndjson   export of Calends: calends.ndjson, or the folder that contains it
  wxr      WordPress export (Tools > Export > All content), with events, venues, organizers, terms and image URLs
  page     saved page that describes its events (JSON-LD), or a response of the API of Gancio
Compressed files (.gz) and archives (.zip) are unpacked.

The URL of a page imports what is found there first: the API of The Events Calendar, calendars to which the page links, the
events that it describes (JSON-LD), or the API of Gancio. The output says what was chosen.

Records keep their ids, slugs, statuses, dates and authors; existing records are updated. The venue, organizers and terms
of an event are imported with it. Events of calendars and tables are identified by their UID, id or name and start: a
repeated import writes only what has changed at the source, and reports events that were edited here instead of
overwriting them. Their venues and organizers are linked by name and address, or created.

Problems are printed on stderr with file and line number; the exit code is then 1, and all other records are imported. Of
several inputs, those that can be read are imported, and the output ends with a table of all.
Images are fetched from the URLs in the records, from public hosts and those of IMAGE_FETCH_ALLOW, and added to the media
library. An image that cannot be fetched is reported, and its record is imported without it. A record without an image
keeps its present one.

With the URL of a site, all records of its API are imported: see docs/guides/moving.md. Records that are edited here
afterwards are never overwritten. An interrupted import continues where it stopped, and another run imports what has
changed. The options --user to --follow only apply to sites.

Every import has an ID, which the last line names. --undo ID undoes it, with --dry-run only as a plan: records that were
edited since, or that others use, stay and are listed. Imports that are older than the history cannot be undone.

Examples:
  calends import site/
  calends import https://calendar.example/public.ics --category Village --dry-run
  calends import events.csv venues.csv --mapping columns.json --status pending
  curl -s 'https://example.org/wp-json/tribe/events/v1/events?per_page=50' > events.json; calends import events.json
  calends import https://example.org --user admin --app-password 'abcd EFGH 1234' --report report.json`

const createResultRecorder =
  ({ collector }: CommandImport) =>
  ({ outcome, kind, id = 0, title, where, details }: InputResult): void =>
    collector.add({ outcome, kind, recordId: id, title, location: where, details })

function parsePastDays(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a number of days from 0 to 99999.')
}

const collect = (name: string, names: readonly string[] = []): readonly string[] => [...names, name]

export function importCommand(): Command {
  const command = new Command('import')
    .description('import events from files, folders, and the URLs of calendars and sites')
    .argument('[inputs...]', 'files, folders that contain record files, URLs of calendars, or the URL of a site')
    .addOption(new Option('--format <format>', 'format of all inputs').choices(IMPORT_FORMATS))
    .option('--dry-run', 'print the changes as a table, and write nothing')
    .option('--undo <id>', 'delete what an import has created, and restore what it has changed', parseImportId)
    .option('--json', 'print one line of JSON: counts, and with --dry-run the changes')
    .option('--no-images', 'fetch no images; records show those that are known already')
    .option('--mapping <file>', 'columns, delimiter and order of dates of a CSV file, as JSON')
    .option('--category <name>', 'add this category to all events of calendars and tables; repeatable', collect)
    .option(
      '--past-days <days>',
      'import this many past days of recurring events that still run (default: 366)',
      parsePastDays,
    )
    .addOption(
      new Option('--status <status>', 'status of new records of calendars and tables').choices([
        ...['publish', 'pending', 'draft', 'private'],
      ]),
    )
    .addHelpText('after', HELP)
    .action(runImport)
  return addSiteOptions(command)
}
