import type { Metadata, Sharp, SharpOptions } from 'sharp'
import type { PictureType, SizeName } from '../calendar/media.ts'
import { createQueue } from '../concurrency/queue.ts'
import { ENCODERS, LOADERS, typeOf } from './picture-formats.ts'
import { type Dimensions, leastSource, type PlannedSize, planSizes } from './picture-sizes.ts'

export interface PictureSize extends Dimensions {
  readonly name: SizeName
  readonly bytes: Buffer
}

/** A picture as it is kept: upright, in sRGB, without any metadata. Width and height are in pixels, of one frame. */
export interface PreparedPicture extends Dimensions {
  readonly type: PictureType
  readonly bytes: Buffer
  /** Smaller ones of the same type, in the order of the wire (contract 7.5); of an animation, its first frame. */
  readonly sizes: readonly PictureSize[]
}

export interface FlawedPicture {
  readonly flaw: 'not-a-picture' | 'too-many-pixels'
}

type Library = typeof import('sharp')['default']

/** Of all frames together. */
export const MOST_MEGAPIXELS = 50
/** In pixels: what the other types can have, while a PNG of the width of one takes minutes of work for each megabyte. */
export const LONGEST_SIDE = 65_535
const MOST_PIXELS = MOST_MEGAPIXELS * 1_000_000
const MOST_SECONDS = 60
/** A file that is cut off or broken is refused; what cameras write a little wrong, and every viewer forgives, is not. */
const STRICT: SharpOptions = { failOn: 'error', limitInputPixels: MOST_PIXELS }

/** One picture keeps a core busy for a moment; more at once would take the others from those who wait for answers. */
const pictures = createQueue({ concurrency: 1 })
let library: Promise<Library> | undefined

/**
 * Takes the bytes of an uploaded file, whatever its name and declared type, and writes the picture in it anew: nothing of
 * the file but its pixels is kept. Pictures are worked on one after the other.
 */
export function preparePicture(bytes: Buffer): Promise<PreparedPicture | FlawedPicture> {
  return pictures.run(async () => {
    library ??= loadLibrary()
    return prepare(await library, bytes)
  })
}

/** Loaded with the first picture: it takes a tenth of a second and more, which a service may never need. */
async function loadLibrary(): Promise<Library> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [...LOADERS] })
  return sharp
}

async function prepare(sharp: Library, bytes: Buffer): Promise<PreparedPicture | FlawedPicture> {
  const header = await readHeader(sharp, bytes)
  const type = header && typeOf(header)
  if (header === undefined || type === undefined) return { flaw: 'not-a-picture' }
  if (isTooLarge(header)) return { flaw: 'too-many-pixels' }
  try {
    return await redraw(sharp, bytes, { type, isAnimated: isAnimated(header), ...header.autoOrient })
  } catch (error) {
    return { flaw: isTimeout(error) ? 'too-many-pixels' : 'not-a-picture' }
  }
}

const isTooLarge = ({ width, height, pages = 1 }: Metadata): boolean =>
  width * height * pages > MOST_PIXELS || Math.max(width, height) > LONGEST_SIDE

/** Reads no pixels, so it has no limit of them. */
async function readHeader(sharp: Library, bytes: Buffer): Promise<Metadata | undefined> {
  try {
    return await sharp(bytes, { failOn: 'error', limitInputPixels: false }).metadata()
  } catch {
    return undefined
  }
}

/** Frames cannot be turned together: of an animation that lies on its side, the first one is kept. */
const isAnimated = ({ pages = 1, orientation = 1 }: Metadata): boolean => pages > 1 && orientation === 1

interface Upright extends Dimensions {
  readonly type: PictureType
  readonly isAnimated: boolean
}

async function redraw(sharp: Library, bytes: Buffer, facts: Upright): Promise<PreparedPicture> {
  const { type, width, height, isAnimated } = facts
  const planned = planSizes({ width, height })
  const write = ENCODERS[type]
  // One after the other: the second core is for those who wait for other answers.
  const animated = isAnimated && (type === 'image/gif' || type === 'image/webp')
  const original = await write(upright(sharp(bytes, { ...STRICT, animated }))).toBuffer()
  const source = leastSource({ width, height }, planned)
  const sizes = planned.length === 0 ? [] : await drawSizes(sharp, bytes, { planned, source, write })
  return { type, bytes: original, width, height, sizes }
}

interface Drawing {
  readonly planned: readonly PlannedSize[]
  readonly source: Dimensions
  readonly write: (picture: Sharp) => Sharp
}

/** Reads the file once, as small as the largest size allows (loaders skip what is not needed), and shrinks that. */
async function drawSizes(sharp: Library, bytes: Buffer, { planned, source, write }: Drawing): Promise<PictureSize[]> {
  const { data, info } = await upright(sharp(bytes, STRICT))
    .resize(source.width, source.height, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const sizes: PictureSize[] = []
  for (const { name, width, height, crop } of planned) {
    const size = sharp(data, { raw }).resize(width, height, { fit: crop ? 'cover' : 'fill' })
    sizes.push({ name, width, height, bytes: await write(size).toBuffer() })
  }
  return sizes
}

const upright = (picture: Sharp): Sharp => picture.autoOrient().toColourspace('srgb').timeout({ seconds: MOST_SECONDS })

const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.includes('timeout')
