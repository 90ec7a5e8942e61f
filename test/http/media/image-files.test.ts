/** Files as images of events, venues and organizers, in the request that writes the record. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createMultipart, type MultipartPart } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestResponse, type TestService, type TestUser } from '../../helper/service.ts'

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`Files as images of records on ${engine.name}`, () => {
    let service: TestService
    let image: Buffer
    before(async () => {
      service = await startService({ engine })
      image = await createImage(400, 300)
    })
    after(() => service.stop())

    const post = (
      as: TestUser,
      path: string,
      fields: Readonly<Record<string, string>>,
      files: readonly MultipartPart[],
    ) => {
      const texts = Object.entries(fields).map(([name, content]) => ({ name, content }))
      return service.send('POST', path, { as, ...createMultipart([...texts, ...files]) })
    }
    const create = (
      as: TestUser,
      fields: Readonly<Record<string, string>> = {},
      files: readonly MultipartPart[] = [file('image')],
    ) => post(as, '/events', { title: 'Pictured', ...dates, ...fields }, files)
    const file = (name: string, fileName = 'Concert poster.jpg', content = image): MultipartPart => ({
      name,
      content,
      fileName,
    })

    function listFiles(folder: 'uploads' | 'tmp'): readonly string[] {
      const path = join(service.config.DATA_DIR, folder)
      if (!existsSync(path)) return []
      return readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))
    }

    async function traces(): Promise<Json> {
      const [media, events] = await Promise.all(
        ['/media?per_page=100', '/events?per_page=100&status=any'].map((path) =>
          service.send('GET', path, { as: 'admin' }),
        ),
      )
      return [media?.json.media.length, events?.json.events.length, listFiles('uploads'), listFiles('tmp')]
    }

    function assertNamed({ status, json }: TestResponse, name: string, about: string): void {
      assert.deepEqual([status, Object.keys(json.data?.params ?? {})], [400, [name]], about)
    }

    test('POST /events with a file as image creates the event and the image', async () => {
      const { status, json } = await create('author')
      assert.equal(status, 201)
      assert.deepEqual([json.image.width, json.image.height, json.image.extension], [400, 300, 'jpg'])
      assert.match(json.image.url, /\/concert-poster-[0-9a-f]{16}\.jpg$/)
      const media = (await service.send('GET', `/media/${json.image.id}`, { as: 'author' })).json
      assert.deepEqual([media.title, media.author], ['Concert poster', String(service.ids.author)])
      const shown = await fetch(json.image.url)
      assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/jpeg'])
      assert.deepEqual(listFiles('tmp'), [])
    })

    test('POST /events/{id} with a file replaces the image, and a form without a file keeps it', async () => {
      const { id, image: first } = (await create('author')).json
      const replaced = await post('author', `/events/${id}`, {}, [file('image', 'other.jpg')])
      assert.equal(replaced.status, 200)
      assert.notEqual(replaced.json.image.id, first.id)
      const empty = { name: 'image', fileName: '', content: '' }
      const updated = await post('author', `/events/${id}`, { title: 'Renamed' }, [empty])
      assert.deepEqual([updated.json.title, updated.json.image.id], ['Renamed', replaced.json.image.id])
    })

    test('Venues and organizers accept a file, by themselves and inside an event', async () => {
      const venue = await post('author', '/venues', { venue: 'Arena' }, [file('image')])
      const organizer = await post('author', '/organizers', { organizer: 'Host' }, [file('image')])
      assert.deepEqual([venue.json.image.width, organizer.json.image.width], [400, 400])
      const event = await create('author', { 'venue[venue]': 'Inner arena', 'organizer[0][organizer]': 'Inner host' }, [
        file('image'),
        file('venue[image]'),
        file('organizer[0][image]'),
      ])
      assert.equal(event.status, 201, event.text)
      const ids = [event.json.image.id, event.json.venue.image.id, event.json.organizer[0].image.id]
      assert.equal(new Set(ids).size, 3)
    })

    test('An invalid file returns 400 naming its field and leaves nothing behind', async () => {
      const before = await traces()
      const text = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
      assertNamed(await create('author', {}, [file('image', 'a.svg', text)]), 'image', 'no image')
      assertNamed(await create('author', {}, [file('image', 'a.jpg', Buffer.alloc(0))]), 'image', 'empty')
      const inner = { 'venue[venue]': 'Failing arena' }
      assertNamed(await create('author', inner, [file('image'), file('venue[image]', 'a.jpg', text)]), 'venue', 'inner')
      assert.equal((await create('author', { end_date: '2027-02-01 10:00:00' })).status, 400)
      assert.deepEqual(await traces(), before)
    })

    test('A write whose transaction fails leaves no image', async () => {
      const before = await traces()
      assert.equal((await create('author', { 'venue[venue]': ' ' })).status, 400)
      assert.deepEqual(await traces(), before)
    })

    test('A client without permission to upload gets an error naming the field', async () => {
      const before = await traces()
      assertNamed(await create('contributor'), 'image', 'contributor')
      assertNamed(await create('subscriber'), 'image', 'subscriber')
      assertNamed(await create('contributor', { 'venue[venue]': 'V' }, [file('venue[image]')]), 'venue', 'inner')
      const { id } = (await create('admin')).json
      assert.equal((await post('author2', `/events/${id}`, {}, [file('image')])).status, 403)
      await service.send('DELETE', `/events/${id}`, { as: 'admin' })
      assert.deepEqual((await traces())[3], before[3])
    })

    test('A client without permission to write is rejected before a large file is read', async () => {
      const large = file('image', 'large.jpg', Buffer.alloc(5_000_000))
      assert.equal((await create('subscriber', {}, [large])).status, 403)
      assert.equal((await create('anon', {}, [large])).status, 401)
      const { id } = (await create('admin')).json
      assert.equal((await post('author', `/events/${id}`, {}, [large])).status, 403)
      assert.equal((await create('contributor', {}, [large])).status, 413)
      const tooLarge = file('image', 'large.jpg', Buffer.alloc(15 * 1024 * 1024 + 1))
      assert.equal((await create('author', {}, [tooLarge])).status, 413)
    })

    test('Files of other fields are ignored, and no JSON can name a file', async () => {
      const { status, json } = await create('author', {}, [file('description', 'd.txt'), file('attachment')])
      assert.deepEqual([status, json.image, json.description], [201, false, ''])
      const forged = { path: '/etc/passwd', bytes: 1, name: 'x.jpg' }
      const event = { title: 'Forged', ...dates }
      for (const image of [forged, { file: forged }, 'file:/etc/passwd', { url: 'file:/etc/passwd', file: forged }]) {
        assertNamed(
          await service.send('POST', '/events', { as: 'admin', json: { ...event, image } }),
          'image',
          'forged',
        )
      }
    })
  })
}
