import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { type PreparedPicture, preparePicture } from '../../src/media/picture.ts'

type Painted = ReturnType<typeof sharp>

const RED = { r: 200, g: 30, b: 30 }

const paint = (width: number, height: number, background = RED): Painted =>
  sharp({ create: { width, height, channels: 3, background } })

/** Left half red, right half blue, so that one can see how it was turned. */
async function halves(width: number, height: number): Promise<Painted> {
  const blue = await paint(Math.floor(width / 2), height, { r: 20, g: 20, b: 220 })
    .png()
    .toBuffer()
  return sharp(
    await paint(width, height)
      .composite([{ input: blue, gravity: 'east' }])
      .removeAlpha()
      .png()
      .toBuffer(),
  )
}

/** Noise does not shrink to nothing, so there is something to cut off and to break. */
const noise = (width: number, height: number): Painted =>
  sharp({ create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 30 }, background: RED } })

async function animation(type: 'gif' | 'webp'): Promise<Buffer> {
  const stack = await Promise.all(
    [0, 1, 2].map((frame) =>
      paint(400, 200, { r: 60 * frame, g: 0, b: 0 })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(stack, { join: { animated: true } })
    [type]({ loop: 0, delay: [100, 200, 300] })
    .toBuffer()
}

async function prepared(bytes: Buffer): Promise<PreparedPicture> {
  const picture = await preparePicture(bytes)
  assert.ok(!('flaw' in picture), `refused: ${JSON.stringify(picture)}`)
  return picture
}

async function pixel(bytes: Buffer, left: number, top: number): Promise<readonly number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (top * info.width + left) * info.channels
  return [...data.subarray(at, at + info.channels)]
}

const near = (found: readonly number[], wanted: readonly number[], by = 12): boolean =>
  found.length === wanted.length && found.every((value, channel) => Math.abs(value - (wanted[channel] ?? 0)) <= by)

const sizesOf = ({ sizes }: PreparedPicture): Record<string, string> =>
  Object.fromEntries(sizes.map(({ name, width, height }) => [name, `${width}x${height}`]))

describe('the types that are taken', () => {
  const types = { jpg: 'jpeg', png: 'png', gif: 'gif', webp: 'webp', avif: 'avif' } as const
  for (const [extension, format] of Object.entries(types))
    test(`${extension}: the picture and its sizes stay of their type`, async () => {
      const bytes = await (await halves(400, 320)).toFormat(format as 'png').toBuffer()
      const picture = await prepared(bytes)
      assert.equal(picture.extension, extension)
      assert.equal(picture.mime, `image/${format}`)
      assert.deepEqual([picture.width, picture.height], [400, 320])
      for (const { bytes, width, height } of [picture, ...picture.sizes]) {
        const kept = await sharp(bytes).metadata()
        assert.equal(kept.mediaType, `image/${format}`)
        assert.deepEqual([kept.width, kept.height], [width, height])
      }
    })

  test('sizes show the whole picture, the thumbnail its middle', async () => {
    const { sizes } = await prepared(await (await halves(600, 300)).png().toBuffer())
    for (const { bytes, width, height } of sizes) {
      assert.ok(near(await pixel(bytes, 2, height - 2), [200, 30, 30]))
      assert.ok(near(await pixel(bytes, width - 3, 2), [20, 20, 220]))
    }
  })

  for (const type of ['gif', 'webp'] as const)
    test(`an animated ${type} stays animated, its sizes are of the first frame`, async () => {
      const picture = await prepared(await animation(type))
      const whole = await sharp(picture.bytes, { animated: true }).metadata()
      assert.deepEqual([whole.pages, whole.pageHeight, whole.width], [3, 200, 400])
      assert.deepEqual(whole.delay, [100, 200, 300])
      assert.deepEqual([picture.width, picture.height], [400, 200])
      assert.deepEqual(sizesOf(picture), { medium: '300x150', thumbnail: '150x150' })
      for (const { bytes } of picture.sizes) {
        assert.equal((await sharp(bytes).metadata()).pages ?? 1, 1)
        assert.ok(near((await pixel(bytes, 5, 5)).slice(0, 3), [0, 0, 0]))
      }
    })

  test('transparency is kept', async () => {
    const clear = sharp({ create: { width: 400, height: 400, channels: 4, background: { ...RED, alpha: 0.5 } } })
    const { bytes, sizes } = await prepared(await clear.png().toBuffer())
    for (const part of [bytes, ...sizes.map((size) => size.bytes)])
      assert.ok(near(await pixel(part, 10, 10), [200, 30, 30, 128]))
  })

  test('16 bits a channel become 8', async () => {
    const deep = await paint(400, 400).toColourspace('rgb16').png().toBuffer()
    assert.equal((await sharp(deep).metadata()).depth, 'ushort')
    const { bytes, sizes } = await prepared(deep)
    assert.ok(near(await pixel(bytes, 5, 5), [200, 30, 30]))
    for (const part of [bytes, ...sizes.map((size) => size.bytes)])
      assert.equal((await sharp(part).metadata()).depth, 'uchar')
  })

  test('colours for print become colours for screens', async () => {
    const print = await paint(400, 400).toColourspace('cmyk').jpeg().toBuffer()
    assert.equal((await sharp(print).metadata()).space, 'cmyk')
    const { bytes } = await prepared(print)
    assert.equal((await sharp(bytes).metadata()).space, 'srgb')
    assert.ok(near(await pixel(bytes, 5, 5), [200, 30, 30], 30))
  })

  test('colours of a wider space look the same without their profile', async () => {
    const wide = await paint(400, 400).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer()
    assert.ok(
      !near(
        await sharp(wide)
          .keepIccProfile()
          .raw()
          .toBuffer()
          .then((data) => [...data.subarray(0, 3)]),
        [200, 30, 30],
      ),
    )
    const { bytes, sizes } = await prepared(wide)
    for (const part of [bytes, ...sizes.map((size) => size.bytes)]) {
      assert.equal((await sharp(part).metadata()).icc, undefined)
      assert.ok(near(await pixel(part, 5, 5), [200, 30, 30]))
    }
  })

  test('grey stays grey', async () => {
    const { bytes } = await prepared(await paint(400, 400).greyscale().jpeg().toBuffer())
    const [first = 0, ...others] = await pixel(bytes, 5, 5)
    assert.ok(others.every((value) => Math.abs(value - first) < 3))
  })
})

describe('sizes', () => {
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
    test(`of ${width}x${height}`, async () => {
      const picture = await prepared(await paint(width, height).png().toBuffer())
      assert.deepEqual(sizesOf(picture), sizes)
      assert.deepEqual(Object.keys(sizesOf(picture)), Object.keys(sizes))
      for (const { bytes, width, height } of picture.sizes) {
        const made = await sharp(bytes).metadata()
        assert.deepEqual([made.width, made.height], [width, height])
      }
    })
})

describe('what a camera writes beside the pixels', () => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8])
    test(`orientation ${orientation} is carried out and forgotten`, async () => {
      const shown = await halves(600, 400)
      const turned = await sharp(await shown.png().toBuffer())
        .jpeg({ quality: 95 })
        .withMetadata({ orientation })
        .toBuffer()
      const upright = await sharp(turned).autoOrient().png().toBuffer({ resolveWithObject: true })
      const picture = await prepared(turned)
      assert.deepEqual([picture.width, picture.height], [upright.info.width, upright.info.height])
      assert.deepEqual([picture.width, picture.height], orientation < 5 ? [600, 400] : [400, 600])
      assert.equal((await sharp(picture.bytes).metadata()).orientation, undefined)
      for (const { bytes, width, height } of [picture, ...picture.sizes])
        for (const [x, y] of [
          [0.1, 0.1],
          [0.9, 0.9],
        ] as const) {
          const wanted = await pixel(upright.data, Math.floor(x * picture.width), Math.floor(y * picture.height))
          assert.ok(near(await pixel(bytes, Math.floor(x * width), Math.floor(y * height)), wanted.slice(0, 3)))
        }
    })

  test('place, author, comments and profiles are removed', async () => {
    const exif = {
      IFD0: { Copyright: 'SECRET-COPYRIGHT' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
    }
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><r>SECRET-XMP</r></x:xmpmeta>'
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const telling = await paint(400, 400).toFormat(format).withExif(exif).withXmp(xmp).withIccProfile('p3').toBuffer()
      assert.ok(telling.includes('SECRET'))
      const picture = await prepared(telling)
      for (const { bytes } of [picture, ...picture.sizes]) {
        const { exif, xmp, icc, iptc, comments } = await sharp(bytes).metadata()
        assert.deepEqual(
          { exif, xmp, icc, iptc, comments },
          { exif: undefined, xmp: undefined, icc: undefined, iptc: undefined, comments: undefined },
        )
        assert.ok(!bytes.includes('SECRET'))
      }
    }
  })

  test('comments and what follows the picture are removed', async () => {
    const jpeg = await paint(400, 400).jpeg().toBuffer()
    const comment = Buffer.from('\xff\xfe\x00\x10SECRET-COMMENT', 'latin1')
    const marked = Buffer.concat([
      jpeg.subarray(0, 2),
      comment,
      jpeg.subarray(2),
      Buffer.from('<script>SECRET()</script>'),
    ])
    assert.ok(!(await prepared(marked)).bytes.includes('SECRET'))
    const png = await paint(400, 400).png().toBuffer()
    const text = pngChunk('tEXt', Buffer.from('Comment\0SECRET-TEXT'))
    const told = Buffer.concat([png.subarray(0, 33), text, png.subarray(33)])
    assert.ok((await sharp(told).metadata()).comments?.[0]?.text.includes('SECRET'))
    assert.ok(!(await prepared(told)).bytes.includes('SECRET'))
  })
})

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A real PNG of nothing, a bit for each pixel: a few kilobytes that would be decoded to hundreds of megabytes. */
function emptyPng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

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

