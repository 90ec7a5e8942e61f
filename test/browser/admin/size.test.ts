/** What the browser loads for the admin, compressed as the service sends it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { visitAdmin } from '../../helper/browser/admin.ts'
import { startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { startService, type TestService } from '../../helper/service.ts'

const FIRST_LOAD_BYTES = 350_000

describe('The size of the admin', () => {
  let service: TestService
  let browser: TestBrowser
  before(async () => {
    service = await startService()
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  test('The first load with the table of events is below 350 KB', async () => {
    const { page, close } = await visitAdmin({ service, browser }, '/events')
    await page.waitForLoadState('networkidle')
    const sizes = await page.evaluate(
      "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/admin/')).map(({ encodedBodySize }) => encodedBodySize)",
    )
    assert.ok(Array.isArray(sizes) && sizes.length > 0)
    const total = sizes.reduce((sum, size) => sum + Number(size), 0)
    assert.ok(total > 0 && total <= FIRST_LOAD_BYTES, `${total} bytes`)
    await close()
  })
})
