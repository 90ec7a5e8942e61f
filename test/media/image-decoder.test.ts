/** The process that decodes images: its limits, its lifecycle, and the requests that wait for it when it ends. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createImageDecoder,
  type DecodedImage,
  type DecoderOptions,
  type ImageDecoder,
  type ImageJob,
  OUTPUT_COUNT,
  type RejectedImage,
} from '../../src/calendar/images/image-decoder.ts'
import { createTemporaryFiles } from '../../src/calendar/images/temporary-files.ts'
import { Problem } from '../../src/kernel/problem.ts'
import { canMeasureMemory, listChildren, measurePeakOfChildren } from '../helper/media/child-memory.ts'
import { createImage } from '../helper/media/draw-image.ts'
import {
  createEmptyPng,
  createInterlacedPng,
  createLargeAnimation,
  createMismatchedAvif,
  createProgressiveJpeg,
  LARGE_AVIF,
} from '../helper/media/hostile-images.ts'
import { waitUntil } from '../helper/until.ts'

describe('Image decoding', () => {
  const MEBIBYTE = 2 ** 20
  const PROGRAM = 'decoder-process'

  const folder = mkdtempSync(join(tmpdir(), 'calends-decoder-'))
  const files = createTemporaryFiles(folder)
  after(() => rmSync(folder, { recursive: true }))

  async function prepareJob(bytes: Buffer): Promise<ImageJob> {
    return { source: await files.write([bytes]), outputs: await files.reserve(OUTPUT_COUNT) }
  }

  const removeJob = ({ source, outputs }: ImageJob): Promise<void> => files.remove([source, ...outputs])

  async function decode(decoder: ImageDecoder, bytes: Buffer): Promise<DecodedImage | RejectedImage> {
    const job = await prepareJob(bytes)
    try {
      return await decoder.decode(job)
    } finally {
      await removeJob(job)
    }
  }

  async function withDecoder(options: DecoderOptions, work: (decoder: ImageDecoder) => Promise<void>): Promise<void> {
    const decoder = createImageDecoder(options)
    await work(decoder).finally(decoder.close)
  }

  const decoders = (): number[] => listChildren(process.pid, PROGRAM)
  const isOverloaded = (error: unknown): boolean =>
    error instanceof Problem && error.status === 503 && error.details.retryAfter !== undefined

  describe('Memory of the image decoder', { skip: !canMeasureMemory && 'requires procfs of Linux' }, () => {
    const hostile: readonly (readonly [string, () => Buffer | Promise<Buffer>, string])[] = [
      ['an AVIF of 50 megapixels', () => LARGE_AVIF, 'too-many-pixels'],
      ['an AVIF that is larger than its header claims', createMismatchedAvif, 'not-an-image or too-costly'],
      ['a PNG of 900 megapixels', () => createEmptyPng(30_000, 30_000, 100), 'too-many-pixels'],
      ['a PNG of 50 megapixels', () => createEmptyPng(7000, 7000), 'kept'],
      ['an interlaced PNG of 36 megapixels', () => createInterlacedPng(6000), 'kept'],
      ['a progressive JPEG of 29 megapixels', () => createProgressiveJpeg(5400), 'kept'],
      ['a GIF of 48 frames of a megapixel', () => createLargeAnimation('gif', 48, 1000), 'kept'],
      ['a GIF of 4 frames of 12 megapixels', () => createLargeAnimation('gif', 4, 3500), 'too-many-pixels'],
      ['a WebP of 48 frames of a megapixel', () => createLargeAnimation('webp', 48, 1000), 'kept'],
      ['a WebP of 4 frames of 12 megapixels', () => createLargeAnimation('webp', 4, 3500), 'too-many-pixels'],
    ]
    for (const [name, make, outcome] of hostile)
      test(`Decoding stays below 300 MiB for ${name}`, async () => {
        const bytes = await make()
        await withDecoder({}, async (decoder) => {
          const { result, peak } = await measurePeakOfChildren(PROGRAM, () => decode(decoder, bytes))
          assert.ok(peak > 0 && peak <= 300 * MEBIBYTE, `${Math.round(peak / MEBIBYTE)} MiB`)
          assert.ok(outcome.includes('failure' in result ? result.failure : 'kept'), JSON.stringify(result))
        })
        assert.deepEqual(readdirSync(folder), [])
      })

    test('The memory limit ends the process even if the header claims a small image, and the next image gets a new process', async () => {
      const bytes = await createProgressiveJpeg(6000)
      await withDecoder({ memoryBytes: 150 * MEBIBYTE }, async (decoder) => {
        const { result, peak } = await measurePeakOfChildren(PROGRAM, () => decode(decoder, bytes))
        assert.deepEqual(result, { failure: 'too-costly' })
        assert.ok(peak < 200 * MEBIBYTE, `${Math.round(peak / MEBIBYTE)} MiB`)
        assert.deepEqual(await decode(decoder, await createImage(40, 30)), {
          type: 'image/jpeg',
          width: 40,
          height: 30,
        })
      })
    })

    test('Concurrent images are decoded in one process', async () => {
      const bytes = await createProgressiveJpeg(3000)
      await withDecoder({ waitMilliseconds: 120_000 }, async (decoder) => {
        const { peak } = await measurePeakOfChildren(PROGRAM, () =>
          Promise.all(Array.from({ length: 6 }, () => decode(decoder, bytes))),
        )
        assert.ok(peak <= 300 * MEBIBYTE)
        assert.ok(decoders().length <= 2, 'one process, and one of the transpiler of the tests')
      })
    })
  })

  describe('The image decoder', () => {
    test('The decoder is killed when an image takes too much CPU time', async () => {
      const bytes = await createProgressiveJpeg(6000)
      await withDecoder({ cpuMilliseconds: 100 }, async (decoder) => {
        assert.deepEqual(await decode(decoder, bytes), { failure: 'too-costly' })
        const small = await createImage(40, 30)
        assert.equal('failure' in (await decode(decoder, small)), false)
      })
    })

    test('The decoder is killed when an image takes too long, which returns 503', async () => {
      await withDecoder({ decodeMilliseconds: 1 }, async (decoder) =>
        assert.rejects(decode(decoder, await createImage(40, 30)), isOverloaded),
      )
    })

    test('An image that waits too long in the queue returns 503, and the others are decoded', async () => {
      // Written before, because the order of the jobs decides which one waits.
      const slow = await prepareJob(await createLargeAnimation('webp', 24, 1000))
      const small = await prepareJob(await createImage(40, 30))
      await withDecoder({ waitMilliseconds: 50 }, async (decoder) => {
        const [first, second] = await Promise.allSettled([slow, small].map((job) => decoder.decode(job)))
        assert.equal(first?.status, 'fulfilled')
        assert.ok(second?.status === 'rejected' && isOverloaded(second.reason))
      })
      for (const job of [slow, small]) await removeJob(job)
    })

    test('A failure to write an image returns 503, and not an error of the image', {
      skip: !existsSync('/dev/full'),
    }, async () => {
      const source = await files.write([await createImage(400, 300)])
      await withDecoder({}, async (decoder) => {
        const outputs = Array.from({ length: OUTPUT_COUNT }, () => '/dev/full')
        await assert.rejects(decoder.decode({ source, outputs }), isOverloaded)
      })
      await files.remove([source])
    })

    test('The decoder processes several images, and ends when it is idle', { skip: !canMeasureMemory }, async () => {
      await withDecoder({ idleMilliseconds: 3000 }, async (decoder) => {
        const small = await createImage(40, 30)
        await decode(decoder, small)
        const [first] = decoders()
        await decode(decoder, small)
        assert.equal(decoders()[0], first)
        await waitUntil(() => decoders().length === 0, 60_000)
        assert.deepEqual(decoders(), [])
        assert.equal('failure' in (await decode(decoder, small)), false)
      })
    })

    test('When the decoder is killed, its image fails with 503, and the next one is decoded', {
      skip: !canMeasureMemory,
    }, async () => {
      const slow = await createLargeAnimation('webp', 24, 1000)
      await withDecoder({}, async (decoder) => {
        const decoding = assert.rejects(decode(decoder, slow), isOverloaded)
        while (decoders().length === 0) await sleep(5)
        await sleep(100)
        for (const pid of decoders()) process.kill(pid, 'SIGKILL')
        await decoding
        assert.equal('failure' in (await decode(decoder, await createImage(40, 30))), false)
      })
    })

    test('The decoder gets no secret of the service', { skip: !canMeasureMemory }, async () => {
      process.env['AWS_SECRET_ACCESS_KEY'] = 'hush'
      try {
        await withDecoder({}, async (decoder) => {
          await decode(decoder, await createImage(40, 30))
          const environments = decoders().map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'))
          assert.equal(environments.length, 1)
          for (const environment of environments) assert.ok(!environment.includes('hush'))
        })
      } finally {
        delete process.env['AWS_SECRET_ACCESS_KEY']
      }
    })
  })
})
