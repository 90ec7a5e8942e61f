/** AVIF and WebP copies of images, and their placeholders, as the background job creates them. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import sharp from 'sharp'
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash'
import { createImageDecoder } from '../../src/calendar/images/image-decoder.ts'
import { MAX_VARIANTS, planVariants } from '../../src/calendar/images/image-variants.ts'
import { createTemporaryFiles } from '../../src/calendar/images/temporary-files.ts'
import { createAnimation, createSolidImage, createTwoColorImage } from '../helper/media/encode-png.ts'

describe('Image variants', () => {
  const decoder = createImageDecoder()
  const temporaryFiles = createTemporaryFiles(join(tmpdir(), 'calends-variants'))
  after(() => decoder.close())

  interface Derived {
    readonly thumbhash: Uint8Array
    /** Such as `avif 320x240`, in the order of the outputs. */
    readonly files: readonly string[]
  }

  async function derive(bytes: Buffer): Promise<Derived> {
    const source = await temporaryFiles.write([bytes])
    const outputs = await temporaryFiles.reserve(MAX_VARIANTS)
    try {
      const image = await decoder.decode({ source, outputs, isForVariants: true })
      if ('failure' in image) assert.fail(image.failure)
      const files = outputs.filter((path) => existsSync(path))
      const described = files.map(async (path) => {
        const { format, compression, width, height } = await sharp(path).metadata()
        return `${compression === 'av1' ? 'avif' : format} ${width}x${height}`
      })
      return { thumbhash: Buffer.from(image.thumbhash ?? '', 'base64'), files: await Promise.all(described) }
    } finally {
      await temporaryFiles.remove([source, ...outputs])
    }
  }

  describe('Variants of images', () => {
    test('A JPEG has AVIF and WebP copies in its own width and in smaller ones', async () => {
      const { files } = await derive(await createSolidImage(700, 350).jpeg().toBuffer())
      // A copy of 640 pixels would hardly be smaller than the one of 700.
      assert.deepEqual(files, ['avif 320x160', 'webp 320x160', 'avif 700x350', 'webp 700x350'])
    })

    test('The widths of a large image end at 1600 pixels', () => {
      const widths = planVariants({ type: 'image/png', width: 4000, height: 3000 }).map(({ width }) => width)
      assert.deepEqual(widths, [320, 320, 640, 640, 1024, 1024, 1600, 1600])
      assert.equal(widths.length, MAX_VARIANTS)
    })

    test('Sizes that are too high for the encoder are omitted', () => {
      const heights = planVariants({ type: 'image/png', width: 1000, height: 9000 }).map(({ height }) => height)
      assert.deepEqual(heights, [2880, 2880])
    })

    test('A WebP image has only AVIF copies, and an AVIF image has none', async () => {
      assert.deepEqual((await derive(await createSolidImage(300, 200).webp().toBuffer())).files, ['avif 300x200'])
      const { files, thumbhash } = await derive(await createSolidImage(300, 200).avif().toBuffer())
      assert.deepEqual(files, [])
      assert.ok(thumbhash.length > 0)
    })

    for (const type of ['gif', 'webp'] as const)
      test(`An animated ${type} has no copies, which would not move`, async () => {
        const { files, thumbhash } = await derive(await createAnimation(type))
        assert.deepEqual(files, [])
        assert.ok(thumbHashToAverageRGBA(thumbhash).r < 0.1)
      })

    test('A tiny image has copies in its own size', async () => {
      assert.deepEqual((await derive(await createSolidImage(1, 1).png().toBuffer())).files, ['avif 1x1', 'webp 1x1'])
    })

    test('A damaged file is rejected', async () => {
      const source = await temporaryFiles.write([Buffer.from('no image')])
      const result = await decoder.decode({ source, outputs: [], isForVariants: true })
      await temporaryFiles.remove([source])
      assert.deepEqual(result, { failure: 'not-an-image' })
    })
  })

  describe('Placeholders of images', () => {
    test('A placeholder has the average color and about the aspect ratio of the image', async () => {
      const { thumbhash } = await derive(await (await createTwoColorImage(600, 300)).jpeg().toBuffer())
      const { r, g, b, a } = thumbHashToAverageRGBA(thumbhash)
      assert.ok(Math.abs(r - 110 / 255) < 0.05 && Math.abs(g - 25 / 255) < 0.05 && Math.abs(b - 125 / 255) < 0.05)
      assert.equal(a, 1)
      assert.ok(Math.abs(thumbHashToApproximateAspectRatio(thumbhash) - 2) < 0.4)
    })

    test('A gray image has a gray placeholder', async () => {
      const gray = await createSolidImage(200, 100, { r: 128, g: 128, b: 128 }).toColourspace('b-w').png().toBuffer()
      const { r, g, b } = thumbHashToAverageRGBA((await derive(gray)).thumbhash)
      for (const value of [r, g, b]) assert.ok(Math.abs(value - 0.5) < 0.05, String([r, g, b]))
    })

    test('A transparent image has a transparent placeholder', async () => {
      const background = { r: 0, g: 0, b: 0, alpha: 0.5 }
      const bytes = await sharp({ create: { width: 60, height: 60, channels: 4, background } })
        .png()
        .toBuffer()
      assert.ok(Math.abs(thumbHashToAverageRGBA((await derive(bytes)).thumbhash).a - 0.5) < 0.1)
    })
  })
})
