/** Copies of images as AVIF and WebP, and placeholders, for pages. */
import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { ImageType } from './image.ts'
import type { Dimensions } from './image-sizes.ts'

export interface PlannedVariant extends Dimensions {
  readonly type: ImageType
}

/** In pixels. The largest is that of an event's image on a screen with two pixels per CSS pixel. */
const WIDTHS = [320, 640, 1024, 1600]
/** Widths that differ by a smaller factor save too little to be worth their files. */
const MIN_STEP = 1.25
/** In pixels. Higher images would exceed the memory of the AVIF encoder. */
const MAX_HEIGHT = 3000

/** Types that need fewer bytes than the type of an image. An animation would lose its frames. */
const SMALLER_TYPES: Readonly<Record<ImageType, readonly ImageType[]>> = {
  'image/jpeg': ['image/avif', 'image/webp'],
  'image/png': ['image/avif', 'image/webp'],
  'image/webp': ['image/avif'],
  'image/gif': [],
  'image/avif': [],
}

/** At most `MAX_VARIANTS`, the largest ones last: in their full width, if that is not larger than the pages show. */
export function planVariants({ type, width, height }: PlannedVariant): readonly PlannedVariant[] {
  const largest = Math.min(width, WIDTHS.at(-1) ?? width)
  return [...WIDTHS.filter((one) => one * MIN_STEP <= largest), largest]
    .map((one) => ({ width: one, height: Math.max(1, Math.round((height * one) / width)) }))
    .filter((size) => size.height <= MAX_HEIGHT)
    .flatMap((size) => SMALLER_TYPES[type].map((smaller) => ({ type: smaller, ...size })))
}

export const MAX_VARIANTS = WIDTHS.length * 2

/**
 * Above effort 1, AVIF takes a multiple of the time and saves less than 10 % of the bytes. The variants of an image take
 * about 0.4 seconds.
 */
export const VARIANT_ENCODERS: Readonly<Partial<Record<ImageType, (image: Sharp) => Sharp>>> = {
  'image/avif': (image) => image.avif({ quality: 50, effort: 1, chromaSubsampling: '4:2:0' }),
  'image/webp': (image) => image.webp({ quality: 75, effort: 2 }),
}

/** Maximum side of the image from which a ThumbHash is computed. */
const THUMBHASH_SIDE = 100

/** Base64 of the ThumbHash. */
export async function computeThumbHash(image: Sharp): Promise<string> {
  const { data, info } = await image
    .resize(THUMBHASH_SIDE, THUMBHASH_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}
