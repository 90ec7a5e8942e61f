/** Crop and focal point of an image, as fractions of its width and height from the top left corner. */

export interface FocalPoint {
  readonly x: number
  readonly y: number
}

export interface Crop extends FocalPoint {
  readonly width: number
  readonly height: number
}

export interface ImageEdit {
  /** The part of the original that is shown; null for all of it. */
  readonly crop: Crop | null
  /** The most important point of the shown part, which remains visible where pages cut the image; null for its center. */
  readonly focal_point: FocalPoint | null
}

const WHOLE: Crop = { x: 0, y: 0, width: 1, height: 1 }
const DIGITS = 5

/** Rounds to 1/100000, which is less than a pixel. */
export const roundFraction = (value: number): number => Number(value.toFixed(DIGITS))

const clampFraction = (value: number): number => roundFraction(Math.min(1, Math.max(0, value)))

/** The same point of the original after its crop has changed, or the nearest one that is still shown. */
export function moveFocalPoint(point: FocalPoint, from: Crop | null, to: Crop | null): FocalPoint {
  const [before, after] = [from ?? WHOLE, to ?? WHOLE]
  return {
    x: clampFraction((before.x + point.x * before.width - after.x) / after.width),
    y: clampFraction((before.y + point.y * before.height - after.y) / after.height),
  }
}

/** The edit after an update. Without a new focal point, the old one stays where it is in the original. */
export function changeEdit(current: ImageEdit, { crop = current.crop, focal_point }: Partial<ImageEdit>): ImageEdit {
  if (focal_point !== undefined) return { crop, focal_point }
  const old = current.focal_point
  return { crop, focal_point: old && moveFocalPoint(old, current.crop, crop) }
}

export const isSameEdit = (a: ImageEdit, b: ImageEdit): boolean =>
  JSON.stringify([a.crop, a.focal_point]) === JSON.stringify([b.crop, b.focal_point])

interface Size {
  readonly width: number
  readonly height: number
}

export interface PixelArea extends Size {
  readonly left: number
  readonly top: number
}

/** The pixels that a crop contains, at least one. */
export function computeCropArea({ width, height }: Size, crop: Crop): PixelArea {
  const left = Math.min(width - 1, Math.round(crop.x * width))
  const top = Math.min(height - 1, Math.round(crop.y * height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(crop.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(crop.height * height))),
  }
}

/** The area of the given size around the focal point, moved to lie within the image. */
export function computeFocusArea(image: Size, area: Size, { x, y }: FocalPoint): PixelArea {
  const place = (fraction: number, length: number, part: number): number =>
    Math.max(0, Math.min(length - part, Math.round(fraction * length - part / 2)))
  return {
    left: place(x, image.width, area.width),
    top: place(y, image.height, area.height),
    width: area.width,
    height: area.height,
  }
}
