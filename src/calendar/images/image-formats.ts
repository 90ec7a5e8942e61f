import type { Sharp } from 'sharp'
import type { ImageType } from './image.ts'

/** Type in the header of a file. `compression` exists only in HEIF containers. */
interface HeaderType {
  readonly format: string
  readonly compression?: string | undefined
}

/** Undefined for unsupported types, including HEIF other than AVIF, which few browsers show. */
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

/** Loaders of the supported types. All others are blocked, so that a file cannot select another parser. */
export const LOADERS: readonly string[] = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map(
  (type) => `VipsForeignLoad${type}File`,
)

/** Sets the output format. `mayOptimize` allows a smaller JPEG at the cost of holding the whole image in memory. */
type Encoder = (image: Sharp, mayOptimize: boolean) => Sharp

/** Efforts are low, because a client waits for the response. */
export const ENCODERS: Readonly<Record<ImageType, Encoder>> = {
  'image/jpeg': (image, mayOptimize) => image.jpeg({ quality: 85, optimiseCoding: mayOptimize }),
  'image/png': (image) => image.png({ compressionLevel: 6 }),
  'image/gif': (image) => image.gif({ effort: 1 }),
  'image/webp': (image) => image.webp({ quality: 82, effort: 2 }),
  'image/avif': (image) => image.avif({ quality: 60, effort: 0, chromaSubsampling: '4:2:0' }),
}
