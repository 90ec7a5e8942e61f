/**
 * Screenshot comparison. After an intended visual change record the screenshots again, review them, and commit them with
 * the change:
 *
 *     TAKE_PICTURES=1 node --import tsx --test test/browser/images.test.ts
 */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'
import {
  isPackagedBrowser,
  SCREENSHOTS_FOLDER,
  startBrowser,
  type TestBrowser,
  takeScreenshot,
  type VisitOptions,
} from '../helper/browser/browser.ts'
import { startService, type TestService } from '../helper/service.ts'

const FOLDER = join(import.meta.dirname, 'screenshots')
const isRecording = process.env['TAKE_PICTURES'] !== undefined

const PHONE = { width: 375, height: 740 }
const IMAGES: readonly (readonly [string, string, VisitOptions])[] = [
  ['list', '/events/', {}],
  ['month', '/events/month/', {}],
  ['event', '/event/concert-by-the-river/', {}],
  ['phone-list', '/events/', PHONE],
  ['dark-month', '/events/month/', { scheme: 'dark' }],
]

/** Maximum share of pixels that may differ: processors render edges of letters differently. */
const TOLERANCE = 0.0005

interface Pixels {
  readonly data: Buffer
  readonly info: { readonly width: number; readonly height: number }
}

const readPixels = (file: Buffer): Promise<Pixels> =>
  sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

const small = (screenshot: Buffer): Promise<Buffer> =>
  sharp(screenshot).png({ palette: true, effort: 10, dither: 0 }).toBuffer()

/** The share of pixels that differ; saves the screenshot and the differences to the folder of screenshots. */
async function difference(name: string, now: Buffer): Promise<number> {
  const [was, is] = await Promise.all([readPixels(readFileSync(join(FOLDER, `${name}.png`))), readPixels(now)])
  const { width, height } = is.info
  assert.deepEqual([was.info.width, was.info.height], [width, height])
  const marked = Buffer.alloc(is.data.length)
  const share = pixelmatch(was.data, is.data, marked, width, height, { threshold: 0.1 }) / (width * height)
  if (share > TOLERANCE) {
    mkdirSync(SCREENSHOTS_FOLDER, { recursive: true })
    writeFileSync(join(SCREENSHOTS_FOLDER, `${name}.png`), now)
    await sharp(marked, { raw: { width, height, channels: 4 } }).toFile(
      join(SCREENSHOTS_FOLDER, `${name}-difference.png`),
    )
  }
  return share
}

const skip = isPackagedBrowser ? false : 'another browser than the packaged one draws letters otherwise'

describe('Screenshots of pages', { skip }, () => {
  let service: TestService
  let browser: TestBrowser
  before(async () => {
    service = await startService({ env: { SITE_NAME: 'Riverside' }, now: '2026-12-01T12:00:00Z' })
    await fill(service)
    browser = await startBrowser({ fonts: 'packaged' })
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  for (const [name, path, options] of IMAGES) {
    test(name, async () => {
      const { page, close } = await browser.visit(`${service.origin}${path}`, options)
      const screenshot = await small(await takeScreenshot(page))
      await close()
      if (isRecording) return writeFileSync(join(FOLDER, `${name}.png`), screenshot)
      const share = await difference(name, screenshot)
      assert.ok(share <= TOLERANCE, `${(share * 100).toFixed(2)} % of the pixels differ: see ${SCREENSHOTS_FOLDER}`)
    })
  }
})

async function fill(service: TestService): Promise<void> {
  const create = async (path: string, json: object) => {
    const response = await service.send('POST', path, { as: 'admin', json })
    assert.equal(response.status, 201, response.text)
    return response.json.id
  }
  const body = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#3e6a7a' } })
    .png()
    .toBuffer()
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="river.png"' }
  const image = (await service.send('POST', '/media', { as: 'admin', body, headers })).json.id
  const venue = await create('/venues', { venue: 'Boat House', address: '4 Quay Street', city: 'Bonn' })
  const organizer = await create('/organizers', { organizer: 'Friends of the River' })
  await create('/categories', { name: 'Music' })
  const evening = (day: string) => ({ start_date: `2026-12-${day} 19:00:00`, end_date: `2026-12-${day} 21:30:00` })
  const days = (from: string, to: string) => ({
    start_date: `2026-12-${from}`,
    end_date: `2026-12-${to}`,
    all_day: true,
  })
  const shared = { venue, organizer }
  const description = '<p>Two hours of old songs, played on the water.</p><p>Bring something warm.</p>'
  const tickets = [
    { name: 'Seat', price: '12' },
    { name: 'Standing', price: '8', availability: 'SoldOut' },
  ]
  const concert = { title: 'Concert by the river', description, tickets, image, categories: 'music', tags: 'live' }
  await create('/events', { ...concert, ...evening('03'), ...shared, featured: true })
  await create('/events', { title: 'Winter market', ...days('04', '13'), ...shared, cost: '0' })
  await create('/events', { title: 'Rowing for beginners', ...evening('05'), ...shared, cost: '5' })
  await create('/events', { title: 'Evening of tales', ...evening('05'), venue, categories: 'music' })
  await create('/events', { title: 'Members meet', ...evening('17'), organizer, post_password: 'sesame' })
  await create('/events', { title: 'Open day', ...days('20', '20'), venue, image, featured: true })
}
