/** Creates, stores and deletes the files of images. */
import { stat } from 'node:fs/promises'
import { slugify } from '../../base/text/slug.ts'
import { toLocal } from '../../base/time/time-zone.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Services } from '../services.ts'
import {
  findTypeByKey,
  IMAGE_EXTENSIONS,
  type ImageFile,
  type ImageFiles,
  type ImageSize,
  type ImageType,
} from './image.ts'
import { type DecodedImage, type ImageJob, OUTPUT_COUNT, type RejectedImage } from './image-decoder.ts'
import type { ImageEdit } from './image-edit.ts'
import { planSizes } from './image-sizes.ts'

export interface StoredImage extends ImageFiles {
  readonly mime_type: ImageType
}

/** Maximum size of an image file in bytes. */
export const MAX_IMAGE_BYTES = 15 * 1024 * 1024

/** Bytes, or the path of a file, which is not modified. */
export type ImageSource = Buffer | string

/** Stores an image in all sizes, all files or none. `name` is the file name, with or without extension. */
export function storeImage(
  services: Services,
  source: ImageSource,
  name: string,
): Promise<StoredImage | RejectedImage> {
  return decodeImage(services, { source }, async (image, outputs) => {
    const files = await describeFiles(image, outputs, createStem(services, name))
    await writeFiles(services, listFiles(files))
    return { ...toImageFiles(files), mime_type: image.type }
  })
}

/**
 * Stores an image of the library with a crop or focal point. Without a crop, only the thumbnail differs from the original
 * and is stored. `source` is the path of the original.
 */
export function storeEditedImage(
  services: Services,
  source: string,
  original: ImageFiles,
  edit: ImageEdit,
): Promise<ImageFiles | RejectedImage> {
  return decodeImage(services, { source, edit }, async (image, outputs) => {
    const name = original.key.slice(original.key.lastIndexOf('/') + 1)
    const stem = edit.crop
      ? createStem(services, removeExtension(name).replace(/-[0-9a-f]{16}$/, ''))
      : `${removeExtension(original.key)}-focus-${services.random(8)}`
    const files = await describeFiles(image, outputs, stem)
    if (edit.crop) {
      await writeFiles(services, listFiles(files))
      return toImageFiles(files)
    }
    const thumbnail = files.sizes.find((size) => size.name === 'thumbnail')
    if (!thumbnail) return original
    await writeFiles(services, [thumbnail])
    const { path: _path, ...size } = thumbnail
    return { ...original, sizes: original.sizes.map((other) => (other.name === 'thumbnail' ? size : other)) }
  })
}

interface DecodeInput extends Pick<ImageJob, 'edit' | 'isForVariants'> {
  readonly source: ImageSource
  readonly outputCount?: number
}

/** Decodes an image to temporary files, which exist until `store` ends. */
export async function decodeImage<T>(
  { temporaryFiles, imageDecoder }: Services,
  { source, outputCount = OUTPUT_COUNT, ...job }: DecodeInput,
  store: (image: DecodedImage, outputs: readonly string[]) => Promise<T>,
): Promise<T | RejectedImage> {
  const outputs = await temporaryFiles.reserve(outputCount)
  const copy = typeof source === 'string' ? undefined : await temporaryFiles.write([source])
  try {
    const image = await imageDecoder.decode({ source: copy ?? String(source), outputs, ...job })
    return 'failure' in image ? image : await store(image, outputs)
  } finally {
    await temporaryFiles.remove(copy === undefined ? outputs : [copy, ...outputs])
  }
}

interface WithPath {
  /** Path of the temporary file. */
  readonly path: string
}

interface DescribedFiles extends ImageFile, WithPath {
  readonly sizes: readonly (ImageSize & WithPath)[]
}

const listFiles = (files: DescribedFiles): readonly FileToStore[] => [files, ...files.sizes]

const toImageFiles = ({ path: _path, sizes, ...full }: DescribedFiles): ImageFiles => ({
  ...full,
  sizes: sizes.map(({ path: _path, ...size }) => size),
})

const createStem = (services: Services, name: string): string =>
  `${createFolderName(services)}/${createFileStem(name)}-${services.random(8)}`

async function describeFiles(
  { type, width, height }: DecodedImage,
  [full = '', ...others]: readonly string[],
  stem: string,
): Promise<DescribedFiles> {
  const describeFile = async (path: string, suffix: string) => {
    const { size } = await stat(path)
    return { path, key: `${stem}${suffix}.${IMAGE_EXTENSIONS[type]}`, filesize: size }
  }
  const sizes = await Promise.all(
    planSizes({ width, height }).map(async ({ crop: _crop, ...size }, index) => ({
      ...size,
      ...(await describeFile(others[index] ?? '', `-${size.width}x${size.height}`)),
    })),
  )
  return { ...(await describeFile(full, '')), width, height, sizes }
}

interface FileToStore {
  readonly key: string
  readonly path: string
}

/** Writes all files or none. */
export async function writeFiles(services: Services, all: readonly FileToStore[]): Promise<void> {
  const written = await Promise.allSettled(
    all.map(({ key, path }) => services.files.write(key, { path }, findTypeByKey(key) ?? '')),
  )
  const failed = written.find((one) => one.status === 'rejected')
  if (!failed) return
  await removeFilesOfFailedWrite(
    services,
    all.map(({ key }) => key),
    failed.reason,
  )
  throw failed.reason
}

/** By year and month in the zone of the site. */
function createFolderName({ now, site }: Services): string {
  const today = toLocal(now(), site.zone)
  return `${today.slice(0, 4)}/${today.slice(5, 7)}`
}

const MAX_STEM_LENGTH = 80

export const removeExtension = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, '')

/** The part of a file name that is valid in a key. */
function createFileStem(name: string): string {
  const stem = slugify(removeExtension(name).slice(0, MAX_STEM_LENGTH))
    .replace(/%[0-9a-f]{2}|[^a-z0-9-]/g, '')
    .replace(/-{2,}/g, '-')
    .slice(0, MAX_STEM_LENGTH)
    .replace(/^-+|-+$/g, '')
  return stem || 'picture'
}

/**
 * Deletes the files of a failed write. They stay when the outcome of the commit is unknown, because a record may refer
 * to them; `calends check` finds orphaned files. Does not wait for a store that may be unreachable.
 */
export async function removeFilesOfFailedWrite(
  services: Services,
  keys: readonly string[],
  error: unknown,
): Promise<void> {
  if (services.database.engine.isCommitUncertain(error)) return
  const removed = removeFiles(services, keys)
  if (!(error instanceof Problem && error.code === 'media_unavailable')) await removed
}

/** Deletes files. Failures are reported, not thrown; `calends check` finds the remaining files. */
export async function removeFiles({ files, reportError: report }: Services, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await files.remove([...new Set(keys)]).catch(report)
}
