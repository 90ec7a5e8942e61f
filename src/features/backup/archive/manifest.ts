/** Description of an archive, its last entry. */
import { isMediaKey } from '../../../calendar/images/image.ts'
import type { LastIds } from '../../../storage/maintenance/copy-database.ts'
import type { TableDigest } from '../../../storage/maintenance/table-rows.ts'

/** Number of the archive format. A later version reads earlier formats. */
export const ARCHIVE_FORMAT = 1

export interface MediaEntry {
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** Time at which the file was written to the media store, in milliseconds since 1970; 0 if unknown. */
  readonly modified: number
  readonly sha256: string
}

export interface Manifest {
  readonly format: number
  /** Time of the snapshot, UTC, ISO 8601. */
  readonly created: string
  /** Version of Calends that wrote the archive. */
  readonly version: string
  readonly engine: 'sqlite' | 'postgres'
  readonly migrations: readonly string[]
  /** Generation of the database: epoch, and number of the newest change. */
  readonly epoch: string
  readonly seq: number
  readonly tables: readonly TableDigest[]
  readonly lastIds: LastIds
  readonly media: {
    readonly files: number
    /** Bytes. */
    readonly bytes: number
    /** True if the archive contains the files; otherwise it names objects of its repository. */
    readonly isIncluded: boolean
    /** Files that were missing in the media store. */
    readonly missing: readonly string[]
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const isDigest = (value: unknown): value is TableDigest =>
  isRecord(value) &&
  typeof value['name'] === 'string' &&
  Number.isSafeInteger(value['rows']) &&
  typeof value['hash'] === 'string'

const isMedia = (value: unknown): value is Manifest['media'] =>
  isRecord(value) &&
  Number.isSafeInteger(value['files']) &&
  Number.isSafeInteger(value['bytes']) &&
  typeof value['isIncluded'] === 'boolean' &&
  isTextList(value['missing'])

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value)) return false
  const { tables, lastIds, created, version, engine, migrations, epoch, seq, media } = value
  return (
    [created, version, epoch].every((text) => typeof text === 'string') &&
    (engine === 'sqlite' || engine === 'postgres') &&
    Number.isSafeInteger(seq) &&
    isTextList(migrations) &&
    Array.isArray(tables) &&
    tables.every(isDigest) &&
    isRecord(lastIds) &&
    Object.values(lastIds).every(Number.isSafeInteger) &&
    isMedia(media)
  )
}

/** Throws a plain `Error` for another format. */
export function parseManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text)
  if (isRecord(value) && typeof value['format'] === 'number' && value['format'] > ARCHIVE_FORMAT)
    throw new Error(`it has the format ${value['format']}, which needs a newer version of Calends`)
  if (isManifest(value)) return value
  throw new Error('its manifest is not valid')
}

export function parseMediaEntry(line: string): MediaEntry {
  const value: unknown = JSON.parse(line)
  if (isMediaEntry(value)) return value
  throw new Error('its list of images is not valid')
}

const isMediaEntry = (value: unknown): value is MediaEntry =>
  isRecord(value) &&
  typeof value['key'] === 'string' &&
  isMediaKey(value['key']) &&
  Number.isSafeInteger(value['size']) &&
  typeof value['modified'] === 'number' &&
  typeof value['sha256'] === 'string' &&
  /^[0-9a-f]{64}$/.test(value['sha256'])
