/** Imports files and URLs of several formats. */
import { readFile } from 'node:fs/promises'
import type { Services } from '../../usecases/services.ts'
import type { ExternalEntry, ExternalImportOptions } from '../external/external-record.ts'
import { type ExternalCounts, importExternalRecords } from '../external/import-external.ts'
import { type ImportObserver, type ImportReport, importRecords } from '../import-records.ts'
import { findRecordFiles, readRecords } from '../read-files.ts'
import type { RecordEntry } from '../report.ts'
import { rollBack } from '../roll-back.ts'
import { type CsvMapping, parseCsvMapping } from './csv/csv-mapping.ts'
import { readCsv } from './csv/read-csv.ts'
import { detectFormat, type ImportFormat, isCalendarUrl, isUrl } from './detect-format.ts'
import { readIcs } from './ics/read-ics.ts'
import { importNdjson } from './ndjson/import-ndjson.ts'
import type { StoredResult } from './ndjson/stored-batch.ts'
import { readInputText } from './read-text.ts'
import { indexWxr, type WxrIndex } from './wxr/index-wxr.ts'
import { readWxr } from './wxr/read-wxr.ts'

export interface InputOptions {
  /** By default detected for each input. */
  readonly format?: ImportFormat | undefined
  /** Path of a mapping file for CSV. */
  readonly mapping?: string | undefined
  /** Status and categories of new events from calendars and tables. */
  readonly status?: ExternalImportOptions['status'] | undefined
  readonly categories?: readonly string[] | undefined
  readonly isDryRun: boolean
  readonly fetchesImages: boolean
}

/** A record that an import has created or changed, or would in a dry run. */
export interface PlannedChange {
  readonly outcome: string
  readonly kind: string
  readonly id?: number | undefined
  readonly title: string
  /** Names of the changed fields, or why the record was not written. */
  readonly details: string
}

export interface InputObserver extends ImportObserver {
  readonly change: (change: PlannedChange) => void
}

export interface InputReport {
  /** Counts of records that keep their ids. */
  readonly records?: ImportReport
  /** Numbers of items of WordPress exports that are not part of a calendar, by post type. */
  readonly ignored?: WxrIndex['ignored']
  /** Counts of records that are identified by their keys. */
  readonly inputs: readonly { readonly input: string; readonly format: ImportFormat; readonly counts: ExternalCounts }[]
}

/** Throws an `Error` for an input that cannot be read; problems of single records are passed to the observer. */
export async function importInputs(
  services: Services,
  inputs: readonly string[],
  options: InputOptions,
  observer: InputObserver,
): Promise<InputReport> {
  const mapping = options.mapping === undefined ? {} : await readMapping(options.mapping)
  const detected: { readonly input: string; readonly format: ImportFormat }[] = []
  for (const input of inputs) detected.push({ input, format: options.format ?? (await findFormat(input)) })
  const records = await importRecordFiles(services, detected, options, observer)
  const reports = []
  for (const { input, format } of detected) {
    if (format === 'ndjson')
      reports.push({ input, format, counts: await importExport(services, input, options, observer) })
    if (format !== 'ics' && format !== 'csv') continue
    const entries = await readExternal(services, { input, format, isGiven: options.format !== undefined }, mapping)
    const counts = await importExternal(services, { entries, source: format }, options, observer)
    reports.push({ input, format, counts })
  }
  return { ...records, inputs: reports }
}

const readMapping = async (path: string): Promise<CsvMapping> => parseCsvMapping(await readFile(path, 'utf8'), path)

/** A URL must be that of a calendar; the response decides. */
const findFormat = async (input: string): Promise<ImportFormat> => (isUrl(input) ? 'ics' : detectFormat(input))

