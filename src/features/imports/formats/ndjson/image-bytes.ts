import { findTypeByKey, type ImageType, type Media } from '../../../../calendar/images/image.ts'
import { listMediaKeys } from '../../../../calendar/images/image-store.ts'
import type { Services } from '../../../../calendar/services.ts'

/** Returns the bytes of an image file; undefined if the export does not contain it. */
export type ReadImage = (key: string) => Promise<Buffer | undefined>

/** First bytes of the image types, as Latin-1. */
const SIGNATURES: Readonly<Record<ImageType, RegExp>> = {
  'image/jpeg': /^\xff\xd8\xff/,
  'image/png': /^\x89PNG/,
  'image/gif': /^GIF8/,
  'image/webp': /^RIFF[\s\S]{4}WEBP/,
  'image/avif': /^[\s\S]{4}ftyp/,
}

/** Writes the files of all sizes. Throws an `Error` for a file that is missing or no image of its type. */
export async function writeImageFiles({ files }: Services, media: Media, readImage: ReadImage): Promise<void> {
  for (const key of listMediaKeys(media)) {
    const bytes = await readImage(key)
    const type = findTypeByKey(key)
    if (!bytes || !type) throw new Error(`the file media/${key} is missing`)
    if (!SIGNATURES[type].test(bytes.subarray(0, 16).toString('latin1'))) throw new Error(`media/${key} is no ${type}`)
    await files.write(key, bytes, type)
  }
}
