/** Imports files and URLs of several formats. */
import { Readable } from 'node:stream'
import type { Services } from '../../../calendar/services.ts'
import type { Origin } from '../../../kernel/change-record.ts'
import type { Viewer } from '../../../kernel/user.ts'
import type { ExternalEntry, ExternalImportOptions, ExternalOutcome } from '../external/external-record.ts'
import { type ExternalCounts, importExternalRecords } from '../external/import-external.ts'
import { type ImportObserver, type ImportReport, importRecords } from '../import-records.ts'
import type { RecordEntry } from '../report.ts'
import { rollBack } from '../roll-back.ts'
import { isContentError } from './content-error.ts'
import type { CsvMapping } from './csv/csv-mapping.ts'
import type { ImportFormat } from './detect-format.ts'
import { importNdjson } from './ndjson/import-ndjson.ts'
import type { StoredResult } from './ndjson/stored-batch.ts'
import { createInputOpener, type OpenedFile } from './open-input.ts'
import {
  getExportFile,
  readCalendar,
  readExportElements,
  readExportLines,
  readPageEvents,
  readRecordFiles,
  readTable,
} from './read-content.ts'
import { findRecordFiles } from './read-files.ts'
import { indexWxr, type WxrIndex } from './wxr/index-wxr.ts'
import { readWxr } from './wxr/read-wxr.ts'

export interface InputOptions {
  /** By default detected for each input. */
  readonly format?: ImportFormat | undefined
  /** URL from which a local file was loaded. */
  readonly url?: string | undefined
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
  /** Counts of records that are identified by their keys, and inputs that cannot be read. */
  readonly inputs: readonly InputCounts[]
}

export interface InputCounts {
  /** Path or URL. */
  readonly input: string
  readonly format: ImportFormat | ''
  readonly counts: ExternalCounts
  /** Why it cannot be read. */
  readonly error?: string
}

const NO_COUNTS: ExternalCounts = { created: 0, updated: 0, unchanged: 0, conflict: 0, failed: 0 }

/**
 * Problems of single records are passed to the observer, and one of several inputs that cannot be read is reported. Throws
 * an `Error` for a single input that cannot be read.
 */
export async function importInputs(
  services: Services,
  inputs: readonly string[],
  options: InputOptions,
  observer: InputObserver,
): Promise<InputReport> {
  const opener = createInputOpener(services, options)
  try {
    const opened: (OpenedFile | InputCounts)[] = []
    const attempt = createAttempt(inputs.length > 1, options, observer)
    for (const input of inputs) {
      const found = await attempt({ input, format: '' }, () => opener.open(input))
      if ('error' in found) opened.push(found)
      else {
        if (found.note !== '')
          observer.result({ outcome: 'warning', where: input, kind: '', title: '', details: found.note })
        opened.push(...found.files)
      }
    }
    return await importFiles(services, opened, options, observer)
  } finally {
    await opener.close()
  }
}

async function importFiles(
  services: Services,
  opened: readonly (OpenedFile | InputCounts)[],
  options: InputOptions,
  observer: InputObserver,
): Promise<InputReport> {
  const attempt = createAttempt(opened.length > 1, options, observer)
  const files = opened.flatMap((one) => ('path' in one ? [one] : []))
  const first = files.find(isRecordFile)
  const input = { input: first?.name ?? '', format: first?.format ?? '' } as const
  const records = first ? await attempt(input, () => importRecordFiles(services, files, options, observer)) : {}
  const reports: InputCounts[] = 'error' in records ? [records] : []
  for (const one of opened) {
    if (!('path' in one)) reports.push(one)
    else if (!isRecordFile(one)) {
      const { name, format } = one
      const work = () => importFile(services, one, options, observer)
      const counts = await attempt({ input: name, format }, work)
      reports.push('error' in counts ? counts : { input: name, format, counts })
    }
  }
  return { ...('error' in records ? {} : records), inputs: reports }
}

/** Its records have ids, so that it may refer to other files. */
const isRecordFile = ({ format }: OpenedFile): boolean => format === 'records' || format === 'wxr'

type Attempt = <T extends object>(
  input: Pick<InputCounts, 'input' | 'format'>,
  work: () => Promise<T>,
) => Promise<T | (InputCounts & { readonly error: string })>

/** Returns a function that reports content that cannot be read, if there are several inputs. */
function createAttempt(isReported: boolean, { signal }: InputOptions, observer: InputObserver): Attempt {
  return async ({ input, format }, work) => {
    try {
      return await work()
    } catch (error) {
      if (!isReported || signal?.aborted || !isContentError(error)) throw error
      const { where, details } = splitMessage(error.message, input)
      observer.result({ outcome: 'failed', where, kind: '', title: '', details })
      return { input, format, counts: NO_COUNTS, error: details }
    }
  }
}

/** Messages may begin with the input, and its line. */
function splitMessage(message: string, input: string): { readonly where: string; readonly details: string } {
  const rest = message.startsWith(input) ? message.slice(input.length) : `: ${message}`
  const [, line = '', details = message] = /^(:\d+)?: (.*)$/s.exec(rest) ?? []
  return { where: `${input}${line}`, details }
}

async function importFile(
  services: Services,
  file: OpenedFile,
  options: InputOptions,
  observer: InputObserver,
): Promise<ExternalCounts> {
  if (file.format === 'ndjson') return importExport(services, file.path, options, observer)
  const entries: ExternalEntry[] = []
  for await (const entry of readEntries(services, file, options)) entries.push(entry)
  return importExternal(services, { entries, source: file.format }, options, observer)
}

function readEntries(
  services: Services,
  { format, url, ...file }: OpenedFile,
  { mapping = {}, signal }: InputOptions,
): AsyncIterable<ExternalEntry> {
  const context = { reader: services.reader, signal }
  const siteZone = services.site.zone
  if (format === 'csv') return readTable(context, file, mapping)
  return format === 'page' ? readPageEvents(context, file, { url, siteZone }) : readCalendar(context, file, siteZone)
}

/** Imports all inputs whose records have ids, so that they may refer to each other. Images are no part of a dry run. */
async function importRecordFiles(
  services: Services,
  inputs: readonly OpenedFile[],
  { isDryRun, fetchesImages, signal }: InputOptions,
  observer: InputObserver,
): Promise<Pick<InputReport, 'records' | 'ignored'>> {
  const listPaths = (wanted: ImportFormat) => inputs.flatMap(({ path, format }) => (format === wanted ? [path] : []))
  const [paths, exportPaths] = [listPaths('records'), listPaths('wxr')]
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
