import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startBrowser, type TestBrowser } from '../helper/browser/browser.ts'
import { startService, type TestService } from '../helper/service.ts'

describe('The landing page in a browser', () => {
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

  test('The page renders, sends no requests to other hosts, and is accessible', async () => {
    const visit = await browser.visit(`${service.origin}/`)
    await visit.screenshot('landing')
    assert.deepEqual(await visit.violations(), [])
    assert.deepEqual(visit.problems, [])
    await visit.close()
  })
})
