/** The media library over HTTP (decisions: Media; wire-contract §6.8 and §7.5), and the WordPress route wp/v2/media. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createFileForm, createRawUpload } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestResponse, type TestService, type TestUser } from '../../helper/service.ts'

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`The media library on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const send = (method: string, path: string, options: Parameters<TestService['send']>[2] = {}) =>
      service.send(method, path, options)
    const wp = '//wp-json/wp/v2/media'

    async function upload(as: TestUser, fields: Readonly<Record<string, string>> = {}, name?: string): Promise<Json> {
      const response = await send('POST', '/media', { as, ...createFileForm(fields, await createImage(40, 30), name) })
      assert.equal(response.status, 201, response.text)
      return response.json
    }

    const fetchFile = (url: string, init: RequestInit = {}) => fetch(url, init)
    const files = () =>
      readdirSync(join(service.config.DATA_DIR, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.\w+$/.test(name),
      )

    test('A file in a form becomes an image with the four sizes', async () => {
      const fields = { title: 'Night & day', alt_text: 'A photo', caption: 'Taken at night' }
      const response = await send('POST', '/media', {
        as: 'author',
        ...createFileForm(fields, await createImage(1600, 1000)),
      })
      assert.equal(response.status, 201)
      const { json } = response
      assert.equal(response.headers['location'], json.rest_url)
      assert.deepEqual(
        [json.width, json.height, json.extension, json.mime_type, json.title, json.alt_text, json.caption],
        [1600, 1000, 'jpg', 'image/jpeg', 'Night & day', 'A photo', 'Taken at night'],
      )
      const sizes = Object.entries(json.sizes as Record<string, Json>).map(([name, { width, height }]) => [
        name,
        width,
        height,
      ])
      assert.deepEqual(sizes, [
        ['medium', 300, 188],
        ['large', 1024, 640],
        ['thumbnail', 150, 150],
        ['medium_large', 768, 480],
      ])
      for (const size of [json, ...(Object.values(json.sizes) as Json[])]) {
        const file = await fetchFile(size.url)
        const bytes = Buffer.from(await file.arrayBuffer())
        const { width, height } = await sharp(bytes).metadata()
        assert.deepEqual([file.status, width, height, bytes.length], [200, size.width, size.height, size.filesize])
        assert.equal(file.headers.get('content-type'), 'image/jpeg')
      }
    })

    test('Files are immutable, found only by their key, and cannot run scripts', async () => {
      const { url } = await upload('author')
      const file = await fetchFile(url)
      assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(file.headers.get('x-content-type-options'), 'nosniff')
      assert.match(file.headers.get('content-security-policy') ?? '', /sandbox/)
      const etag = file.headers.get('etag') ?? ''
      for (const tags of [etag, `W/${etag}`, `"a", ${etag}`, '*', ' * ']) {
        assert.equal((await fetchFile(url, { headers: { 'if-none-match': tags } })).status, 304, tags)
      }
      assert.equal((await fetchFile(url, { headers: { 'if-none-match': '"other"' } })).status, 200)
      const head = await fetchFile(url, { method: 'HEAD' })
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, file.headers.get('content-length')])
      assert.equal((await fetchFile(url.replace('/wp-content/uploads/', '/uploads/'))).status, 200)
      for (const path of [
        '/uploads/../calends.db',
        '/uploads/2026/11/..%2f..%2fcalends.db',
        '/uploads/2026/11/no.jpg',
      ]) {
        assert.equal((await send('GET', `/${path}`)).status, 404, path)
      }
    })

    test('A raw body requires a file name, and file names cannot leave their folder', async () => {
      const bytes = await createImage(20, 20)
      const hostile = await send('POST', '/media', {
        as: 'author',
        ...createRawUpload(bytes, '../../etc/Pa ss\u00e9.php.JPG'),
      })
      assert.equal(hostile.status, 201)
      assert.match(hostile.json.url, /\/uploads\/2026\/11\/[a-z0-9-]+-[0-9a-f]{16}\.jpg$/)
      const withoutName = await send('POST', '/media', {
        as: 'author',
        body: bytes,
        headers: { 'content-type': 'image/jpeg' },
      })
      assert.deepEqual([withoutName.status, withoutName.json.code], [400, 'rest_upload_no_content_disposition'])
      const empty = await send('POST', '/media', { as: 'author', headers: createRawUpload(bytes).headers })
      assert.deepEqual([empty.status, empty.json.code], [400, 'rest_upload_no_data'])
      const encoded = {
        'content-type': 'image/jpeg',
        'content-disposition': "attachment; filename*=UTF-8''Caf%C3%A9.jpg",
      }
      const named = await send('POST', '/media', { as: 'author', body: bytes, headers: encoded })
      assert.deepEqual([named.json.title, named.json.slug], ['Caf\u00e9', 'cafe'])
      const titles = {
        [`a%00b.jpg`]: 'ab',
        [`${'a'.repeat(199)}%F0%9F%98%80${'a'.repeat(99)}.jpg`]: `${'a'.repeat(199)}\u{1f600}`,
      }
      for (const [name, title] of Object.entries(titles)) {
        const disposition = { ...encoded, 'content-disposition': `attachment; filename*=UTF-8''${name}` }
        const { id } = (await send('POST', '/media', { as: 'author', body: bytes, headers: disposition })).json
        assert.equal((await send('GET', `/media/${id}`, { as: 'author' })).json.title, title)
      }
      assert.equal((await upload('author', {}, '../../etc/passwd.jpg')).title, 'passwd')
    })

    test('A file that is no image is rejected naming the file, and leaves nothing behind', async () => {
      const before = files()
      const bodies = [
        '<html><script>alert(1)</script></html>',
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'GIF89a<?php ?>',
      ]
      for (const text of bodies) {
        const response = await send('POST', '/media', { as: 'author', ...createFileForm({}, Buffer.from(text)) })
        assert.equal(response.status, 400, text)
        assert.deepEqual(Object.keys(response.json.data.params), ['file'])
      }
      assert.deepEqual(files(), before)
    })

    test('A file of more than 15 MiB is rejected by its Content-Length, and while it is read', async () => {
      const large = Buffer.alloc(16 * 1024 * 1024)
      const response = await send('POST', '/media', { as: 'author', ...createRawUpload(large) })
      assert.deepEqual([response.status, response.json.code], [413, 'request_too_large'])
      const authorization = service.authorization('author')
      const chunked = await fetch(`${service.origin}/api/cal/events/v1/media`, {
        method: 'POST',
        body: ReadableStream.from(Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024))),
        headers: { ...createRawUpload(large).headers, authorization },
        duplex: 'half',
      } as RequestInit)
      assert.equal(chunked.status, 413)
      const over = Buffer.concat([await createImage(20, 20), Buffer.alloc(15 * 1024 * 1024)])
      for (const sent of [createRawUpload(over), createFileForm({}, over)]) {
        const { status, json } = await send('POST', '/media', { as: 'author', ...sent })
        assert.deepEqual([status, json.message], [413, 'The request body is larger than 15728640 bytes.'])
      }
    })

    const status = async (response: Promise<TestResponse>) => (await response).status

    test('Authors and higher roles can upload; other clients are rejected before they have sent the file', async () => {
      for (const as of ['admin', 'editor', 'author'] as const) await upload(as)
      for (const [as, expected] of [
        ['contributor', 403],
        ['subscriber', 403],
        ['anon', 401],
      ] as const) {
        assert.equal(
          await status(send('POST', '/media', { as, ...createFileForm({}, Buffer.from('no picture')) })),
          expected,
        )
        const response = await send('POST', wp, { as, ...createFileForm({}, Buffer.from('no picture')) })
        assert.deepEqual([response.status, response.json.code], [expected, 'rest_cannot_create'])
      }
    })

    test('Users change and delete their own images, editors also those of others', async () => {
      const { id } = await upload('author')
      const json = { alt_text: 'New' }
      for (const [as, expected] of [
        ['author2', 403],
        ['contributor', 403],
        ['anon', 401],
      ] as const) {
        assert.equal(await status(send('POST', `/media/${id}`, { as, json })), expected)
        assert.equal(await status(send('DELETE', `/media/${id}`, { as })), expected)
      }
      for (const as of ['author', 'editor'] as const)
        assert.equal(await status(send('PATCH', `/media/${id}`, { as, json })), 200)
      assert.equal(await status(send('DELETE', `/media/${id}`, { as: 'editor' })), 200)
      assert.equal(await status(send('DELETE', `/media/${id}`, { as: 'editor' })), 404)
    })

    test('An update is partial, and sets the time of the change', async () => {
      const { id } = await upload('author', { title: 'Kept', caption: 'Gone' })
      service.setNow('2026-12-01T08:00:00Z')
      const { json } = await send('PUT', `/media/${id}`, { as: 'author', json: { caption: null, alt_text: 'Said' } })
      service.setNow('2026-11-21T03:00:00Z')
      assert.deepEqual(
        [json.title, json.caption, json.alt_text, json.modified_utc],
        ['Kept', '', 'Said', '2026-12-01 08:00:00'],
      )
    })

    test('Records show an image by ID, and lose it when the image is deleted', async () => {
      const media = await upload('author')
      const event = (
        await send('POST', '/events', { as: 'contributor', json: { title: 'E', ...dates, image: media.id } })
      ).json
      const venue = (
        await send('POST', '/venues', { as: 'admin', json: { venue: 'Pictured', image: String(media.id) } })
      ).json
      const organizer = (
        await send('POST', '/organizers', { as: 'admin', json: { organizer: 'Pictured', image: { id: media.id } } })
      ).json
      const shown = { url: media.url, id: media.id, extension: 'jpg', width: 40, height: 30, filesize: media.filesize }
      assert.deepEqual([event.image, venue.image, organizer.image], [shown, shown, shown])
      assert.deepEqual(Object.keys(event.image), Object.keys(shown))
      const read = await send('GET', `/venues/${venue.id}`)
      assert.deepEqual([read.json.image, read.json.json_ld.image], [shown, media.url])
      service.setNow('2026-12-01T08:00:00Z')
      assert.equal(await status(send('DELETE', `/media/${media.id}`, { as: 'author' })), 200)
      const after = await send('GET', `/venues/${venue.id}`)
      assert.deepEqual(['image' in after.json, after.json.modified_utc], [false, '2026-12-01 08:00:00'])
      assert.equal((await send('GET', `/events/${event.id}`, { as: 'admin' })).json.image, false)
      service.setNow('2026-11-21T03:00:00Z')
      const file = await fetchFile(media.url)
      assert.equal(file.status, 404)
    })

    test('An empty value removes the image from a record, and an unknown image is rejected', async () => {
      const { id } = await upload('admin')
      const create = (json: Json) => send('POST', '/events', { as: 'admin', json: { title: 'E', ...dates, ...json } })
      const event = (await create({ image: id })).json
      for (const image of [null, '', false]) {
        await send('POST', `/events/${event.id}`, { as: 'admin', json: { image: id } })
        assert.equal((await send('POST', `/events/${event.id}`, { as: 'admin', json: { image } })).json.image, false)
      }
      for (const image of [
        event.id,
        999_999,
        0,
        '0',
        -1,
        'photo.jpg',
        'data:image/png;base64,AA',
        'file:///etc/passwd',
        {},
      ]) {
        const { status, json } = await create({ image })
        assert.deepEqual([status, Object.keys(json.data?.params ?? {})], [400, ['image']], JSON.stringify(image))
      }
    })

    test('A protected record does not show its image', async () => {
      const { id, url } = await upload('admin')
      const json = { venue: 'Closed', image: id, post_password: 'x' }
      const venue = (await send('POST', '/venues', { as: 'admin', json })).json
      const event = (
        await send('POST', '/events', {
          as: 'admin',
          json: { title: 'Closed', ...dates, image: id, post_password: 'x' },
        })
      ).json
      for (const path of [`/venues/${venue.id}`, '/venues', '/events', `/events/${event.id}`]) {
        assert.ok(!(await send('GET', path)).text.includes(url), path)
      }
      assert.equal((await send('GET', `/venues/${venue.id}?password=x`)).json.image.url, url)
      assert.equal((await send('GET', `/events/${event.id}?password=x`)).json.image.url, url)
    })

    test('Anonymous clients see the images of public records, authors the whole library', async () => {
      const [unused, drafted, protectedImage, open] = await Promise.all([1, 2, 3, 4].map(() => upload('admin')))
      const events = [
        { image: drafted.id, status: 'draft' },
        { image: protectedImage.id, post_password: 'x' },
        { image: open.id },
      ]
      for (const json of events) await send('POST', '/events', { as: 'admin', json: { title: 'E', ...dates, ...json } })
      for (const as of ['anon', 'subscriber'] as const) {
        const listed = (await send('GET', '/media?per_page=100', { as })).json.media.map(({ id }: Json) => id)
        const attachments = (await send('GET', `${wp}?per_page=100`, { as })).json.map(({ id }: Json) => id)
        for (const ids of [listed, attachments]) {
          assert.ok(ids.includes(open.id))
          for (const { id } of [unused, drafted, protectedImage]) assert.ok(!ids.includes(id))
        }
        for (const { id } of [unused, drafted, protectedImage]) {
          assert.deepEqual((await send('GET', `/media/${id}`, { as })).json.code, 'media-not-found')
          assert.deepEqual((await send('GET', `${wp}/${id}`, { as })).json.code, 'rest_post_invalid_id')
          const json = { title: 'E', ...dates, image: id }
          assert.equal(await status(send('POST', '/events', { as, json })), 400)
        }
      }
      for (const { id } of [unused, drafted, protectedImage, open]) {
        assert.equal(await status(send('GET', `/media/${id}`, { as: 'contributor' })), 200)
      }
    })

    test('Clients of wp/v2/media upload, describe, find and delete images', async () => {
      const event = (await send('POST', '/events', { as: 'author', json: { title: 'Fair', ...dates } })).json
      const created = await send('POST', wp, {
        as: 'author',
        ...createRawUpload(await createImage(400, 300), 'Fair poster.jpg'),
      })
      assert.equal(created.status, 201)
      const { id } = created.json
      assert.deepEqual(
        [
          created.json.type,
          created.json.media_type,
          created.json.mime_type,
          created.json.slug,
          created.json.title.rendered,
        ],
        ['attachment', 'image', 'image/jpeg', 'fair-poster', 'Fair poster'],
      )
      assert.deepEqual(Object.keys(created.json.media_details.sizes), ['medium', 'thumbnail', 'full'])
      const json = { title: { raw: 'Poster' }, alt_text: 'The poster', caption: 'One & all', post: event.id }
      const updated = (await send('POST', `${wp}/${id}`, { as: 'author', json })).json
      assert.deepEqual(
        [updated.title.rendered, updated.alt_text, updated.caption.rendered.trim(), updated.post],
        ['Poster', 'The poster', '<p>One &amp; all</p>', event.id],
      )
      const found = await send('GET', `${wp}?slug=fair-poster`, { as: 'author' })
      assert.deepEqual([found.json.map((item: Json) => item.id), found.headers['x-wp-total']], [[id], '1'])
      assert.equal((await send('GET', `${wp}?search=poster&media_type=image`, { as: 'author' })).json[0].id, id)
      const deletion = await send('DELETE', `${wp}/${id}`, { as: 'author' })
      assert.deepEqual([deletion.status, deletion.json.code], [501, 'rest_trash_not_supported'])
      const gone = await send('DELETE', `${wp}/${id}?force=true`, { as: 'author' })
      assert.deepEqual([gone.status, gone.json.deleted, gone.json.previous.id], [200, true, id])
      const past = await send('GET', `${wp}?page=99`, { as: 'author' })
      assert.deepEqual([past.status, past.json.code], [400, 'rest_post_invalid_page_number'])
    })

    test('An image can be attached to a record that its editor can read', async () => {
      const draft = (await send('POST', '/events', { as: 'admin', json: { title: 'D', ...dates, status: 'draft' } }))
        .json
      const { id } = await upload('author')
      for (const post of [draft.id, 999_999, 'x', id]) {
        const { status, json } = await send('POST', `/media/${id}`, { as: 'author', json: { post } })
        assert.deepEqual([status, Object.keys(json.data.params)], [400, ['post']], String(post))
      }
    })
  })
}
