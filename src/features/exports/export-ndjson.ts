/** Exports all records with their images. */
import { createWriteStream, mkdirSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Services } from '../../calendar/services.ts'
import { exportRecords } from './export-records.ts'

/** Writes a file atomically. */
export async function writeTextFile(path: string, texts: AsyncIterable<string>): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  const partPath = `${path}.part`
  await pipeline(Readable.from(texts), createWriteStream(partPath))
  await rename(partPath, path)
}

/** Writes the records to `path`, and the images to `media/` beside it. Throws an `Error` for an image without a file. */
export async function exportNdjson(services: Services, path: string): Promise<void> {
  const folder = join(dirname(path), 'media')
  async function* writeLines(): AsyncGenerator<string> {
    for await (const { line, files } of exportRecords(services.database.read)) {
      for (const key of files) await copyFile(services, join(folder, key), key)
      yield `${JSON.stringify(line)}\n`
    }
  }
  await writeTextFile(path, writeLines())
}

async function copyFile({ files }: Services, path: string, key: string): Promise<void> {
  const stored = await files.read(key)
  if (!stored) throw new Error(`the file of an image is missing: ${key}`)
  mkdirSync(dirname(path), { recursive: true })
  await pipeline(stored.stream, createWriteStream(path))
}
