/** Imports an export of Calends: records keep their ids and all fields. */

import { createReadStream, existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isRecord } from '../../../domain/model/is-record.ts'
import { Problem } from '../../../domain/problem.ts'
import type { Writer } from '../../../storage/core/types.ts'
import { recountTerms } from '../../../storage/stores/terms.ts'
import type { Services } from '../../../usecases/services.ts'
import { parseJson } from '../../parse-json.ts'
import { splitLines } from '../../read-files.ts'
import { type ReadImage, writeImageFiles } from './image-bytes.ts'
import type { StoredLine, StoredResult } from './stored-batch.ts'
import { EXPORT_FILE, EXPORT_HEADER, EXPORT_KINDS, readStoredMedia } from './stored-records.ts'
import { writeStoredMedia, writeStoredSeries, writeStoredTerms } from './write-stored-others.ts'
import { writeStoredPosts } from './write-stored-posts.ts'

/** Lines per transaction and statement. */
const BATCH_SIZE = 100

/**
 * Imports a file, or the file and the images of a folder. A record whose id belongs to one of the same kind replaces it;
 * nothing is written if they are equal. Throws an `Error` for a file that is no export.
 */
export async function importNdjson(
  services: Services,
  path: string,
  onResult: (result: StoredResult) => void,
): Promise<void> {
  const file = statSync(path).isDirectory() ? join(path, EXPORT_FILE) : path
  const readImage = createImageReader(join(dirname(file), 'media'))
  let batch: StoredLine[] = []
  const flush = async () => {
    for (const result of await writeLines(services, batch, readImage)) onResult(result)
    batch = []
  }
  for await (const line of readStoredLines(file)) {
    if ('failure' in line) {
      onResult({ outcome: 'failed', where: line.where, reason: line.failure })
      continue
    }
    if (batch.length >= BATCH_SIZE || (batch[0] && batch[0].kind !== line.kind)) await flush()
    batch.push(line)
  }
  await flush()
  await services.database.transaction((tx) => finish(tx, services))
}

async function finish(tx: Writer, { database: { engine }, now }: Services): Promise<void> {
  await recountTerms(tx, now())
  await engine.resetSequence(tx, 'object_ids')
  await engine.resetSequence(tx, 'terms')
}

async function* readStoredLines(
  file: string,
): AsyncGenerator<StoredLine | { readonly where: string; readonly failure: string }> {
  let number = 0
  for await (const text of splitLines(createReadStream(file, 'utf8'))) {
    number += 1
    const raw = parseJson(text)
    const where = `${file}:${number}`
    if (number === 1) assertHeader(file, raw)
    else if (text.trim() === '') continue
    else {
      const kind = isRecord(raw) ? EXPORT_KINDS.find((one) => one === raw['kind']) : undefined
      yield isRecord(raw) && kind ? { kind, raw, where } : { where, failure: 'it is no record of an export' }
    }
  }
}

function assertHeader(file: string, header: unknown): void {
  const { format, version } = EXPORT_HEADER
  if (!isRecord(header) || header['format'] !== format) throw new Error(`${file}: it is no export of Calends`)
  if (header['version'] !== version)
    throw new Error(`${file}: it has version ${JSON.stringify(header['version'])} of the format. Expected ${version}.`)
}

/** Images are stored before the transaction; those of a batch that fails are found by the search for orphaned files. */
async function writeLines(
  services: Services,
  lines: readonly StoredLine[],
  readImage: ReadImage,
): Promise<readonly StoredResult[]> {
  const [first] = lines
  if (!first) return []
  const failures = first.kind === 'media' ? await storeImages(services, lines, readImage) : new Map<string, string>()
  const results: StoredResult[] = []
  await services.database.transaction(async (tx) => {
    const batch = { tx, at: services.now(), report: (result: StoredResult) => void results.push(result) }
    if (first.kind === 'category' || first.kind === 'tag') await writeStoredTerms(batch, first.kind, lines)
    else if (first.kind === 'media') await writeStoredMedia(batch, lines, failures)
    else if (first.kind === 'series') await writeStoredSeries(batch, lines)
    else await writeStoredPosts(batch, first.kind, lines)
  })
  return results
}

/** Returns the reasons of failures by location. */
async function storeImages(
  services: Services,
  lines: readonly StoredLine[],
  readImage: ReadImage,
): Promise<ReadonlyMap<string, string>> {
  const failures = new Map<string, string>()
  for (const { raw, where } of lines) {
    try {
      await writeImageFiles(services, readStoredMedia(raw), readImage)
    } catch (error) {
      if (error instanceof Problem) throw error
      failures.set(where, error instanceof Error ? error.message : String(error))
    }
  }
  return failures
}

const createImageReader =
  (folder: string): ReadImage =>
  async (key) => {
    const path = join(folder, key)
    return existsSync(path) ? readFile(path) : undefined
  }
