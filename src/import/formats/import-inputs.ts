/** Imports files and URLs of several formats. */
import { Readable } from 'node:stream'
import type { Origin } from '../../domain/history/history.ts'
import type { Viewer } from '../../domain/model/user.ts'
import type { Services } from '../../usecases/services.ts'
import type { ExternalEntry, ExternalImportOptions, ExternalOutcome } from '../external/external-record.ts'
import { type ExternalCounts, importExternalRecords } from '../external/import-external.ts'
import { type ImportObserver, type ImportReport, importRecords } from '../import-records.ts'
import { findRecordFiles } from '../read-files.ts'
import type { RecordEntry } from '../report.ts'
import { rollBack } from '../roll-back.ts'
import type { CsvMapping } from './csv/csv-mapping.ts'
import { detectFormat, type ImportFormat, isCalendarUrl, isUrl } from './detect-format.ts'
import { importNdjson } from './ndjson/import-ndjson.ts'
import type { StoredResult } from './ndjson/stored-batch.ts'
import {
  getExportFile,
  readCalendar,
  readExportElements,
  readExportLines,
  readRecordFiles,
  readTable,
  withContentFile,
} from './read-content.ts'
import { fetchInput } from './read-text.ts'
import { indexWxr, type WxrIndex } from './wxr/index-wxr.ts'
import { readWxr } from './wxr/read-wxr.ts'

export interface InputOptions {
  /** By default detected for each input. */
  readonly format?: ImportFormat | undefined
  readonly mapping?: CsvMapping | undefined
  /** Status and categories of new events from calendars and tables. */
  readonly status?: ExternalImportOptions['status'] | undefined
  readonly categories?: readonly string[] | undefined
  /** Days before today whose occurrences of running series are imported. */
  readonly pastDays?: number | undefined
  readonly isDryRun: boolean
  readonly fetchesImages: boolean
  /** Author of new records from calendars and tables. Default: no author. */
  readonly viewer?: Viewer | undefined
  /** Origin of the writes of calendars and tables; others have that of the services. */
  readonly origin?: Origin | undefined
  readonly signal?: AbortSignal | undefined
}

/** Result of a record in an import, or in a dry run. */
export interface InputResult {
  readonly outcome: ExternalOutcome | 'warning'
  /** File and line. */
  readonly where: string
  /** Empty for problems of record files, whose details name the record. */
  readonly kind: string
  readonly id?: number | undefined
  readonly title: string
  /** Names of the changed fields, or why the record or a part of it was not written. */
  readonly details: string
}

export interface InputObserver extends Pick<ImportObserver, 'progress' | 'imageProgress'> {
  readonly result: (result: InputResult) => void
  /** Number of the records of a calendar or table, before they are imported. */
  readonly total?: (count: number) => void
}

/** One line; undefined for a result without a problem. */
export function formatProblem({ outcome, where, kind, details }: InputResult): string | undefined {
  if (outcome === 'warning' || kind === '') return `${where}: ${details}`
  return outcome === 'failed' || outcome === 'conflict' ? `${where}: ${outcome}: ${details}` : undefined
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
  const detected: { readonly input: string; readonly format: ImportFormat }[] = []
  for (const input of inputs) detected.push({ input, format: options.format ?? (await findFormat(input)) })
  const records = await importRecordFiles(services, detected, options, observer)
  const reports = []
  for (const { input, format } of detected) {
    if (format === 'ndjson')
      reports.push({ input, format, counts: await importExport(services, input, options, observer) })
    if (format !== 'ics' && format !== 'csv') continue
    const entries = await readExternal(services, { input, format, isGiven: options.format !== undefined }, options)
    const counts = await importExternal(services, { entries, source: format }, options, observer)
    reports.push({ input, format, counts })
  }
  return { ...records, inputs: reports }
}

/** A URL must be that of a calendar; the response decides. */
const findFormat = async (input: string): Promise<ImportFormat> => (isUrl(input) ? 'ics' : detectFormat(input))

