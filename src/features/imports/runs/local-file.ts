/** The uploaded file of an import as a local file, which importers read. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Reader } from '../../../storage/types.ts'
import type { Import } from '../import.ts'
import { readImportFile } from '../import-files.ts'

export interface LocalFile {
  readonly path: string
  /** Removes the folder of the file from a message. */
  readonly shorten: (text: string) => string
}

/** Removes the file when `work` ends. Throws an `Error` if the file was deleted. */
export async function withLocalFile<T>(
  db: Reader,
  { id, name, bytes }: Pick<Import, 'id' | 'name' | 'bytes'>,
  work: (file: LocalFile) => Promise<T>,
): Promise<T> {
  if (bytes === 0) throw new Error(DELETED)
  const folder = await mkdtemp(join(tmpdir(), 'calends-import-'))
  try {
    const path = join(folder, createFileName(name))
    await pipeline(Readable.from(readImportFile(db, id)), createWriteStream(path, { mode: 0o600 }))
    // Copies of a database do not contain files.
    if ((await stat(path)).size !== bytes) throw new Error(DELETED)
    return await work({ path, shorten: (text) => text.replaceAll(`${folder}/`, '') })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const DELETED = 'The file was deleted. Upload it again.'
const MAX_NAME_LENGTH = 100

/** The extension decides about the format. */
const createFileName = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
    .slice(-MAX_NAME_LENGTH)
    .replace(/^\.+/, '') || 'file'
