import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type ExportFormat, exportTo } from '../../src/features/exports/export-to.ts'
import { type InputResult, importInputs } from '../../src/features/imports/formats/import-inputs.ts'
import { deriveDueImages } from '../../src/features/media/derive-image-data.ts'
import { buildUrls, MOUNTS } from '../../src/http/request/resolve-mount.ts'
import { readTables, type TableName } from '../../src/storage/maintenance/table-rows.ts'
import { runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { createImage } from '../helper/media/draw-image.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'
import { collectResults } from '../import/collect-results.ts'

const TABLES: readonly TableName[] = [
  ...(['object_ids', 'events', 'venues', 'organizers', 'series', 'links', 'media', 'terms', 'event_terms'] as const),
]

async function readRows({ services }: TestService): Promise<Json> {
  const tables: Record<string, unknown[]> = {}
  for await (const { name, rows } of readTables(services.database.read, TABLES))
    tables[name] = [...(tables[name] ?? []), ...rows]
  return tables
}

const send = async (service: TestService, method: string, path: string, json?: Json): Promise<Json> => {
  const response = await service.send(method, path, { as: 'admin', json })
  assert.ok(response.status < 300, `${path}: ${response.text}`)
  return response.json
}

async function upload(service: TestService): Promise<number> {
  const body = await createImage(400, 300)
  const headers = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="poster.jpg"' }
  const response = await service.send('POST', '/media', { as: 'admin', body, headers })
  assert.equal(response.status, 201, response.text)
  const edit = { crop: { x: 0.25, y: 0, width: 0.5, height: 1 }, focal_point: { x: 0.1, y: 0.9 } }
  const { id } = await send(service, 'POST', `/media/${response.json.id}`, edit)
  return id
}

/** Records in all states: protected, trashed, drafts, series with edited events, images, offers, nested categories. */
async function fill(service: TestService): Promise<void> {
  const image = await upload(service)
  const parent = await send(service, 'POST', '/categories', { name: 'Music & more' })
  const child = await send(service, 'POST', '/categories', {
    name: 'Jazz',
    parent: parent.id,
    description: '<b>x</b>',
    color: '#aa0000',
    icon: '🎷',
  })
  const venue = {
    venue: 'Café “Ω”',
    address: '1 Road',
    city: 'Ghent',
    geo_lat: 51.05,
    geo_lng: 3.7,
    website: 'https://v.example/',
  }
  const first = await send(service, 'POST', '/events', {
    ...{
      title: 'It’s <em>on</em> & 日本',
      description: '<p>One &amp; two</p>',
      excerpt: 'x',
      image,
      cost: ['€5', '€10'],
    },
    ...{ start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:00:00', timezone: 'Europe/Brussels', venue },
    ...{ organizer: [{ organizer: 'Ann', email: 'a@x.example' }, { organizer: 'Bob' }], tags: ['live', 'new'] },
    ...{ categories: [child.id], website: 'https://x.example/?a=1&b=2', external_id: 'old:1', featured: true },
    tickets: [{ name: 'Standard', price: '5', currency: 'EUR' }],
  })
  await send(service, 'POST', '/events', {
    ...{ title: 'Secret', post_password: 'pw', post_parent: first.id, all_day: true, status: 'publish' },
    ...{ start_date: '2027-04-01', end_date: '2027-04-02', event_status: 'canceled', event_status_reason: 'Storm' },
    ...{ is_virtual: true, virtual_url: 'https://meet.example/', virtual_url_visibility: 'password' },
  })
  const dates = { start_date: '2027-05-03 18:00:00', end_date: '2027-05-03 19:00:00' }
  await send(service, 'POST', '/events', {
    title: 'Choir',
    ...dates,
    recurrence: 'FREQ=WEEKLY;COUNT=4',
    tags: ['live'],
  })
  const { events } = await send(service, 'GET', '/events?search=Choir&start_date=2027-01-01')
  await send(service, 'POST', `/events/${events[1].id}`, { title: 'Choir special' })
  await send(service, 'DELETE', `/events/${events[2].id}`)
  await send(service, 'POST', '/events', { title: 'Draft', ...dates, status: 'draft' })
  await send(service, 'POST', '/events', { title: 'Later', ...dates, date: '2027-01-01 00:00:00' })
}

const load = async (service: TestService, inputs: readonly string[], isDryRun = false) => {
  const { observer, problems } = collectResults()
  const report = await importInputs(service.services, inputs, { isDryRun, fetchesImages: false }, observer)
  return { counts: report.inputs.map(({ counts }) => counts), problems }
}

for (const engine of ONE_ENGINE) {
  describe(`export from ${engine.name}`, () => {
    let service: TestService
    let folder = ''
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'calends-export-'))
      service = await startService({ engine })
      await fill(service)
    })
    after(async () => {
      await service.stop()
      rmSync(folder, { recursive: true })
    })

    const write = (name: string, format: ExportFormat) => {
      const urls = buildUrls({ mount: MOUNTS.api, language: undefined, site: 'https://calends.example' })
      return exportTo(service.services, join(folder, name), format, urls)
    }

    for (const targetEngine of ONE_ENGINE) {
      test(`Records and images are equal after the import into an empty database on ${targetEngine.name}`, async () => {
        const [path = ''] = await write('all', 'ndjson')
        const target = await startService({ engine: targetEngine })
        try {
          const folderPath = join(folder, 'all')
          const planned = await load(target, [folderPath], true)
          assert.deepEqual((await readRows(target)).events ?? [], [])
          const { counts, problems } = await load(target, [folderPath])
          assert.deepEqual(problems, [])
          assert.deepEqual(planned.counts, counts)
          assert.deepEqual(await readRows(target), await readRows(service))
          const [image] = (await readRows(target)).media
          const stored = await target.services.files.read(image.key)
          assert.equal(stored?.size, image.filesize)
          stored?.stream.destroy()
          const again = await load(target, [path])
          assert.equal(again.counts[0]?.unchanged, counts[0]?.created)
          assert.deepEqual([again.counts[0]?.created, again.counts[0]?.updated], [0, 0])
          const found = await target.send('GET', '/events?search=special&start_date=2027-01-01')
          assert.equal(found.json.total, 1)
        } finally {
          await target.stop()
        }
      })
    }

    test('An export contains no variants of images, and its import leaves the existing ones', async () => {
      await deriveDueImages(service.services, new AbortController().signal)
      const rows = (await readRows(service)).media
      assert.notEqual(rows[0].variants, '')
      await write('variants', 'ndjson')
      const names = readdirSync(join(folder, 'variants', 'media'), { recursive: true }).map(String)
      assert.ok(names.length > 0 && names.every((name) => !/\.(?:avif|webp)$/.test(name)), String(names))
      const { counts } = await load(service, [join(folder, 'variants')])
      assert.deepEqual([counts[0]?.created, counts[0]?.updated, counts[0]?.failed], [0, 0, 0])
      assert.deepEqual((await readRows(service)).media, rows)
    })

    test('Damaged lines of an export are reported with their line, and the others are imported', async () => {
      const [path = ''] = await write('damaged', 'ndjson')
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
      const event = JSON.parse(lines.find((line) => line.includes('"Draft"')) ?? '')
      const venue = JSON.parse(lines.find((line) => line.includes('"kind":"venue"')) ?? '')
      writeFileSync(
        path,
        [
          lines[0],
          '{',
          JSON.stringify({ ...event, timezone: 'Nowhere' }),
          JSON.stringify({ ...event, id: -1 }),
          JSON.stringify({ ...event, venues: 'x' }),
          JSON.stringify({ ...venue, id: 900, website: 'javascript:alert(1)', content: '<script>alert(1)</script>Hi' }),
          JSON.stringify({ ...event, id: 900 }),
          JSON.stringify({ ...event, id: 902, slug: 'closed', status: 'publish', password: 'x$1' }),
          '{"kind":"media","id":901,"key":"../../x.jpg"}',
        ].join('\n'),
      )
      const target = await startService({ engine })
      try {
        const { counts, problems } = await load(target, [path])
        assert.deepEqual([counts[0]?.created, counts[0]?.failed], [2, 6])
        assert.deepEqual(problems.map((text) => text.replace(`${path}:`, '').slice(0, 24)).sort(), [
          ...[
            '2: failed: it is no reco',
            '3: failed: "timezone" is',
            '4: failed: "id" has the ',
            '5: failed: "venues" is n',
          ],
          ...['7: failed: the id 900 be', '9: failed: "key" is not '],
        ])
        assert.equal((await target.send('GET', '/events/902?password=x')).status, 403)
        const { description, website } = await send(target, 'GET', '/venues/900')
        assert.deepEqual([description.trim(), website], ['<p>Hi</p>', undefined])
      } finally {
        await target.stop()
      }
    })

    test('An imported category has a parent that exists, wherever the file has it, and keeps its appearance', async () => {
      const path = join(folder, 'categories.ndjson')
      const createLine = (id: number, parent: number, more: Json = {}) =>
        JSON.stringify({ kind: 'category', id, name: `C${id}`, slug: `c${id}`, parent, ...more })
      const header = '{"format":"calends-export","version":1}'
      const others = Array.from({ length: 150 }, (_, at) => createLine(1000 + at, 2000))
      const colored = createLine(800, 900, { color: '#00aa00' })
      const lines = [header, colored, createLine(801, 4711), createLine(802, 802), ...others, createLine(2000, 0)]
      const target = await startService({ engine })
      try {
        const { database } = target.services
        const readParents = async (ids: readonly number[]) => {
          const rows = database.read.selectFrom('terms').select(['id', 'parent', 'color']).where('id', 'in', ids)
          return (await rows.orderBy('id').execute()).map(({ parent, color }) => [parent, color])
        }
        writeFileSync(path, [...lines, createLine(900, 0)].join('\n'))
        await load(target, [path])
        const expected = [
          [900, '#00aa00'],
          [0, ''],
          [0, ''],
          [2000, ''],
        ]
        assert.deepEqual(await readParents([800, 801, 802, 1000]), expected)
        writeFileSync(path, [header, createLine(800, 900), createLine(801, 4711)].join('\n'))
        const { counts } = await load(target, [path])
        assert.deepEqual([counts[0]?.unchanged, counts[0]?.updated], [2, 0])
      } finally {
        await target.stop()
      }
    })

    test('An import that ends early leaves right counts and parents, and new records get new IDs', async () => {
      const [path = ''] = await write('interrupted', 'ndjson')
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
      const event = JSON.parse(lines.find((line) => line.includes('"old:1"')) ?? '')
      const copies = Array.from({ length: 250 }, (_, at) =>
        JSON.stringify({
          ...event,
          id: 5000 + at,
          slug: `copy-${at}`,
          post_parent: 5001 + at,
          external_id: '',
          image: 0,
        }),
      )
      writeFileSync(path, [...lines.filter((line) => !line.includes('"kind":"event"')), ...copies].join('\n'))
      const target = await startService({ engine })
      try {
        const { observer } = collectResults()
        const result = (one: InputResult) => {
          if (one.id === 5150) throw new Error('killed')
          observer.result(one)
        }
        const importing = importInputs(
          target.services,
          [join(folder, 'interrupted')],
          { isDryRun: false, fetchesImages: false },
          { ...observer, result },
        )
        await assert.rejects(importing, /killed/)
        const check = () =>
          runCalends(target.config.databaseUrl, ['check'], { env: { MEDIA_URL: target.config.mediaUrl } })
        assert.equal((await check()).stdout, 'no problems found\n')
        assert.ok((await send(target, 'POST', '/venues', { venue: 'Next' })).id > 5199)
        await load(target, [join(folder, 'interrupted')])
        assert.equal((await check()).stdout, 'no problems found\n')
        const { read } = target.services.database
        const children = await read.selectFrom('events').select('id').where('post_parent', '!=', 0).execute()
        assert.equal(children.length, 247, 'one event has the ID of the venue, two have no parent')
      } finally {
        await target.stop()
      }
    })

    test('The command exports to a folder, and imports it on the next line', async () => {
      const url = service.config.databaseUrl
      const env = { DATA_DIR: service.config.DATA_DIR, PUBLIC_URL: 'https://calends.example' }
      const exported = await runCalends(url, ['export', join(folder, 'command')], { env })
      assert.deepEqual(
        [exported.code, exported.stdout, exported.stderr],
        [0, `${join(folder, 'command', 'calends.ndjson')}\n`, ''],
      )
      const table = await runCalends(url, ['export', join(folder, 'command', 'one.csv')], { env })
      assert.equal(table.code, 0, table.stderr)
      const imported = await runCalends(url, ['import', join(folder, 'command'), '--dry-run'], { env })
      assert.match(imported.stdout, /^no changes\n.*: 0 created, 0 updated, \d+ unchanged, 0 conflicts, 0 failed\n$/)
      const planned = await runCalends(
        url,
        ['import', join(folder, 'command', 'one.csv'), '--dry-run', '--no-images'],
        { env },
      )
      assert.match(planned.stdout, /^action +kind +id +title +details\ncreate +event +It’s/)
      assert.equal(planned.code, 0, planned.stderr)
      const page = join(folder, 'page.html')
      writeFileSync(page, '<html>')
      const refused = await runCalends(url, ['import', page], { env })
      assert.deepEqual(
        [refused.code, refused.stderr],
        [1, `calends: ${page}: the page describes no events (JSON-LD)\n`],
      )
    })

    test('A calendar contains every event and series, and imports with the same dates', async () => {
      const [path = ''] = await write('events.ics', 'ics')
      const target = await startService({ engine })
      try {
        const { problems } = await load(target, [path])
        assert.deepEqual(problems, [])
        const list = async (one: TestService) => {
          const query = '/events?start_date=2027-01-01&per_page=50&status=publish,draft,future,private&hidden=true'
          const { events } = await send(one, 'GET', query)
          return events.map(({ title, utc_start_date, utc_end_date }: Json) => [title, utc_start_date, utc_end_date])
        }
        const plain = (rows: Json[]) =>
          rows.map(([title, ...dates]) => [title.replaceAll(/<[^>]+>|&lt;\/?em&gt;/g, ''), ...dates]).sort()
        assert.deepEqual(plain(await list(target)), plain(await list(service)))
      } finally {
        await target.stop()
      }
    })

    test('Tables contain events, venues and organizers, and import with the same fields', async () => {
      const paths = await write('tables', 'csv')
      assert.deepEqual(
        paths.map((path) => path.replace(`${folder}/tables/`, '')),
        ['events.csv', 'venues.csv', 'organizers.csv'],
      )
      const target = await startService({ engine })
      try {
        const { problems } = await load(target, paths)
        assert.deepEqual(problems, [])
        const [original, copy] = await Promise.all(
          [service, target].map(
            async (one) =>
              (await send(one, 'GET', `/events?search=${encodeURIComponent('日本')}&start_date=2027-01-01`)).events[0],
          ),
        )
        for (const name of [
          'title',
          'description',
          'excerpt',
          'utc_start_date',
          'utc_end_date',
          'timezone',
          'website',
          'featured',
        ])
          assert.deepEqual(copy[name], original[name], name)
        const names = (event: Json) => [
          ...[event.venue.venue, event.venue.address, event.venue.city, event.venue.geo_lat, event.venue.website],
          ...[event.organizer.map((one: Json) => [one.organizer, one.email]), event.tags.map(({ name }: Json) => name)],
          event.categories.map(({ name }: Json) => name),
        ]
        assert.deepEqual(names(copy), names(original))
      } finally {
        await target.stop()
      }
    })
  })
}
