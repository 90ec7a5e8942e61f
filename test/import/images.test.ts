/** Images of imported records, and files that contain list responses. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type ImportOptions, type ImportReport, importRecords } from '../../src/features/imports/import-records.ts'
import { runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { createImage, type ImageServer, startImageServer } from '../helper/media/draw-image.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'
import {
  createEventRecord,
  createFileReader,
  createOrganizerRecord,
  createTermRecord,
  createVenueRecord,
  writeRecording,
} from './records.ts'

for (const engine of ONE_ENGINE) {
  describe(`Images of an import on ${engine.name}`, () => {
    let outside: ImageServer
    let service: TestService
    before(async () => {
      const bytes = await createImage(400, 300)
      outside = await startImageServer((request, response) => {
        if (request.url?.startsWith('/photo')) response.end(bytes)
        else if (request.url === '/text.jpg') response.end('no image')
        else response.writeHead(404).end()
      })
      service = await startService({ engine, env: { IMAGE_FETCH_ALLOW: outside.host } })
    })
    after(async () => {
      await service.stop()
      await outside.close()
    })

    const load = async (records: readonly Json[], options?: ImportOptions) => {
      const { path, remove } = writeRecording(records)
      const problems: string[] = []
      const problem = (text: string) => problems.push(text.replaceAll(`${dirname(path)}/`, ''))
      const report: ImportReport = await importRecords(
        service.services,
        createFileReader([path]),
        { problem, progress: () => {} },
        options,
      )
      remove()
      return { images: report.images, problems, report }
    }
    const get = async (path: string): Promise<Json> => (await service.send('GET', path, { as: 'admin' })).json
    /** An image as shown by a record: its URL, and its ID where one was recorded. */
    const image = (path: string, id: number): Json => ({
      url: `http://${outside.host}${path}`,
      id,
      width: 1,
      height: 1,
    })
    const files = (): readonly string[] => {
      const folder = join(service.config.DATA_DIR, 'uploads')
      if (!existsSync(folder)) return []
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jpg'))
    }

    test('Images are fetched once, keep their IDs, and are shown by every record that names them', async () => {
      const { images, problems } = await load([
        createVenueRecord(101, { image: image('/photo-v.jpg', 201) }),
        createOrganizerRecord(102, { image: image('/photo-o.jpg', 202) }),
        createEventRecord(103, {
          image: image('/photo-e.jpg', 203),
          venue: createVenueRecord(104, { image: image('/photo-v.jpg', 201) }),
        }),
        createEventRecord(105, { image: image('/photo-e.jpg', 203) }),
      ])
      assert.deepEqual([images, problems], [{ fetched: 3, known: 0, skipped: 0, failed: 0 }, []])
      const shown = [
        await get('/venues/101'),
        await get('/organizers/102'),
        await get('/events/103'),
        await get('/events/105'),
      ]
      assert.deepEqual(
        shown.map((record) => record.image.id),
        [201, 202, 203, 203],
      )
      assert.equal((await get('/venues/104')).image.id, 201)
      assert.equal((await get('/media/203')).author, '77')
      assert.deepEqual([...outside.requestedPaths].sort(), ['/photo-e.jpg', '/photo-o.jpg', '/photo-v.jpg'])
      assert.equal((await fetch(shown[0].image.url)).status, 200)
    })

    test('Images are recognized when they are imported again, including those of this service', async () => {
      const before = [outside.requestedPaths.length, files().length]
      const own = (await get('/events/103')).image
      const { images } = await load([
        createEventRecord(103, { image: image('/photo-e.jpg', 203) }),
        createEventRecord(106, { image: own }),
        createEventRecord(107, {
          image: { ...own, url: own.sizes.thumbnail.url.replace(/^http:\/\/[^/]+/, 'https://old.example') },
        }),
      ])
      assert.deepEqual(images, { fetched: 0, known: 3, skipped: 0, failed: 0 })
      assert.deepEqual([(await get('/events/106')).image.id, (await get('/events/107')).image.id], [203, 203])
      assert.deepEqual([outside.requestedPaths.length, files().length], before)
    })

    test('A record keeps its image when the import has none', async () => {
      await load([createEventRecord(103), createVenueRecord(101)])
      assert.deepEqual([(await get('/events/103')).image.id, (await get('/venues/101')).image.id], [203, 201])
    })

    test('An image whose ID is used gets another one, and new IDs follow the highest', async () => {
      await load([
        createEventRecord(110, { image: image('/photo-taken.jpg', 110) }),
        createEventRecord(111, { image: image('/photo-high.jpg', 900) }),
      ])
      const { id } = (await get('/events/110')).image
      assert.ok(id > 111 && id !== 900)
      assert.equal((await get('/events/111')).image.id, 900)
      const created = await service.send('POST', '/venues', { as: 'admin', json: { venue: 'Next' } })
      assert.ok(created.json.id > 900)
    })

    test('Images that cannot be fetched are reported with their reason, and the records are imported without them', async () => {
      const { images, problems, report } = await load([
        createEventRecord(120, { image: image('/missing.jpg', 301) }),
        createEventRecord(121, { image: image('/text.jpg', 302) }),
        createEventRecord(122, { image: { url: 'http://127.0.0.1:9/photo.jpg', id: 303 } }),
        createEventRecord(123, { image: { url: 'ftp://old.example/photo.jpg', id: 304 } }),
        createVenueRecord(124, { image: image('/missing.jpg', 301) }),
      ])
      assert.deepEqual([images.failed, report.events.created], [4, 4])
      const at = `http://${outside.host}`
      assert.deepEqual(problems, [
        `site.jsonl:5: venue 124 and 1 more: image ${at}/missing.jpg: the response status is not 200`,
        `site.jsonl:2: event 121: image ${at}/text.jpg: it is not a JPEG, PNG, GIF, WebP or AVIF image, or it is damaged`,
        'site.jsonl:3: event 122: image http://127.0.0.1:9/photo.jpg: the host is not public and not in IMAGE_FETCH_ALLOW',
        'site.jsonl:4: event 123: image ftp://old.example/photo.jpg: it is not an http or https URL',
      ])
      assert.equal((await get('/events/120')).image, false)
    })

    test('A host that does not respond is skipped after three failures', async () => {
      const unreachable = Array.from({ length: 12 }, (_, index) =>
        createEventRecord(130 + index, { image: { url: `http://away.invalid/photo-${index}.jpg`, id: 400 + index } }),
      )
      const { images, problems } = await load(unreachable)
      assert.equal(images.failed, 12)
      const tried = problems.filter((text) => text.endsWith('the host cannot be reached'))
      assert.ok(tried.length >= 3 && tried.length <= 6, `${tried.length} tried`)
      assert.ok(problems.at(-1)?.endsWith('away.invalid did not respond to earlier requests'))
    })

    test('--no-images fetches nothing, and reports how many it skipped', async () => {
      const { path, remove } = writeRecording([
        createEventRecord(150, { image: image('/photo-skipped.jpg', 500) }),
        createEventRecord(151, { image: image('/photo-e.jpg', 203) }),
      ])
      const env = { IMAGE_FETCH_ALLOW: outside.host, DATA_DIR: service.config.DATA_DIR }
      const run = (...options: string[]) =>
        runCalends(service.config.databaseUrl, ['import', path, ...options], { env })
      const without = await run('--no-images')
      assert.deepEqual([without.code, without.stderr], [0, ''])
      assert.match(without.stdout, /images: 0 fetched, 1 already known, 1 skipped \(--no-images\), 0 failed\n/)
      assert.ok(!outside.requestedPaths.includes('/photo-skipped.jpg'))
      const fetching = await run('--json')
      assert.deepEqual([fetching.code, JSON.parse(fetching.stdout).images.fetched], [0, 1])
      assert.equal((await get('/events/150')).image.id, 500)
      remove()
    })

    test('The database passes the integrity check after the import', async () => {
      const env = { DATA_DIR: service.config.DATA_DIR }
      const { code, stdout } = await runCalends(service.config.databaseUrl, ['check', '--json'], { env })
      assert.deepEqual([code, JSON.parse(stdout).orphans], [0, []])
    })
  })
}

