/** A sample calendar that administrators add and remove again. */

import { toLocal } from '../../../base/time/time-zone.ts'
import type { Media } from '../../../calendar/images/image.ts'
import { removeFiles } from '../../../calendar/images/image-files.ts'
import { findMedia, listMediaKeys } from '../../../calendar/images/image-store.ts'
import { deleteImage } from '../../../calendar/images/media-library.ts'
import { createNewLinked } from '../../../calendar/linked/write-linked.ts'
import { deletePost } from '../../../calendar/posts/delete-post.ts'
import { findLastId, findPost, findTakenSlugs } from '../../../calendar/posts/post-store.ts'
import { retryTransaction } from '../../../calendar/retry-transaction.ts'
import type { Services } from '../../../calendar/services.ts'
import { findLastTermId, findTerms } from '../../../calendar/terms/term-store.ts'
import { deleteTermAndReferences } from '../../../calendar/terms/write-terms.ts'
import { createWriteContext } from '../../../calendar/write-context.ts'
import { problem } from '../../../kernel/problem.ts'
import type { Viewer } from '../../../kernel/user.ts'
import type { Reader, Writer } from '../../../storage/types.ts'
import {
  deleteSampleRecords,
  insertSampleRecords,
  isImageUsed,
  isLinkedUsed,
  isTermUsed,
  listSampleRecords,
  type SampleKind,
  type SampleRecord,
} from '../sample-records.ts'
import { createPosters, type PosterIds } from './create-posters.ts'
import { computeExtent } from './sample-calendar.ts'
import { generateSampleEvents } from './sample-data.ts'
import { createSeedEvents, createSeedRecords, takeItems } from './write-sample.ts'

/** Enough to fill the current and the next month. */
const EVENTS = 80
const SEED = 1

export interface SampleExtentView {
  readonly records: number
  readonly events: number
  /** Records that were edited since, which stay. */
  readonly edited: number
}

export async function describeSample(db: Reader): Promise<SampleExtentView> {
  const records = await listSampleRecords(db)
  return {
    records: records.length,
    events: records.filter(({ kind }) => kind === 'event').length,
    edited: records.filter(({ isChanged }) => isChanged).length,
  }
}

/** Throws `sample_exists`. Existing records are not changed; categories and tags of the same name are used. */
export async function addSample(services: Services, viewer: Viewer): Promise<SampleExtentView> {
  const { database } = services
  await assertNoSample(database.read)
  const lastImage = await findLastId(database.read)
  const posters = await createPosters(services, viewer, () => {})
  const images = [...posters.values()].flat().filter((id) => id > lastImage)
  await retryTransaction(services, async (tx) => {
    await assertNoSample(tx)
    await writeSample(tx, services, viewer, posters)
    await insertSampleRecords(tx, 'media', images)
  })
  return describeSample(database.read)
}

async function assertNoSample(db: Reader): Promise<void> {
  if ((await listSampleRecords(db)).length > 0) throw problem('sample_exists')
}

async function writeSample(tx: Writer, services: Services, viewer: Viewer, posters: PosterIds): Promise<void> {
  const writeContext = createWriteContext(services, viewer)
  const { now, zone } = writeContext.clock
  const extent = computeExtent(EVENTS)
  const lastTerm = await findLastTermId(tx)
  const records = await createSeedRecords(tx, extent, writeContext, createNewLinked)
  const samples = takeItems(generateSampleEvents(SEED, toLocal(now, zone), extent), EVENTS)
  const taken = await findTakenSlugs(tx, 'event', '', 0)
  const events = await createSeedEvents(tx, samples, { records, posters, taken, writeContext })
  const isNewTerm = (id: number) => id > lastTerm
  const created: readonly (readonly [SampleKind, readonly number[]])[] = [
    ['event', events],
    ['venue', records.venues],
    ['organizer', records.organizers],
    ['category', [...records.categories.values()].filter(isNewTerm)],
    ['tag', [...records.tags.values()].filter(isNewTerm)],
  ]
  for (const [kind, ids] of created) await insertSampleRecords(tx, kind, ids)
}

export interface RemovedSample {
  readonly removed: number
  /** Records that were edited, or that other records use. */
  readonly kept: number
}

/** Deletes what the sample has added, except what was edited since or is used by other records. */
export async function removeSample(services: Services, viewer: Viewer): Promise<RemovedSample> {
  const images: Media[] = []
  const outcome = await retryTransaction(services, async (tx) => {
    images.length = 0
    const records = await listSampleRecords(tx)
    let removed = 0
    for (const record of records) {
      if (record.isChanged || (await isUsed(tx, record))) continue
      const image = await deleteRecord(tx, services, viewer, record)
      if (image) images.push(image)
      removed++
    }
    await deleteSampleRecords(tx)
    return { removed, kept: records.length - removed }
  })
  await removeFiles(services, images.flatMap(listMediaKeys))
  return outcome
}

async function isUsed(tx: Writer, { kind, id }: SampleRecord): Promise<boolean> {
  if (kind === 'event') return false
  if (kind === 'venue' || kind === 'organizer') return isLinkedUsed(tx, kind, id)
  return kind === 'media' ? isImageUsed(tx, id) : isTermUsed(tx, id)
}

/** Returns the image whose files have to be removed. */
async function deleteRecord(
  tx: Writer,
  services: Services,
  viewer: Viewer,
  { kind, id }: SampleRecord,
): Promise<Media | undefined> {
  if (kind === 'media') {
    const [media] = await findMedia(tx, [id])
    if (media) await deleteImage(tx, services, media)
    return media
  }
  if (kind === 'category' || kind === 'tag') {
    const [term] = await findTerms(tx, [id])
    if (term) await deleteTermAndReferences(tx, term, services.now())
    return undefined
  }
  const post = await findPost(tx, kind, id)
  if (post) await deletePost(tx, kind, post, createWriteContext(services, viewer))
  return undefined
}
