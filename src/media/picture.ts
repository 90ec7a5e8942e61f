/** Images drawn anew: runs in a process of its own (image-process.ts), which a hostile file may cost at most. */
import { stat } from 'node:fs/promises'
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import type { PictureType } from '../calendar/media.ts'
import {
  exceededMegapixels,
  type ImageHeader,
  keptDimensions,
  LONGEST_SIDE,
  MOST_MEGAPIXELS,
  mayOptimize,
} from './image-budget.ts'
import type { DecodedImage, FlawedImage, ImageJob } from './image-decoder.ts'
import { ENCODERS, LOADERS, typeOf } from './picture-formats.ts'
import { type Dimensions, leastSource, planSizes } from './picture-sizes.ts'

type Library = typeof import('sharp')['default']

/** A file that is cut off or broken is refused; what cameras write a little wrong, and every viewer forgives, is not. */
const STRICT: SharpOptions = { failOn: 'error', limitInputPixels: MOST_MEGAPIXELS * 1_000_000 }
/** In bytes. A file that compressed its pixels far better than we do would otherwise grow without limit. */
const LARGEST_OUTPUT = 64 * 2 ** 20

export async function loadLibrary(): Promise<Library> {
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
export async function redrawImage(sharp: Library, job: ImageJob): Promise<DecodedImage | FlawedImage> {
  const metadata = await readMetadata(sharp, job.source)
  const type = metadata && typeOf(metadata)
  if (metadata === undefined || type === undefined) return { flaw: 'not-a-picture' }
  const header = headerOf(metadata, type)
  const megapixels = exceededMegapixels(header)
  if (megapixels !== undefined) return { flaw: 'too-many-pixels', megapixels, side: LONGEST_SIDE }
  try {
    return await redraw(sharp, job, { ...header, ...metadata.autoOrient })
  } catch (error) {
    if (isWriteFailure(error)) throw error
    return { flaw: 'not-a-picture' }
  }
}

/** A full disk is no fault of the image. The library says so in words alone. */
const isWriteFailure = (error: unknown): boolean =>
  error instanceof Error && /: (?:write error|unable to open for write)\n/.test(error.message)

/** Reads no pixels, so it has no limit of them. */
async function readMetadata(sharp: Library, source: string): Promise<Metadata | undefined> {
  try {
    return await sharp(source, { failOn: 'error', limitInputPixels: false }).metadata()
  } catch {
    return undefined
  }
}

function headerOf(metadata: Metadata, type: PictureType): ImageHeader {
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
    samplesPerPixel: SAMPLES.get(metadata.chromaSubsampling ?? '') ?? channels,
    isTurned: orientation !== 1,
  }
}

/** Of an animation that lies on its side, the first frame is kept, since frames cannot be turned together. */
const canBeAnimated = (type: PictureType): boolean => type === 'image/gif' || type === 'image/webp'

const SAMPLES: ReadonlyMap<string, number> = new Map([
  ['4:2:0', 1.5],
  ['4:1:1', 1.5],
  ['4:2:2', 2],
  ['4:4:0', 2],
])

/** `header` has the dimensions of the upright image. */
async function redraw(sharp: Library, job: ImageJob, header: ImageHeader): Promise<DecodedImage | FlawedImage> {
  const [output = '', ...others] = job.outputs
  const { type } = header
  const write = ENCODERS[type]
  const kept = keptDimensions(header)
  const source = type === 'image/avif' ? await decodeToPng(sharp, job.source, others.at(-1) ?? '') : job.source
  const full = upright(sharp(source, { ...STRICT, animated: header.pages > 1 }))
  if (kept.width < header.width) full.resize(kept.width, kept.height, { fit: 'fill' })
  await write(full, mayOptimize(kept)).toFile(output)
  if ((await stat(output)).size > LARGEST_OUTPUT) return { flaw: 'too-costly' }
  await drawSizes(sharp, source, { kept, write: (size) => write(size, true), outputs: others })
  return { type, ...kept }
}

/** The decoder and the encoder of AVIF each need most of the memory, so one must end before the other begins. */
async function decodeToPng(sharp: Library, source: string, output: string): Promise<string> {
  await upright(sharp(source, STRICT)).png({ compressionLevel: 0 }).toFile(output)
  return output
}

interface Drawing {
  readonly kept: Dimensions
  readonly write: (picture: Sharp) => Sharp
  readonly outputs: readonly string[]
}

/** Reads the file once, as small as the largest size allows (loaders skip what is not needed), and shrinks that. */
async function drawSizes(sharp: Library, source: string, { kept, write, outputs }: Drawing): Promise<void> {
  const planned = planSizes(kept)
  if (planned.length === 0) return
  const { width, height } = leastSource(kept, planned)
  const { data, info } = await upright(sharp(source, STRICT))
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  for (const [at, { width, height, crop }] of planned.entries()) {
    const size = sharp(data, { raw }).resize(width, height, { fit: crop ? 'cover' : 'fill' })
    await write(size).toFile(outputs[at] ?? '')
  }
}

const upright = (picture: Sharp): Sharp => picture.autoOrient().toColourspace('srgb')
