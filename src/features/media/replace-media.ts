/** Usage of images, and their replacement by another image. */

import { type MediaWrite, requireEditableMedia } from '../../calendar/images/edit-media.ts'
import type { Media } from '../../calendar/images/image.ts'
import { findMedia } from '../../calendar/images/image-store.ts'
import { findImageUses, type ImageUse, type RecordReference, replaceImage } from '../../calendar/images/image-use.ts'
import { createMediaTimes, recordImageUses } from '../../calendar/images/media-changes.ts'
import { retryTransaction } from '../../calendar/retry-transaction.ts'
import type { Services } from '../../calendar/services.ts'
import { createInvalidParams, INVALID_VALUE } from '../../kernel/problem.ts'
import type { Viewer } from '../../kernel/user.ts'
import { mayRead, needsPassword } from '../../kernel/visibility.ts'
import type { Reader } from '../../storage/types.ts'

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
