/** The first run, settings, users, audit log and health in the admin. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { insertSetupToken } from '../../../src/features/settings/setup-token.ts'
import { visitAdmin } from '../../helper/browser/admin.ts'
import { type PageVisit, startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { startService, type TestService } from '../../helper/service.ts'

const SCREENS = ['/settings', '/users', '/users/create', '/audit', '/health', '/profile']

async function assertClean({ page, problems, violations }: PageVisit): Promise<void> {
  await page.waitForLoadState('networkidle')
  assert.deepEqual(await violations(), [])
  assert.deepEqual(problems, [])
}

describe('The first run', () => {
  let service: TestService
  let browser: TestBrowser
  before(async () => {
    service = await startService({ env: { SITE_TIMEZONE: '' } })
    browser = await startBrowser()
    await service.services.database.transaction(async (tx) => {
      await tx.updateTable('users').set({ role: 'editor' }).where('role', '=', 'administrator').execute()
      await insertSetupToken(tx, 'printed')
    })
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  test('Creates the administrator, sets the site up, adds a sample calendar, and removes it', async () => {
    const visit = await browser.visit(`${service.origin}/admin/setup?token=printed`, { width: 360 })
    const { page } = visit
    await page.getByLabel('Username').fill('ann')
    await page.getByLabel('Email').fill('nonsense@x')
    await page.getByLabel('Password').fill('short')
    await page.getByLabel('Name of the site').fill('Springfield')
    await assertClean(visit)
    await visit.screenshot('admin-setup-360')
    await page.getByRole('button', { name: 'Create the calendar' }).click()
    await page.getByText('at least 8 characters').waitFor()
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Create the calendar' }).click()
    await page.getByText('Your calendar is ready').waitFor()
    await visit.screenshot('admin-setup-done-360')
    await page.getByRole('button', { name: 'Add a sample calendar' }).click()
    await page.locator('#main-content').waitFor({ timeout: 180_000 })
    await page.goto(`${service.origin}/admin/settings`)
    await page.getByText('80 sample events').waitFor()
    assert.match((await service.send('GET', '//events/')).text, /Springfield<\/title>/)
    await page.getByRole('button', { name: 'Remove the sample calendar' }).click()
    await page.getByText('Adds 80 events').waitFor({ timeout: 120_000 })
    await page.goto(`${service.origin}/admin/setup?token=printed`)
    await page.getByText('already set up').waitFor()
    await visit.close()
  })
})

describe('The site in the admin', () => {
  let service: TestService
  let browser: TestBrowser
  before(async () => {
    service = await startService({ now: new Date().toISOString() })
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })
  const visit = (path: string, options = {}) => visitAdmin({ service, browser }, path, options)

  test('An administrator changes name and color; settings of the environment are locked', async () => {
    const opened = await visit('/settings')
    const { page } = opened
    await page.getByText('Set by SITE_TIMEZONE').waitFor()
    assert.equal(await page.getByLabel('Time zone').isDisabled(), true)
    await page.getByLabel('Name of the site').fill('Shelbyville')
    await page.getByLabel('Accent color', { exact: true }).fill('#ffee00')
    await page.getByText('too low, adjusted').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    const home = (await service.send('GET', '//events/')).text
    assert.match(home, /Shelbyville<\/title>/)
    assert.match(home, /accent-ffee00\.css/)
    await page.getByLabel('Accent color', { exact: true }).fill('yellow')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.Mui-error', { hasText: '#9a3412' }).first().waitFor()
    await opened.close()
  })

  test('An administrator invites a user, and creates and revokes an application password', async () => {
    const opened = await visit('/users/create')
    const { page } = opened
    await page.getByLabel('Username').fill('ben')
    await page.getByLabel('Email').fill('ben@example.test')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Pass this link on').waitFor()
    assert.match(await page.getByLabel('Copy').inputValue(), /\/account\/invitation/)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByLabel('Name of the application').fill('phone')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Copy this password').waitFor()
    await page.getByRole('button', { name: 'Revoke: phone' }).click()
    await page.getByRole('button', { name: 'Revoke: phone' }).waitFor({ state: 'detached' })
    await assertClean(opened)
    await opened.screenshot('admin-user-1280')
    await opened.close()
  })

  test('The audit log shows changes, and is exported completely', async () => {
    const opened = await visit('/audit')
    const { page } = opened
    await page.getByText('created application password').first().waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk)
    const lines = Buffer.concat(chunks).toString('utf8').trimEnd().split('\r\n')
    assert.equal(lines[0], '\ufefftime_utc,user,action,kind,record,channel,application,ip,changes')
    assert.ok(lines.some((line) => /,admin,create-application-password,user,/.test(line)))
    await opened.close()
  })

  for (const [width, scheme, language] of [
    [360, 'dark', 'de'],
    [1440, 'light', 'en'],
  ] as const) {
    test(`Every screen is accessible at ${width} px in ${language}, and nothing overflows`, async () => {
      const opened = await visit('/profile', { width, scheme, language })
      await opened.page.waitForLoadState('networkidle')
      for (const path of SCREENS) {
        await opened.page.goto(`${service.origin}/admin${path}`)
        await opened.page.locator('#main-content h2, #main-content table, #main-content form').first().waitFor()
        await assertClean(opened)
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
        assert.equal(await opened.page.evaluate<number>(overflow), 0, path)
        await opened.screenshot(`admin-site${path.replaceAll('/', '-')}-${width}`)
      }
      await opened.close()
    })
  }
})
