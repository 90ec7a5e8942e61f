/** The frame of the admin: sign-in, languages, color schemes, and the end of a session. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { signIn, visitAdmin } from '../../helper/browser/admin.ts'
import { startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { startService, type TestService } from '../../helper/service.ts'

describe('The admin', () => {
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

  for (const [width, scheme, language] of [
    [1440, 'light', 'en'],
    [768, 'dark', 'de'],
    [360, 'light', 'fr'],
  ] as const) {
    test(`At ${width} px in ${language}, ${scheme}, it is accessible and reports no errors`, async () => {
      const visit = await visitAdmin({ service, browser }, '/', { width, scheme, language })
      await visit.page.waitForLoadState('networkidle')
      assert.deepEqual(await visit.violations(), [])
      assert.deepEqual(visit.problems, [])
      assert.equal(await visit.page.getAttribute('html', 'lang'), language)
      await visit.screenshot(`admin-shell-${width}`)
      await visit.close()
    })
  }

  test('The indicator of loading has a name', async () => {
    const { page, close } = await visitAdmin({ service, browser }, '/venues')
    await page.waitForLoadState('networkidle')
    await page.route('**/venues?*', async (route) => {
      await page.getByRole('progressbar', { name: 'Please wait' }).waitFor()
      await route.continue()
    })
    const [response] = await Promise.all([
      page.waitForResponse('**/venues?*'),
      page.getByRole('button', { name: 'Refresh' }).click(),
    ])
    assert.equal(response.status(), 200)
    await close()
  })

  test('A session that ends during work continues after a sign-in in another window', async () => {
    const { page, close } = await visitAdmin({ service, browser }, '/events')
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies()
    // A request that the page repeats by itself may show the dialog first, which then covers the button.
    await Promise.race([page.getByRole('dialog').waitFor(), page.getByRole('button', { name: 'Refresh' }).click()])
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Sign in' }).click(),
    ])
    await other.locator('[data-form=sign-in] [name=login]').waitFor()
    await signIn({ page: other }, 'admin')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await close()
  })

  test('Its page forbids scripts of other origins, inline scripts, and framing', async () => {
    const response = await fetch(`${service.origin}/admin/events/5`)
    assert.equal(response.status, 200)
    const policy = response.headers.get('content-security-policy') ?? ''
    assert.match(policy, /script-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe/)
    const { status, headers } = await fetch(`${service.origin}/admin`, { redirect: 'manual' })
    assert.deepEqual([status, headers.get('location')], [301, `${service.origin}/admin/`])
  })

  test('Below a path, links of the page lead to files and screens below the path', async () => {
    const other = await startService({ env: { PUBLIC_URL: 'https://city.example/calendar' } })
    try {
      const page = await (await fetch(`${other.origin}/admin/`)).text()
      assert.match(page, /<base href="\/calendar\/admin\/">/)
      assert.match(page, /src="\/calendar\/assets\/admin\/index-[\w-]+\.js"/)
    } finally {
      await other.stop()
    }
  })
})
