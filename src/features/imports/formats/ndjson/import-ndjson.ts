/** Imports an export of Calends: records keep their ids and all fields. */

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Services } from '../../../../calendar/services.ts'
import { Problem } from '../../../../kernel/problem.ts'
import { createEventParents, type EventParents } from '../../event-parents.ts'
import { continueSequences } from '../../import-records.ts'
import { describeContentError } from '../content-error.ts'
import { type ReadImage, writeImageFiles } from './image-bytes.ts'
import type { StoredLine, StoredResult } from './stored-batch.ts'
import type { StoredLineEntry } from './stored-lines.ts'
import { readStoredMedia } from './stored-records.ts'
import { writeStoredMedia, writeStoredSeries, writeStoredTerms } from './write-stored-others.ts'
import { writeStoredPosts } from './write-stored-posts.ts'

/** Lines per transaction and statement. */
const BATCH_SIZE = 100

/**
 * Imports the lines of a file and the images beside it. A record whose id belongs to one of the same kind replaces it;
 * nothing is written if they are equal.
 */
export async function importNdjson(
  services: Services,
  file: string,
  entries: AsyncIterable<StoredLineEntry>,
  onResult: (result: StoredResult) => void,
): Promise<void> {
  const readImage = createImageReader(join(dirname(file), 'media'))
  let batch: StoredLine[] = []
  const parents = createEventParents()
  const flush = async () => {
    for (const result of await writeLines(services, batch, { readImage, parents })) onResult(result)
    batch = []
  }
  for await (const line of entries) {
    if ('failure' in line) {
      onResult({ outcome: 'failed', where: line.where, reason: line.failure })
      continue
    }
    // A category may precede its parent.
    const isFull = line.kind !== 'category' && batch.length >= BATCH_SIZE
    if (isFull || (batch[0] && batch[0].kind !== line.kind)) await flush()
    batch.push(line)
  }
  await flush()
  await services.database.transaction((tx) => parents.release(tx, services.now()))
}

interface ImportState {
  readonly readImage: ReadImage
  readonly parents: EventParents
}

/** Images are stored before the transaction; those of a batch that fails are found by the search for orphaned files. */
async function writeLines(
  services: Services,
  lines: readonly StoredLine[],
  { readImage, parents }: ImportState,
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
    else await writeStoredPosts(batch, first.kind, first.kind === 'event' ? await parents.hold(tx, lines) : lines)
    await continueSequences(tx, services)
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
      failures.set(where, describeContentError(error, 'the image cannot be read'))
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
