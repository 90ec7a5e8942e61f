/** Decodes and re-encodes images. Runs in a child process (decoder-process.ts), so that a malicious file can only crash that. */
import { stat } from 'node:fs/promises'
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import type { ImageType } from './image.ts'
import type { DecodedImage, ImageJob, RejectedImage } from './image-decoder.ts'
import { computeCropArea, computeFocusArea, type FocalPoint, type PixelArea } from './image-edit.ts'
import { ENCODERS, getImageType, LOADERS } from './image-formats.ts'
import {
  computeOutputDimensions,
  getExceededLimit,
  type ImageHeader,
  MAX_MEGAPIXELS,
  MAX_SIDE,
  mayOptimize,
} from './image-limits.ts'
import { computeCoveringDimensions, computeSourceDimensions, type Dimensions, planSizes } from './image-sizes.ts'
import { computeThumbHash, planVariants, VARIANT_ENCODERS } from './image-variants.ts'

type ImageLibrary = typeof import('sharp')['default']

/** Truncated and corrupt files are rejected. Minor errors that cameras produce are only warnings for the library. */
const STRICT_OPTIONS: SharpOptions = { failOn: 'error', limitInputPixels: MAX_MEGAPIXELS * 1_000_000 }
/** Bytes. A highly compressed file could otherwise grow without limit when it is re-encoded. */
const MAX_OUTPUT_BYTES = 64 * 2 ** 20

export async function loadImageLibrary(): Promise<ImageLibrary> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [...LOADERS] })
  return sharp
}

/**
 * Re-encodes an image from its pixels, without metadata. The type is detected from the content. Writes the full size to
 * the first output and the smaller sizes, in the order of `planSizes`, to the following ones, or only the variants. Throws
 * if writing fails.
 */
export async function processImage(sharp: ImageLibrary, job: ImageJob): Promise<DecodedImage | RejectedImage> {
  const metadata = await readMetadata(sharp, job.source)
  const type = metadata && getImageType(metadata)
  if (metadata === undefined || type === undefined) return { failure: 'not-an-image' }
  const header = readHeader(metadata, type)
  const megapixels = getExceededLimit(header)
  if (megapixels !== undefined) return { failure: 'too-many-pixels', megapixels, side: MAX_SIDE }
  try {
    const write = job.isForVariants ? writeVariants : writeImages
    return await write(sharp, job, { ...header, ...metadata.autoOrient })
  } catch (error) {
    if (isWriteFailure(error)) throw error
    return { failure: 'not-an-image' }
  }
}

/** Distinguishes a full disk from an invalid image. The library provides only a message. */
const isWriteFailure = (error: unknown): boolean =>
  error instanceof Error && /: (?:write error|unable to open for write)\n/.test(error.message)

/** Reads only the header, so pixels are not limited. */
async function readMetadata(sharp: ImageLibrary, source: string): Promise<Metadata | undefined> {
  try {
    return await sharp(source, { failOn: 'error', limitInputPixels: false }).metadata()
  } catch {
    return undefined
  }
}

function readHeader(metadata: Metadata, type: ImageType): ImageHeader {
  const { width, height, channels, depth, hasAlpha, isProgressive, orientation = 1, pages = 1 } = metadata
  return {
    type,
    width,
    height,
    pages: canBeAnimated(type) && orientation === 1 ? pages : 1,
    channels,
    bytesPerSample: depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4,
    hasAlpha,
    isProgressive,
    samplesPerPixel: SAMPLES_PER_PIXEL.get(metadata.chromaSubsampling ?? '') ?? channels,
    needsRotation: orientation !== 1,
  }
}

/** A rotated animation is reduced to its first frame, because the library cannot rotate all frames together. */
const canBeAnimated = (type: ImageType): boolean => type === 'image/gif' || type === 'image/webp'

const SAMPLES_PER_PIXEL: ReadonlyMap<string, number> = new Map([
  ['4:2:0', 1.5],
  ['4:1:1', 1.5],
  ['4:2:2', 2],
  ['4:4:0', 2],
])

