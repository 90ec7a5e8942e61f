/** Images of the media library. */
import type { DateTime } from '../../base/time/date-time.ts'
import type { ImageEdit } from './image-edit.ts'

/** In the order of the wire (wire-contract §7.5). */
export const SIZE_NAMES = ['medium', 'large', 'thumbnail', 'medium_large'] as const
export type SizeName = (typeof SIZE_NAMES)[number]

/** Supported image types and their file extensions. */
export const IMAGE_EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const
export type ImageType = keyof typeof IMAGE_EXTENSIONS

export const isImageType = (text: unknown): text is ImageType =>
  typeof text === 'string' && Object.hasOwn(IMAGE_EXTENSIONS, text)

/** A file of the media store. */
export interface ImageFile {
  /** `YYYY/MM/name.jpg`. */
  readonly key: string
  readonly width: number
  readonly height: number
  /** Bytes. */
  readonly filesize: number
}

export interface ImageSize extends ImageFile {
  readonly name: SizeName
}

/** The full size and the smaller sizes of an image. */
export interface ImageFiles extends ImageFile {
  readonly sizes: readonly ImageSize[]
}

/** A copy of the shown image in a format that needs fewer bytes, for pages. */
export interface ImageVariant extends ImageFile {
  readonly type: ImageType
}

/** Data that a job derives from the shown image. */
export interface DerivedImageData {
  /** Base64 of the ThumbHash, a placeholder of about 25 bytes; empty until it is computed. */
  readonly thumbhash: string
  readonly variants: readonly ImageVariant[]
}

/** The files are those that records show: the original ones, or others if there is a crop or focal point. */
export interface Media extends ImageFiles, ImageEdit, DerivedImageData {
  readonly id: number
  readonly author: number
  readonly slug: string
  readonly title: string
  readonly caption: string
  readonly alt_text: string
  readonly mime_type: ImageType
  /** The files as uploaded, while the image has other ones. */
  readonly original: ImageFiles | null
  /** URL it was fetched from; empty for an upload. */
  readonly source_url: string
  /** Id of the record that it was uploaded for; 0 for none. */
  readonly post: number
  readonly date: DateTime
  readonly date_utc: DateTime
  readonly modified: DateTime
  readonly modified_utc: DateTime
}

/** An image that records show as uploaded. */
export const UNEDITED = { crop: null, focal_point: null, original: null } as const

/** Data of an image before the job. */
export const NOT_DERIVED: DerivedImageData = { thumbhash: '', variants: [] }

/** Year, month, and a name that is safe in paths and URLs. */
const MEDIA_KEY_PATTERN = /^\d{4}\/\d{2}\/[a-z0-9][a-z0-9-]{0,199}\.(?:jpg|png|gif|webp|avif)$/

export const isMediaKey = (text: string): boolean => MEDIA_KEY_PATTERN.test(text)

/** Content type of a file by its key. */
export function findTypeByKey(key: string): ImageType | undefined {
  const extension = key.slice(key.lastIndexOf('.') + 1)
  return (Object.keys(IMAGE_EXTENSIONS) as ImageType[]).find((type) => IMAGE_EXTENSIONS[type] === extension)
}

/** The same name with the extensions of all image types, because variants differ only in their extension. */
export const listKeysOfTypes = (key: string): readonly string[] =>
  Object.values(IMAGE_EXTENSIONS).map((extension) => key.replace(/\w+$/, extension))

/** The key of the full size, from the key of any size. A size that follows a focal point has a key of its own. */
export const toFullSizeKey = (key: string): string => key.replace(/(?:-focus-[0-9a-f]{16})?-\d+x\d+(?=\.\w+$)/, '')
