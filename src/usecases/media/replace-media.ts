/** Usage of images, and their replacement by another image. */

import type { Media } from '../../domain/model/media.ts'
import { createInvalidParams, INVALID_VALUE } from '../../kernel/problem.ts'
import type { Viewer } from '../../kernel/user.ts'
import { mayRead, needsPassword } from '../../kernel/visibility.ts'
import {
  findImageUses,
  type ImageUse,
  type RecordReference,
  replaceImage,
} from '../../storage/stores/media/image-use.ts'
import { findMedia } from '../../storage/stores/media.ts'
import type { Reader } from '../../storage/types.ts'
import { retryTransaction } from '../retry-transaction.ts'
import type { Services } from '../services.ts'
import { type MediaWrite, requireEditableMedia } from './edit-media.ts'
import { createMediaTimes, recordImageUses } from './media-changes.ts'

/** The records that show an image to the viewer; others may exist. */
export async function listImageUses(db: Reader, viewer: Viewer, image: number): Promise<ImageUse[]> {
  const uses = await findImageUses(db, image)
  return uses.filter((use) => mayRead(viewer, use) && !needsPassword(viewer, use))
}

/**
 * Replaces an image in all records, in one transaction, and returns these records. Throws a 400 when an image was deleted
 * meanwhile.
 */
export function replaceMedia(
  services: Services,
  { viewer, precondition }: MediaWrite,
  media: Media,
  replacement: number,
): Promise<readonly RecordReference[]> {
  return retryTransaction(
    services,
    async (tx) => {
      const { id } = await requireEditableMedia(tx, media, viewer)
      if (id === replacement || (await findMedia(tx, [replacement])).length === 0)
        throw createInvalidParams({ with: INVALID_VALUE })
      const times = createMediaTimes(services)
      const changed = await replaceImage(tx, { image: id, replacement, ...times })
      await recordImageUses(tx, changed, { at: times.modified_utc, fields: { image: [id, replacement] } })
      return changed
    },
    precondition,
  )
}
