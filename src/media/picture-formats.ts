import type { Sharp } from 'sharp'

/** The types of picture that are taken, by their file name's ending. */
export const PICTURE_MIMES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
} as const

export type PictureExtension = keyof typeof PICTURE_MIMES
export type PictureMime = (typeof PICTURE_MIMES)[PictureExtension]

/** What the header of a file says of its type; `compression` is that of the HEIF container alone. */
interface HeaderType {
  readonly format: string
  readonly compression?: string | undefined
}

/** Undefined for every type that is not taken: the others of a HEIF container too, which only some browsers show. */
export function extensionOf({ format, compression }: HeaderType): PictureExtension | undefined {
  if (format === 'heif') return compression === 'av1' ? 'avif' : undefined
  if (format === 'jpeg') return 'jpg'
  return format === 'png' || format === 'gif' || format === 'webp' ? format : undefined
}

/** The loaders of those types; every other one is blocked, so that a file cannot choose a parser we never meant to run. */
export const LOADERS: readonly string[] = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map(
  (type) => `VipsForeignLoad${type}Buffer`,
)

/** How each type is written: efforts are low, since somebody waits for the answer. */
export const ENCODERS: Readonly<Record<PictureExtension, (picture: Sharp) => Sharp>> = {
  jpg: (picture) => picture.jpeg({ quality: 85 }),
  png: (picture) => picture.png({ compressionLevel: 6 }),
  gif: (picture) => picture.gif({ effort: 1 }),
  webp: (picture) => picture.webp({ quality: 82, effort: 2 }),
  avif: (picture) => picture.avif({ quality: 60, effort: 0, chromaSubsampling: '4:2:0' }),
}
