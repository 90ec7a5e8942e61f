import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type ImportReport, importRecords } from '../../src/features/imports/import-records.ts'
import { runCalends } from '../helper/command-line.ts'
import { SPLIT_ENGINES } from '../helper/engines.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'
import {
  createEventRecord,
  createFileReader,
  createOrganizerRecord,
  createTermRecord,
  createVenueRecord,
  writeRecording,
} from './records.ts'

for (const engine of SPLIT_ENGINES) {
  describe(`Import on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    interface Imported {
      readonly report: ImportReport
      /** Messages without the path of the folder. */
      readonly problems: readonly string[]
    }

    const load = async (lines: readonly Json[], name?: string): Promise<Imported> => {
      const { path, remove } = writeRecording(lines, name)
      const problems: string[] = []
      const problem = (text: string) => problems.push(text.replaceAll(`${dirname(path)}/`, ''))
      const report = await importRecords(service.services, createFileReader([path]), { problem, progress: () => {} })
      remove()
      return { report, problems }
    }
    const get = async (path: string): Promise<Json> => (await service.send('GET', path, { as: 'admin' })).json

    test('IDs that no record can have are skipped, on every engine', async () => {
      const { report } = await load([
        createEventRecord(1500, {
          venue: createVenueRecord(2 ** 53 - 1),
          categories: [createTermRecord(2 ** 40, 'tribe_events_cat')],
        }),
      ])
      assert.deepEqual([report.events, report.venues.failed], [{ created: 1, updated: 0, unchanged: 0, failed: 0 }, 1])
      assert.deepEqual((await get('/events/1500')).categories, [])
    })

    test('Records in any order keep IDs, slugs, dates, authors, terms and links', async () => {
      const { report, problems } = await load(
        [
          createEventRecord(1003, {
            categories: [createTermRecord(52, 'tribe_events_cat', { parent: 51 })],
            tags: [createTermRecord(53, 'post_tag')],
            venue: createVenueRecord(1001),
            organizer: [createOrganizerRecord(1006), createOrganizerRecord(1002)],
            cost: '€5 &#8211; €9',
          }),
          createOrganizerRecord(1006),
          createTermRecord(52, 'tribe_events_cat', { parent: 51, name: 'Bread &amp; Salt' }),
          createTermRecord(51, 'tribe_events_cat'),
          createTermRecord(53, 'post_tag'),
          createVenueRecord(1001),
          createOrganizerRecord(1002),
        ],
        'site.jsonl.gz',
      )
      assert.deepEqual(problems, [])
      assert.deepEqual(report.events, { created: 1, updated: 0, unchanged: 0, failed: 0 })
      assert.deepEqual(report.organizers, { created: 2, updated: 0, unchanged: 0, failed: 0 })
      const event = await get('/events/1003')
      assert.equal(event.author, '77')
      assert.equal(event.slug, 'e1003')
      assert.deepEqual([event.date_utc, event.modified_utc], ['2025-03-04 15:00:00', '2025-03-05 16:00:00'])
      assert.equal(event.utc_start_date, '2027-03-01 09:00:00')
      assert.equal(event.venue.id, 1001)
      assert.deepEqual(
        event.organizer.map(({ id }: Json) => id),
        [1006, 1002],
      )
      assert.deepEqual(
        event.tags.map(({ id, count }: Json) => [id, count]),
        [[53, 1]],
      )
      assert.deepEqual(event.categories[0].name, 'Bread &amp; Salt')
      assert.equal((await get('/categories/52')).parent, 51)
    })

    test('Slugs that the service would not create are found by URL', async () => {
      for (const [n, slug] of ['v2.0', 'a--b', 'end-', '%e6%97%a5.x'].entries()) {
        await load([createEventRecord(1101 + n, { slug })])
        for (const spelling of [slug, slug.toUpperCase(), encodeURI(decodeURI(slug))]) {
          assert.equal((await get(`/events/by-slug/${spelling}`)).id, 1101 + n, spelling)
        }
      }
    })

    test('A website that is the page of the event is omitted, and URLs of the old host are not stored', async () => {
      await load([
        createEventRecord(1010),
        createEventRecord(1011, { website: 'https://band.example/?a=1&amp;b=2' }),
        createVenueRecord(1012, { website: 'javascript:alert(1)' }),
      ])
      const own = await get('/events/1010')
      assert.equal(own.website, own.url)
      assert.equal((await get('/events/1011')).website, 'https://band.example/?a=1&amp;b=2')
      assert.equal('website' in (await get('/venues/1012')), false)
      assert.doesNotMatch(JSON.stringify(own), /old\.example/)
    })

    test('Texts display as recorded, are found by plain words, and contain no script', async () => {
      const title = 'Ann&#8217;s &#8220;Crêpes&#8221; &#038; more'
      const description = '<p>One &#8211; two&#8230;</p>\n<p>It&#8217;s on</p>'
      await load([
        createEventRecord(1020, { title, description }),
        createEventRecord(1021, { title: 'A<script>alert(1)</script>', description: '<p onclick="x()">Hi</p>' }),
      ])
      const event = await get('/events/1020')
      assert.deepEqual([event.title, event.description], [title, description])
      assert.equal((await get(`/events?search=${encodeURIComponent(`ann's "crepes" & more`)}`)).total, 1)
      const cleaned = await get('/events/1021')
      assert.deepEqual([cleaned.title, cleaned.description], ['Aalert(1)', '<p>Hi</p>'])
    })

    test('Records that occur only inside events are imported with them, once', async () => {
      const embedded = {
        venue: createVenueRecord(1030),
        organizer: [createOrganizerRecord(1031)],
        categories: [createTermRecord(61, 'tribe_events_cat')],
        tags: [createTermRecord(62, 'post_tag')],
      }
      const { report } = await load([createEventRecord(1032, embedded), createEventRecord(1033, embedded)])
      for (const kind of ['venues', 'organizers', 'categories', 'tags'] as const) {
        assert.deepEqual(report[kind], { created: 1, updated: 0, unchanged: 0, failed: 0 }, kind)
      }
      assert.equal((await get('/venues/1030')).city, 'Ghent')
      assert.equal((await get('/tags/62')).count, 2)
    })

    test('Offers and external IDs are imported, and a cost that sums up offers is omitted', async () => {
      const offer = { name: 'Stalls', price: '12.50', currency: 'EUR', url: '', availability: 'SoldOut' }
      const dates = { available_from: '2027-01-10 09:00:00', available_until: '' }
      const external_id = 'old:1'
      const priced = { cost: '€12.50', tickets: [{ ...offer, ...dates }], ticketed: true }
      const { problems } = await load([
        createEventRecord(1034, { ...priced, external_id, venue: createVenueRecord(1037, { external_id }) }),
        createEventRecord(1035, { external_id }),
        createEventRecord(1036, { external_id: 'none', tickets: [{ ...offer, price: 'x' }] }),
      ])
      assert.deepEqual(problems, [
        'site.jsonl:3: event 1036: "external_id" is not an external id, "tickets" are invalid',
        'site.jsonl:2: event 1035: its external id old:1 belongs to event 1034',
      ])
      const event = await get('/events/1034')
      assert.deepEqual([event.tickets, event.external_id], [priced.tickets, external_id])
      assert.equal(event.venue.external_id, external_id)
      const changed = await service.send('PUT', '/events/1034', { as: 'admin', json: { tickets: [] } })
      assert.equal(changed.json.cost, '')
      await load([createEventRecord(1034)])
      assert.equal((await get('/events/1034')).external_id, external_id)
    })

    test('Status and attendance are imported from exports and from metadata of the plugin, and kept without them', async () => {
      const online = { is_virtual: true, attendance_mode: 'mixed', virtual_url: 'https://meet.example/a' }
      const moved = { event_status: 'postponed', previous_start_date: '2027-02-01 10:00:00' }
      const { problems } = await load([
        createEventRecord(1701, { ...online, ...moved, event_status_reason: 'Illness' }),
        createEventRecord(1702, { _tribe_events_status: 'canceled', _tribe_events_status_reason: 'Storm' }),
        createEventRecord(1703, { meta: { _tribe_events_status: 'postponed' } }),
        createEventRecord(1704, { meta: [], _tribe_events_status: '' }),
        createEventRecord(1705, { event_status: 'off' }),
      ])
      assert.match(problems.join(), /event 1705.*"event_status"/)
      const status = async (id: number) => {
        const event = await get(`/events/${id}`)
        return [event.event_status, event.event_status_reason, event.previous_start_date, event.virtual_url]
      }
      const exported = ['postponed', 'Illness', '2027-02-01 10:00:00', 'https://meet.example/a']
      assert.deepEqual(await status(1701), exported)
      assert.deepEqual(await status(1702), ['canceled', 'Storm', undefined, undefined])
      assert.deepEqual(await status(1703), ['postponed', undefined, undefined, undefined])
      assert.deepEqual(await status(1704), [undefined, undefined, undefined, undefined])
      await load([createEventRecord(1701)])
      assert.deepEqual(await status(1701), exported)
    })

    test('Coordinates are imported, and kept where a record has none', async () => {
      const coordinates = { geo_lat: 51.05, geo_lng: -3.72 }
      const { problems } = await load([
        createEventRecord(1038, { venue: createVenueRecord(1039, coordinates) }),
        createVenueRecord(1044, { geo_lat: '0', geo_lng: 0 }),
        createVenueRecord(1045, { geo_lat: 1 }),
        createVenueRecord(1046, { geo_lat: 91, geo_lng: 0 }),
      ])
      assert.deepEqual(problems, [
        'site.jsonl:3: venue 1045: "geo_lng" is missing',
        'site.jsonl:4: venue 1046: "geo_lat" is not a number of degrees up to 90',
      ])
      const readCoordinates = async (id: number) => {
        const { geo_lat, geo_lng } = await get(`/venues/${id}`)
        return { geo_lat, geo_lng }
      }
      assert.deepEqual(await readCoordinates(1044), { geo_lat: 0, geo_lng: 0 })
      assert.deepEqual(await readCoordinates(1039), coordinates)
      await load([createVenueRecord(1039, { city: 'Bruges' })])
      assert.deepEqual(await readCoordinates(1039), coordinates)
    })

    test('A second import updates records and changes nothing else', async () => {
      const lines = [
        createEventRecord(1040, { venue: createVenueRecord(1041), tags: [createTermRecord(71, 'post_tag')] }),
      ]
      await load(lines)
      await service.send('PUT', '/events/1040', {
        as: 'admin',
        json: { post_password: 'secret', title: 'Changed here' },
      })
      await service.send('PUT', '/venues/1041', { as: 'admin', json: { city: 'Bruges' } })
      const { report } = await load(lines)
      assert.deepEqual(report.events, { created: 0, updated: 1, unchanged: 0, failed: 0 })
      assert.deepEqual(report.venues, { created: 0, updated: 0, unchanged: 0, failed: 0 })
      assert.equal((await get('/events/1040')).title, 'Event 1040')
      assert.equal((await get('/venues/1041')).city, 'Bruges')
      assert.equal((await get('/tags/71')).count, 0, 'a protected event does not count')
      const anonymous = await service.send('GET', '/events/1040')
      assert.equal(anonymous.status, 403, 'the password, of which records say nothing, stays')
    })

    test('Invalid records are reported with file and line, and the others are imported', async () => {
      await load([createVenueRecord(1050), createTermRecord(80, 'post_tag')])
      const { report, problems } = await load([
        '{"id": 1, ',
        '[1, 2]',
        '{"name": "neither"}',
        '',
        createVenueRecord(1051, { slug: 'v1050' }),
        createOrganizerRecord(1050),
        createTermRecord(80, 'tribe_events_cat'),
        createVenueRecord(0),
        createVenueRecord(1052, { status: 'open', city: 7 }),
        createEventRecord(1053, { timezone: 'Mars/Phobos', start_date: '2027-02-30 10:00:00' }),
        createEventRecord(1054, { end_date: '2027-03-01 09:00:00', utc_end_date: '2027-03-01 08:00:00' }),
        createEventRecord(1055),
      ])
      assert.deepEqual(problems, [
        'site.jsonl:1: it is not JSON',
        'site.jsonl:2: it is not an event, venue, organizer, category or tag',
        'site.jsonl:3: it is not an event, venue, organizer, category or tag',
        'site.jsonl:7: category 80: "id" belongs to a tag',
        'site.jsonl:8: a record of kind venue: "id" is not a valid ID',
        'site.jsonl:9: venue 1052: "status" is not a known status, "city" is not a string',
        'site.jsonl:5: venue 1051: its slug v1050 belongs to venue 1050',
        'site.jsonl:6: organizer 1050: "id" belongs to a record of kind venue',
        'site.jsonl:10: event 1053: "timezone" is not a time zone, "start_date" is not a date and time',
        'site.jsonl:11: event 1054: "end_date" is before the start',
      ])
      assert.equal(report.invalid, 3)
      assert.deepEqual(report.events, { created: 1, updated: 0, unchanged: 0, failed: 2 })
      assert.deepEqual(report.venues, { created: 0, updated: 0, unchanged: 0, failed: 3 })
    })

    test('An invalid embedded record is omitted from its event', async () => {
      const { report, problems } = await load([
        createEventRecord(1060, {
          venue: createVenueRecord(1061, { status: 'odd' }),
          organizer: [createOrganizerRecord(1062)],
        }),
      ])
      assert.deepEqual(problems, ['site.jsonl:1: venue 1061: "status" is not a known status'])
      assert.deepEqual([report.events.created, report.venues.failed], [1, 1])
      const event = await get('/events/1060')
      assert.deepEqual([event.venue, event.organizer.length], [[], 1])
    })

    test('An ambiguous wall time keeps its instant, and a wrong instant follows the wall time', async () => {
      const autumn = { start_date: '2027-10-31 02:30:00', end_date: '2027-10-31 02:45:00' }
      await load([
        createEventRecord(1070, {
          ...autumn,
          utc_start_date: '2027-10-31 01:30:00',
          utc_end_date: '2027-10-31 01:45:00',
        }),
        createEventRecord(1071, {
          ...autumn,
          utc_start_date: '2027-10-31 05:30:00',
          utc_end_date: '2027-10-31 05:45:00',
        }),
      ])
      assert.equal((await get('/events/1070')).utc_start_date, '2027-10-31 01:30:00')
      assert.equal((await get('/events/1071')).utc_start_date, '2027-10-31 00:30:00')
    })

    test('New IDs follow the highest imported one', async () => {
      await load([createVenueRecord(50_000)])
      const { json } = await service.send('POST', '/venues', { as: 'admin', json: { venue: 'Next' } })
      assert.ok(json.id > 50_000)
    })

    test('A parent category is found anywhere in the file, and an unknown one makes the category top-level', async () => {
      const createCategory = (id: number, parent: number) => createTermRecord(id, 'tribe_events_cat', { parent })
      const lines = [
        createEventRecord(1901, { categories: [createCategory(901, 902), createCategory(903, 904)] }),
        createEventRecord(1902, { categories: [createCategory(902, 905)] }),
        createCategory(905, 0),
        createCategory(906, 907),
        createCategory(907, 906),
      ]
      const { report, problems } = await load(lines)
      const readParent = async (id: number) => (await get(`/categories/${id}`)).parent
      assert.deepEqual(
        [await readParent(901), await readParent(902), await readParent(903), await readParent(905)],
        [902, 905, 0, 0],
      )
      assert.deepEqual([await readParent(906), await readParent(907)].sort(), [0, 906])
      assert.deepEqual(problems, [
        'site.jsonl:4: category 906: its parent 907 does not exist or is below it',
        'site.jsonl:1: category 903: its parent 904 does not exist or is below it',
      ])
      assert.deepEqual(report.categories, { created: 6, updated: 0, unchanged: 0, failed: 0 })
      await service.send('PUT', '/categories/903', { as: 'admin', json: { parent: 905 } })
      await load([createCategory(903, 904)])
      assert.equal(await readParent(903), 905, 'a category keeps its parent when the other one is unknown')
    })

    test('An unchanged record is reported as unchanged, and adds nothing to the change log', async () => {
      const lines = [
        createEventRecord(1911, {
          venue: createVenueRecord(1912, { geo_lat: 51.05, geo_lng: -3.72 }),
          organizer: [createOrganizerRecord(1914), createOrganizerRecord(1913)],
          categories: [createTermRecord(912, 'tribe_events_cat'), createTermRecord(911, 'tribe_events_cat')],
          tags: [createTermRecord(913, 'post_tag')],
          cost: '€5 &#8211; €9',
          description: '<p>One &#8211; two&#8230;</p>',
          post_password: 'secret',
        }),
        createVenueRecord(1912, { geo_lat: 51.05, geo_lng: -3.72 }),
        createTermRecord(911, 'tribe_events_cat'),
      ]
      await load(lines)
      const { read } = service.services.database
      const readLog = () => read.selectFrom('changes').select('seq').orderBy('seq', 'desc').limit(1).execute()
      const before = await readLog()
      const { report } = await load(lines)
      for (const kind of ['events', 'venues', 'categories'] as const)
        assert.deepEqual(report[kind], { created: 0, updated: 0, unchanged: 1, failed: 0 }, kind)
      assert.deepEqual(await readLog(), before)
      const { report: changed } = await load([createEventRecord(1911, { organizer: [createOrganizerRecord(1913)] })])
      assert.deepEqual(changed.events.updated, 1, 'a change of relations is a change')
    })

    test('An import that ends early leaves right counts, and new records get new IDs', async () => {
      const tags = [createTermRecord(921, 'post_tag')]
      const lines = Array.from({ length: 1001 }, (_, at) => createEventRecord(20_000 + at, { tags }))
      const { path, remove } = writeRecording(lines)
      const readEntries = createFileReader([path])
      let passes = 0
      async function* readUntilKilled() {
        passes += 1
        for await (const entry of readEntries()) {
          yield entry
          if (passes === 2 && entry.where.endsWith(':1001')) throw new Error('killed')
        }
      }
      const observer = { problem: assert.fail, progress: () => {} }
      await assert.rejects(importRecords(service.services, readUntilKilled, observer), /killed/)
      remove()
      assert.equal((await get('/tags/921')).count, 1000)
      const { json } = await service.send('POST', '/tags', { as: 'admin', json: { name: 'After the end' } })
      assert.ok(json.id > 921)
    })

    test('The command prints one line of JSON, and exits with 1 when a record failed', async () => {
      const valid = writeRecording([createEventRecord(1080)])
      const bad = writeRecording(['not json'])
      const url = service.config.databaseUrl
      const one = await runCalends(url, ['import', dirname(valid.path), '--json'])
      assert.deepEqual([one.code, one.stderr], [0, ''])
      assert.match(one.stdout, /^\{[^\n]+\}\n$/)
      assert.deepEqual(JSON.parse(one.stdout).events, { created: 1, updated: 0, unchanged: 0, failed: 0 })
      const both = await runCalends(url, ['import', valid.path, bad.path])
      assert.deepEqual([both.code, both.stderr], [1, `${bad.path}:1: it is not JSON\n`])
      assert.match(
        both.stdout,
        /events: 0 created, 0 updated, 1 unchanged, 0 failed\nimages: .*\ninvalid lines: 1\nimport \d+; calends import --undo \d+ undoes it\n$/,
      )
      const none = await runCalends(url, ['import', `${valid.path}.not`])
      assert.deepEqual([none.code, none.stdout], [1, ''])
      assert.match(none.stderr, /^calends: .*no such file or folder\n$/)
      for (const { remove } of [valid, bad]) remove()
    })

    test('The database passes the integrity check after the import', async () => {
      const { code, stdout } = await runCalends(service.config.databaseUrl, ['check'])
      assert.deepEqual([code, stdout], [0, 'no problems found\n'])
    })
  })
}
