/** Limits of image dimensions, by the memory that decoding and encoding need. */
import type { ImageType } from './image.ts'
import type { Dimensions } from './image-sizes.ts'

/** Data from the header of a file. */
export interface ImageHeader extends Dimensions {
  readonly type: ImageType
  /** Frames of an animation; 1 for a still image. */
  readonly pages: number
  readonly channels: number
  readonly bytesPerSample: number
  readonly hasAlpha: boolean
  /** Interlaced or progressive. */
  readonly isProgressive: boolean
  /** Samples per pixel that a JPEG stores, such as 1.5 for 4:2:0. */
  readonly samplesPerPixel: number
  /** Whether an orientation must be applied, for which all pixels are needed at once. */
  readonly needsRotation: boolean
}

/** Pixels of all frames together. */
export const MAX_MEGAPIXELS = 50
/** In pixels. The other formats allow no more, and a PNG as wide as 50 megapixels takes minutes of work per megabyte. */
export const MAX_SIDE = 65_535

const MEGAPIXEL = 1_000_000
/** Memory for one image. With the 65 MiB of an idle decoder process it stays below 300 MiB. */
const DECODE_BYTES = 215 * 2 ** 20

/**
 * The limit in megapixels that an image exceeds; undefined if it may be decoded. The estimate is proportional to the area,
 * so the limit is the largest area that fits.
 */
export function getExceededLimit(header: ImageHeader): number | undefined {
  const pixels = header.width * header.height * header.pages
  const limit = Math.min(MAX_MEGAPIXELS * MEGAPIXEL, (pixels * DECODE_BYTES) / estimateBytes(header))
  const isWithin = pixels <= limit && Math.max(header.width, header.height) <= MAX_SIDE
  return isWithin ? undefined : Math.max(1, Math.floor(limit / MEGAPIXEL))
}

/** Peak memory of a decode, measured per format. Formats that are decoded in strips need almost none. */
function estimateBytes(header: ImageHeader): number {
  const { type, width, height, pages, channels, bytesPerSample, samplesPerPixel } = header
  const frame = width * height
  const rotation = header.needsRotation ? frame * channels * bytesPerSample : 0
  if (type === 'image/avif') return frame * (bytesPerSample > 1 ? 32 : 18)
  if (type === 'image/gif') return frame * 22
  if (type === 'image/webp') return pages > 1 ? frame * pages * 3.2 + frame * 30 : rotation + 1
  if (!header.isProgressive) return rotation + 1
  // All coefficients, of two bytes each, are collected before the first pixel.
  if (type === 'image/jpeg') return rotation + frame * samplesPerPixel * 2
  return rotation + frame * channels * bytesPerSample * 1.2
}

/** Megapixels that an encoder can process within the same memory, without and with an alpha channel. */
const ENCODED_MEGAPIXELS: Readonly<Partial<Record<ImageType, { readonly opaque: number; readonly alpha: number }>>> = {
  'image/webp': { opaque: 16, alpha: 7 },
  'image/avif': { opaque: 10, alpha: 5 },
}

/** Dimensions of the stored image. Still images are reduced if their encoder would need too much memory. */
export function computeOutputDimensions({ type, width, height, pages, hasAlpha }: ImageHeader): Dimensions {
  const limits = pages > 1 ? undefined : ENCODED_MEGAPIXELS[type]
  if (!limits) return { width, height }
  const scale = Math.sqrt(((hasAlpha ? limits.alpha : limits.opaque) * MEGAPIXEL) / (width * height))
  if (scale >= 1) return { width, height }
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

/** Above this, the tables of a JPEG are not optimized, since that needs the whole image in memory. */
const MAX_OPTIMIZED_PIXELS = 12.5 * MEGAPIXEL

export const mayOptimize = ({ width, height }: Dimensions): boolean => width * height <= MAX_OPTIMIZED_PIXELS
