import assert from 'node:assert/strict'
import { request } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { createApp } from '../../../src/app.ts'
import { createServices } from '../../../src/process-services.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createFileForm } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestResponse, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

/** The response to a request of these lines, which close the connection. */
function raw({ origin }: TestService, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  })
}

const DATES = { start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }

for (const engine of ONE_ENGINE) {
  describe(`Cached responses on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const get = (path: string, headers: Record<string, string> = {}): Promise<TestResponse> =>
      service.send('GET', path, { headers })
    const write = async (method: string, path: string, json: Json = {}): Promise<Json> => {
      const { status, json: body } = await service.send(method, path, { as: 'admin', json })
      assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(body)}`)
      return body
    }
    const create = (json: Json = {}): Promise<Json> => write('POST', '/events', { title: 'Concert', ...DATES, ...json })

    describe('Invalidation of cached responses', () => {
      /** Reads before the write, so that the response is cached. */
      const assertVisible = async (path: string, change: () => Promise<unknown>, shown: (body: Json) => unknown) => {
        const [{ json: first }] = [await get(path), await get(path)]
        await change()
        const { json } = await get(path)
        return [shown(first), shown(json)]
      }

      test('A write of an event changes lists and single reads at once', async () => {
        const { id } = await create()
        const rename = (title: string) => () => write('PUT', `/events/${id}`, { title })
        assert.deepEqual(await assertVisible(`/events?include=${id}`, rename('Two'), (body) => body.events[0].title), [
          'Concert',
          'Two',
        ])
        assert.deepEqual(await assertVisible(`/events/${id}`, rename('Three'), (body) => body.title), ['Two', 'Three'])
        const trash = () => write('DELETE', `/events/${id}`)
        assert.deepEqual(await assertVisible(`/events?include=${id}`, trash, (body) => body.total), [1, 0])
      })

      test('A write of a venue or organizer changes its name, text and status in events at once', async () => {
        const { id, venue, organizer } = await create({ venue: { venue: 'Mill' }, organizer: [{ organizer: 'Ann' }] })
        const path = `/events?include=${id}`
        const [event] = [(body: Json) => body.events[0]]
        const rename = () => write('PUT', `/venues/${venue.id}`, { venue: 'Old Mill', city: 'Ulm' })
        assert.deepEqual(await assertVisible(path, rename, (body) => event(body).venue.venue), ['Mill', 'Old Mill'])
        assert.equal((await get(`/events/${id}`)).json.json_ld.location.address.addressLocality, 'Ulm')
        const hide = () => write('PUT', `/organizers/${organizer[0].id}`, { status: 'private' })
        assert.deepEqual(await assertVisible(path, hide, (body) => event(body).organizer.length), [1, 0])
        const trash = () => write('DELETE', `/venues/${venue.id}`)
        assert.deepEqual(await assertVisible(path, trash, (body) => event(body).venue.id ?? 'none'), [venue.id, 'none'])
      })

      test('The deletion of an image changes the event that shows it at once', async () => {
        const image = await createImage(40, 30)
        const file = createFileForm({ title: 'Mill' }, image, 'mill.jpg')
        const { json: media } = await service.send('POST', '/media', { as: 'admin', ...file })
        const { id } = await create({ image: media.id })
        const remove = () => write('DELETE', `/media/${media.id}`)
        const shown = (body: Json) => body.events[0].image.id ?? false
        assert.deepEqual(await assertVisible(`/events?include=${id}`, remove, shown), [media.id, false])
      })

      test('A new name, order or count of a term and its deletion change its events at once', async () => {
        const { id, categories } = await create({ categories: ['Jazz'], tags: ['late', 'open'] })
        const path = `/events?include=${id}`
        const [jazz] = categories
        const names = (body: Json) => body.events[0].tags.map(({ name }: Json) => name)
        const late = (await get(path)).json.events[0].tags.find(({ name }: Json) => name === 'late')
        const rename = () => write('PUT', `/tags/${late.id}`, { name: 'zzz' })
        assert.deepEqual(await assertVisible(path, rename, names), [
          ['late', 'open'],
          ['open', 'zzz'],
        ])
        const count = (body: Json) => body.events[0].categories[0].count
        assert.deepEqual(await assertVisible(path, () => create({ categories: ['Jazz'] }), count), [1, 2])
        const remove = () => write('DELETE', `/categories/${jazz.id}`)
        assert.deepEqual(await assertVisible(path, remove, (body) => body.events[0].categories.length), [1, 0])
      })

      test('A new password redacts an event at once, and the event stays readable with the password', async () => {
        const { id } = await create({ description: 'Secret place' })
        const path = `/events?include=${id}`
        const shown = (body: Json) => body.events[0].description
        const protect = () => write('PUT', `/events/${id}`, { post_password: 'sesame' })
        assert.deepEqual(await assertVisible(path, protect, shown), ['<p>Secret place</p>', ''])
        assert.equal(
          (await get(path, { 'x-event-password': 'sesame' })).json.events[0].description,
          '<p>Secret place</p>',
        )
        assert.equal((await get(`${path}&password=sesame`)).json.events[0].description, '<p>Secret place</p>')
        assert.equal(shown((await get(path)).json), '')
        const { json } = await service.send('GET', path, { as: 'admin' })
        assert.equal(shown(json), '<p>Secret place</p>')
        assert.equal(shown((await get(path)).json), '')
      })

      test('A write leaves the response to a read of an event cached unless it concerns a record in it', async () => {
        const { id, venue } = await create({ venue: { venue: 'Forge' } })
        const [{ id: other }, { id: tag }] = [await create(), await write('POST', '/tags', { name: 'unused' })]
        const path = `/events/${id}`
        /** Whether the response is assembled from fragments, and its body. */
        const read = async () => {
          const countReads = () => {
            const { hits, misses } = service.services.fragments.statistics()
            return hits + misses
          }
          const before = countReads()
          const { json } = await get(path)
          return { isAssembled: countReads() > before, json }
        }
        for (let times = 0; times < 2; times++) assert.equal((await read()).isAssembled, true)
        assert.equal((await read()).isAssembled, false)
        await write('PUT', `/events/${other}`, { title: 'Unrelated' })
        await write('PUT', `/tags/${tag}`, { name: 'still unused' })
        await write('POST', '/venues', { venue: 'Unrelated' })
        assert.equal((await read()).isAssembled, false)
        await write('PUT', `/venues/${venue.id}`, { venue: 'New Forge' })
        const { isAssembled, json } = await read()
        assert.deepEqual([isAssembled, json.venue.venue], [true, 'New Forge'])
        await write('PUT', path, { title: 'Changed' })
        assert.equal((await read()).json.title, 'Changed')
      })

      test('A write of another process changes responses within a second', async () => {
        const other = await createServices(service.config)
        const app = await createApp({ config: service.config, services: other, logger: pino({ level: 'silent' }) })
        try {
          const { id } = await create()
          const send = async () =>
            JSON.parse((await app.server.inject(`/wp-json/tribe/events/v1/events?include=${id}`)).body)
          assert.equal((await send()).events[0].title, 'Concert')
          assert.equal((await send()).total, 1)
          await write('PUT', `/events/${id}`, { title: 'Elsewhere' })
          if (engine.name === 'sqlite') assert.equal((await send()).events[0].title, 'Elsewhere')
          else await waitUntil(async () => (await send()).events[0].title === 'Elsewhere', 1000)
        } finally {
          await app.close()
          await other.close()
        }
      })
    })

    test('Cached responses equal those of a service without a cache, byte for byte', async () => {
      const env = { DATABASE_URL: service.config.databaseUrl, PUBLIC_URL: service.origin, CACHE_MEGABYTES: '0' }
      const cold = await startService({ engine, env, existing: service })
      try {
        const { id, venue, slug } = await create({
          venue: { venue: 'Barn' },
          categories: ['Folk'],
          tags: ['loud', 'free'],
        })
        await create({ post_password: 'sesame', venue: { venue: 'Barn' }, organizer: { organizer: 'Bob' } })
        const paths = [
          '/events',
          `/events/${id}`,
          `/events/by-slug/${slug}`,
          '/events?tags=loud&_fields=events.id',
          '/venues',
          `/venues/${venue.id}`,
          '/organizers',
          '/categories',
          '/tags?_envelope',
          '/events?_jsonp=f',
          '/doc',
          '/',
        ]
        for (const path of paths) {
          for (const as of ['anon', 'anon', 'author', 'editor'] as const) {
            const [cached, computed] = [await service.send('GET', path, { as }), await cold.send('GET', path, { as })]
            assert.equal(cached.text, computed.text, `${path} as ${as}`)
            for (const name of ['etag', 'allow', 'link', 'x-tec-total', 'cache-control', 'vary', 'content-type'])
              assert.equal(cached.headers[name], computed.headers[name], `${name} of ${path} as ${as}`)
          }
        }
      } finally {
        await cold.stop()
      }
    })

    test('Cached responses expire with the day, and with the second where relative dates change meaning', async () => {
      service.setNow('2026-11-21T04:59:58Z')
      const starts = async (path: string) => (await get(path)).json.rest_url.match(/start_date=([^&]+)/)?.[1]
      assert.equal(await starts('/events'), '2026-11-20+00%3A00%3A00')
      service.setNow('2026-11-21T05:00:00Z')
      assert.equal(await starts('/events'), '2026-11-21+00%3A00%3A00')
      const since = '/events?start_date=now&strict_dates=true'
      assert.equal(await starts(since), '2026-11-21+00%3A00%3A00')
      service.setNow('2026-11-21T05:00:01Z')
      assert.equal(await starts(since), '2026-11-21+00%3A00%3A01')
      service.setNow('2026-11-21T03:00:00Z')
    })

    test('An empty response to a POST that overrides its method with HEAD is not cached', async () => {
      const path = '/wp-json/tribe/events/v1/events?per_page=3'
      const { headers, text } = await get('/events?per_page=3')
      for (let times = 0; times < 3; times++) {
        // Other clients announce the end of the request; this one does not.
        const head = await raw(service, [`POST ${path} HTTP/1.1`, 'Host: x', 'X-HTTP-Method-Override: HEAD'])
        assert.match(head, /^HTTP\/1\.1 200 /)
        assert.ok(head.includes(`etag: ${headers['etag']}`))
        assert.match(head, /\r\n\r\n$/)
      }
      assert.equal((await get('/events?per_page=3')).text, text)
    })

    test('URLs with the same meaning share a cached response', async () => {
      const tags = await Promise.all(
        ['/events?per_page=2&page=1', '/events?page=1&per_page=2', '/events?page=1&per_page=2&_=1234'].map(
          async (path) => (await get(path)).headers['etag'],
        ),
      )
      assert.equal(new Set(tags).size, 1)
    })
  })

  describe(`Conditional requests on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
      await service.send('POST', '/events', {
        as: 'admin',
        json: { title: 'Concert', ...DATES, venue: { venue: 'Mill' } },
      })
    })
    after(() => service.stop())
    const get = (path: string, headers: Record<string, string> = {}): Promise<TestResponse> =>
      service.send('GET', path, { headers })

    const READS = [
      '/events',
      '/events/by-slug/concert',
      '/venues',
      '/organizers',
      '/categories',
      '/tags',
      '/media',
      '/',
      '/doc',
    ]

    test('Every read has an ETag, and returns 304 without a body to If-None-Match', async () => {
      for (const path of READS) {
        for (const as of ['anon', 'editor'] as const) {
          const { headers, status } = await service.send('GET', path, { as })
          assert.equal(status, 200, path)
          const { etag = '' } = headers
          for (const sent of [etag, `"x", ${etag}`, etag.replace('W/', ''), '*']) {
            const again = await service.send('GET', path, { as, headers: { 'if-none-match': sent } })
            assert.deepEqual([again.status, again.text, again.headers['etag']], [304, '', etag], `${path} ${sent}`)
            assert.equal(again.headers['content-type'], undefined)
          }
          const other = await service.send('GET', path, { as, headers: { 'if-none-match': 'W/"other"' } })
          assert.equal(other.status, 200)
        }
      }
    })

    test('A write changes the ETags of the responses that contain the record, and no others', async () => {
      const [venue] = (await get('/venues')).json.venues
      const findChanged = async (method: string, path: string, json: Json) => {
        const before = await Promise.all(READS.map(async (read) => (await get(read)).headers['etag']))
        assert.ok((await service.send(method, path, { as: 'admin', json })).status < 300)
        const after = await Promise.all(READS.map(async (read) => (await get(read)).headers['etag']))
        return READS.filter((_, index) => before[index] !== after[index])
      }
      assert.deepEqual(await findChanged('POST', '/tags', { name: `tag ${engine.name}` }), [])
      const withVenue = ['/events', '/events/by-slug/concert', '/venues']
      assert.deepEqual(await findChanged('POST', `/venues/${venue.id}`, { venue: 'Old mill' }), withVenue)
    })

    test('A response that has been unchanged for a second has Last-Modified, and returns 304 to that date', async () => {
      service.setNow('2026-11-21T03:10:00Z')
      const { headers } = await get('/events?per_page=3')
      assert.equal(headers['last-modified'], 'Sat, 21 Nov 2026 03:00:00 GMT')
      const later = { 'if-modified-since': 'Sat, 21 Nov 2026 03:00:00 GMT' }
      assert.equal((await get('/events?per_page=3', later)).status, 304)
      assert.equal(
        (await get('/events?per_page=3', { 'if-modified-since': 'Sat, 21 Nov 2026 02:59:59 GMT' })).status,
        200,
      )
      assert.equal((await get('/events?per_page=3', { ...later, 'if-none-match': '"other"' })).status, 200)
      await service.send('POST', '/events', { as: 'admin', json: { title: 'Now', ...DATES } })
      assert.equal((await get('/events?per_page=3')).headers['last-modified'], undefined)
    })

    test('Only public responses have s-maxage, and only for a short time', async () => {
      const { headers } = await get('/events')
      assert.equal(
        headers['cache-control'],
        'public, max-age=0, s-maxage=10, stale-while-revalidate=60, stale-if-error=86400',
      )
      for (const name of ['Origin', 'Accept-Encoding', 'Authorization', 'X-Event-Password']) {
        assert.ok(headers['vary']?.split(', ').includes(name), name)
      }
      const opened = await get('/events', { 'x-event-password': 'x' })
      const own = await service.send('GET', '/events', { as: 'subscriber' })
      for (const response of [opened, own]) assert.match(response.headers['cache-control'] ?? '', /no-store, private$/)
      assert.equal((await get('/events/999999')).headers['etag'], undefined)
    })

    test('Responses vary by origin', async () => {
      const own = await get('/events')
      const page = await get('/events', { origin: 'https://example.org' })
      assert.deepEqual(
        [own, page].map(({ headers }) => headers['access-control-allow-origin']),
        [undefined, '*'],
      )
      assert.equal(own.headers['etag'], page.headers['etag'])
    })

    test('Responses are in the requested encoding', async () => {
      const fetched = async (accept: string) => {
        const response = await new Promise<{ headers: Json; body: Buffer }>((resolve) => {
          const url = `${service.origin}/wp-json/tribe/events/v1/doc`
          request(url, { headers: { 'accept-encoding': accept } }, (message) => {
            const chunks: Buffer[] = []
            message.on('data', (chunk: Buffer) => chunks.push(chunk))
            message.on('end', () => resolve({ headers: message.headers, body: Buffer.concat(chunks) }))
          }).end()
        })
        return {
          encoding: response.headers['content-encoding'],
          length: response.headers['content-length'],
          body: response.body,
        }
      }
      const plain = await fetched('identity')
      for (let times = 0; times < 2; times++) {
        const zipped = await fetched('gzip, deflate')
        assert.deepEqual([zipped.encoding, zipped.length], ['gzip', String(zipped.body.length)])
        assert.deepEqual(gunzipSync(zipped.body), plain.body)
        const brotli = await fetched('gzip, deflate, br')
        assert.equal(brotli.encoding, 'br')
        assert.deepEqual(brotliDecompressSync(brotli.body), plain.body)
        for (const accept of ['gzip;q=0', 'br;q=0.0', 'deflate', ''])
          assert.equal((await fetched(accept)).encoding, undefined)
      }
    })

    describe('If-Match', () => {
      const single = async (path: string) => (await service.send('GET', path, { as: 'editor' })).headers['etag'] ?? ''
      const put = (path: string, etag: string, json: Json) =>
        service.send('PUT', path, { as: 'editor', json, headers: { 'if-match': etag } })

      const RECORDS: readonly (readonly [string, Json, (n: string) => Json])[] = [
        ['/events', { title: 'One', ...DATES, external_id: 'a:1' }, (title) => ({ title })],
        ['/venues', { venue: 'One', external_id: 'a:2' }, (venue) => ({ venue })],
        ['/organizers', { organizer: 'One' }, (organizer) => ({ organizer })],
        ['/categories', { name: 'One' }, (name) => ({ name })],
        ['/tags', { name: 'One' }, (name) => ({ name })],
      ]

      test('If-Match lets a write succeed until the record is written again, then returns 412', async () => {
        for (const [path, json, change] of RECORDS) {
          const { json: created } = await service.send('POST', path, { as: 'admin', json })
          const etag = await single(`${path}/${created.id}`)
          const first = await put(`${path}/${created.id}`, etag, change('Two'))
          assert.equal(first.status, 200, path)
          const late = await put(`${path}/${created.id}`, etag, change('Three'))
          assert.deepEqual([late.status, late.json.code], [412, 'rest_precondition_failed'], path)
          assert.match(JSON.stringify(await service.send('GET', `${path}/${created.id}`)), /Two/)
          const fresh = await single(`${path}/${created.id}`)
          assert.equal((await put(`${path}/${created.id}`, `"0-x", ${fresh}`, change('Four'))).status, 200)
          assert.equal((await put(`${path}/${created.id}`, '*', change('Five'))).status, 200)
          assert.equal((await put(`${path}/${created.id}`, 'W/"nonsense"', change('Six'))).status, 412)
          const gone = await service.send('DELETE', `${path}/${created.id}`, {
            as: 'admin',
            headers: { 'if-match': etag },
          })
          assert.equal(gone.status, 412)
        }
      })

      test('If-Match applies to every route of a record', async () => {
        const json = { title: 'Ways', ...DATES, external_id: 'a:3' }
        const { json: created } = await service.send('POST', '/events', { as: 'admin', json })
        for (const path of [
          `/events/${created.id}`,
          `/events/by-slug/${created.slug}`,
          '/events/by-external-id/a%3A3',
        ]) {
          const etag = await single(path)
          assert.equal((await put(path, etag, { title: 'Ways' })).status, 200, path)
          assert.equal((await put(path, etag, { title: 'Ways' })).status, 412, path)
        }
        const missing = await put('/events/by-external-id/a%3A4', '*', { title: 'New', ...DATES })
        assert.equal(missing.status, 412)
      })

      test('If-Match is not affected by changes of other records', async () => {
        const { json: created } = await service.send('POST', '/events', {
          as: 'admin',
          json: { title: 'Around', ...DATES, venue: { venue: 'Around' }, categories: ['Round'] },
        })
        const etag = await single(`/events/${created.id}`)
        await service.send('PUT', `/venues/${created.venue.id}`, { as: 'admin', json: { venue: 'Square' } })
        await service.send('POST', '/events', {
          as: 'admin',
          json: { title: 'Other', ...DATES, categories: ['Round'] },
        })
        assert.notEqual(await single(`/events/${created.id}`), etag)
        assert.equal((await put(`/events/${created.id}`, etag, { title: 'Still' })).status, 200)
      })

      test('Of two concurrent writers with the same If-Match one gets 412', async () => {
        const { json: created } = await service.send('POST', '/events', {
          as: 'admin',
          json: { title: 'Race', ...DATES },
        })
        const etag = await single(`/events/${created.id}`)
        const both = await Promise.all(['A', 'B'].map((title) => put(`/events/${created.id}`, etag, { title })))
        assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
      })
    })
  })
}
