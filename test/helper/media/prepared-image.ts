/** Images as an upload stores them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createImageDecoder, OUTPUT_COUNT, type RejectedImage } from '../../../src/calendar/images/image-decoder.ts'
import { type PlannedSize, planSizes } from '../../../src/calendar/images/image-sizes.ts'
import { createTemporaryFiles } from '../../../src/calendar/images/temporary-files.ts'

export interface DecodedSize extends PlannedSize {
  readonly bytes: Buffer
}

export interface DecodedFiles {
  readonly type: string
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
  readonly sizes: readonly DecodedSize[]
}

/** Its process ends with the tests that import this file. */
const decoder = createImageDecoder()
const temporaryFiles = createTemporaryFiles(join(tmpdir(), 'calends-images'))

/** Decodes an image as an upload does, and reads the files written. */
export async function decodeFile(bytes: Buffer): Promise<DecodedFiles | RejectedImage> {
  const source = await temporaryFiles.write([bytes])
  const outputs = await temporaryFiles.reserve(OUTPUT_COUNT)
  try {
    const image = await decoder.decode({ source, outputs })
    if ('failure' in image) return image
    const [full = '', ...others] = outputs
    const sizes = planSizes(image).map((size, index) => ({ ...size, bytes: readFileSync(others[index] ?? '') }))
    return { ...image, bytes: readFileSync(full), sizes }
  } finally {
    await temporaryFiles.remove([source, ...outputs])
  }
}

export async function decodeValidFile(bytes: Buffer): Promise<DecodedFiles> {
  const image = await decodeFile(bytes)
  if ('failure' in image) assert.fail(`refused: ${image.failure}`)
  return image
}

export const listSizes = ({ sizes }: DecodedFiles): Record<string, string> =>
  Object.fromEntries(sizes.map(({ name, width, height }) => [name, `${width}x${height}`]))
