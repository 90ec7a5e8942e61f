import type { SizeName } from './image.ts'

export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** A size to create. `crop` cuts the longer side, around the focal point if there is one. */
export interface PlannedSize extends Dimensions {
  readonly name: SizeName
  readonly crop: boolean
}

interface TargetBox extends Dimensions {
  readonly name: SizeName
  readonly crop?: true
}

/** In the order of the wire (wire-contract §7.5). */
const TARGET_BOXES: readonly TargetBox[] = [
  { name: 'medium', width: 300, height: 300 },
  { name: 'large', width: 1024, height: 1024 },
  { name: 'thumbnail', width: 150, height: 150, crop: true },
  { name: 'medium_large', width: 768, height: Number.POSITIVE_INFINITY },
]

/** Sizes of an image: only smaller ones, by more than one pixel. */
export function planSizes(original: Dimensions): readonly PlannedSize[] {
  return TARGET_BOXES.map((box) => ({ name: box.name, crop: box.crop === true, ...fitSize(original, box) })).filter(
    ({ width, height }) => original.width - width > 1 || original.height - height > 1,
  )
}

/** The smallest dimensions from which all planned sizes can be derived by shrinking; `original` without sizes. */
export function computeSourceDimensions(original: Dimensions, sizes: readonly PlannedSize[]): Dimensions {
  const scales = sizes.map(({ width, height }) => Math.max(width / original.width, height / original.height))
  const scale = scales.length === 0 ? 1 : Math.max(...scales)
  return scaleDimensions(original, scale)
}

function fitSize(original: Dimensions, box: TargetBox): Dimensions {
  const { width, height } = original
  if (box.crop) return { width: Math.min(width, box.width), height: Math.min(height, box.height) }
  return scaleDimensions(original, Math.min(1, box.width / width, box.height / height))
}

/** The smallest dimensions with the aspect ratio of the image that cover the area. */
export function computeCoveringDimensions(image: Dimensions, area: Dimensions): Dimensions {
  const { width, height } = scaleDimensions(image, Math.max(area.width / image.width, area.height / image.height))
  return { width: Math.max(width, area.width), height: Math.max(height, area.height) }
}

const scaleDimensions = ({ width, height }: Dimensions, scale: number): Dimensions => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})
