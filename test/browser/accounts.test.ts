import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TOTP } from 'otpauth'
import { type PageVisit, startBrowser, type TestBrowser, type VisitOptions } from '../helper/browser/browser.ts'
import { startService, type TestService } from '../helper/service.ts'

const PASSWORD = 'correct horse'

describe('The pages of accounts in a browser', () => {
  let service: TestService
  let browser: TestBrowser
  before(async () => {
    service = await startService({ env: { SMTP_URL: 'smtp://127.0.0.1:9' }, report: () => {} })
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  const open = (path: string, options?: VisitOptions) => browser.visit(`${service.origin}${path}`, options)

  async function signIn({ page }: PageVisit, login: string, password: string): Promise<void> {
    await page.fill('[name=login]', login)
    await page.fill('[name=password]', password)
    await page.click('[data-form=sign-in] button')
  }

  test('A user is invited, signs in, ends another session, changes the password and signs out', async () => {
    const json = { login: 'zoe', email: 'zoe@example.test', role: 'author', name: 'Zoë' }
    const { json: user } = await service.send('POST', '/users', { as: 'admin', json })
    const visit = await browser.visit(user.invitation.url)
    const { page } = visit
    await page.locator('[data-link] [name=password]').waitFor()
    assert.equal(await page.textContent('[data-login]'), 'zoe')
    assert.deepEqual(await visit.violations(), [])
    await page.fill('[name=password]', PASSWORD)
    await page.click('[data-form=link] button')
    await page.getByRole('status').filter({ hasText: 'The password was saved' }).waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/sign-in')
    await signIn(visit, 'zoe', 'wrong password')
    await page.getByRole('alert').filter({ hasText: 'The password is incorrect.' }).waitFor()
    assert.deepEqual(await visit.violations(), [])
    await signIn(visit, 'zoe', PASSWORD)
    await page.waitForURL('**/account')
    await page.locator('[data-signed-in]').waitFor()
    assert.equal(await page.textContent('[data-name]'), 'Zoë')
    assert.deepEqual(await visit.violations(), [])

    const other = await open('/sign-in?return=/events/')
    await signIn(other, 'zoe', PASSWORD)
    await other.page.waitForURL(({ pathname }) => pathname === '/events/')
    await page.reload()
    await page.locator('[data-sessions] li').nth(1).waitFor()
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.locator('[data-sessions] li').nth(1).waitFor({ state: 'detached' })
    await other.close()

    await page.fill('[name=current_password]', PASSWORD)
    await page.fill('[data-form=password] [name=password]', 'battery staple')
    await page.click('[data-form=password] button')
    await page.getByRole('status').filter({ hasText: 'The password was changed' }).waitFor()
    await page.click('[data-action=sign-out]')
    await page.waitForURL('**/sign-in')
    // The browser reports the rejected sign-in.
    assert.deepEqual(
      visit.problems.filter((problem) => !problem.includes('401')),
      [],
    )
    await visit.close()
  })

  test('The account page redirects visitors to the sign-in page and back, but never to another site', async () => {
    const visit = await open('/account', { language: 'de' })
    await visit.page.waitForURL('**/sign-in?return=%2Faccount')
    assert.equal(await visit.page.textContent('h1'), 'Anmelden')
    await signIn(visit, 'editor', 'x')
    await visit.page.waitForURL('**/account')
    for (const target of ['https://evil.example/', '//evil.example/', '/..//evil.example/', 'javascript:alert(1)']) {
      await visit.page.goto(`${service.origin}/sign-in?return=${encodeURIComponent(target)}`)
      await signIn(visit, 'editor', 'x')
      await visit.page.waitForURL(`${service.origin}/account`)
    }
    await visit.close()
  })

  test('A user sets up an authenticator app and signs in with a code', async () => {
    const visit = await open('/sign-in')
    const { page } = visit
    await signIn(visit, 'author', 'x')
    await page.locator('[data-totp=off] [name=current_password]').fill('x')
    await page.click('[data-form=totp-create] button')
    await page.locator('[data-totp=new]').waitFor()
    const secret = ((await page.locator('[data-totp=new] code').textContent()) ?? '').replaceAll(' ', '')
    const timestamp = Date.parse(`${service.services.now().replace(' ', 'T')}Z`)
    await page.locator('[data-totp=new] [name=code]').fill(new TOTP({ secret }).generate({ timestamp }))
    assert.deepEqual(await visit.violations(), [])
    await page.click('[data-form=totp-confirm] button')
    await page.locator('[data-recovery-codes] li').nth(9).waitFor()
    const recoveryCode = (await page.locator('[data-recovery-codes] li').first().textContent()) ?? ''
    assert.deepEqual(await visit.violations(), [])
    await page.click('[data-action=sign-out]')
    await page.waitForURL('**/sign-in')
    await signIn(visit, 'author', 'x')
    await page.getByLabel('Code of your authenticator app').fill(recoveryCode)
    assert.deepEqual(await visit.violations(), [])
    await page.click('[data-form=sign-in] button')
    await page.waitForURL('**/account')
    await page.locator('[data-totp=on] [name=current_password]').fill('x')
    await page.click('[data-form=totp-disable] button')
    await page.locator('[data-totp=off]').waitFor()
    await visit.close()
  })

  test('An invalid link is reported, and a reset can be requested', async () => {
    const visit = await open('/account/reset#00')
    await visit.page.getByRole('alert').filter({ hasText: 'This link is not valid' }).waitFor()
    await visit.page.goto(`${service.origin}/sign-in`)
    await visit.page.getByRole('link', { name: 'Forgot your password?' }).click()
    await visit.page.fill('[name=login]', 'nobody')
    await visit.page.click('[data-form=forgot] button')
    await visit.page.getByRole('status').filter({ hasText: 'a mail is on its way' }).waitFor()
    assert.deepEqual(await visit.violations(), [])
    await visit.close()
  })

  test('Without JavaScript the forms are disabled and the page shows the reason', async () => {
    const visit = await open('/sign-in', { javaScript: false })
    assert.ok(await visit.page.locator('[data-form] button').isDisabled())
    assert.match((await visit.page.textContent('noscript')) ?? '', /needs JavaScript/)
    await visit.close()
  })
})
