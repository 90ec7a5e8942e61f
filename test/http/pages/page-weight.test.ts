import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { measurePageSize } from '../../helper/browser/page-weight.ts'
import { startService, type TestService } from '../../helper/service.ts'

/** Compressed bytes of a page with its styles and scripts. */
const MOST = 60_000
const MAX_SCRIPT_BYTES = 25_000
/** A page without a map, with texts that hardly compress, so that additions to the page are noticed. */
const LIMIT_BYTES = 44_000

describe('The weight of pages', () => {
  let service: TestService
  before(async () => {
    const env = { PER_PAGE: '50', MAP_TILES_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png' }
    service = await startService({ env, now: '2026-12-01T12:00:00Z' })
    const create = async (path: string, json: object) => {
      const response = await service.send('POST', path, { as: 'admin', json })
      assert.equal(response.status, 201, response.text)
      return response.json.id
    }
    const text = (length: number) => randomBytes(length).toString('base64').slice(0, length)
    const location = { city: 'Bonn', geo_lat: 50.7, geo_lng: 7.1, show_map: true }
    const venue = await create('/venues', { venue: 'Great Hall', description: text(1000), ...location })
    for (let number = 1; number <= 100; number++) {
      const day = `2026-12-${String(1 + (number % 28)).padStart(2, '0')}`
      const dates = { start_date: `${day} 19:00:00`, end_date: `${day} 21:00:00` }
      const shared = { ...dates, venue, tags: `tag-${number}`, show_map: true }
      const description = text(number === 1 ? 5000 : 300)
      await create('/events', { title: text(40), slug: `event-${number}`, description, ...shared })
    }
  })
  after(() => service.stop())

  for (const path of ['/events/', '/events/2026-12/', '/events/week/', '/events/2026-12-05/', '/tag/tag-7/']) {
    test(path, async () => {
      const { page, files, scripts, lazyFiles: later } = await measurePageSize(`${service.origin}${path}`)
      assert.ok(page + files < LIMIT_BYTES, `${page} and ${files}`)
      assert.ok(scripts < MAX_SCRIPT_BYTES, `${scripts} of scripts`)
      assert.equal(later, 0)
    })
  }

  for (const path of ['/events/map/', '/event/event-1/', '/venue/great-hall/']) {
    test(`${path}, which loads the script of its map when it becomes visible`, async () => {
      const { page, files, scripts, lazyFiles: later } = await measurePageSize(`${service.origin}${path}`)
      assert.ok(page + files < MOST, `${page} and ${files}`)
      assert.ok(scripts < MAX_SCRIPT_BYTES, `${scripts} of scripts`)
      assert.ok(later > 0)
    })
  }
})
