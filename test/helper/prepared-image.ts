/** Images as an upload would keep them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createImageDecoder, type FlawedImage, OUTPUT_COUNT } from '../../src/media/image-decoder.ts'
import { type PlannedSize, planSizes } from '../../src/media/picture-sizes.ts'
import { createTemporaryFiles } from '../../src/media/temporary-files.ts'

export interface PreparedSize extends PlannedSize {
  readonly bytes: Buffer
}

export interface PreparedPicture {
  readonly type: string
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
  readonly sizes: readonly PreparedSize[]
}

/** Its process ends with the tests that import this. */
const decoder = createImageDecoder()
const temporaryFiles = createTemporaryFiles(join(tmpdir(), 'calends-images'))

/** Decodes an image as an upload does, and reads what was written. */
export async function preparePicture(bytes: Buffer): Promise<PreparedPicture | FlawedImage> {
  const source = await temporaryFiles.write([bytes])
  const outputs = await temporaryFiles.reserve(OUTPUT_COUNT)
  try {
    const image = await decoder.decode({ source, outputs })
    if ('flaw' in image) return image
    const [full = '', ...others] = outputs
    const sizes = planSizes(image).map((size, at) => ({ ...size, bytes: readFileSync(others[at] ?? '') }))
    return { ...image, bytes: readFileSync(full), sizes }
  } finally {
    await temporaryFiles.remove([source, ...outputs])
  }
}

export async function prepared(bytes: Buffer): Promise<PreparedPicture> {
  const picture = await preparePicture(bytes)
  if ('flaw' in picture) assert.fail(`refused: ${picture.flaw}`)
  return picture
}

export const sizesOf = ({ sizes }: PreparedPicture): Record<string, string> =>
  Object.fromEntries(sizes.map(({ name, width, height }) => [name, `${width}x${height}`]))