/** Imports all inputs whose records have ids, so that they may refer to each other. Images are no part of a dry run. */
async function importRecordFiles(
  services: Services,
  inputs: readonly { readonly input: string; readonly format: ImportFormat }[],
  { isDryRun, fetchesImages, signal }: InputOptions,
  observer: InputObserver,
): Promise<Pick<InputReport, 'records' | 'ignored'>> {
  const listPaths = (wanted: ImportFormat) => inputs.flatMap(({ input, format }) => (format === wanted ? [input] : []))
  const [paths, exportPaths] = [listPaths('records'), listPaths('wxr')]
  if (paths.length + exportPaths.length === 0) return {}
  const files = findRecordFiles(paths)
  const context = { reader: services.reader, signal }
  const readElements = (path: string) => readExportElements(context, path)
  const index = exportPaths.length > 0 && (await indexWxr(services.database.read, exportPaths, readElements))
  async function* readEntries() {
    yield* readRecordFiles(context, files)
    if (index) yield* readWxr(exportPaths, readElements, index, services.site)
  }
  const watching = {
    ...observer,
    problem: (text: string, where: string, outcome: 'failed' | 'warning') =>
      observer.result({ outcome, where, kind: '', title: '', details: text.slice(where.length + 2) }),
    written: createChangeReporter(observer),
  }
  const write = (target: Services) =>
    importRecords(target, readEntries, watching, { fetchesImages: fetchesImages && !isDryRun })
  const records = await (isDryRun ? rollBack(services, write) : write(services))
  return { records, ...(index && { ignored: index.ignored }) }
}

const createChangeReporter =
  ({ result }: InputObserver): NonNullable<ImportObserver['written']> =>
  (kind, { raw, where }: RecordEntry, outcome) => {
    const title = String(raw['title'] ?? raw[kind] ?? '')
    result({ outcome, where, kind, id: Number(raw['id']), title, details: '' })
  }

async function importExport(
  services: Services,
  path: string,
  { isDryRun, signal }: InputOptions,
  observer: InputObserver,
): Promise<ExternalCounts> {
  const file = getExportFile(path)
  const counts = { created: 0, updated: 0, unchanged: 0, conflict: 0, failed: 0 }
  const report = ({ outcome, where, kind = 'event', id, title = '', reason = '' }: StoredResult) => {
    counts[outcome] += 1
    observer.result({ outcome, where, kind, id, title, details: reason })
  }
  const write = async (target: Services) => {
    await importNdjson(target, file, readExportLines({ reader: services.reader, signal }, file), report)
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
  /** True if the operator has stated the format. */
  readonly isGiven: boolean
}

async function readExternal(
  services: Services,
  { input, format, isGiven }: TextInput,
  { mapping = {}, signal }: InputOptions,
): Promise<readonly ExternalEntry[]> {
  const context = { reader: services.reader, signal }
  const read = (path: string) => {
    const file = { path, name: input }
    return collect(
      format === 'ics' ? readCalendar(context, file, services.site.zone) : readTable(context, file, mapping),
    )
  }
  if (!isUrl(input)) return read(input)
  const { bytes, mediaType } = await fetchInput(input)
  if (!isGiven && !isCalendarUrl(input) && mediaType !== 'text/calendar')
    throw new Error(`${input}: the response is no calendar (text/calendar) but ${mediaType || 'of no stated type'}`)
  return withContentFile(services, bytes, read)
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const value of values) collected.push(value)
  return collected
}

interface ExternalInput {
  readonly entries: readonly ExternalEntry[]
  /** UIDs and names are unique across files, so that a file that was moved or renamed imports the same records. */
  readonly source: string
}

async function importExternal(
  services: Services,
  { entries, source }: ExternalInput,
  { status, categories, pastDays, isDryRun, fetchesImages, viewer, origin, signal }: InputOptions,
  observer: InputObserver,
): Promise<ExternalCounts> {
  observer.total?.(entries.length)
  const { counts } = await importExternalRecords(services, Readable.from(entries), {
    source,
    ...(status && { status }),
    ...(categories && { categories }),
    ...(pastDays !== undefined && { pastDays }),
    ...(viewer && { viewer }),
    ...(origin && { origin }),
    ...(signal && { signal }),
    mode: isDryRun ? 'plan' : 'write',
    fetchesImages,
    onResult: ({ outcome, where, kind = 'record', id, title = '', changes = [], reason = '', warnings = [] }) => {
      // A planned record has no id yet.
      const ownId = isDryRun && outcome === 'created' ? undefined : id
      observer.result({ outcome, where, kind, id: ownId, title, details: reason || changes.join(', ') })
      for (const details of warnings) observer.result({ outcome: 'warning', where, kind, id: ownId, title, details })
    },
  })
  return counts
}
