import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import {
  createAnimation,
  createNoiseImage,
  createPngChunk,
  createSolidImage,
  createTwoColorImage,
  isSimilarColor,
  RED_COLOR,
  readPixel,
} from '../helper/media/encode-png.ts'
import { decodeFile, decodeValidFile, listSizes } from '../helper/media/prepared-image.ts'

describe('Image types', () => {
  const types = ['jpeg', 'png', 'gif', 'webp', 'avif'] as const
  for (const format of types)
    test(`${format}: the image and its sizes keep their type`, async () => {
      const bytes = await (await createTwoColorImage(400, 320)).toFormat(format).toBuffer()
      const image = await decodeValidFile(bytes)
      assert.equal(image.type, `image/${format}`)
      assert.deepEqual([image.width, image.height], [400, 320])
      for (const { bytes, width, height } of [image, ...image.sizes]) {
        const metadata = await sharp(bytes).metadata()
        assert.equal(metadata.mediaType, `image/${format}`)
        assert.deepEqual([metadata.width, metadata.height], [width, height])
      }
    })

  test('Sizes show the whole image, the thumbnail its center', async () => {
    const { sizes } = await decodeValidFile(await (await createTwoColorImage(600, 300)).png().toBuffer())
    assert.equal(sizes.length, 2)
    for (const { bytes, width, height } of sizes) {
      assert.ok(isSimilarColor(await readPixel(bytes, 2, height - 2), [200, 30, 30]))
      assert.ok(isSimilarColor(await readPixel(bytes, width - 3, 2), [20, 20, 220]))
    }
  })

  for (const type of ['gif', 'webp'] as const)
    test(`An animated ${type} stays animated, and its sizes show the first frame`, async () => {
      const image = await decodeValidFile(await createAnimation(type))
      const whole = await sharp(image.bytes, { animated: true }).metadata()
      assert.deepEqual([whole.pages, whole.pageHeight, whole.width], [3, 200, 400])
      assert.deepEqual(whole.delay, [100, 200, 300])
      assert.deepEqual([image.width, image.height], [400, 200])
      assert.deepEqual(listSizes(image), { medium: '300x150', thumbnail: '150x150' })
      for (const { bytes } of image.sizes) {
        assert.equal((await sharp(bytes).metadata()).pages ?? 1, 1)
        assert.ok(isSimilarColor((await readPixel(bytes, 5, 5)).slice(0, 3), [0, 0, 0]))
      }
    })

  test('Of an animation with a rotated orientation only the first frame is kept, upright', async () => {
    const rotated = await sharp(await createAnimation('webp'), { animated: true })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    assert.equal((await sharp(rotated).metadata()).pages, 3)
    const image = await decodeValidFile(rotated)
    const { width, height, pages = 1 } = await sharp(image.bytes).metadata()
    assert.deepEqual([image.width, image.height, width, height, pages], [200, 400, 200, 400, 1])
  })

  test('Transparency is kept', async () => {
    const clear = sharp({ create: { width: 400, height: 400, channels: 4, background: { ...RED_COLOR, alpha: 0.5 } } })
    const { bytes, sizes } = await decodeValidFile(await clear.png().toBuffer())
    for (const part of [bytes, ...sizes.map((size) => size.bytes)])
      assert.ok(isSimilarColor(await readPixel(part, 10, 10), [200, 30, 30, 128]))
  })

  test('16 bits per channel become 8', async () => {
    const deep = await createSolidImage(400, 400).toColourspace('rgb16').png().toBuffer()
    assert.equal((await sharp(deep).metadata()).depth, 'ushort')
    const { bytes, sizes } = await decodeValidFile(deep)
    assert.ok(isSimilarColor(await readPixel(bytes, 5, 5), [200, 30, 30]))
    for (const part of [bytes, ...sizes.map((size) => size.bytes)])
      assert.equal((await sharp(part).metadata()).depth, 'uchar')
  })

  test('CMYK colors become RGB', async () => {
    const print = await createSolidImage(400, 400).toColourspace('cmyk').jpeg().toBuffer()
    assert.equal((await sharp(print).metadata()).space, 'cmyk')
    const { bytes } = await decodeValidFile(print)
    assert.equal((await sharp(bytes).metadata()).space, 'srgb')
    assert.ok(isSimilarColor(await readPixel(bytes, 5, 5), [200, 30, 30], 30))
  })

  test('Colors of a wide-gamut profile look the same without it', async () => {
    const wide = await createSolidImage(400, 400).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer()
    assert.ok(
      !isSimilarColor(
        await sharp(wide)
          .keepIccProfile()
          .raw()
          .toBuffer()
          .then((data) => [...data.subarray(0, 3)]),
        [200, 30, 30],
      ),
    )
    const { bytes, sizes } = await decodeValidFile(wide)
    for (const part of [bytes, ...sizes.map((size) => size.bytes)]) {
      assert.equal((await sharp(part).metadata()).icc, undefined)
      assert.ok(isSimilarColor(await readPixel(part, 5, 5), [200, 30, 30]))
    }
  })

  test('Grayscale stays grayscale', async () => {
    const { bytes } = await decodeValidFile(await createSolidImage(400, 400).greyscale().jpeg().toBuffer())
    const [first = 0, ...others] = await readPixel(bytes, 5, 5)
    assert.ok(others.every((value) => Math.abs(value - first) < 3))
  })
})

