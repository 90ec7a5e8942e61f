/** Edits images of the library: texts, crop and focal point. */

import { diffFields } from '../../kernel/change-record.ts'
import { createInvalidParams, INVALID_VALUE } from '../../kernel/problem.ts'
import { forbidden, type Viewer } from '../../kernel/user.ts'
import { recordChange } from '../../storage/change-log/change-log.ts'
import type { Writer } from '../../storage/types.ts'
import type { Precondition } from '../optimistic-lock.ts'
import { recordMediaFields } from '../posts/recorded-fields.ts'
import { retryTransaction } from '../retry-transaction.ts'
import type { Services } from '../services.ts'
import { createImageFieldError } from './fetch-image.ts'
import { type ImageFiles, type Media, NOT_DERIVED } from './image.ts'
import type { RejectedImage } from './image-decoder.ts'
import { changeEdit, type ImageEdit, isSameEdit } from './image-edit.ts'
import type { MediaInput } from './image-fields.ts'
import { removeFiles, removeFilesOfFailedWrite, storeEditedImage } from './image-files.ts'
import { findMedia, listMediaKeys, updateMedia } from './image-store.ts'
import { findPostsWithImage } from './image-use.ts'
import { mayEditMedia } from './media-access.ts'
import { createMediaTimes, recordImageUses } from './media-changes.ts'

/** User who changes an image, and the revision that it must have. */
export interface MediaWrite {
  readonly viewer: Viewer
  readonly precondition: Precondition | undefined
}

/**
 * Reads the image inside the transaction. Throws a 400 when it was deleted meanwhile, and `rest_forbidden` when the
 * viewer may not edit it.
 */
export async function requireEditableMedia(tx: Writer, { id }: Media, viewer: Viewer): Promise<Media> {
  const [media] = await findMedia(tx, [id])
  if (!media) throw createInvalidParams({ id: INVALID_VALUE })
  if (!mayEditMedia(viewer, media)) throw forbidden(viewer)
  return media
}

/**
 * A partial update: omitted fields keep their values. New files are rendered before the transaction, and replaced ones
 * are deleted after it.
 */
export async function editMedia(
  services: Services,
  write: MediaWrite,
  media: Media,
  input: MediaInput,
): Promise<Media> {
  const edit = changeEdit(media, input)
  const files = isSameEdit(edit, media) ? undefined : await renderEdit(services, media, edit)
  const written = files ? listMediaKeys(files).filter((key) => !listMediaKeys(media).includes(key)) : []
  try {
    const { before, after } = await retryTransaction(
      services,
      (tx) => saveEdit(tx, services, write.viewer, { media, input, edit, files }),
      write.precondition,
    )
    if (after) {
      const kept = new Set(listMediaKeys(after))
      await removeFiles(
        services,
        [...listMediaKeys(before), ...written].filter((key) => !kept.has(key)),
      )
      return after
    }
    // Another request has changed crop or focal point since the files were rendered.
    await removeFiles(services, written)
    return editMedia(services, write, before, input)
  } catch (error) {
    await removeFilesOfFailedWrite(services, written, error)
    throw error
  }
}

const toImageFiles = ({ key, width, height, filesize, sizes }: ImageFiles): ImageFiles => ({
  ...{ key, width, height, filesize, sizes },
})

async function renderEdit(services: Services, media: Media, edit: ImageEdit): Promise<ImageFiles> {
  const original = media.original ?? toImageFiles(media)
  if (!edit.crop && !edit.focal_point) return original
  const file = await services.files.read(original.key)
  if (!file) throw createInvalidParams({ crop: createImageFieldError({ failure: 'not-an-image' }) })
  const source = await services.temporaryFiles.write(file.stream)
  try {
    const rendered: ImageFiles | RejectedImage = await storeEditedImage(services, source, original, edit)
    if ('failure' in rendered) throw createInvalidParams({ crop: createImageFieldError(rendered) })
    return rendered
  } finally {
    await services.temporaryFiles.remove([source])
  }
}

interface PreparedEdit {
  /** The image from which the edit was computed. */
  readonly media: Media
  readonly input: MediaInput
  readonly edit: ImageEdit
  /** Undefined if they stay. */
  readonly files: ImageFiles | undefined
}

/** Without `after`, the image has another crop or focal point than expected, and nothing is changed. */
async function saveEdit(
  tx: Writer,
  services: Services,
  viewer: Viewer,
  { media, input, edit, files }: PreparedEdit,
): Promise<{ readonly before: Media; readonly after?: Media }> {
  const before = await requireEditableMedia(tx, media, viewer)
  const changesEdit = input.crop !== undefined || input.focal_point !== undefined
  if (changesEdit && !isSameEdit(before, media)) return { before }
  const isEdited = edit.crop !== null || edit.focal_point !== null
  const rendered = files && {
    ...edit,
    ...files,
    ...(files.key !== before.key && NOT_DERIVED),
    original: isEdited ? (before.original ?? toImageFiles(before)) : null,
  }
  const { crop: _crop, focal_point: _focalPoint, ...texts } = input
  const after: Media = { ...before, ...texts, ...rendered, ...createMediaTimes(services) }
  await updateMedia(tx, after)
  const fields = diffFields(recordMediaFields(before), recordMediaFields(after))
  const at = after.modified_utc
  await recordChange(tx, { kind: 'media', id: after.id, op: 'update', at, fields })
  // Records contain URLs, focal point and alternative text of their image.
  if (rendered || after.alt_text !== before.alt_text)
    await recordImageUses(tx, await findPostsWithImage(tx, after.id), { at })
  return { before, after }
}
