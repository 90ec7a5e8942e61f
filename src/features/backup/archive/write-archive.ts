/** Writes an archive: a compressed tar file, encrypted with a key. */
import type { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import type { TableBatch } from '../../../storage/maintenance/table-rows.ts'
import { type BackupKey, encrypt } from './encryption.ts'
import type { Manifest, MediaEntry } from './manifest.ts'

export const ARCHIVE_PURPOSE = 'archive'
export const MANIFEST_NAME = 'manifest.json'
export const MEDIA_LIST_NAME = 'media.ndjson'

/** Each method resolves when the archive accepts more, so that memory is constant. */
export interface ArchiveWriter {
  readonly addRows: (batch: TableBatch) => Promise<void>
  readonly addFile: (key: string, content: Buffer) => Promise<void>
  readonly addMediaList: (entries: readonly MediaEntry[]) => Promise<void>
  /** Must be the last entry. */
  readonly addManifest: (manifest: Manifest) => Promise<void>
}

/**
 * Runs `fill` while `write` stores the content. When one of them fails, the other is aborted, so that no incomplete
 * archive is stored. Rejects with the error that came first.
 */
export async function writeArchive<T>(
  write: (content: AsyncIterable<Uint8Array>) => Promise<void>,
  key: BackupKey | undefined,
  fill: (archive: ArchiveWriter) => Promise<T>,
): Promise<T> {
  const tar = pack()
  const content = compress(tar)
  const written = write(key ? encrypt(content, key, ARCHIVE_PURPOSE) : content)
  const abort = (error: unknown): never => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
  const filled = fill(createWriter(tar)).then((result) => {
    tar.finalize()
    return result
  })
  // Both have ended when this resolves, so nothing of a failed archive is left.
  const [fillResult, writeResult] = await Promise.allSettled([filled.catch(abort), written.catch(abort)])
  // The content passes an error of `fill` on to `write`, but only reports that its reader has gone when `write` fails.
  if (writeResult.status === 'rejected') throw writeResult.reason
  if (fillResult.status === 'rejected') throw fillResult.reason
  return fillResult.value
}

/** Errors of the tar stream fail the compressed one, and vice versa. */
function compress(tar: Pack): Readable {
  const gzip = createGzip()
  tar.on('error', (error) => gzip.destroy(error))
  gzip.on('error', (error) => tar.destroy(error))
  gzip.on('close', () => tar.destroy())
  tar.pipe(gzip)
  return gzip
}

function createWriter(tar: Pack): ArchiveWriter {
  const mtime = new Date()
  const counts = new Map<string, number>()
  const aborted = new Promise<never>((_, reject) => {
    tar.on('close', () => reject(new Error('the archive could not be written')))
    tar.on('error', reject)
  })
  aborted.catch(() => {})
  const add = async (name: string, content: Buffer) => {
    const added = new Promise<void>((resolve, reject) => {
      // An entry also emits the error with which the archive is aborted.
      tar
        .entry({ name, size: content.length, mtime }, content, (error) => (error ? reject(error) : resolve()))
        .on('error', reject)
    })
    await Promise.race([added, aborted])
  }
  return {
    addRows: ({ name, rows }) => {
      const number = (counts.get(name) ?? 0) + 1
      counts.set(name, number)
      return add(`tables/${name}/${String(number).padStart(6, '0')}.ndjson`, formatLines(rows))
    },
    addFile: (key, content) => add(`media/${key}`, content),
    addMediaList: (entries) => add(MEDIA_LIST_NAME, formatLines(entries)),
    addManifest: (manifest) => add(MANIFEST_NAME, Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)),
  }
}

export const formatLines = (values: readonly unknown[]): Buffer =>
  Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
