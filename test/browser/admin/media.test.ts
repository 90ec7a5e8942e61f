/** The media library in the admin: add, describe, crop, find, replace and delete images. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { confirm, visitAdmin } from '../../helper/browser/admin.ts'
import { startBrowser, type TestBrowser } from '../../helper/browser/browser.ts'
import { createFileForm } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

/** Runs in the page: sends an event with an image file. */
const SEND_FILE = `([type, content]) => {
  const transfer = new DataTransfer()
  transfer.items.add(new File([new Uint8Array(content)], type + 'ped.jpg', { type: 'image/jpeg' }))
  if (type === 'paste') document.dispatchEvent(new ClipboardEvent(type, { clipboardData: transfer }))
  else [...document.querySelectorAll('button')]
    .find((one) => one.textContent === 'Upload')
    .dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }))
}`

describe('The media library in the admin', () => {
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

  async function upload(title: string): Promise<Json> {
    const form = createFileForm({ title, alt_text: title }, await createImage(900, 600))
    return (await service.send('POST', '/media', { as: 'editor', ...form })).json
  }

  const read = async (path: string): Promise<Json> => (await service.send('GET', path, { as: 'admin' })).json

  /** Chooses a file in the dialog of a button. */
  async function chooseFile(page: Page, button: string, name: string): Promise<void> {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: button, exact: true }).click()
    await (await chooser).setFiles({ name, mimeType: 'image/jpeg', buffer: await createImage(900, 600) })
  }

  test('An editor uploads an image, describes, crops and focuses it', async () => {
    const visit = await visitAdmin({ service, browser }, '/media', { as: 'editor' })
    const { page } = visit
    await chooseFile(page, 'Upload', 'harbor at night.jpg')
    const prompt = page.getByRole('dialog', { name: 'Describe the new images' })
    await prompt.getByLabel('Alternative text').fill('Boats in a harbor')
    await prompt.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'harbor at night' }).click()
    await page.getByRole('button', { name: 'Crop and focal point' }).click()
    const dialog = page.getByRole('dialog', { name: 'Crop and focal point' })
    await dialog.getByRole('button', { name: 'Square' }).click()
    await dialog.getByRole('button', { name: 'Save crop' }).click()
    await dialog.getByRole('button', { name: 'Show the whole image' }).and(dialog.locator(':enabled')).waitFor()
    await dialog.getByRole('tab', { name: 'Focal point' }).click()
    const point = dialog.getByRole('button', { name: /^Focal point: / })
    await point.focus()
    for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowRight')
    assert.deepEqual(await visit.violations(), [])
    await visit.screenshot('admin-media-focal-point')
    await dialog.getByRole('button', { name: 'Save focal point' }).click()
    await dialog.getByRole('button', { name: 'Use the center' }).and(dialog.locator(':enabled')).waitFor()
    const [media] = (await read('/media?search=harbor')).media
    assert.deepEqual([media.alt_text, media.width, media.height], ['Boats in a harbor', 600, 600])
    assert.deepEqual(media.focal_point, { x: 0.7, y: 0.5 })
    assert.ok(Math.abs(media.crop.x - 1 / 6) < 0.01)
    assert.deepEqual(visit.problems, [])
    await visit.close()
  })

  test('Images are added by dropping and by pasting them', async () => {
    const visit = await visitAdmin({ service, browser }, '/media', { as: 'editor' })
    const { page } = visit
    await page.getByRole('button', { name: 'Upload', exact: true }).waitFor()
    const bytes = [...(await createImage(90, 60))]
    const prompt = page.getByRole('dialog', { name: 'Describe the new images' })
    for (const action of ['drop', 'paste']) {
      await page.evaluate(`(${SEND_FILE})(${JSON.stringify([action, bytes])})`)
      await prompt.getByLabel('Alternative text').fill(`By ${action}`)
      await prompt.getByRole('button', { name: 'Close' }).click()
      await prompt.waitFor({ state: 'detached' })
    }
    const { media } = await read('/media?search=ped')
    assert.deepEqual(media.map(({ alt_text }: Json) => alt_text).sort(), ['By drop', 'By paste'])
    assert.deepEqual(visit.problems, [])
    await visit.close()
  })

  test('On a phone, a photo becomes a published event with its title and date only', async () => {
    const visit = await visitAdmin({ service, browser }, '/events/create', { as: 'editor', width: 360 })
    const { page } = visit
    await page.locator('[name="title"]').fill('Street concert')
    await page.locator('[name="when"]').fill('tomorrow 8-11pm')
    await chooseFile(page, 'Take a photo', 'photo.jpg')
    await page.getByLabel('Alternative text').fill('A band in a street')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/\/admin\/events\/\d+$/)
    const event = await read(`/events/${/\d+$/.exec(page.url())?.[0]}`)
    assert.deepEqual([event.title, event.status, event.image.width], ['Street concert', 'publish', 900])
    assert.deepEqual(visit.problems, [])
    await visit.close()
  })

  test('An image is replaced in the records that use it, and unused ones are deleted together', async () => {
    const [one, other] = [await upload('Poster one'), await upload('Poster other')]
    const json = { title: 'Concert', ...dates, image: one.id, status: 'publish' }
    const event = (await service.send('POST', '/events', { as: 'editor', json })).json
    const visit = await visitAdmin({ service, browser }, `/media/${one.id}`, { as: 'editor' })
    const { page } = visit
    await page.getByRole('link', { name: 'Concert' }).waitFor()
    await visit.screenshot('admin-media-edit')
    assert.deepEqual(await visit.violations(), [])
    await page.getByRole('button', { name: 'Replace everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Poster other' }).click()
    await page.getByText('No record uses this image.').waitFor()
    assert.equal((await read(`/events/${event.id}`)).image.id, other.id)
    await page.goto(`${service.origin}/admin/media?filter=${encodeURIComponent('{"unused":true,"search":"poster"}')}`)
    await page.getByRole('checkbox', { name: 'Select Poster one' }).check()
    await page.getByRole('button', { name: 'Delete' }).click()
    await confirm(page)
    await page.getByRole('checkbox', { name: 'Select Poster one' }).waitFor({ state: 'detached' })
    assert.equal((await service.send('GET', `/media/${one.id}`, { as: 'editor' })).status, 404)
    assert.deepEqual(visit.problems, [])
    await visit.close()
  })

  for (const [width, scheme, language] of [
    [1440, 'light', 'en'],
    [768, 'dark', 'de'],
    [360, 'light', 'fr'],
  ] as const) {
    test(`At ${width} px in ${language}, ${scheme}, the library is accessible`, async () => {
      await upload('A picture with a title that is longer than its place')
      const visit = await visitAdmin({ service, browser }, '/media', { as: 'editor', width, scheme, language })
      await visit.page.waitForLoadState('networkidle')
      await visit.page.locator('.app-loader').waitFor({ state: 'detached' })
      assert.deepEqual(await visit.violations(), [])
      const overflow = await visit.page.evaluate('document.documentElement.scrollWidth - innerWidth')
      assert.ok(Number(overflow) <= 0, `${overflow} px wider than the window`)
      assert.deepEqual(visit.problems, [])
      await visit.screenshot(`admin-media-${width}`)
      await visit.close()
    })
  }
})
