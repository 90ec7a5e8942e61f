import type { Sharp } from 'sharp'
import type { ImageType } from '../domain/model/media.ts'

/** What the header of a file says of its type; `compression` is that of the HEIF container alone. */
interface HeaderType {
  readonly format: string
  readonly compression?: string | undefined
}

/** Undefined for every type that is not taken: the others of a HEIF container too, which only some browsers show. */
export function getImageType({ format, compression }: HeaderType): ImageType | undefined {
  if (format === 'heif') return compression === 'av1' ? 'image/avif' : undefined
  return TYPES.get(format)
}

const TYPES: ReadonlyMap<string, ImageType> = new Map([
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
])

/** The loaders of those types; every other one is blocked, so that a file cannot choose a parser we never meant to run. */
export const LOADERS: readonly string[] = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map(
  (type) => `VipsForeignLoad${type}File`,
)

/** Sets how an image is written; `mayOptimize` allows a JPEG to be held whole in memory for the sake of a smaller file. */
type Encoder = (picture: Sharp, mayOptimize: boolean) => Sharp

/** How each type is written: efforts are low, since a client waits for the response. */
export const ENCODERS: Readonly<Record<ImageType, Encoder>> = {
  'image/jpeg': (picture, mayOptimize) => picture.jpeg({ quality: 85, optimiseCoding: mayOptimize }),
  'image/png': (picture) => picture.png({ compressionLevel: 6 }),
  'image/gif': (picture) => picture.gif({ effort: 1 }),
  'image/webp': (picture) => picture.webp({ quality: 82, effort: 2 }),
  'image/avif': (picture) => picture.avif({ quality: 60, effort: 0, chromaSubsampling: '4:2:0' }),
}
