import { crc32 } from 'node:zlib'
import sharp from 'sharp'

type Painted = ReturnType<typeof sharp>

export const RED_COLOR = { r: 200, g: 30, b: 30 }

export const createSolidImage = (width: number, height: number, background = RED_COLOR): Painted =>
  sharp({ create: { width, height, channels: 3, background } })

/** Left half red, right half blue, so that a rotation is visible. */
export async function createTwoColorImage(width: number, height: number): Promise<Painted> {
  const blue = await createSolidImage(Math.floor(width / 2), height, { r: 20, g: 20, b: 220 })
    .png()
    .toBuffer()
  return sharp(
    await createSolidImage(width, height)
      .composite([{ input: blue, gravity: 'east' }])
      .removeAlpha()
      .png()
      .toBuffer(),
  )
}

/** Noise does not compress, so the file is large enough to truncate and to damage. */
export const createNoiseImage = (width: number, height: number): Painted =>
  sharp({
    create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 30 }, background: RED_COLOR },
  })

export async function createAnimation(type: 'gif' | 'webp'): Promise<Buffer> {
  const stack = await Promise.all(
    [0, 1, 2].map((frame) =>
      createSolidImage(400, 200, { r: 60 * frame, g: 0, b: 0 })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(stack, { join: { animated: true } })
    [type]({ loop: 0, delay: [100, 200, 300] })
    .toBuffer()
}

export async function readPixel(bytes: Buffer, left: number, top: number): Promise<readonly number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (top * info.width + left) * info.channels
  return [...data.subarray(at, at + info.channels)]
}

export const isSimilarColor = (found: readonly number[], expected: readonly number[], by = 12): boolean =>
  found.length === expected.length && found.every((value, channel) => Math.abs(value - (expected[channel] ?? 0)) <= by)

export function createPngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
