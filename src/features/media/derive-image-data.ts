/** Computes the placeholders and variants of new and edited images in the background. */
import { stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { DateTime } from '../../base/time/date-time.ts'
import { addSeconds } from '../../base/time/parse-date.ts'
import { claimDueImages, hasDueImages, saveDerivedData } from '../../calendar/images/derived-images.ts'
import {
  type DerivedImageData,
  IMAGE_EXTENSIONS,
  type ImageVariant,
  type Media,
  NOT_DERIVED,
} from '../../calendar/images/image.ts'
import {
  decodeImage,
  removeExtension,
  removeFiles,
  removeFilesOfFailedWrite,
  writeFiles,
} from '../../calendar/images/image-files.ts'
import { findMedia, listMediaKeys } from '../../calendar/images/image-store.ts'
import { MAX_VARIANTS, planVariants } from '../../calendar/images/image-variants.ts'
import type { Services } from '../../calendar/services.ts'
import { recordChanges } from '../../storage/change-log/change-log.ts'
import type { Change, Writer } from '../../storage/types.ts'

interface DerivedImage {
  readonly media: Media
  readonly data: DerivedImageData
}

const BATCH_SIZE = 8
/** Far longer than a batch takes. Afterwards, the images of a process that was killed are due again. */
const CLAIM_SECONDS = 600

/**
 * Processes a batch of images, one after the other. After each of them it pauses for as long as it took, so that the job
 * needs at most half of a processor. Images that cannot be stored now are processed again when their claim has expired.
 */
export async function deriveDueImages(services: Services, signal: AbortSignal): Promise<void> {
  const { database, now } = services
  if (!(await hasDueImages(database.read, now()))) return
  const claim = { now: now(), until: addSeconds(now(), CLAIM_SECONDS), limit: BATCH_SIZE }
  const images = await database.transaction((tx) => claimDueImages(tx, claim))
  const derived: DerivedImage[] = []
  for (const media of images) {
    if (signal.aborted) break
    const start = performance.now()
    try {
      derived.push({ media, data: await deriveImage(services, media) })
    } catch (error) {
      services.reportError(error)
    }
    await waitUnlessAborted(performance.now() - start, signal)
  }
  try {
    await removeFiles(services, await database.transaction((tx) => saveImages(tx, derived, now())))
  } catch (error) {
    const written = derived.flatMap(({ data }) => data.variants.map(({ key }) => key))
    await removeFilesOfFailedWrite(services, written, error)
    throw error
  }
}

const waitUnlessAborted = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)

async function deriveImage(services: Services, media: Media): Promise<DerivedImageData> {
  const file = await services.files.read(media.key)
  if (!file) return NOT_DERIVED
  const source = await services.temporaryFiles.write(file.stream)
  try {
    const input = { source, isForVariants: true, outputCount: MAX_VARIANTS }
    const data = await decodeImage(services, input, async ({ thumbhash = '' }, outputs) => {
      const variants = await describeVariants(media, outputs)
      await writeFiles(services, variants)
      return { thumbhash, variants: variants.map(({ path: _path, ...variant }) => variant) }
    })
    return 'failure' in data ? NOT_DERIVED : data
  } finally {
    await services.temporaryFiles.remove([source])
  }
}

/** The variants that were written; an animation has none. */
async function describeVariants(
  { key, mime_type, width, height }: Media,
  outputs: readonly string[],
): Promise<readonly (ImageVariant & { readonly path: string })[]> {
  const planned = planVariants({ type: mime_type, width, height })
  const described = await Promise.all(
    planned.map(async (variant, index) => {
      const path = outputs[index] ?? ''
      const stats = await stat(path).catch(() => undefined)
      const name = `${removeExtension(key)}-${variant.width}x${variant.height}.${IMAGE_EXTENSIONS[variant.type]}`
      return stats && { ...variant, path, key: name, filesize: stats.size }
    }),
  )
  return described.filter((variant) => variant !== undefined)
}

/**
 * Saves a batch in one transaction, because each one invalidates the cached pages. Returns the variants of images that
 * were deleted or cropped since they were read.
 */
async function saveImages(tx: Writer, derived: readonly DerivedImage[], at: DateTime): Promise<readonly string[]> {
  const unused: string[] = []
  const changes: Change[] = []
  const current = new Map(
    (
      await findMedia(
        tx,
        derived.map(({ media }) => media.id),
      )
    ).map((media) => [media.id, media]),
  )
  for (const { media, data } of derived) {
    const now = current.get(media.id)
    if (now?.key === media.key) {
      await saveDerivedData(tx, media.id, data)
      changes.push({ kind: 'variants', id: media.id, op: 'update', at })
    } else {
      const used = new Set(now && listMediaKeys(now))
      unused.push(...data.variants.map(({ key }) => key).filter((key) => !used.has(key)))
    }
  }
  await recordChanges(tx, changes)
  return unused
}
