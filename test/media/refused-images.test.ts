import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { createNoiseImage, createSolidImage } from '../helper/media/encode-png.ts'
import { createEmptyPng } from '../helper/media/hostile-images.ts'
import { decodeFile } from '../helper/media/prepared-image.ts'

/** Header of an animated WebP with one frame and no pixels. */
function emptyWebp(width: number, height: number): Buffer {
  const canvas = Buffer.alloc(10)
  canvas[0] = 0x02
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(type, 'latin1'), length, data])
  }
  const body = Buffer.concat([Buffer.from('WEBP'), chunk('VP8X', canvas), chunk('ANIM', Buffer.alloc(6))])
  return Buffer.concat([chunk('RIFF', body)])
}

/** The same file with HEVC as its codec: the format of phones, which only some browsers show. */
function heic(avif: Buffer): Buffer {
  return Buffer.from(
    avif.toString('latin1').replaceAll('avif', 'heic').replaceAll('av01', 'hvc1').replaceAll('av1C', 'hvcC'),
    'latin1',
  )
}

describe('Rejected images', () => {
  const notAnImage = (name: string, make: () => Promise<Buffer> | Buffer) =>
    test(name, async () => assert.deepEqual(await decodeFile(await make()), { failure: 'not-an-image' }))

  notAnImage('nothing', () => Buffer.alloc(0))
  notAnImage('text', () => Buffer.from('picture'))
  notAnImage('HTML with the name of an image', () => Buffer.from('<!doctype html><script>alert(1)</script>'))
  notAnImage('SVG', () =>
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
  )
  notAnImage('SVG behind an XML declaration', () =>
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  )
  notAnImage('HTML behind the first bytes of a GIF', () => Buffer.from('GIF89a/*<html><script>alert(1)</script>*/=1;'))
  notAnImage('HTML behind the first bytes of a JPEG', () =>
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<html><script>alert(1)</script>')]),
  )
  notAnImage('TIFF', () => createSolidImage(40, 40).tiff().toBuffer())
  notAnImage('PDF', () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'))
  notAnImage('BMP', () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]))
  notAnImage('HEIC', async () => heic(await createSolidImage(64, 64).avif().toBuffer()))
  notAnImage('a broken AVIF', async () => {
    const bytes = await createNoiseImage(300, 300).avif().toBuffer()
    return bytes.subarray(0, bytes.length / 2)
  })

  for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
    notAnImage(`a ${format} that is cut off`, async () => {
      const bytes = await createNoiseImage(300, 300).toFormat(format).toBuffer()
      return bytes.subarray(0, Math.floor(bytes.length * 0.6))
    })
    notAnImage(`the first bytes of a ${format}`, async () => {
      const bytes = await createNoiseImage(300, 300).toFormat(format).toBuffer()
      return bytes.subarray(0, 40)
    })
  }

  notAnImage('a PNG whose pixels do not match their sum', async () => {
    const bytes = await createNoiseImage(300, 300).png().toBuffer()
    bytes.fill(0, 5000, 6000)
    return bytes
  })

  for (const [name, bomb] of [
    ['a PNG of 900 megapixels', createEmptyPng(30_000, 30_000, 100)],
    ['a PNG of 900 megapixels with all its rows', createEmptyPng(30_000, 30_000)],
    ['a PNG just over the limit', createEmptyPng(10_000, 5001)],
    ['a PNG of 50 megapixels in one column', createEmptyPng(1, 50_000_000)],
    ['a PNG of 50 megapixels in one row', createEmptyPng(50_000_000, 1)],
  ] as const)
    test(`${name} is rejected by its header`, async () => {
      assert.deepEqual(await decodeFile(bomb), { failure: 'too-many-pixels', megapixels: 50, side: 65_535 })
    })

  test('A WebP with a header of 268 megapixels is rejected', async () => {
    assert.ok('failure' in (await decodeFile(emptyWebp(16_383, 16_383))))
  })

  test('All frames of an animation count', async () => {
    const frame = await createSolidImage(3000, 3000).png().toBuffer()
    const other = await createSolidImage(3000, 3000, { r: 0, g: 0, b: 0 }).png().toBuffer()
    const frames = [frame, other, frame, other, frame, other]
    const bytes = await sharp(frames, { join: { animated: true }, limitInputPixels: false })
      .gif({ effort: 1 })
      .toBuffer()
    assert.deepEqual(await decodeFile(bytes), { failure: 'too-many-pixels', megapixels: 50, side: 65_535 })
  })
})
