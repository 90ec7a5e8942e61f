/** Crop, focal point, use and replacement of images over HTTP (decisions: Media). */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createFileForm } from '../../helper/http/upload-body.ts'
import { createImage, type ImageServer, startImageServer } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

/** Four vertical stripes: red, green, blue, white. */
async function createStripes(width: number, height: number): Promise<Buffer> {
  const stripe = { width: width / 4, height, channels: 3 } as const
  const colors = ['#f00', '#0f0', '#00f', '#fff']
  const layers = await Promise.all(
    colors.map(async (background, index) => ({
      input: await sharp({ create: { ...stripe, background } })
        .png()
        .toBuffer(),
      left: (index * width) / 4,
      top: 0,
    })),
  )
  return sharp({ create: { ...stripe, width, background: '#000' } })
    .composite(layers)
    .png()
    .toBuffer()
}

for (const engine of ONE_ENGINE) {
  describe(`Edits of images on ${engine.name}`, () => {
    let service: TestService
    let outside: ImageServer
    before(async () => {
      const photo = await createImage(400, 300)
      outside = await startImageServer((request, response) => {
        if (request.url?.startsWith('/photo')) response.writeHead(200).end(photo)
        else response.writeHead(404).end()
      })
      service = await startService({ engine, env: { IMAGE_FETCH_ALLOW: outside.host } })
    })
    after(async () => {
      await service.stop()
      await outside.close()
    })

    const send = (method: string, path: string, options: Parameters<TestService['send']>[2] = {}) =>
      service.send(method, path, options)

    async function upload(as: TestUser, bytes?: Buffer, fields: Readonly<Record<string, string>> = {}): Promise<Json> {
      const file = bytes ?? (await createImage(40, 30))
      const response = await send('POST', '/media', { as, ...createFileForm(fields, file) })
      assert.equal(response.status, 201, response.text)
      return response.json
    }

    async function edit(id: number, json: Json, as: TestUser = 'editor'): Promise<Json> {
      const response = await send('POST', `/media/${id}`, { as, json })
      assert.equal(response.status, 200, response.text)
      return response.json
    }

    async function create(plural: string, json: Json, as: TestUser = 'editor'): Promise<Json> {
      const response = await send('POST', `/${plural}`, { as, json })
      assert.equal(response.status, 201, response.text)
      return response.json
    }

    /** The colors at the left and right edge of an image file, such as `ff0000`. */
    async function readEdges(url: string): Promise<readonly string[]> {
      const { data, info } = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer()))
        .raw()
        .toBuffer({ resolveWithObject: true })
      return [0, info.width - 1].map((x) => data.subarray(x * info.channels, x * info.channels + 3).toString('hex'))
    }

    async function clearImage(event: number): Promise<void> {
      const { json } = await send('POST', `/events/${event}`, { as: 'editor', json: { image: null } })
      assert.equal(json.image, false)
    }

    const files = () =>
      readdirSync(join(service.config.DATA_DIR, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.\w+$/.test(name),
      )
    const getStatus = async (url: string) => (await fetch(url)).status

    test('A crop is rendered from the original to new files, and can be changed and removed', async () => {
      await upload('author')
      const before = files().length
      const original = await upload('author', await createStripes(1600, 800))
      const cropped = await edit(original.id, { crop: { x: 0.25, y: 0, width: 0.5, height: 1 } })
      assert.deepEqual([cropped.width, cropped.height], [800, 800])
      assert.deepEqual(cropped.crop, { x: 0.25, y: 0, width: 0.5, height: 1 })
      assert.deepEqual(cropped.original, { url: original.url, width: 1600, height: 800 })
      assert.notEqual(cropped.url, original.url)
      assert.deepEqual(await readEdges(cropped.url), ['00ff00', '0000ff'])
      assert.deepEqual(await readEdges(cropped.sizes.thumbnail.url), ['00ff00', '0000ff'])
      assert.equal(await getStatus(original.url), 200)
      const narrower = await edit(original.id, { crop: { x: 0.75, y: 0, width: 0.25, height: 1 } })
      assert.deepEqual(await readEdges(narrower.url), ['ffffff', 'ffffff'])
      assert.equal(await getStatus(cropped.url), 404)
      const removed = await edit(original.id, { crop: null })
      assert.deepEqual([removed.url, removed.sizes, removed.crop], [original.url, original.sizes, null])
      assert.equal(removed.original, null)
      assert.equal(files().length, before + 1 + Object.keys(original.sizes).length)
    })

    test('A focal point moves the thumbnail, stays at its place when the crop changes, and reaches events', async () => {
      const image = await upload('author', await createStripes(1600, 400))
      const event = await create('events', { title: 'Focus', ...dates, image: image.id, status: 'publish' })
      const focused = await edit(image.id, { focal_point: { x: 0.9, y: 0.5 } })
      assert.equal(focused.url, image.url)
      assert.equal(focused.sizes.medium.url, image.sizes.medium.url)
      assert.notEqual(focused.sizes.thumbnail.url, image.sizes.thumbnail.url)
      assert.deepEqual((await readEdges(focused.sizes.thumbnail.url))[1], 'ffffff')
      assert.deepEqual((await readEdges(image.sizes.thumbnail.url))[1], '0000ff')
      const shown = (await send('GET', `/events/${event.id}`)).json.image
      assert.deepEqual([shown.focal_point, shown.sizes], [{ x: 0.9, y: 0.5 }, focused.sizes])
      const cropped = await edit(image.id, { crop: { x: 0.5, y: 0, width: 0.5, height: 1 } })
      assert.deepEqual(cropped.focal_point, { x: 0.8, y: 0.5 })
      assert.deepEqual((await send('GET', `/events/${event.id}`)).json.image.url, cropped.url)
      const page = await (await fetch(`${service.origin}/event/${event.slug}/`)).text()
      assert.match(page, /<img [^>]*class="focus-x-8 focus-y-5"/)
      assert.ok(page.includes(cropped.url))
    })

    test('A page describes an image by its alternative text, also after it has changed', async () => {
      const image = await upload('author', undefined, { alt_text: 'Boats' })
      const event = await create('events', { title: 'Alternative', ...dates, image: image.id, status: 'publish' })
      const read = async () => (await fetch(`${service.origin}/event/${event.slug}/`)).text()
      assert.match(await read(), /alt="Boats"/)
      await edit(image.id, { alt_text: 'Two "boats"' })
      assert.match(await read(), /alt="Two &quot;boats&quot;"/)
    })

    test('Invalid crops and focal points are rejected naming the field, and change nothing', async () => {
      const image = await upload('author')
      const before = files()
      const invalid: readonly Json[] = [
        { crop: { x: 0.5, y: 0, width: 0.6, height: 1 } },
        { crop: { x: 0, y: 0, width: 0, height: 1 } },
        { crop: { x: -0.1, y: 0, width: 0.5, height: 1 } },
        { crop: { x: 0, y: 0, width: 0.5 } },
        { crop: 'left' },
        { crop: [0, 0, 1, 1] },
        { focal_point: { x: 1.1, y: 0 } },
        { focal_point: { x: 0.5 } },
        { focal_point: 3 },
      ]
      for (const json of invalid) {
        const response = await send('POST', `/media/${image.id}`, { as: 'author', json })
        assert.equal(response.status, 400, JSON.stringify(json))
        assert.deepEqual(Object.keys(response.json.data.params), Object.keys(json))
      }
      assert.deepEqual(files(), before)
      const form = { body: 'crop[x]=0&crop[y]=0&crop[width]=0.5&crop[height]=1', as: 'author' } as const
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const cropped = (await send('POST', `/media/${image.id}`, { ...form, headers })).json
      assert.deepEqual([cropped.width, cropped.height], [20, 30])
      assert.equal((await edit(image.id, { crop: { x: 0, y: 0, width: 1, height: 1 } }, 'author')).url, image.url)
    })

    test('Only users who may edit an image see its original', async () => {
      const image = await upload('editor', await createStripes(400, 200))
      await create('events', { title: 'Cropped', ...dates, image: image.id, status: 'publish' })
      await edit(image.id, { crop: { x: 0, y: 0, width: 0.5, height: 1 } })
      const read = async (as?: TestUser) => {
        const one = (await send('GET', `/media/${image.id}`, { ...(as && { as }) })).json
        const list = (await send('GET', `/media?include=${image.id}`, { ...(as && { as }) })).json
        assert.deepEqual(list.media[0].original, one.original)
        return one.original?.url
      }
      assert.equal(await read('admin'), image.url)
      assert.equal(await read('author'), undefined)
      assert.equal(await read(), undefined)
    })

    test('The original and any size of an image identify it as an image of an event', async () => {
      const image = await upload('editor', await createStripes(400, 200))
      const focused = await edit(image.id, { focal_point: { x: 0, y: 0 } })
      const cropped = await edit(image.id, { crop: { x: 0, y: 0, width: 0.5, height: 1 } })
      for (const url of [image.url, focused.sizes.thumbnail.url, cropped.url, cropped.sizes.thumbnail.url]) {
        const event = await create('events', { title: 'By URL', ...dates, image: url })
        assert.equal(event.image.id, image.id, url)
      }
    })

    test('Deleting an image removes all its files', async () => {
      const before = files()
      const image = await upload('editor', await createStripes(800, 400))
      await edit(image.id, { crop: { x: 0, y: 0, width: 0.5, height: 1 } })
      assert.equal((await send('DELETE', `/media/${image.id}`, { as: 'editor' })).status, 200)
      assert.deepEqual(files(), before)
    })

    test('The history restores an earlier crop', async () => {
      const image = await upload('editor', await createStripes(400, 200))
      await edit(image.id, { crop: { x: 0, y: 0, width: 0.5, height: 1 }, focal_point: { x: 0.2, y: 0.4 } })
      await edit(image.id, { crop: { x: 0.5, y: 0, width: 0.5, height: 1 } })
      const { history } = (await send('GET', `/media/${image.id}/history`, { as: 'editor' })).json
      const restore = `/media/${image.id}/history/${history[1].revision}/restore`
      const restored = (await send('POST', restore, { as: 'editor', json: {} })).json
      assert.deepEqual(restored.crop, { x: 0, y: 0, width: 0.5, height: 1 })
      assert.deepEqual(restored.focal_point, { x: 0.2, y: 0.4 })
    })

    test('Concurrent edits of crop and focal point both take effect', async () => {
      const image = await upload('editor', await createStripes(400, 200))
      await Promise.all([
        edit(image.id, { crop: { x: 0, y: 0, width: 0.5, height: 1 } }),
        edit(image.id, { focal_point: { x: 0.25, y: 0.5 } }),
      ])
      const { crop, focal_point, url, sizes } = (await send('GET', `/media/${image.id}`, { as: 'editor' })).json
      assert.deepEqual(crop, { x: 0, y: 0, width: 0.5, height: 1 })
      assert.ok([0.25, 0.5].includes(focal_point.x))
      for (const file of [url, ...Object.values<Json>(sizes).map((size) => size.url)])
        assert.equal(await getStatus(file), 200)
    })

    test('POST /media fetches an image by URL, from public hosts only', async () => {
      const json = { url: `http://${outside.host}/photo%20one.jpg`, alt_text: 'A photo' }
      const response = await send('POST', '/media', { as: 'author', json })
      assert.equal(response.status, 201, response.text)
      const { title, alt_text, width } = response.json
      assert.deepEqual([title, alt_text, width], ['photo one', 'A photo', 400])
      const invalid = ['http://127.0.0.1:1/photo.jpg', `http://${outside.host}/missing.jpg`, 'ftp://example.org/a', 'x']
      for (const url of invalid) {
        const rejected = await send('POST', '/media', { as: 'author', json: { url } })
        assert.equal(rejected.status, 400, url)
        assert.deepEqual(Object.keys(rejected.json.data.params), ['url'])
      }
      assert.equal((await send('POST', '/media', { json })).status, 401)
      assert.equal((await send('POST', '/media', { as: 'subscriber', json })).status, 403)
      assert.equal((await send('POST', '/media', { as: 'author', json: {} })).json.code, 'rest_upload_no_data')
    })

    test('The usage of an image contains the records that the viewer may see', async () => {
      const image = await upload('editor')
      const shown = await create('events', { title: 'Shown', ...dates, image: image.id, status: 'publish' })
      const draft = await create('events', { title: 'Draft', ...dates, image: image.id, status: 'draft' })
      const closed = { title: 'Closed', ...dates, image: image.id, status: 'publish', post_password: 'x' }
      const protectedEvent = await create('events', closed)
      const venue = await create('venues', { venue: 'Hall', image: image.id })
      const read = async (as?: TestUser) => {
        const response = await send('GET', `/media/${image.id}/usage`, { ...(as && { as }) })
        assert.equal(response.status, 200)
        assert.equal(response.json.total, response.json.usage.length)
        return response.json.usage.map(({ kind, id }: Json) => `${kind} ${id}`).sort()
      }
      const everything = [`event ${shown.id}`, `event ${draft.id}`, `event ${protectedEvent.id}`, `venue ${venue.id}`]
      assert.deepEqual(await read('editor'), everything.sort())
      assert.deepEqual(await read(), [`event ${shown.id}`, `venue ${venue.id}`])
      assert.deepEqual(await read('author'), [`event ${shown.id}`, `venue ${venue.id}`])
      const hidden = await upload('editor')
      assert.equal((await send('GET', `/media/${hidden.id}/usage`)).status, 404)
    })

    test('The list filters by missing alternative text, and for editors by use', async () => {
      const [used, unused] = [await upload('editor'), await upload('editor', undefined, { alt_text: 'Boats' })]
      const inSeries = await upload('editor')
      const draft = await create('events', { title: 'Draft', ...dates, image: used.id, status: 'draft' })
      const recurrence = { rrule: 'FREQ=DAILY;COUNT=2' }
      const first = await create('events', { title: 'Series', ...dates, image: inSeries.id, recurrence })
      const { events } = (await send('GET', `/events?series=${first.series.id}&status=any`, { as: 'editor' })).json
      for (const { id } of events) await clearImage(id)
      const include = `include=${used.id},${unused.id},${inSeries.id}`
      const list = async (query: string) =>
        (await send('GET', `/media?${include}&${query}`, { as: 'editor' })).json.media.map(({ id }: Json) => id)
      assert.deepEqual(await list('unused=true'), [unused.id])
      assert.deepEqual(await list('unused=false'), [inSeries.id, used.id])
      assert.deepEqual(await list('missing_alt=true'), [inSeries.id, used.id])
      assert.deepEqual(await list('missing_alt=false'), [unused.id])
      await clearImage(draft.id)
      assert.deepEqual(await list('unused=true'), [unused.id, used.id])
      for (const as of ['author', undefined] as const)
        assert.equal((await send('GET', '/media?unused=true', { ...(as && { as }) })).status, 400)
    })

    test('An image is replaced everywhere, with history, changes and the templates of series', async () => {
      const [image, other] = [await upload('editor'), await upload('editor')]
      const event = await create('events', { title: 'Replaced', ...dates, image: image.id, status: 'publish' })
      const venue = await create('venues', { venue: 'Replaced', image: image.id })
      const recurrence = { rrule: 'FREQ=DAILY;COUNT=2' }
      await create('events', { title: 'Replaced series', ...dates, image: image.id, recurrence })
      const { cursor } = (await send('GET', '/changes', { as: 'editor' })).json
      const path = `/media/${image.id}/replace`
      assert.equal((await send('POST', path, { as: 'author', json: { with: other.id } })).status, 403)
      assert.equal((await send('POST', path, { json: { with: other.id } })).status, 400)
      for (const json of [{ with: 99_999 }, { with: image.id }, { with: event.id }])
        assert.equal((await send('POST', path, { as: 'editor', json })).status, 400)
      const replaced = await send('POST', path, { as: 'editor', json: { with: other.id } })
      assert.deepEqual([replaced.status, replaced.json], [200, { replaced: 5 }])
      assert.equal((await send('GET', `/events/${event.id}`)).json.image.id, other.id)
      assert.equal((await send('GET', `/venues/${venue.id}`)).json.image.id, other.id)
      const { history } = (await send('GET', `/events/${event.id}/history`, { as: 'editor' })).json
      assert.deepEqual(history[0].changes, [{ field: 'image', before: image.id, after: other.id }])
      assert.equal((await send('GET', `/media/${image.id}/usage`, { as: 'editor' })).json.total, 0)
      const { changes } = (await send('GET', `/changes?since=${cursor}`, { as: 'editor' })).json
      assert.ok(changes.some(({ kind, id }: Json) => kind === 'event' && id === event.id))
    })
  })
}