describe('what is refused', () => {
  const notAPicture = (name: string, make: () => Promise<Buffer> | Buffer) =>
    test(name, async () => assert.deepEqual(await preparePicture(await make()), { flaw: 'not-a-picture' }))

  notAPicture('nothing', () => Buffer.alloc(0))
  notAPicture('text', () => Buffer.from('picture'))
  notAPicture('HTML, whatever it is called', () => Buffer.from('<!doctype html><script>alert(1)</script>'))
  notAPicture('SVG', () =>
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
  )
  notAPicture('SVG behind an XML declaration', () =>
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  )
  notAPicture('HTML behind the first bytes of a GIF', () => Buffer.from('GIF89a/*<html><script>alert(1)</script>*/=1;'))
  notAPicture('HTML behind the first bytes of a JPEG', () =>
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<html><script>alert(1)</script>')]),
  )
  notAPicture('TIFF', () => paint(40, 40).tiff().toBuffer())
  notAPicture('PDF', () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'))
  notAPicture('BMP', () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]))
  notAPicture('HEIC', async () => heic(await paint(64, 64).avif().toBuffer()))
  notAPicture('a broken AVIF', async () => {
    const bytes = await noise(300, 300).avif().toBuffer()
    return bytes.subarray(0, bytes.length / 2)
  })

  for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
    notAPicture(`a ${format} that is cut off`, async () => {
      const bytes = await noise(300, 300).toFormat(format).toBuffer()
      return bytes.subarray(0, Math.floor(bytes.length * 0.6))
    })
    notAPicture(`the first bytes of a ${format}`, async () => {
      const bytes = await noise(300, 300).toFormat(format).toBuffer()
      return bytes.subarray(0, 40)
    })
  }

  notAPicture('a PNG whose pixels do not match their sum', async () => {
    const bytes = await noise(300, 300).png().toBuffer()
    bytes.fill(0, 5000, 6000)
    return bytes
  })

  for (const [name, bomb] of [
    ['a PNG of 900 megapixels', emptyPng(30_000, 30_000, 100)],
    ['a PNG of 900 megapixels with all its rows', emptyPng(30_000, 30_000)],
    ['a PNG just over the limit', emptyPng(10_000, 5001)],
  ] as const)
    test(`${name} costs nothing`, async () => {
      await preparePicture(Buffer.alloc(0))
      const [before, started] = [process.memoryUsage().rss, performance.now()]
      assert.deepEqual(await preparePicture(bomb), { flaw: 'too-many-pixels' })
      assert.ok(performance.now() - started < 200)
      assert.ok(process.memoryUsage().rss - before < 30_000_000)
    })

  test('the header of a WebP of 268 megapixels costs nothing', async () => {
    await preparePicture(Buffer.alloc(0))
    const before = process.memoryUsage().rss
    assert.ok('flaw' in (await preparePicture(emptyWebp(16_383, 16_383))))
    assert.ok(process.memoryUsage().rss - before < 30_000_000)
  })

  test('all frames of an animation count', async () => {
    const frame = await paint(3000, 3000).png().toBuffer()
    const other = await paint(3000, 3000, { r: 0, g: 0, b: 0 }).png().toBuffer()
    const frames = [frame, other, frame, other, frame, other]
    const bytes = await sharp(frames, { join: { animated: true }, limitInputPixels: false })
      .gif({ effort: 1 })
      .toBuffer()
    assert.deepEqual(await preparePicture(bytes), { flaw: 'too-many-pixels' })
  })
})

