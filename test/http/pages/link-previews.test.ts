/** Metadata of a page for link previews: Open Graph and Twitter cards. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createFileForm } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

describe('Link previews', () => {
  let service: TestService
  before(async () => {
    service = await startService()
    const upload = async (fields: Record<string, string>) =>
      (await service.send('POST', '/media', { as: 'admin', ...createFileForm(fields, await createImage(400, 300)) }))
        .json
    const create = (json: Json) => service.send('POST', '/events', { as: 'admin', json: { ...DATES, ...json } })
    const [described, plain] = [await upload({ alt_text: 'A "band" on stage' }), await upload({})]
    await create({ title: 'Concert', image: described.id })
    await create({ title: 'Tea & Cake', image: plain.id })
    await create({ title: 'Talk' })
  })
  after(() => service.stop())

  /** Contents of the `meta` elements of a page, by property or name. */
  const readMeta = async (path: string): Promise<ReadonlyMap<string, string>> => {
    const { text } = await service.send('GET', `/${path}`, { headers: { accept: 'text/html' } })
    const found = text.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)">/g)
    return new Map([...found].map(([, name = '', content = '']) => [name, content]))
  }

  test('A page with an image has a large Twitter card, and its alternative text in og:image:alt', async () => {
    const meta = await readMeta('/event/concert/')
    assert.equal(meta.get('twitter:card'), 'summary_large_image')
    assert.equal(meta.get('og:image:alt'), 'A &quot;band&quot; on stage')
    assert.match(meta.get('og:image') ?? '', /^http/)
  })

  test('Og:image:alt is the title of the event where the image has no alternative text', async () => {
    assert.equal((await readMeta('/event/tea-cake/')).get('og:image:alt'), 'Tea &amp; Cake')
  })

  test('A page without an image has a small Twitter card', async () => {
    for (const path of ['/event/talk/', '/events/', '/events/2027-03/', '/nowhere/']) {
      const meta = await readMeta(path)
      assert.equal(meta.get('twitter:card'), 'summary', path)
      assert.equal(meta.has('og:image:alt') || meta.has('og:image'), false, path)
    }
  })
})
