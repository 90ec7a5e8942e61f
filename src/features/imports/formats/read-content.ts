/** Reads files and feeds in a child process (`content-readers.ts`), whose values are checked. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../../base/concurrency/child-program.ts'
import { type ContainedReader, createContainedReader } from '../../../base/concurrency/contained-reader.ts'
import type { Services } from '../../../calendar/services.ts'
import type { ExternalEntry } from '../external/external-record.ts'
import type { TableLayout } from '../import.ts'
import type { CsvMapping } from './csv/csv-mapping.ts'
import type { StoredLineEntry } from './ndjson/stored-lines.ts'
import { EXPORT_FILE, EXPORT_KINDS } from './ndjson/stored-records.ts'
import type { FileEntry } from './read-files.ts'
import { isRawRecord, type RawRecord } from './record-reader.ts'
import type { UnpackedFile } from './unpack.ts'
import type { WxrEntry } from './wxr/collect-elements.ts'

/** Reads content with the readers of the service. */
export const createContentReader = (): ContainedReader =>
  createContainedReader({ program: findProgram('reader-process', import.meta.url) })

export interface ContentContext extends Pick<Services, 'reader'> {
  readonly signal?: AbortSignal | undefined
}

export interface ContentFile {
  readonly path: string
  /** Path or URL, for messages. */
  readonly name: string
  /** Charset of the response. */
  readonly charset?: string | undefined
}

/** Whether the entry says that the file ends too early, so that events may be missing. */
export const isTruncation = (entry: ExternalEntry): boolean => 'failure' in entry && 'isTruncated' in entry

/** Yields the events of a calendar. `siteZone` is the zone of times without one. */
export function readCalendar(
  context: ContentContext,
  file: ContentFile,
  siteZone: string,
): AsyncGenerator<ExternalEntry> {
  return readFile(context, { reader: 'ics', ...file, input: { siteZone } }, isExternalEntry)
}

/** Yields the records of a table. Throws an `Error` for unknown headings. */
export async function* readTable(
  context: ContentContext,
  file: ContentFile,
  mapping: CsvMapping,
): AsyncGenerator<ExternalEntry> {
  let columns: TableColumns['columns'] | undefined
  for await (const value of readFile(context, { reader: 'csv', ...file, input: { mapping } }, isTableValue))
    if (!('where' in value)) columns = value.columns
    else yield columns && 'fields' in value ? { ...value, columns } : value
}

export interface PageLocation {
  /** URL of the page; empty for a file. */
  readonly url: string
  /** Zone of times without one. */
  readonly siteZone: string
}

/** Yields the events that a page or a response of an API describes. */
export const readPageEvents = (
  context: ContentContext,
  file: ContentFile,
  { url, siteZone }: PageLocation,
): AsyncGenerator<ExternalEntry> =>
  readFile(context, { reader: 'page', ...file, input: { url, siteZone } }, isExternalEntry)

/** Yields the content of a compressed file, or the calendars and tables of an archive. */
export const unpackContent = (context: ContentContext, file: ContentFile): AsyncGenerator<UnpackedFile> =>
  readFile(context, { reader: 'unpack', ...file }, isUnpackedFile)

/** Precedes the rows. */
interface TableColumns {
  readonly columns: ReadonlyMap<string, string>
}

/** Throws an `Error` if the headings of the table cannot be read. */
export async function readTableLayout(
  context: ContentContext,
  file: ContentFile,
  mapping: CsvMapping,
): Promise<TableLayout> {
  const request = { reader: 'csv-layout', ...file, input: { mapping } } as const
  for await (const layout of readFile(context, request, isTableLayout)) return layout
  throw new Error(`${file.name}: the file is empty`)
}

export const readExportElements = (context: ContentContext, path: string): AsyncGenerator<WxrEntry> =>
  readFile(context, { reader: 'wxr', path, name: path }, isWxrEntry)

export async function* readRecordFiles(context: ContentContext, paths: readonly string[]): AsyncGenerator<FileEntry> {
  for (const path of paths) yield* readFile(context, { reader: 'records', path, name: path }, isFileEntry)
}

/** The file of an export, which may be a folder. */
export const getExportFile = (path: string): string => (statSync(path).isDirectory() ? join(path, EXPORT_FILE) : path)

export const readExportLines = (context: ContentContext, path: string): AsyncGenerator<StoredLineEntry> =>
  readFile(context, { reader: 'export', path, name: path }, isStoredLine)

/** Runs `work` with a file of these bytes. */
export async function withContentFile<T>(
  { temporaryFiles }: Pick<Services, 'temporaryFiles'>,
  bytes: Uint8Array,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const path = await temporaryFiles.write([bytes])
  try {
    return await work(path)
  } finally {
    await temporaryFiles.remove([path])
  }
}

interface FileRequest extends ContentFile {
  readonly reader: 'ics' | 'csv' | 'csv-layout' | 'page' | 'unpack' | 'wxr' | 'records' | 'export'
  /** Further input of the reader. */
  readonly input?: RawRecord
}

async function* readFile<T>(
  { reader, signal }: ContentContext,
  { reader: name, input, ...file }: FileRequest,
  isValid: (value: unknown) => value is T,
): AsyncGenerator<T> {
  const bytes = statSync(file.path, { throwIfNoEntry: false })?.size ?? 0
  for await (const value of reader.read({ reader: name, input: { ...file, ...input }, bytes, signal })) {
    if (!isValid(value)) throw new TypeError(`the reader of ${name} returns an invalid value`)
    yield value
  }
}

const isFailure = (value: RawRecord): boolean => typeof value['failure'] === 'string'

/** All values state their location. */
const isLocated = (value: unknown): value is RawRecord => isRawRecord(value) && typeof value['where'] === 'string'

const isExternalEntry = (value: unknown): value is ExternalEntry =>
  isLocated(value) && (isFailure(value) || (typeof value['key'] === 'string' && isRawRecord(value['fields'])))

const isTableValue = (value: unknown): value is TableColumns | ExternalEntry =>
  isExternalEntry(value) || (isRawRecord(value) && value['columns'] instanceof Map)

const isWarning = (value: RawRecord): boolean => typeof value['warning'] === 'string'

const isFileEntry = (value: unknown): value is FileEntry =>
  isLocated(value) && (isFailure(value) || isWarning(value) || 'value' in value)

const isWxrEntry = (value: unknown): value is WxrEntry =>
  isLocated(value) &&
  (isFailure(value) || isWarning(value) || (value['texts'] instanceof Map && value['meta'] instanceof Map))

const isStoredLine = (value: unknown): value is StoredLineEntry =>
  isLocated(value) &&
  (isFailure(value) || (isRawRecord(value['raw']) && EXPORT_KINDS.some((kind) => kind === value['kind'])))

const isUnpackedFile = (value: unknown): value is UnpackedFile =>
  isRawRecord(value) && typeof value['name'] === 'string' && value['bytes'] instanceof Uint8Array

const isTableLayout = (value: unknown): value is TableLayout => isRawRecord(value) && Array.isArray(value['columns'])
