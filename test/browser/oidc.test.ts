import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OIDC_CLIENT, startOidcServer } from '../helper/accounts/oidc-server.ts'
import { startBrowser } from '../helper/browser/browser.ts'
import { startService } from '../helper/service.ts'

test('A user signs in at a provider of another site in a browser, after a failure', async (context) => {
  // For browsers, localhost and 127.0.0.1 are different sites.
  const provider = await startOidcServer('localhost')
  context.after(() => provider.close())
  const env = { ...OIDC_CLIENT, OIDC_ISSUER: provider.issuer, OIDC_NAME: 'Town account' }
  const service = await startService({ env })
  context.after(() => service.stop())
  const browser = await startBrowser()
  context.after(() => browser.close())
  provider.register(service.origin)
  provider.setSubject('e1')
  provider.users.set('e1', { email: 'editor@example.test', email_verified: false })
  const visit = await browser.visit(`${service.origin}/sign-in?return=/events/`)
  const { page } = visit
  const button = page.getByRole('link', { name: 'Sign in with Town account' })
  assert.deepEqual(await visit.violations(), [])
  await button.click()
  await page.getByRole('alert').filter({ hasText: 'Town account has not verified your email address.' }).waitFor()
  assert.deepEqual(await visit.violations(), [])
  provider.users.set('e1', { email: 'editor@example.test', email_verified: true })
  await button.click()
  await page.waitForURL(`${service.origin}/events/`)
  await page.goto(`${service.origin}/account`)
  await page.locator('[data-signed-in]').waitFor()
  assert.equal(await page.textContent('[data-login]'), 'editor')
  await page.click('[data-action=sign-out]')
  await page.waitForURL('**/sign-in')
  // The visit reports requests to other sites.
  const isExpected = (problem: string) => problem.startsWith(`foreign: ${provider.issuer}/`)
  assert.deepEqual(
    visit.problems.filter((problem) => !isExpected(problem)),
    [],
  )
  await visit.close()
})