describe('An import of list responses', () => {
  let service: TestService
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const load = async (documents: Readonly<Record<string, Json>>) => {
    const { path, remove } = writeRecording([])
    const folder = dirname(path)
    for (const [name, value] of Object.entries(documents)) {
      const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
      writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text)
    }
    const problems: string[] = []
    const problem = (text: string) => problems.push(text.replaceAll(`${folder}/`, ''))
    const report = await importRecords(service.services, createFileReader([folder]), { problem, progress: () => {} })
    remove()
    return { report, problems }
  }

  test('Pages of every list are accepted as saved, compressed or not', async () => {
    const { report, problems } = await load({
      'events-1.json': {
        rest_url: 'https://old.example/',
        total: 3,
        total_pages: 2,
        events: [createEventRecord(11), createEventRecord(12)],
      },
      'events-2.json.gz': { events: [createEventRecord(13)], total: 3 },
      'venues.json': { venues: [createVenueRecord(14)] },
      'organizers.json': { organizers: [createOrganizerRecord(15)] },
      'categories.json': { categories: [createTermRecord(16, 'tribe_events_cat')] },
      'tags.json': { tags: [createTermRecord(17, 'post_tag')] },
      'bare.json': [createEventRecord(18)],
      'single.json': createEventRecord(19, { categories: [createTermRecord(16, 'tribe_events_cat')] }),
      'lines.ndjson': `${JSON.stringify(createEventRecord(20))}\n`,
    })
    assert.deepEqual(problems, [])
    const created = [report.events, report.venues, report.organizers, report.categories, report.tags]
    assert.deepEqual(
      created.map((counts) => counts.created),
      [6, 1, 1, 1, 1],
    )
  })

  test('Responses of this service are accepted', async () => {
    const path = '/events?status=any&starts_after=1970-01-01'
    const saved = await service.send('GET', path, { as: 'admin' })
    const other = await startService()
    const { path: file, remove } = writeRecording([saved.text], 'saved.json')
    const watch = { problem: (text: string) => assert.fail(text), progress: () => {} }
    const report = await importRecords(other.services, createFileReader([file]), watch)
    assert.equal(report.events.created, saved.json.total)
    const again = await other.send('GET', path, { as: 'admin' })
    assert.deepEqual(
      again.json.events.map(({ id, title, start_date }: Json) => [id, title, start_date]),
      saved.json.events.map(({ id, title, start_date }: Json) => [id, title, start_date]),
    )
    remove()
    await other.stop()
  })

  test('The report names the invalid record of a response, and files without a list', async () => {
    const { report, problems } = await load({
      'a.json': { events: [createEventRecord(30), createEventRecord(31, { timezone: 'Mars/Phobos' }), 7] },
      'b.json': { code: 'rest_no_route', message: 'No route', data: { status: 404 } },
      'c.json': '{"events": [',
      'd.json': { events: [] },
    })
    assert.deepEqual(problems, [
      'a.json#3: it is not an event, venue, organizer, category or tag',
      'b.json: it contains no list of events, venues, organizers, categories, tags',
      'c.json: it is not JSON',
      'a.json#2: event 31: "timezone" is not a time zone',
    ])
    assert.deepEqual([report.invalid, report.events.created], [3, 1])
  })
})
