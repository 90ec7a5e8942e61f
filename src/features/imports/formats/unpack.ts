/** Unpacks compressed responses, files and archives, within limits. */
import { readFile, stat } from 'node:fs/promises'
import { brotliDecompressSync, crc32, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { MAX_IMPORT_BYTES } from '../import.ts'
import { DAMAGED, describeContentError } from './content-error.ts'

export interface UnpackedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Unpacked bytes of all files of an archive. */
const MAX_ARCHIVE_BYTES = 4 * MAX_IMPORT_BYTES
const MAX_ARCHIVE_FILES = 1000

type Decompress = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer

/** By the value of `Content-Encoding`. */
const DECODERS: Readonly<Record<string, Decompress>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** Decodes the body of a response. Throws an `Error` for one that is damaged, too large or encoded in another way. */
export function decodeBody(bytes: Uint8Array, encoding: string): Uint8Array {
  const decoder = DECODERS[encoding.trim().toLowerCase()]
  if (!decoder) throw new Error(`the response is compressed in an unknown way (${encoding})`)
  return decompress(bytes, decoder)
}

function decompress(bytes: Uint8Array, decoder: Decompress): Buffer {
  try {
    return decoder(bytes, { maxOutputLength: MAX_IMPORT_BYTES })
  } catch (error) {
    const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new Error(isLarge ? 'it is larger than 64 MiB when it is unpacked' : DAMAGED)
  }
}

export const isGzip = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b

/** Also an archive without files. */
export const isZip = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6))

/** Whether the file is compressed or an archive. */
export const isPacked = (bytes: Uint8Array): boolean => isGzip(bytes) || isZip(bytes)

/**
 * Yields the content of a compressed file, or the calendars and tables of an archive. Throws an `Error` for a file that is
 * damaged or too large.
 */
export async function* unpackFile(path: string, name: string): AsyncGenerator<UnpackedFile> {
  try {
    if ((await stat(path)).size > MAX_IMPORT_BYTES) throw new Error('it is larger than 64 MiB')
    const bytes = await readFile(path)
    const content = isGzip(bytes) ? decompress(bytes, gunzipSync) : bytes
    if (isZip(content)) yield* readZip(content, name)
    else yield { name: name.replace(/\.gz$/i, ''), bytes: content }
  } catch (error) {
    throw new Error(`${name}: ${describeContentError(error, DAMAGED)}`)
  }
}

const WANTED = /\.(?:ics|ical|icalendar|ifb|csv|tsv)(?:\.gz)?$/i

function* readZip(archive: Buffer, archiveName: string): Generator<UnpackedFile> {
  let total = 0
  let files = 0
  for (const entry of listZipEntries(archive)) {
    if (!WANTED.test(entry.name) || /(?:^|\/)(?:__MACOSX\/|\.)/.test(entry.name)) continue
    const content = readZipEntry(archive, entry)
    const bytes = isGzip(content) ? decompress(content, gunzipSync) : content
    total += bytes.length
    files += 1
    if (total > MAX_ARCHIVE_BYTES || files > MAX_ARCHIVE_FILES)
      throw new Error('the archive contains more than 256 MiB or 1,000 files')
    yield { name: `${archiveName}/${entry.name.replace(/\.gz$/i, '')}`, bytes }
  }
  if (files === 0) throw new Error('the archive contains no calendar (.ics) and no table (.csv)')
}

interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  readonly checksum: number
  readonly compressedSize: number
  /** Position of its local header. */
  readonly offset: number
}

const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1')
const ENTRY_SIGNATURE = 0x02014b50

/** The central directory of the archive. The specification (APPNOTE 4.3) has the positions of its fields. */
function* listZipEntries(archive: Buffer): Generator<ZipEntry> {
  const end = archive.lastIndexOf(END_SIGNATURE)
  if (end < 0) throw new Error(DAMAGED)
  const count = archive.readUInt16LE(end + 10)
  let position = archive.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(position) !== ENTRY_SIGNATURE) throw new Error(DAMAGED)
    const nameLength = archive.readUInt16LE(position + 28)
    const next = position + 46 + nameLength + archive.readUInt16LE(position + 30) + archive.readUInt16LE(position + 32)
    yield {
      name: archive.toString('utf8', position + 46, position + 46 + nameLength),
      method: archive.readUInt16LE(position + 10),
      isEncrypted: (archive.readUInt16LE(position + 8) & 1) === 1,
      checksum: archive.readUInt32LE(position + 16),
      compressedSize: archive.readUInt32LE(position + 20),
      offset: archive.readUInt32LE(position + 42),
    }
    position = next
  }
}

const STORED = 0
const DEFLATED = 8

function readZipEntry(archive: Buffer, entry: ZipEntry): Buffer {
  const { name, method, isEncrypted, checksum, compressedSize, offset } = entry
  if (isEncrypted) throw new Error(`${name} is protected by a password`)
  if (method !== STORED && method !== DEFLATED) throw new Error(`${name} is compressed in an unknown way`)
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
  const content = archive.subarray(start, start + compressedSize)
  const bytes = method === STORED ? content : decompress(content, inflateRawSync)
  if (crc32(bytes) !== checksum) throw new Error(DAMAGED)
  return bytes
}
