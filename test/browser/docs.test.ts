import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type PageVisit, startBrowser, type TestBrowser, type VisitOptions } from '../helper/browser/browser.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'

const PHONE = { width: 320, height: 720 }
const EVENT = { title: "It's jazz", start_date: '2027-01-01 20:00:00', end_date: '2027-01-01 22:00:00' }

const readText = async (locator: Locator): Promise<string> => (await locator.textContent()) ?? ''

const operation = (page: Page, id: string): Locator => page.locator(`#operations-${id}`)

async function open(page: Page, id: string): Promise<Locator> {
  const section = operation(page, id)
  await section.locator('.opblock-summary-control').click()
  await section.locator('.opblock-body').waitFor()
  return section
}

async function tryOut(section: Locator, body?: unknown): Promise<Shown> {
  await section.locator('.try-out__btn').first().click()
  if (body !== undefined) await section.locator('textarea.body-param__text').fill(JSON.stringify(body))
  return execute(section)
}

/** A response as displayed by the page. */
interface Shown {
  readonly status: number
  readonly text: string
}

async function execute(section: Locator): Promise<Shown> {
  await section.locator('.execute').click()
  const row = section.locator('.live-responses-table tbody')
  await row.locator('.response-col_status').waitFor()
  const status = Number((await readText(row.locator('.response-col_status'))).trim().slice(0, 3))
  return { status, text: await readText(row.locator('.highlight-code pre').first()) }
}

/** The arguments that a shell passes to curl for a line. */
function parseArguments(line: string): readonly string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