/** The same file saying that its pixels are HEVC: what a telephone sends, and only some browsers show. */
function heic(avif: Buffer): Buffer {
  return Buffer.from(
    avif.toString('latin1').replaceAll('avif', 'heic').replaceAll('av01', 'hvc1').replaceAll('av1C', 'hvcC'),
    'latin1',
  )
}

describe('work in turns', () => {
  test('pictures sent together are all prepared, a broken one between them too', async () => {
    const bytes = await noise(800, 600).jpeg().toBuffer()
    const results = await Promise.all([bytes, Buffer.from('x'), bytes, bytes].map(preparePicture))
    assert.deepEqual(
      results.map((result) => ('flaw' in result ? result.flaw : result.width)),
      [800, 'not-a-picture', 800, 800],
    )
  })

  test('a picture of 12 megapixels leaves the service free to answer', async () => {
    const bytes = await noise(4000, 3000).jpeg({ quality: 90 }).toBuffer()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const started = performance.now()
    const { sizes } = await prepared(bytes)
    const took = performance.now() - started
    delay.disable()
    assert.equal(sizes.length, 4)
    assert.ok(took < 5000, `took ${took} ms`)
    assert.ok(delay.max / 1e6 < 100, `blocked ${delay.max / 1e6} ms`)
  })
})
