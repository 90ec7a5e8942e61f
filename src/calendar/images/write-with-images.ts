/** Writes with new images: files are fetched before the transaction and added to the library inside it. */

import type { SubmittedImage } from '../../kernel/common-fields.ts'
import { createInvalidParams } from '../../kernel/problem.ts'
import type { Viewer } from '../../kernel/user.ts'
import type { Reader, Writer } from '../../storage/types.ts'
import type { Precondition } from '../optimistic-lock.ts'
import type { WriteContext } from '../posts/apply-post-input.ts'
import { retryTransaction } from '../retry-transaction.ts'
import type { Services } from '../services.ts'
import { createWriteContext } from '../write-context.ts'
import { createImageError, createImageFieldError, fetchImage } from './fetch-image.ts'
import { isMediaKey, listKeysOfTypes, type Media, toFullSizeKey } from './image.ts'
import type { RejectedImage } from './image-decoder.ts'
import { removeFiles, removeFilesOfFailedWrite, type StoredImage, storeImage } from './image-files.ts'
import { findMediaByKeys, findMediaBySource, listMediaKeys } from './image-store.ts'
import { addToLibrary } from './media-library.ts'

export interface ImageWrite {
  readonly viewer: Viewer
  /** URL of this site, whose own images are not fetched. */
  readonly home: string
  readonly images: readonly SubmittedImage[]
  readonly precondition?: Precondition | undefined
}

/** An image whose files are stored, but which is not in the library yet. */
export interface PendingImage {
  readonly url: string
  /** URL it was fetched from; empty for an uploaded file. */
  readonly source: string
  readonly stored: StoredImage
  readonly name: string
  readonly altText?: string | undefined
}

/** An image in the library, or one whose files are stored. */
type ResolvedImage = { readonly url: string; readonly id: number } | PendingImage

/**
 * Runs a write in one transaction together with its images. Throws `rest_invalid_param` naming the field of an image
 * that cannot be imported. Files of a failed write are deleted.
 */
export async function writeWithImages<T>(
  services: Services,
  { viewer, home, images, precondition }: ImageWrite,
  work: (tx: Writer, context: WriteContext) => Promise<T>,
): Promise<T> {
  const resolved = await resolveImages(services, home, images)
  try {
    const write = async (tx: Writer) => {
      const libraryImages = await addImagesToLibrary(tx, services, viewer, resolved)
      const idsByUrl = new Map(libraryImages.map(({ url, id }) => [url, id]))
      const result = await work(tx, { ...createWriteContext(services, viewer), imageIds: idsByUrl })
      return { result, redundantFiles: libraryImages.flatMap(({ redundantFiles }) => redundantFiles) }
    }
    const { result, redundantFiles } = await retryTransaction(services, write, precondition)
    await removeFiles(services, redundantFiles)
    return result
  } catch (error) {
    await removeFilesOfFailedWrite(services, resolved.flatMap(listImageFiles), error)
    throw error
  }
}

const listImageFiles = (image: ResolvedImage): string[] => ('stored' in image ? listMediaKeys(image.stored) : [])

async function resolveImages(
  services: Services,
  home: string,
  images: readonly SubmittedImage[],
): Promise<readonly ResolvedImage[]> {
  const distinct = [...new Map(images.map((image) => [image.url, image])).values()]
  const excess = distinct[MAX_IMAGES_PER_WRITE]
  if (excess) throw createInvalidParams({ [excess.field]: TOO_MANY_ERROR })
  const resolved: ResolvedImage[] = []
  try {
    for (const image of distinct) resolved.push(await resolveImage(services, home, image))
  } catch (error) {
    await removeFilesOfFailedWrite(services, resolved.flatMap(listImageFiles), error)
    throw error
  }
  return resolved
}

async function resolveImage(
  services: Services,
  home: string,
  { field, url, file, altText }: SubmittedImage,
): Promise<ResolvedImage> {
  if (file) return { ...(await storeSentImage(services, { field, url, file })), altText }
  const id = await findKnownImage(services.database.read, home, url)
  if (id !== undefined) return { url, id }
  const pending = await storeFetchedImage(services, url, await fetchImage(services, field, url))
  if ('failure' in pending) throw createInvalidParams({ [field]: createImageFieldError(pending) })
  return pending
}

/** Stores the files of an image; the caller adds it to the library or deletes the files. */
export async function storeFetchedImage(
  services: Services,
  url: string,
  bytes: Buffer,
): Promise<PendingImage | RejectedImage> {
  const name = getFileName(url)
  const stored = await storeImage(services, bytes, name)
  return 'failure' in stored ? stored : { url, source: url, stored, name }
}

async function storeSentImage(
  services: Services,
  { field, url, file }: SubmittedImage & Required<Pick<SubmittedImage, 'file'>>,
): Promise<PendingImage> {
  if (file.path === undefined) throw new Error('an uploaded file was not read, because the client may not upload')
  const name = file.name ?? ''
  const stored = await storeImage(services, file.path, name)
  if ('failure' in stored) throw createInvalidParams({ [field]: createImageFieldError(stored) })
  return { url, source: '', stored, name }
}

/** Limit per write, because each URL may take as long as a fetch may take. */
export const MAX_IMAGES_PER_WRITE = 20
const TOO_MANY_ERROR = createImageError('error.too_many_images', { limit: MAX_IMAGES_PER_WRITE })

/** Finds an image that was imported from this URL, or that this site serves at it in any size. */
async function findKnownImage(db: Reader, home: string, url: string): Promise<number | undefined> {
  const rest = url.startsWith(`${home}/`) ? url.slice(home.length) : ''
  const key = /^(?:\/wp-content)?\/uploads\/([^?]+)/.exec(rest)?.[1]
  if (key !== undefined && isMediaKey(key)) return findMediaByFile(db, key)
  return findMediaBySource(db, url)
}

/** The image of which the key is the full size, a smaller size or a variant. */
export async function findMediaByFile(db: Reader, key: string): Promise<number | undefined> {
  const fullSize = toFullSizeKey(key)
  return (await findMediaByKeys(db, [fullSize])) ?? findMediaByKeys(db, listKeysOfTypes(fullSize))
}

/** The last segment of the path, decoded. */
export function getFileName(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

interface LibraryImage {
  readonly url: string
  readonly id: number
  /** Files of an image that a concurrent write has already added. */
  readonly redundantFiles: readonly string[]
}

async function addImagesToLibrary(
  tx: Writer,
  services: Services,
  viewer: Viewer,
  resolved: readonly ResolvedImage[],
): Promise<readonly LibraryImage[]> {
  const libraryImages: LibraryImage[] = []
  for (const image of resolved) libraryImages.push(await addImageToLibrary(tx, services, viewer, image))
  return libraryImages
}

async function addImageToLibrary(
  tx: Writer,
  services: Services,
  viewer: Viewer,
  image: ResolvedImage,
): Promise<LibraryImage> {
  const { url } = image
  if ('id' in image) return { url, id: image.id, redundantFiles: [] }
  const { source, stored, name, altText: alt_text = '' } = image
  const existingId = source === '' ? undefined : await findMediaBySource(tx, source)
  if (existingId !== undefined) return { url, id: existingId, redundantFiles: listImageFiles(image) }
  const { id }: Media = await addToLibrary(tx, services, stored, {
    name,
    source_url: source,
    author: viewer.id,
    alt_text,
  })
  return { url, id, redundantFiles: [] }
}