describe('The documentation page in a browser', () => {
  let service: TestService
  let browser: TestBrowser
  let password: string

  before(async () => {
    service = await startService({ mount: '/api/cal/events/v1' })
    await service.send('POST', '/events', { as: 'admin', json: EVENT })
    const credentials = Buffer.from(service.authorization('admin').slice('Basic '.length), 'base64').toString()
    password = credentials.slice('admin:'.length)
    browser = await startBrowser()
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  async function visit(options: VisitOptions = {}, path = '/docs'): Promise<PageVisit> {
    const visited = await browser.visit(`${service.origin}${path}`, options)
    await visited.page.locator('.opblock').first().waitFor()
    return visited
  }

  async function signIn(page: Page, secret = password): Promise<void> {
    await page.locator('.auth-wrapper > .authorize').click()
    const form = page.locator('dialog form').first()
    await form.getByLabel('Username').fill('admin')
    await form.getByLabel('Password').fill(secret)
    await form.locator('.authorize').click()
    await form.getByText('Signed in').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
  }

  test('The page shows an operation and sends it without credentials', async () => {
    const { page, problems, close } = await visit()
    const { status, text } = await tryOut(await open(page, 'events-listEvents'))
    assert.equal(status, 200)
    assert.equal(JSON.parse(text).total, 1)
    assert.match(page.url(), /#\/events\/listEvents$/, 'the address leads back here')
    assert.deepEqual(problems, [])
    await close()
  })

  test('The page contains every operation of the document', async () => {
    const { page, close } = await visit()
    const { json } = await service.send('GET', '/doc')
    const operations = Object.values<Json>(json.paths).flatMap((item) => Object.values<Json>(item))
    const expected = operations.map(({ tags, operationId }) => `operations-${tags[0]}-${operationId}`)
    const ids = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => id))
    assert.deepEqual(ids.sort(), expected.sort())
    await close()
  })

  test('A URL with an operation in its fragment opens that operation', async () => {
    const { page, close } = await visit({}, '/docs#/venues/createVenue')
    await operation(page, 'venues-createVenue').locator('.opblock-body').waitFor()
    await close()
  })

  test('The page signs in with an application password, and creates an event', async () => {
    const { page, problems, close } = await visit()
    await signIn(page)
    const { status, text } = await tryOut(await open(page, 'events-createEvent'), EVENT)
    assert.equal(status, 201)
    const { id } = JSON.parse(text)
    assert.equal((await service.send('GET', `/events/${id}`)).status, 200)
    assert.deepEqual(problems, [])
    await page.reload()
    await page.locator('.opblock').first().waitFor()
    assert.equal(await page.locator('.authorize.locked').count(), 0, 'a password does not outlive the page')
    assert.equal(await page.evaluate('localStorage.length + sessionStorage.length'), 0)
    await close()
  })

  test('The page shows error responses unchanged', async () => {
    const { page, close } = await visit()
    const create = await open(page, 'events-createEvent')
    const unknown = await tryOut(create, EVENT)
    assert.equal(unknown.status, 401)
    assert.match(unknown.text, /"rest_forbidden"/)
    await close()
    const second = await visit()
    await signIn(second.page)
    const flawed = await tryOut(await open(second.page, 'events-createEvent'), { title: 'No dates' })
    assert.equal(flawed.status, 400)
    assert.match(flawed.text, /"rest_missing_callback_param"/)
    await second.close()
  })

  test('The page opens a protected event with its password', async () => {
    const json = { ...EVENT, description: 'By invitation', password: 'secret' }
    const { id } = (await service.send('POST', '/events', { as: 'admin', json })).json
    const { page, close } = await visit()
    await page.locator('.auth-wrapper > .authorize').click()
    const form = page.locator('dialog form').nth(1)
    await form.getByLabel('Value').fill('secret')
    await form.locator('.authorize').click()
    await page.keyboard.press('Escape')
    const read = await open(page, 'events-getEvent')
    await read.locator('.try-out__btn').click()
    await read.getByLabel('id', { exact: true }).fill(String(id))
    const { text } = await execute(read)
    assert.match(text, /By invitation/)
    await close()
  })

  test('A wrong password is rejected without a dialog of the browser', async () => {
    const { page, close } = await visit()
    await signIn(page, 'wrong')
    const { status } = await tryOut(await open(page, 'events-createEvent'), EVENT)
    assert.equal(status, 401)
    await close()
  })

  test('The curl line sends the same request in a shell', async () => {
    const { page, close } = await visit()
    await signIn(page)
    const create = await open(page, 'events-createEvent')
    await tryOut(create, EVENT)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await create.locator('.curl-command').getByRole('button').click()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    const [x, method = '', url = '', ...options] = parseArguments(copied)
    assert.equal(x, '-X')
    const headers: Record<string, string> = {}
    let body = ''
    for (let at = 0; at < options.length; at += 2) {
      const [name = '', value = ''] = [options[at], options[at + 1]]
      if (name === '-d') body = value
      else {
        assert.equal(name, '-H')
        headers[value.slice(0, value.indexOf(':')).toLowerCase()] = value.slice(value.indexOf(':') + 1).trim()
      }
    }
    assert.ok(url.startsWith(service.origin))
    const response = await service.send(method, `/${new URL(url).pathname}`, {
      headers: { ...headers, ...createLengthHeader(body) },
      body,
    })
    assert.equal(response.status, 201)
    assert.match(response.json.title, /^It.+s jazz$/)
    await close()
  })

  const createLengthHeader = (body: string) => ({ 'content-length': String(Buffer.byteLength(body)) })

  test('The keyboard alone reaches an operation, the sign-in dialog and its close button', async () => {
    const { page, close } = await visit()
    const focused = () => page.evaluate<string>('document.activeElement.className')
    await page.keyboard.press('Tab')
    assert.equal(await focused(), 'skip')
    await page.keyboard.press('Enter')
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 40 && !(await focused()).includes(name); presses++)
        await page.keyboard.press('Tab')
      assert.ok((await focused()).includes(name), name)
    }
    await tabTo('authorize')
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    assert.match(await focused(), /authorize/, 'focus comes back to where it was')
    await tabTo('opblock-summary-control')
    await page.keyboard.press('Enter')
    await operation(page, 'about-describeNamespace').locator('.opblock-body').waitFor()
    await tabTo('try-out__btn')
    await page.keyboard.press('Enter')
    await tabTo('execute')
    await page.keyboard.press('Enter')
    await page.locator('.live-responses-table').waitFor()
    await close()
  })

  for (const [scheme, width] of [
    ['light', PHONE.width],
    ['dark', 1280],
  ] as const)
    test(`The page is accessible, ${scheme}, ${width} wide, and fits a phone and a desktop`, async () => {
      const { page, violations, problems, screenshot, close } = await visit({ width, height: 720, scheme }, '/en/docs')
      const assertAccessible = async (state: string) => {
        assert.deepEqual(await violations(), [], state)
        for (const other of [PHONE.width, 1280, width]) {
          await page.setViewportSize({ width: other, height: 720 })
          const actual = await page.evaluate('document.documentElement.scrollWidth')
          assert.equal(actual, other, `${state} scrolls sideways`)
        }
      }
      await assertAccessible('first')
      // The other elements were checked before.
      for (const tag of await page.locator('.opblock-tag:not(#operations-tag-events)').all()) await tag.click()
      const list = await open(page, 'events-listEvents')
      await assertAccessible('operation')
      await tryOut(list)
      await assertAccessible('answer')
      await screenshot(`docs-${scheme}-${width}`)
      await page.locator('.auth-wrapper > .authorize').click()
      await page.locator('dialog[open]').waitFor()
      await assertAccessible('sign-in')
      assert.deepEqual(problems, [])
      await close()
    })

  test('Forms with files and schemas are accessible', async () => {
    const { page, violations, close } = await visit(PHONE)
    for (const tag of await page.locator('.opblock-tag:not(#operations-tag-media)').all()) await tag.click()
    const upload = await open(page, 'media-createMedia')
    await upload.locator('.try-out__btn').first().click()
    assert.equal(await upload.getByLabel('file', { exact: true }).getAttribute('type'), 'file')
    await page.locator('section.models h4 button').click()
    assert.deepEqual(await violations(), [])
    await close()
  })

  test('The page, the component and the document are in the language of the URL', async () => {
    const { page, violations, problems, screenshot, close } = await visit({ width: 390 }, '/de/docs')
    assert.equal(await page.locator('html').getAttribute('lang'), 'de')
    const create = await open(page, 'events-createEvent')
    const text = await readText(create)
    for (const word of ['Eine Veranstaltung anlegen', 'Ausprobieren', 'Inhalt der Anfrage', 'Antworten']) {
      assert.ok(text.includes(word), word)
    }
    assert.doesNotMatch(text, /Try it out|Request body|Responses|Media type|Example Value/)
    await page.locator('.auth-wrapper > .authorize').click()
    assert.match(await readText(page.locator('dialog')), /Benutzername[\s\S]*Passwort[\s\S]*Schließen/)
    await page.keyboard.press('Escape')
    assert.deepEqual(await violations(), [])
    assert.deepEqual(problems, [])
    await screenshot('docs-de-390')
    await close()
  })

  test('Without JavaScript the page links to the document', async () => {
    const { page, close } = await browser.visit(`${service.origin}/docs`, { javaScript: false })
    assert.match(await readText(page.locator('main')), /without JavaScript/)
    await close()
  })
})
