/** Placeholders of images in a browser: decoded from their ThumbHash, and removed when the image is loaded. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { thumbHashToAverageRGBA } from 'thumbhash'
import { deriveDueImages } from '../../../src/features/media/derive-image-data.ts'
import { startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { createFileForm } from '../../helper/http/upload-body.ts'
import { createTwoColorImage } from '../../helper/media/encode-png.ts'
import { startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const TIMEOUT_MILLISECONDS = 10_000

describe('Placeholders of images', () => {
  let service: TestService
  let browser: TestBrowser
  before(async () => {
    service = await startService({ now: '2026-12-01T12:00:00Z' })
    const file = await (await createTwoColorImage(900, 600)).jpeg().toBuffer()
    const uploaded = await service.send('POST', '/media', { as: 'admin', ...createFileForm({}, file) })
    const dates = { start_date: '2026-12-05 19:00:00', end_date: '2026-12-05 21:00:00' }
    const json = { title: 'Fair', slug: 'fair', image: uploaded.json.id, ...dates }
    assert.equal((await service.send('POST', '/events', { as: 'admin', json })).status, 201)
    await deriveDueImages(service.services, new AbortController().signal)
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  test('An image has a placeholder of its colors until it is loaded, and nothing moves', async () => {
    const { page, problems, close } = await browser.visit('about:blank')
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const requested: string[] = []
    await page.route('**/uploads/**', async (route) => {
      requested.push(route.request().url())
      await released
      await route.continue()
    })
    await page.goto(`${service.origin}/event/fair/`, { waitUntil: 'domcontentloaded' })
    const image = page.locator('.event-picture img')
    const readBackground = () =>
      page.evaluate<string>('document.querySelector(".event-picture img").style.backgroundImage')
    await waitUntil(async () => (await readBackground()) !== '', TIMEOUT_MILLISECONDS)
    const before = await image.boundingBox()
    /** The colors in the left and right half of the placeholder. */
    const colors = await page.evaluate<number[][]>(`(async () => {
      const one = document.querySelector('.event-picture img')
      const picture = new Image()
      picture.src = one.style.backgroundImage.slice(5, -2)
      await picture.decode()
      const canvas = document.createElement('canvas')
      const context = canvas.getContext('2d')
      canvas.width = picture.width
      canvas.height = picture.height
      context.drawImage(picture, 0, 0)
      const y = Math.floor(picture.height / 2)
      return [2, picture.width - 3].map((x) => [...context.getImageData(x, y, 1, 1).data])
    })()`)
    const [left = [], right = []] = colors
    assert.ok((left[0] ?? 0) > 150 && (left[2] ?? 0) < 90, String(left))
    assert.ok((right[2] ?? 0) > 150 && (right[0] ?? 0) < 90, String(right))
    const hash = Buffer.from((await image.getAttribute('data-thumbhash')) ?? '', 'base64')
    const average = thumbHashToAverageRGBA(hash)
    const middle = [0, 2].map((index) => ((left[index] ?? 0) + (right[index] ?? 0)) / 2 / 255)
    assert.ok(Math.abs((middle[0] ?? 0) - average.r) < 0.12 && Math.abs((middle[1] ?? 0) - average.b) < 0.12)
    release()
    await waitUntil(async () => (await readBackground()) === '', TIMEOUT_MILLISECONDS)
    assert.ok(await page.evaluate<boolean>('document.querySelector(".event-picture img").complete'))
    assert.deepEqual(await image.boundingBox(), before)
    assert.equal(requested.length, 1)
    assert.match(requested[0] ?? '', /\.avif$/)
    assert.deepEqual(
      problems.filter((one) => !one.startsWith(`foreign: ${service.origin}/`)),
      [],
    )
    await close()
  })
})
