/** Files of pictures: made from what somebody sent, kept in the store, taken away again. */
import { EXTENSIONS, type PictureFile, type PictureSize, type PictureType } from '../calendar/media.ts'
import { type FlawedPicture, preparePicture } from '../media/picture.ts'
import { slugify } from '../text/slug.ts'
import { toLocal } from '../text/zone.ts'
import type { Services } from './services.ts'

export interface StoredPicture extends PictureFile {
  readonly mime_type: PictureType
  readonly sizes: readonly PictureSize[]
}

/** Bytes its file may have. */
export const MOST_BYTES = 15 * 1024 * 1024

export type PictureFlaw = FlawedPicture['flaw']

/** Keeps a picture with its smaller sizes, all files or none. `name` is what its file was called, with or without ending. */
export async function storePicture(
  services: Services,
  bytes: Buffer,
  name: string,
): Promise<StoredPicture | { readonly flaw: PictureFlaw }> {
  const picture = await preparePicture(bytes)
  if ('flaw' in picture) return picture
  const { type, width, height } = picture
  const stem = `${folderOf(services)}/${nameStem(name)}-${services.random(8)}`
  const keyOf = (suffix: string) => `${stem}${suffix}.${EXTENSIONS[type]}`
  const sizes = picture.sizes.map((size) => ({ ...size, key: keyOf(`-${size.width}x${size.height}`) }))
  const full = { key: keyOf(''), bytes: picture.bytes }
  await writeAll(services, type, [full, ...sizes])
  return {
    ...{ key: full.key, width, height, filesize: full.bytes.length, mime_type: type },
    sizes: sizes.map(({ bytes: { length }, ...size }) => ({ ...size, filesize: length })),
  }
}

interface File {
  readonly key: string
  readonly bytes: Buffer
}

async function writeAll({ files, ...services }: Services, type: PictureType, all: readonly File[]): Promise<void> {
  const written = await Promise.allSettled(all.map(({ key, bytes }) => files.write(key, bytes, type)))
  const failed = written.find((one) => one.status === 'rejected')
  if (!failed) return
  await removeFiles(
    { files, ...services },
    all.map(({ key }) => key),
  )
  throw failed.reason
}

/** By year and month in the zone of the site. */
function folderOf({ now, site }: Services): string {
  const today = toLocal(now(), site.zone)
  return `${today.slice(0, 4)}/${today.slice(5, 7)}`
}

const LONGEST_STEM = 80

export const withoutEnding = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, '')

/** What of a file's name can stand in a key. */
function nameStem(name: string): string {
  const stem = slugify(withoutEnding(name).slice(0, LONGEST_STEM))
    .replace(/%[0-9a-f]{2}|[^a-z0-9-]/g, '')
    .replace(/-{2,}/g, '-')
    .slice(0, LONGEST_STEM)
    .replace(/^-+|-+$/g, '')
  return stem || 'picture'
}

/**
 * Removes the files of a write that failed. Where nobody knows whether it did they stay, since a record may speak of
 * them; `calends check` finds those of which none does.
 */
export async function dropFiles(services: Services, keys: readonly string[], error: unknown): Promise<void> {
  if (!services.database.engine.isUncertain(error)) await removeFiles(services, keys)
}

/** A file that cannot be removed is told to the log and found by `calends check`; what was asked for is done all the same. */
export async function removeFiles({ files, report }: Services, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await files.remove([...new Set(keys)]).catch(report)
}