describe('Sizes', () => {
  const cases: readonly [number, number, Record<string, string>][] = [
    [1600, 1000, { medium: '300x188', large: '1024x640', thumbnail: '150x150', medium_large: '768x480' }],
    [1000, 1600, { medium: '188x300', large: '640x1024', thumbnail: '150x150', medium_large: '768x1229' }],
    [1200, 100, { medium: '300x25', large: '1024x85', thumbnail: '150x100', medium_large: '768x64' }],
    [800, 400, { medium: '300x150', thumbnail: '150x150', medium_large: '768x384' }],
    [100, 400, { medium: '75x300', thumbnail: '100x150' }],
    [301, 301, { thumbnail: '150x150' }],
    [150, 150, {}],
    [80, 80, {}],
    [1, 1, {}],
    [1, 2000, { medium: '1x300', large: '1x1024', thumbnail: '1x150' }],
  ]
  for (const [width, height, sizes] of cases)
    test(`Sizes of ${width}x${height}`, async () => {
      const image = await decodeValidFile(await createSolidImage(width, height).png().toBuffer())
      assert.deepEqual(listSizes(image), sizes)
      assert.deepEqual(Object.keys(listSizes(image)), Object.keys(sizes))
      for (const { bytes, width, height } of image.sizes) {
        const created = await sharp(bytes).metadata()
        assert.deepEqual([created.width, created.height], [width, height])
      }
    })
})

describe('Metadata of images', () => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8])
    test(`Orientation ${orientation} is applied and removed`, async () => {
      const shown = await createTwoColorImage(600, 400)
      const turned = await sharp(await shown.png().toBuffer())
        .jpeg({ quality: 95 })
        .withMetadata({ orientation })
        .toBuffer()
      const upright = await sharp(turned).autoOrient().png().toBuffer({ resolveWithObject: true })
      const image = await decodeValidFile(turned)
      assert.deepEqual([image.width, image.height], [upright.info.width, upright.info.height])
      assert.deepEqual([image.width, image.height], orientation < 5 ? [600, 400] : [400, 600])
      assert.equal((await sharp(image.bytes).metadata()).orientation, undefined)
      for (const { bytes, width, height } of [image, ...image.sizes])
        for (const [x, y] of [
          [0.1, 0.1],
          [0.9, 0.9],
        ] as const) {
          const expected = await readPixel(upright.data, Math.floor(x * image.width), Math.floor(y * image.height))
          assert.ok(
            isSimilarColor(await readPixel(bytes, Math.floor(x * width), Math.floor(y * height)), expected.slice(0, 3)),
          )
        }
    })

  test('Location, author, comments and profiles are removed', async () => {
    const exif = {
      IFD0: { Copyright: 'SECRET-COPYRIGHT' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    }
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><r>SECRET-XMP</r></x:xmpmeta>'
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const withMetadata = await createSolidImage(400, 400)
        .toFormat(format)
        .withExif(exif)
        .withXmp(xmp)
        .withIccProfile('p3')
        .toBuffer()
      assert.ok(withMetadata.includes('SECRET'))
      const image = await decodeValidFile(withMetadata)
      for (const { bytes } of [image, ...image.sizes]) {
        const { exif, xmp, icc, iptc, comments } = await sharp(bytes).metadata()
        assert.deepEqual(
          { exif, xmp, icc, iptc, comments },
          { exif: undefined, xmp: undefined, icc: undefined, iptc: undefined, comments: undefined },
        )
        assert.ok(!bytes.includes('SECRET'))
      }
    }
  })

  test('Comments and data after the image are removed', async () => {
    const jpeg = await createSolidImage(400, 400).jpeg().toBuffer()
    const comment = Buffer.from('\xff\xfe\x00\x10SECRET-COMMENT', 'latin1')
    const marked = Buffer.concat([
      jpeg.subarray(0, 2),
      comment,
      jpeg.subarray(2),
      Buffer.from('<script>SECRET()</script>'),
    ])
    assert.ok(!(await decodeValidFile(marked)).bytes.includes('SECRET'))
    const png = await createSolidImage(400, 400).png().toBuffer()
    const text = createPngChunk('tEXt', Buffer.from('Comment\0SECRET-TEXT'))
    const commented = Buffer.concat([png.subarray(0, 33), text, png.subarray(33)])
    assert.ok((await sharp(commented).metadata()).comments?.[0]?.text.includes('SECRET'))
    assert.ok(!(await decodeValidFile(commented)).bytes.includes('SECRET'))
  })
})

describe('Processing of several images', () => {
  test('Concurrent images are all processed, even with a broken one among them', async () => {
    const bytes = await createNoiseImage(800, 600).jpeg().toBuffer()
    const results = await Promise.all([bytes, Buffer.from('x'), bytes, bytes].map(decodeFile))
    assert.deepEqual(
      results.map((result) => ('failure' in result ? result.failure : result.width)),
      [800, 'not-an-image', 800, 800],
    )
  })

  test('An image of 12 megapixels does not block the event loop', async () => {
    const bytes = await createNoiseImage(4000, 3000).jpeg({ quality: 90 }).toBuffer()
    await decodeFile(Buffer.from('loads the library'))
    let beats = 0
    const ticker = setInterval(() => {
      beats += 1
    }, 5)
    const { sizes } = await decodeValidFile(bytes)
    clearInterval(ticker)
    // Processing takes at least 200 ms, nearly all of which is free for the event loop; done in the loop, there would
    // be no beat at all.
    assert.ok(beats >= 8, `${beats} beats`)
    assert.equal(sizes.length, 4)
  })
})
