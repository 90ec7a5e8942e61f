/** Images by URL: fetched once, with every check (wire-contract §6.8, Q35, Q36). */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createImage, type ImageServer, startImageServer } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestResponse, type TestService, type TestUser } from '../../helper/service.ts'

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

/** The header of a PNG that claims 30,000 by 30,000 pixels, without data. */
const BOMB = Buffer.from(
  '89504e470d0a1a0a0000000d494844520000753000007530080200000024f5b2ab0000000c49444154789c63000100000500010d0a2db40000000049454e44ae426082',
  'hex',
)

const CONTENTS: Readonly<Record<string, { readonly type: string; readonly body: string | Buffer }>> = {
  '/page.jpg': { type: 'image/jpeg', body: '<!doctype html><script>alert(1)</script>' },
  '/script.svg': {
    type: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  },
  '/bomb.png': { type: 'image/png', body: BOMB },
  '/empty.jpg': { type: 'image/jpeg', body: '' },
}

for (const engine of ONE_ENGINE) {
  describe(`Images by URL on ${engine.name}`, () => {
    let service: TestService
    let outside: ImageServer
    /** A private network that is not in the list of allowed ones. */
    let inside: ImageServer
    let photo: Buffer
    before(async () => {
      photo = await createImage(400, 300)
      outside = await startImageServer(handle)
      inside = await startImageServer(handle)
      service = await startService({ engine, env: { IMAGE_FETCH_ALLOW: outside.host } })
    })
    after(async () => {
      await service.stop()
      await outside.close()
      await inside.close()
    })

    const handle: RequestListener = (request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      const content = CONTENTS[path]
      if (content) response.writeHead(200, { 'content-type': content.type }).end(content.body)
      else if (path.startsWith('/photo')) response.writeHead(200, { 'content-type': 'text/plain' }).end(photo)
      else if (path === '/inside') response.writeHead(302, { location: `http://${inside.host}/photo.jpg` }).end()
      else if (path === '/round') response.writeHead(302, { location: '/round' }).end()
      else if (path === '/large') response.writeHead(200, { 'content-length': String(16 * 1024 * 1024) }).flushHeaders()
      else if (path === '/endless') sendSlowly(response)
      else response.writeHead(404).end()
    }

    function sendSlowly(response: Parameters<RequestListener>[1]): void {
      const chunk = Buffer.alloc(1024 * 1024)
      response.writeHead(200, { 'content-type': 'image/jpeg' })
      const more = () => {
        while (response.writable && response.write(chunk));
      }
      response.on('drain', more)
      more()
    }

    const at = (path: string) => `http://${outside.host}${path}`
    const create = (json: Json, as: TestUser = 'author', path = '/events') =>
      service.send('POST', path, { as, json: path === '/events' ? { title: 'Pictured', ...dates, ...json } : json })

    function files(): string[] {
      const folder = join(service.config.DATA_DIR, 'uploads')
      if (!existsSync(folder)) return []
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
    }

    /** Rows and files that a failed write could leave behind. */
    async function traces() {
      const count = async (path: string, list: string) =>
        (await service.send('GET', path, { as: 'admin' })).json[list].length
      return {
        files: files(),
        media: await count('/media?per_page=100', 'media'),
        events: await count('/events?per_page=100&status=any', 'events'),
        venues: await count('/venues?per_page=100', 'venues'),
      }
    }

    function assertNamed({ status, json }: TestResponse, name: string, about: string): void {
      assert.deepEqual([status, Object.keys(json.data?.params ?? {})], [400, [name]], about)
    }

    test('An image URL is fetched once with any content type, and the stored image is reused', async () => {
      const first = await create({ image: at('/photo.jpg?size=large#top') })
      assert.equal(first.status, 201, first.text)
      const { image } = first.json
      assert.deepEqual([image.width, image.height, Object.keys(image.sizes)], [400, 300, ['medium', 'thumbnail']])
      assert.match(image.url, /\/uploads\/2026\/11\/photo-[0-9a-f]{16}\.jpg$/)
      const again = await create({ image: at('/photo.jpg?size=large') }, 'admin')
      const own = await create({ organizer: 'Pictured', image: image.url }, 'admin', '/organizers')
      const ownSize = await create({ image: image.sizes.thumbnail.url }, 'admin')
      assert.deepEqual(
        [again, own, ownSize].map(({ json }) => json.image?.id),
        [image.id, image.id, image.id],
      )
      assert.equal(outside.requestedPaths.filter((path) => path.startsWith('/photo.jpg')).length, 1)
      const media = (await service.send('GET', `/media/${image.id}`, { as: 'author' })).json
      assert.deepEqual([media.title, media.author], ['photo', String(service.ids.author)])
    })

    test('Venues and organizers accept image URLs, by themselves and inside an event', async () => {
      const venue = await create({ venue: 'Arena', image: at('/photo-venue.jpg') }, 'author', '/venues')
      assert.equal(venue.json.image.width, 400)
      const changed = await service.send('PATCH', `/venues/${venue.json.id}`, {
        as: 'author',
        json: { image: at('/photo-2.jpg') },
      })
      assert.notEqual(changed.json.image.id, venue.json.image.id)
      const event = await create({
        venue: { venue: 'Inner arena', image: at('/photo-inner.jpg') },
        organizer: [{ organizer: 'Inner host', image: at('/photo-inner.jpg') }],
      })
      assert.equal(event.json.venue.image.id, event.json.organizer[0].image.id)
      assertNamed(await create({ venue: { venue: 'Wrong arena', image: at('/page.jpg') } }), 'venue', 'nested')
    })

    test('A write with more image URLs than the limit is rejected before the first one is fetched', async () => {
      const before = outside.requestedPaths.length
      const organizer = (count: number) =>
        Array.from({ length: count }, (_, n) => ({ organizer: `Host ${n}`, image: at(`/photo-many-${n}.jpg`) }))
      assertNamed(await create({ organizer: organizer(21) }), 'organizer', 'twenty-one')
      assert.equal(outside.requestedPaths.length, before)
      assert.equal((await create({ organizer: organizer(20) })).status, 201)
    })

    test('Permissions are checked before an image is fetched', async () => {
      const before = outside.requestedPaths.length
      for (const as of ['contributor', 'subscriber', 'anon'] as const) {
        assertNamed(await create({ image: at('/photo-x.jpg') }, as), 'image', as)
        assertNamed(await create({ venue: { venue: 'V', image: at('/photo-x.jpg') } }, as), 'venue', as)
      }
      assert.equal((await create({ image: at('/photo-x.jpg'), website: 'nonsense' })).status, 400)
      const event = (await create({}, 'admin')).json
      const foreign = await service.send('POST', `/events/${event.id}`, {
        as: 'author',
        json: { image: at('/photo-x.jpg') },
      })
      assert.equal(foreign.status, 403)
      assert.equal(outside.requestedPaths.length, before)
    })

    test('A URL without a valid image returns 400 naming image and leaves nothing behind', async () => {
      const port = inside.host.split(':')[1]
      const before = await traces()
      const hostile = [
        ...[
          'localhost',
          '127.1',
          '2130706433',
          '0x7f000001',
          '0177.0.0.1',
          '[::1]',
          '[::ffff:127.0.0.1]',
          '0.0.0.0',
        ].map((host) => `http://${host}:${port}/photo.jpg`),
        ...['10.0.0.1', '192.168.1.1', '172.16.0.1', '169.254.169.254', '100.64.0.1', '[fd00::1]', '[fe80::1]'].map(
          (host) => `http://${host}/photo.jpg`,
        ),
        'http://nowhere.invalid/photo.jpg',
        `http://user:secret@${outside.host}/photo.jpg`,
        'ftp://127.0.0.1/photo.jpg',
        'gopher://127.0.0.1/photo.jpg',
        ...[...Object.keys(CONTENTS), '/missing.jpg', '/inside', '/round', '/large', '/endless'].map(at),
      ]
      for (const image of hostile) assertNamed(await create({ image }), 'image', image)
      assert.deepEqual(await traces(), before)
      assert.deepEqual(inside.requestedPaths, [])
    })

    test('A write that fails after the fetch leaves no file and no image', async () => {
      const before = await traces()
      const failing = await create({ image: at('/photo-lost.jpg'), venue: [{ venue: ' ' }] })
      assert.equal(failing.status, 400)
      const first = await create({
        image: at('/photo-lost.jpg'),
        venue: { venue: 'Lost arena', image: at('/bomb.png') },
      })
      assertNamed(first, 'venue', 'the second picture')
      assert.deepEqual(await traces(), before)
    })

    test('The same URL in two concurrent writes becomes one image', async () => {
      const before = files().length
      const created = await Promise.all([1, 2, 3].map(() => create({ image: at('/photo-race.jpg') })))
      assert.equal(new Set(created.map(({ json }) => json.image.id)).size, 1)
      assert.equal(files().length, before + 3)
    })

    test('The image in the structured data is the full size', async () => {
      const { json } = await create({
        image: at('/photo-ld.jpg'),
        venue: { venue: 'LD arena', image: at('/photo-ld2.jpg') },
      })
      const read = (await service.send('GET', `/events/${json.id}`)).json
      assert.deepEqual([read.json_ld.image, read.json_ld.location.image], [json.image.url, json.venue.image.url])
    })
  })
}
