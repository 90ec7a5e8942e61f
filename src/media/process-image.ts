/** Images drawn anew: runs in a process of its own (image-process.ts), which a hostile file may cost at most. */
import { stat } from 'node:fs/promises'
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import type { ImageType } from '../domain/model/media.ts'
import type { DecodedImage, ImageJob, RejectedImage } from './image-decoder.ts'
import { ENCODERS, getImageType, LOADERS } from './image-formats.ts'
import {
  computeOutputDimensions,
  getExceededLimit,
  type ImageHeader,
  MAX_MEGAPIXELS,
  MAX_SIDE,
  mayOptimize,
} from './image-limits.ts'
import { computeSourceDimensions, type Dimensions, planSizes } from './image-sizes.ts'

type ImageLibrary = typeof import('sharp')['default']

/** A file that is cut off or broken is refused; what cameras write a little wrong, and every viewer forgives, is not. */
const STRICT_OPTIONS: SharpOptions = { failOn: 'error', limitInputPixels: MAX_MEGAPIXELS * 1_000_000 }
/** In bytes. A file that compressed its pixels far better than we do would otherwise grow without limit. */
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
 * Draws the image in a file anew, whatever its name and declared type: nothing of it but its pixels is kept. Writes the
 * full size to the first output and the smaller sizes, in the order of `planSizes`, to those that follow. Throws when that
 * cannot be written.
 */
export async function processImage(sharp: ImageLibrary, job: ImageJob): Promise<DecodedImage | RejectedImage> {
  const metadata = await readMetadata(sharp, job.source)
  const type = metadata && getImageType(metadata)
  if (metadata === undefined || type === undefined) return { flaw: 'not-a-picture' }
  const header = readHeader(metadata, type)
  const megapixels = getExceededLimit(header)
  if (megapixels !== undefined) return { flaw: 'too-many-pixels', megapixels, side: MAX_SIDE }
  try {
    return await writeImages(sharp, job, { ...header, ...metadata.autoOrient })
  } catch (error) {
    if (isWriteFailure(error)) throw error
    return { flaw: 'not-a-picture' }
  }
}

/** A full disk is no fault of the image. The library says so in words alone. */
const isWriteFailure = (error: unknown): boolean =>
  error instanceof Error && /: (?:write error|unable to open for write)\n/.test(error.message)

/** Reads no pixels, so it has no limit of them. */
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

/** Of an animation that lies on its side, the first frame is kept, since frames cannot be turned together. */
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
  const dimensions = computeOutputDimensions(header)
  const source = type === 'image/avif' ? await decodeToPng(sharp, job.source, others.at(-1) ?? '') : job.source
  const full = autoOrient(sharp(source, { ...STRICT_OPTIONS, animated: header.pages > 1 }))
  if (dimensions.width < header.width) full.resize(dimensions.width, dimensions.height, { fit: 'fill' })
  await encode(full, mayOptimize(dimensions)).toFile(output)
  if ((await stat(output)).size > MAX_OUTPUT_BYTES) return { flaw: 'too-costly' }
  await writeSizes(sharp, source, { dimensions, encode: (size) => encode(size, true), outputs: others })
  return { type, ...dimensions }
}

/** The decoder and the encoder of AVIF each need most of the memory, so one must end before the other begins. */
async function decodeToPng(sharp: ImageLibrary, source: string, output: string): Promise<string> {
  await autoOrient(sharp(source, STRICT_OPTIONS)).png({ compressionLevel: 0 }).toFile(output)
  return output
}

interface ResizeInput {
  readonly dimensions: Dimensions
  readonly encode: (picture: Sharp) => Sharp
  readonly outputs: readonly string[]
}

/** Reads the file once, as small as the largest size allows (loaders skip what is not needed), and shrinks that. */
async function writeSizes(
  sharp: ImageLibrary,
  source: string,
  { dimensions, encode, outputs }: ResizeInput,
): Promise<void> {
  const planned = planSizes(dimensions)
  if (planned.length === 0) return
  const { width, height } = computeSourceDimensions(dimensions, planned)
  const { data, info } = await autoOrient(sharp(source, STRICT_OPTIONS))
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  for (const [index, { width, height, crop }] of planned.entries()) {
    const size = sharp(data, { raw }).resize(width, height, { fit: crop ? 'cover' : 'fill' })
    await encode(size).toFile(outputs[index] ?? '')
  }
}

const autoOrient = (picture: Sharp): Sharp => picture.autoOrient().toColourspace('srgb')
