/** Reads the entries of an archive as a stream. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { createTableDigester, isTableName, type Row, type TableBatch } from '../../../storage/maintenance/table-rows.ts'
import { type BackupKey, decrypt } from './encryption.ts'
import { type Manifest, type MediaEntry, parseManifest, parseMediaEntry } from './manifest.ts'
import { ARCHIVE_PURPOSE, MANIFEST_NAME, MEDIA_LIST_NAME } from './write-archive.ts'

/** An archive that can be read several times. */
export interface ArchiveSource {
  readonly name: string
  readonly open: () => Promise<Readable>
  readonly key: BackupKey | undefined
}

type ArchiveEntry =
  | { readonly kind: 'rows'; readonly batch: TableBatch }
  | { readonly kind: 'file'; readonly key: string; readonly content: Buffer }
  | { readonly kind: 'media list'; readonly entries: readonly MediaEntry[] }
  | { readonly kind: 'manifest'; readonly manifest: Manifest }

/** No entry that the service writes is larger. */
export const MAX_ENTRY_BYTES = 512 * 2 ** 20

/** Throws a plain `Error` with the name of the archive if it is damaged. */
export async function* readArchive(source: ArchiveSource): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const decrypted = Readable.from(decrypt(await source.open(), source.key, ARCHIVE_PURPOSE))
  const piped = pipeline(decrypted, createGunzip(), tar)
  piped.catch(() => {})
  try {
    for await (const entry of tar) yield await parseEntry(entry)
    await piped
  } catch (error) {
    throw new Error(`${source.name} cannot be read`, { cause: error })
  } finally {
    tar.destroy()
  }
}

interface TarEntry extends AsyncIterable<unknown> {
  readonly header: { readonly name: string; readonly size?: number | undefined }
}

async function parseEntry(entry: TarEntry): Promise<ArchiveEntry> {
  const { name, size = 0 } = entry.header
  if (size > MAX_ENTRY_BYTES) throw new Error(`its entry ${name} is too large`)
  const content = await buffer(entry)
  const [folder, table = ''] = name.split('/')
  if (folder === 'tables' && isTableName(table))
    return { kind: 'rows', batch: { name: table, rows: parseLines(content, parseRow) } }
  if (folder === 'media') return { kind: 'file', key: name.slice('media/'.length), content }
  if (name === MEDIA_LIST_NAME) return { kind: 'media list', entries: parseLines(content, parseMediaEntry) }
  if (name === MANIFEST_NAME) return { kind: 'manifest', manifest: parseManifest(content.toString('utf8')) }
  throw new Error(`its entry ${name} is unknown`)
}

export const parseLines = <T>(content: Buffer, parse: (line: string) => T): readonly T[] =>
  content
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(parse)

function parseRow(line: string): Row {
  const value: unknown = JSON.parse(line)
  if (isRow(value)) return value
  throw new Error('one of its rows is not valid')
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((field) => field === null || typeof field === 'string' || typeof field === 'number')

export async function* readRows(source: ArchiveSource): AsyncGenerator<TableBatch> {
  for await (const entry of readArchive(source)) if (entry.kind === 'rows') yield entry.batch
}

export interface InspectedArchive {
  readonly manifest: Manifest
  readonly media: readonly MediaEntry[]
}

/**
 * Reads the whole archive and compares rows and included images with its manifest. Throws a plain `Error` that names the
 * first difference.
 */
export async function inspectArchive(source: ArchiveSource): Promise<InspectedArchive> {
  const digester = createTableDigester()
  const hashes = new Map<string, string>()
  let media: readonly MediaEntry[] = []
  let manifest: Manifest | undefined
  for await (const entry of readArchive(source)) {
    if (manifest !== undefined) throw new Error(`${source.name}: there are entries after the manifest`)
    if (entry.kind === 'rows') digester.add(entry.batch)
    else if (entry.kind === 'file') hashes.set(entry.key, hashBytes(entry.content))
    else if (entry.kind === 'media list') media = entry.entries
    else manifest = entry.manifest
  }
  if (manifest === undefined) throw new Error(`${source.name} has no manifest, so it is incomplete`)
  assertEqualTables(source, manifest, digester.digests())
  const wrong = manifest.media.isIncluded && media.find(({ key, sha256 }) => hashes.get(key) !== sha256)
  if (wrong) throw new Error(`${source.name}: the image ${wrong.key} differs from the list of images`)
  if (media.length !== manifest.media.files) throw new Error(`${source.name}: the list of images is incomplete`)
  return { manifest, media }
}

function assertEqualTables({ name: source }: ArchiveSource, { tables }: Manifest, actual: Manifest['tables']): void {
  const found = new Map(actual.map(({ name, hash }) => [name, hash]))
  const wrong = tables.find(({ name, hash }) => found.get(name) !== hash)
  if (wrong) throw new Error(`${source}: the rows of ${wrong.name} differ from the manifest`)
  if (found.size !== tables.length) throw new Error(`${source}: there are tables that the manifest does not name`)
}

export const hashBytes = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')