/** Imports all inputs whose records have ids, so that they may refer to each other. Images are no part of a dry run. */
async function importRecordFiles(
  services: Services,
  inputs: readonly { readonly input: string; readonly format: ImportFormat }[],
  { isDryRun, fetchesImages }: InputOptions,
  observer: InputObserver,
): Promise<Pick<InputReport, 'records' | 'ignored'>> {
  const listPaths = (wanted: ImportFormat) => inputs.flatMap(({ input, format }) => (format === wanted ? [input] : []))
  const [paths, exportPaths] = [listPaths('records'), listPaths('wxr')]
  if (paths.length + exportPaths.length === 0) return {}
  const files = findRecordFiles(paths)
  const index = exportPaths.length > 0 && (await indexWxr(services.database.read, exportPaths))
  async function* readEntries() {
    yield* readRecords(files)
    if (index) yield* readWxr(exportPaths, index, services.site)
  }
  const watching = { ...observer, written: createChangeReporter(observer) }
  const write = (target: Services) =>
    importRecords(target, readEntries, watching, { fetchesImages: fetchesImages && !isDryRun })
  const records = await (isDryRun ? rollBack(services, write) : write(services))
  return { records, ...(index && { ignored: index.ignored }) }
}

const createChangeReporter =
  ({ change }: InputObserver): NonNullable<ImportObserver['written']> =>
  (kind, { raw }: RecordEntry, outcome) =>
    change({ outcome, kind, id: Number(raw['id']), title: String(raw['title'] ?? raw[kind] ?? ''), details: '' })

async function importExport(
  services: Services,
  path: string,
  { isDryRun }: InputOptions,
  observer: InputObserver,
): Promise<ExternalCounts> {
  const counts = { created: 0, updated: 0, unchanged: 0, conflict: 0, failed: 0 }
  const report = ({ outcome, where, kind = 'event', id, title = '', reason = '' }: StoredResult) => {
    counts[outcome] += 1
    if (outcome === 'failed') observer.problem(`${where}: failed: ${reason}`)
    if (outcome !== 'unchanged') observer.change({ outcome, kind, id, title, details: reason })
  }
  const write = async (target: Services) => {
    await importNdjson(target, path, report)
    return counts
  }
  return isDryRun ? rollBack({ ...services, files: WITHOUT_FILES }, write) : write(services)
}

/** The media store of a dry run. */
const WITHOUT_FILES: Services['files'] = {
  write: async () => {},
  read: async () => undefined,
  remove: async () => {},
  list: async function* () {},
  removeAbandoned: async () => 0,
  close: async () => {},
}

interface TextInput {
  readonly input: string
  readonly format: 'ics' | 'csv'
  /** Whether the operator has stated the format. */
  readonly isGiven: boolean
}

async function readExternal(
  { site }: Services,
  { input, format, isGiven }: TextInput,
  mapping: CsvMapping,
): Promise<AsyncIterable<ExternalEntry>> {
  const { text, mediaType } = await readInputText(input)
  if (!isGiven && isUrl(input) && !isCalendarUrl(input) && mediaType !== 'text/calendar')
    throw new Error(`${input}: the response is no calendar (text/calendar) but ${mediaType || 'of no stated type'}`)
  return format === 'ics'
    ? readIcs({ text, name: input, siteZone: site.zone })
    : readCsv({ text, name: input, mapping })
}

interface ExternalInput {
  readonly entries: AsyncIterable<ExternalEntry>
  /** UIDs and names are unique across files, so that a file that was moved or renamed imports the same records. */
  readonly source: string
}

async function importExternal(
  services: Services,
  { entries, source }: ExternalInput,
  { status, categories, isDryRun, fetchesImages }: InputOptions,
  observer: InputObserver,
): Promise<ExternalCounts> {
  const { counts } = await importExternalRecords(services, entries, {
    source,
    ...(status && { status }),
    ...(categories && { categories }),
    mode: isDryRun ? 'plan' : 'write',
    fetchesImages,
    onResult: ({ outcome, where, kind = 'record', id, title = '', changes = [], reason = '', warnings = [] }) => {
      if (outcome === 'failed' || outcome === 'conflict') observer.problem(`${where}: ${outcome}: ${reason}`)
      for (const warning of warnings) observer.problem(`${where}: ${warning}`)
      if (outcome === 'unchanged') return
      // A planned record has no id yet.
      const ownId = isDryRun && outcome === 'created' ? undefined : id
      observer.change({ outcome, kind, id: ownId, title, details: reason || changes.join(', ') })
    },
  })
  return counts
}