/** `header` has the dimensions of the upright image. */
async function writeImages(
  sharp: ImageLibrary,
  job: ImageJob,
  header: ImageHeader,
): Promise<DecodedImage | RejectedImage> {
  const [output = '', ...others] = job.outputs
  const { type } = header
  const encode = ENCODERS[type]
  const area = job.edit?.crop ? computeCropArea(header, job.edit.crop) : undefined
  const { width, height } = area ?? header
  const dimensions = computeOutputDimensions({ ...header, width, height })
  const source = type === 'image/avif' ? await decodeToPng(sharp, job.source, others.at(-1) ?? '') : job.source
  const full = cropImage(autoOrient(sharp(source, { ...STRICT_OPTIONS, animated: header.pages > 1 })), area)
  if (dimensions.width < width) full.resize(dimensions.width, dimensions.height, { fit: 'fill' })
  await encode(full, mayOptimize(dimensions)).toFile(output)
  if ((await stat(output)).size > MAX_OUTPUT_BYTES) return { failure: 'too-costly' }
  const still = cropImage(autoOrient(sharp(source, STRICT_OPTIONS)), area)
  const focalPoint = job.edit?.focal_point ?? undefined
  await writeSizes(sharp, still, { dimensions, focalPoint, encode: (size) => encode(size, true), outputs: others })
  return { type, ...dimensions }
}

const cropImage = (image: Sharp, area: PixelArea | undefined): Sharp => (area ? image.extract(area) : image)

/** AVIF decoder and encoder each need most of the memory limit, so they must not run at the same time. */
async function decodeToPng(sharp: ImageLibrary, source: string, output: string): Promise<string> {
  await autoOrient(sharp(source, STRICT_OPTIONS)).png({ compressionLevel: 0 }).toFile(output)
  return output
}

interface ResizeInput {
  readonly dimensions: Dimensions
  readonly focalPoint: FocalPoint | undefined
  readonly encode: (image: Sharp) => Sharp
  readonly outputs: readonly string[]
}

/** Decodes the image once, at the size of the largest output (loaders can skip data), and derives all sizes from it. */
async function writeSizes(
  sharp: ImageLibrary,
  image: Sharp,
  { dimensions, focalPoint, encode, outputs }: ResizeInput,
): Promise<void> {
  const planned = planSizes(dimensions)
  if (planned.length === 0) return
  const { width, height } = computeSourceDimensions(dimensions, planned)
  const { data, info } = await image.resize(width, height, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  for (const [index, { width, height, crop }] of planned.entries()) {
    const area = { width, height }
    const size = sharp(data, { raw })
    if (crop && focalPoint) resizeAround(size, dimensions, area, focalPoint)
    else size.resize(width, height, { fit: crop ? 'cover' : 'fill' })
    await encode(size).toFile(outputs[index] ?? '')
  }
}

/** Decodes the image once, at the size of the largest variant. */
async function writeVariants(sharp: ImageLibrary, job: ImageJob, header: ImageHeader): Promise<DecodedImage> {
  const { type, width, height } = header
  const variants = header.pages > 1 ? [] : planVariants({ type, width, height })
  const largest = variants.at(-1) ?? computeSourceDimensions(header, planSizes(header))
  const still = autoOrient(sharp(job.source, STRICT_OPTIONS)).resize(largest.width, largest.height, { fit: 'fill' })
  const { data, info } = await still.raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  for (const [index, variant] of variants.entries()) {
    const image = sharp(data, { raw }).resize(variant.width, variant.height, { fit: 'fill' })
    await VARIANT_ENCODERS[variant.type]?.(image).toFile(job.outputs[index] ?? '')
  }
  return { type, width, height, thumbhash: await computeThumbHash(sharp(data, { raw })) }
}

function resizeAround(image: Sharp, full: Dimensions, area: Dimensions, focalPoint: FocalPoint): void {
  const covering = computeCoveringDimensions(full, area)
  image.resize(covering.width, covering.height, { fit: 'fill' }).extract(computeFocusArea(covering, area, focalPoint))
}

const autoOrient = (image: Sharp): Sharp => image.autoOrient().toColourspace('srgb')
