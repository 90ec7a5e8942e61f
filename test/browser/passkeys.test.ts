/** Passkeys with the virtual authenticator of Chromium. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { startBrowser, type TestBrowser } from '../helper/browser/browser.ts'
import { findFreePort } from '../helper/free-port.ts'
import { startService, type TestService } from '../helper/service.ts'

interface VirtualAuthenticator {
  readonly cdp: CDPSession
  readonly id: string
}

/** An authenticator in the device that has verified the user. */
async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return { cdp, id: authenticatorId }
}

describe('Passkeys in a browser', () => {
  let service: TestService
  let browser: TestBrowser
  let origin: string
  before(async () => {
    const port = await findFreePort()
    // Passkeys belong to names of hosts, not to IP addresses.
    origin = `http://localhost:${port}`
    service = await startService({ port, env: { PUBLIC_URL: origin } })
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  async function signInWithPassword(page: Page): Promise<void> {
    await page.fill('[name=login]', 'editor')
    await page.fill('[name=password]', 'x')
    await page.click('[data-form=sign-in] button')
    await page.locator('[data-signed-in]').waitFor()
  }

  async function addPasskey(page: Page, name: string): Promise<void> {
    await page.locator('[data-form=passkey-create] [name=name]').fill(name)
    await page.locator('[data-form=passkey-create] [name=current_password]').fill('x')
    await page.click('[data-form=passkey-create] button')
  }

  async function signOut(page: Page): Promise<void> {
    await page.click('[data-action=sign-out]')
    await page.waitForURL('**/sign-in')
  }

  test('A user adds a passkey, signs in with it, renames and removes it', async () => {
    const visit = await browser.visit(`${origin}/sign-in`)
    const { page } = visit
    const { cdp, id } = await addAuthenticator(page)
    await signInWithPassword(page)
    await addPasskey(page, 'Laptop')
    await page.locator('[data-passkey-name]', { hasText: 'Laptop' }).waitFor()
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })
    assert.deepEqual(
      credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential]),
      [['localhost', true]],
    )
    await addPasskey(page, 'The same device')
    await page.getByRole('alert').filter({ hasText: 'No passkey was used' }).waitFor()
    await signOut(page)

    assert.deepEqual(await visit.violations(), [])
    await page.goto(`${origin}/sign-in?return=/events/`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL(`${origin}/events/`)
    await page.goto(`${origin}/account`)
    await page.locator('[data-passkey-name]').click()
    await page.locator('[data-last-used] time').waitFor()
    assert.equal(await page.textContent('[data-login]'), 'editor')
    assert.deepEqual(await visit.violations(), [])
    await page.locator('[data-form=passkey-rename] [name=name]').fill('Old laptop')
    await page.click('[data-form=passkey-rename] button')
    await page.locator('[data-passkey-name]', { hasText: 'Old laptop' }).click()
    await page.locator('[data-form=passkey-remove] [name=current_password]').fill('x')
    await page.click('[data-form=passkey-remove] button')
    await page.locator('[data-passkey-list] li').waitFor({ state: 'detached' })
    assert.deepEqual(visit.problems, [])
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('alert').filter({ hasText: 'The passkey could not be verified' }).waitFor()
    await visit.close()
  })

  test('A user whom the device does not verify is not signed in', async () => {
    const visit = await browser.visit(`${origin}/sign-in`)
    const { page } = visit
    const { cdp, id } = await addAuthenticator(page)
    await signInWithPassword(page)
    await addPasskey(page, 'Phone')
    await page.locator('[data-passkey-name]', { hasText: 'Phone' }).waitFor()
    await signOut(page)
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('alert').filter({ hasText: 'No passkey was used' }).waitFor()
    assert.match(page.url(), /\/sign-in$/)
    await visit.close()
  })

  test('A browser without passkeys shows no button for them', async () => {
    const visit = await browser.visit(`${origin}/sign-in`)
    const button = visit.page.locator('[data-action=passkey]')
    assert.ok(await button.isVisible())
    await visit.page.addInitScript('delete window.PublicKeyCredential')
    await visit.page.reload()
    await visit.page.locator('[data-form=sign-in] button:enabled').waitFor()
    assert.ok(!(await button.isVisible()))
    await visit.close()
  })
})
