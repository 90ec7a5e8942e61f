import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type DigestTester, findToken, HOME, startDigestTester, THURSDAY } from '../helper/accounts/digest-tester.ts'
import { type PageVisit, startBrowser, type TestBrowser, type VisitOptions } from '../helper/browser/browser.ts'
import { waitUntil } from '../helper/until.ts'

const ADDRESS = 'ann@example.test'

describe('Digests in a browser', () => {
  let tester: DigestTester
  let browser: TestBrowser
  before(async () => {
    tester = await startDigestTester()
    const { service } = tester
    await service.send('POST', '/categories', { as: 'admin', json: { name: 'Music' } })
    const venue = { venue: 'Town Hall', city: 'Bonn', status: 'publish' }
    const { json } = await service.send('POST', '/venues', { as: 'admin', json: venue })
    for (const day of [5, 6, 6, 8])
      await tester.createEvent(`Concert ${day}`, `2027-03-0${day} 20:00:00`, {
        ...{ categories: ['music'], venue: json.id, cost: '12' },
      })
    await tester.createEvent('Exhibition', '2027-01-10 10:00:00', { end_date: '2027-05-01 18:00:00' })
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await tester.stop()
  })

  const open = (path: string, options?: VisitOptions) => browser.visit(`${tester.service.origin}${path}`, options)
  const assertGood = async (visit: PageVisit, name: string) => {
    await visit.screenshot(`digests-${name}`)
    assert.deepEqual(await visit.violations(), [], name)
    assert.deepEqual(visit.problems, [], name)
    assert.equal(await visit.page.evaluate('document.documentElement.scrollWidth > window.innerWidth'), false, name)
  }
  const findMail = async (pattern: RegExp): Promise<string> => {
    const find = () => tester.mail.mails.findLast((mail) => pattern.test(mail))
    await waitUntil(() => find() !== undefined, 20_000)
    return find() ?? ''
  }

  test('A visitor subscribes in the dialog, confirms, changes the subscription and unsubscribes', async () => {
    const visit = await open('/en/events/category/music/')
    const { page } = visit
    await page.getByRole('link', { name: 'Subscribe' }).click()
    const form = page.locator('dialog .digest-form')
    await form.getByLabel('Email address').fill(ADDRESS)
    await assertGood(visit, 'dialog')
    const sizes = await form.getByRole('button').boundingBox()
    assert.ok((sizes?.height ?? 0) >= 44)
    await form.getByRole('button').click()
    await page.getByRole('heading', { level: 1, name: 'Check your inbox' }).waitFor()
    await assertGood(visit, 'requested')

    const token = findToken(await findMail(/Confirm your subscription/))
    await page.goto(`${tester.service.origin}/en/events/digest/confirm/?token=${token}`)
    await page.getByText('You will get these events every week: Music.').waitFor()
    await assertGood(visit, 'confirm')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { level: 1, name: 'Subscription confirmed' }).waitFor()

    tester.service.setNow(THURSDAY)
    const mail = (await tester.send()).get(ADDRESS) ?? ''
    assert.match(mail, /^Subject: Music – Bonn: 4 events/m)
    const path = new RegExp(`${HOME}(/en/events/digest/manage/[?]token=[0-9a-f]+)`).exec(mail)?.[1] ?? ''
    await page.goto(`${tester.service.origin}${path}`)
    assert.equal(await page.getByLabel('Category').inputValue(), 'music')
    await assertGood(visit, 'manage')
    await page.getByLabel('Language', { exact: true }).selectOption('de')
    await page.getByLabel('Search term').fill('Concert')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').filter({ hasText: 'Your changes were saved' }).waitFor()
    assert.match((await page.textContent('main')) ?? '', /"Concert" · Music/)
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ihre wöchentliche E-Mail' }).waitFor()
    await page.getByRole('button', { name: 'Abbestellen' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sie haben die E-Mail abbestellt' }).waitFor()
    await assertGood(visit, 'unsubscribed')
    await visit.close()
  })

  test('On a phone and without JavaScript, the form is below the events and on a page of its own', async () => {
    const options = { width: 360, height: 740, javaScript: false, language: 'de' } as const
    const visit = await open('/events/', options)
    const { page } = visit
    const form = page.locator('.subscribe .digest-form')
    await form.getByLabel('E-Mail-Adresse').fill('bob@example.test')
    await form.getByRole('button').click()
    await page.getByRole('heading', { level: 1, name: 'Sehen Sie in Ihren Posteingang' }).waitFor()
    assert.match(await findMail(/To: bob@example\.test/), /Bestätigen Sie Ihr Abonnement/)

    await page.goto(`${tester.service.origin}/de/events/digest/`)
    await page.getByLabel('E-Mail-Adresse').fill('carl@example.test')
    await page.getByLabel('Kategorie').selectOption('music')
    await page.getByRole('button', { name: 'Per E-Mail abonnieren' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sehen Sie in Ihren Posteingang' }).waitFor()
    const mail = await findMail(/To: carl@example\.test/)
    assert.match(mail, /Music/)
    await page.goto(`${tester.service.origin}/de/events/digest/confirm/?token=${'0'.repeat(64)}`)
    await page.getByRole('heading', { level: 1, name: 'Dieser Link ist nicht mehr gültig' }).waitFor()
    await visit.close()
  })

  test('The page of the form is accessible at all widths, in both color schemes, and fits', async () => {
    for (const [width, scheme, language] of [
      [360, 'dark', 'de'],
      [360, 'light', 'en'],
      [768, 'light', 'en'],
      [1440, 'dark', 'en'],
    ] as const) {
      const visit = await open('/events/digest/?categories=music', { width, height: 800, scheme, language })
      await assertGood(visit, `form-${width}-${scheme}-${language}`)
      await visit.close()
    }
  })

  test('The HTML of a digest is accessible and fits on a phone', async () => {
    await tester.subscribe('dora@example.test')
    tester.service.setNow('2027-03-04T07:00:00Z')
    const { renderer, getUrls } = tester.options
    const locale = { language: 'en', urls: getUrls('en') } as const
    const content = await renderer.renderMail(tester.service.services, locale, '')
    assert.ok(content)
    const { html } = content.render({ manage: `${HOME}/manage`, unsubscribe: `${HOME}/unsubscribe` })
    const visit = await open('/healthz', { width: 360, height: 740 })
    await visit.page.setContent(html)
    await visit.screenshot('digests-mail')
    assert.equal(await visit.page.evaluate('document.documentElement.scrollWidth > window.innerWidth'), false)
    await visit.close()
  })
})
