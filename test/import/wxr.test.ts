/** WordPress exports: a site with the plugin, broken items, and files that are no exports. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type InputReport, importInputs } from '../../src/features/imports/formats/import-inputs.ts'
import { readWxrElements } from '../../src/features/imports/formats/wxr/wxr-elements.ts'
import { runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { createImage, type ImageServer, startImageServer } from '../helper/media/draw-image.ts'
import { fc } from '../helper/properties/seeds.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'
import { collectResults } from './collect-results.ts'

describe('WXR files', () => {
  const SITE = readFileSync(join(import.meta.dirname, 'wordpress-export.xml'), 'utf8')

  const HEAD = '<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel>\n'
  const createItem = (id: number, more = '') =>
    [
      `<item><title>T ${id}</title><wp:post_id>${id}</wp:post_id><wp:post_date>2027-01-01 10:00:00</wp:post_date>`,
      '<wp:post_date_gmt>2027-01-01 09:00:00</wp:post_date_gmt><wp:status>publish</wp:status>',
      `<wp:post_name>t-${id}</wp:post_name><wp:post_type>tribe_events</wp:post_type>${more}`,
      createMeta('_EventStartDate', '2027-03-01 10:00:00'),
      '</item>\n',
    ].join('')
  const createMeta = (key: string, value: string) =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`

  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'calends-wxr-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  for (const engine of ONE_ENGINE) {
    describe(`WordPress exports on ${engine.name}`, () => {
      let outside: ImageServer
      let service: TestService
      before(async () => {
        const bytes = await createImage(400, 300)
        outside = await startImageServer((_, response) => response.end(bytes))
        service = await startService({
          engine,
          env: { IMAGE_FETCH_ALLOW: outside.host, SITE_TIMEZONE: 'Europe/Berlin' },
        })
      })
      after(async () => {
        await service.stop()
        await outside.close()
      })

      const load = async (text: string | Uint8Array, isDryRun = false, fetchesImages = true) => {
        const path = join(folder, 'site.xml')
        writeFileSync(path, text)
        const { observer, problems, changes } = collectResults(folder)
        const options = { isDryRun, fetchesImages }
        const report: InputReport = await importInputs(service.services, [path], options, observer)
        return { report, problems, changes: changes.map(({ outcome, kind, id }) => [outcome, kind, id]) }
      }
      const get = async (path: string): Promise<Json> => (await service.send('GET', path, { as: 'admin' })).json
      const site = () => SITE.replaceAll('IMAGE_HOST', outside.host)

      test('A dry run lists the records and writes nothing', async () => {
        const { changes, problems } = await load(site(), true)
        assert.deepEqual(problems, [])
        assert.deepEqual(changes, [
          ['created', 'venue', 102],
          ['created', 'organizer', 103],
          ['created', 'organizer', 104],
          ['created', 'event', 101],
          ['created', 'event', 105],
          ['created', 'event', 106],
        ])
        assert.equal((await get('/venues')).total, 0)
      })

      test('Records keep ids, slugs, dates, statuses, links, terms, images and passwords', async () => {
        const { report, problems } = await load(site())
        assert.deepEqual(problems, [])
        assert.deepEqual(report.ignored, { post: 1, tribe_events: 1, attachment: 1 })
        assert.deepEqual([report.records?.events.created, report.records?.images.fetched], [3, 1])

        const event = await get('/events/101')
        assert.deepEqual(
          [event.title, event.slug, event.excerpt, event.author, event.status, event.sticky, event.featured],
          ['Brass on the pier &#8220;live&#8221;', 'brass-on-the-pier', '<p>Short</p>', '7', 'publish', true, true],
        )
        assert.equal(event.description.trim(), '<p>It&#8217;s <strong>loud</strong>. a[0]]>1</p>')
        assert.deepEqual(
          [event.date, event.date_utc, event.modified, event.modified_utc],
          ['2027-01-01 10:00:00', '2027-01-01 09:00:00', '2027-01-02 10:00:00', '2027-01-02 09:00:00'],
        )
        assert.deepEqual(
          [event.start_date, event.utc_end_date, event.timezone, event.all_day, event.hide_from_listings],
          ['2027-06-05 19:30:00', '2027-06-05 20:00:00', 'Europe/Berlin', false, false],
        )
        assert.deepEqual(
          [event.cost, event.website, event.show_map, event.show_map_link],
          ['12kr', 'https://brass.example/?a=1&amp;b=2', true, false],
        )
        assert.deepEqual([event.event_status, event.event_status_reason], ['postponed', 'Storm'])
        assert.deepEqual(
          [event.categories, event.tags].map((terms) => terms.map(({ id, slug, parent }: Json) => [id, slug, parent])),
          [
            [[22, 'brass', 21]],
            [
              [32, 'free-entry', 0],
              [31, 'open-air', 0],
            ],
          ],
        )
        assert.deepEqual(
          event.organizer.map(({ id, organizer, email }: Json) => [id, organizer, email]),
          [
            [104, 'Town council', undefined],
            [103, 'Harbor band', 'band@harbor.example'],
          ],
        )
        const { venue } = event
        assert.deepEqual(
          [venue.id, venue.venue, venue.address, venue.city, venue.country, venue.province, venue.zip, venue.phone],
          [102, 'Pier 4', '4 Quay & Co', 'Kiel', 'Germany', 'SH', '24103', '+49 1'],
        )
        assert.deepEqual(
          [venue.website, venue.geo_lat, venue.geo_lng, venue.show_map, venue.show_map_link],
          ['https://pier.example/', 54.32, 10.13, true, false],
        )
        assert.equal(event.image.id, 201)
        assert.equal((await get('/media/201')).alt_text, 'The pier at night')
        assert.equal((await get('/categories/21')).name, 'Music &amp; dance')
        assert.equal((await get('/organizers/104')).status, 'private')
      })

      test('Protected, all-day and unpublished events, and those of old versions of the plugin, are imported', async () => {
        const closed = await service.send('GET', '/events/105')
        assert.doesNotMatch(closed.text, /cake/)
        const opened = (await service.send('GET', '/events/105?password=cake')).json
        assert.deepEqual(
          [opened.description.trim(), opened.start_date, opened.end_date, opened.timezone, opened.all_day],
          ['<p>Bring a cake.</p>', '2027-07-01 00:00:00', '2027-07-01 23:59:59', 'UTC+2', true],
        )
        assert.equal(opened.utc_start_date, '2027-06-30 22:00:00')
        const children = await get('/events?post_parent=101&start_date=2027-01-01&hidden=true')
        assert.deepEqual(
          children.events.map(({ id }: Json) => id),
          [105],
        )
        const draft = await get('/events/106')
        assert.deepEqual(
          [draft.status, draft.date_utc, draft.timezone, draft.utc_start_date],
          ['draft', '0000-00-00 00:00:00', 'Europe/Berlin', '2027-08-01 08:00:00'],
        )
      })

      test('A repeated import keeps passwords, ids of terms and images', async () => {
        const password = async () =>
          service.services.database.read.selectFrom('events').select('password').where('id', '=', 105).execute()
        const before = [await password(), await get('/tags'), await get('/events/101')]
        const { problems, report } = await load(site())
        assert.deepEqual([problems, report.records?.events.created, report.records?.tags.failed], [[], 0, 0])
        const [passwordAfter, tagsAfter, eventAfter] = [await password(), await get('/tags'), await get('/events/101')]
        assert.deepEqual([passwordAfter, tagsAfter], before.slice(0, 2))
        assert.deepEqual(eventAfter, before[2])
      })

      test('Broken items are reported with line and column, and the others are imported', async () => {
        const { problems, report } = await load(
          [
            HEAD,
            createItem(301),
            createItem(302, '<a>&nbsp;</a>'),
            createItem(303, '<a>'),
            createItem(304, '\u0008'),
            createItem(305, createMeta('_EventVenueID', '399')),
            createItem(306, createMeta('_EventVenueID', '399') + createMeta('_thumbnail_id', '398')),
            createItem(307, createMeta('_EventTimezone', 'Nowhere')),
            createItem(308).replace('</item>', ''),
            createItem(309, '<wp:post_parent>308</wp:post_parent>'),
            createItem(310, '<wp:post_parent>301</wp:post_parent>').slice(0, 200),
          ].join(''),
        )
        assert.deepEqual(problems, [
          'site.xml:3:272: item is not well-formed XML: it contains an unknown character entity',
          'site.xml:4:392: item is not well-formed XML: a tag is not closed, or closed twice',
          'site.xml:5:264: item is not well-formed XML: it contains a character that is not allowed',
          'site.xml:6:1: venue 399 is not in the file; records are imported without it',
          'site.xml:7:1: image 398 is not in the file; records are imported without it',
          'site.xml:9:1: item has no end',
          'site.xml:10:1: event 308 is not in the file; records are imported without it',
          'site.xml:11:200: item is not well-formed XML: a tag is not closed, or closed twice',
          'site.xml:8:1: event 307: "timezone" is not a time zone',
        ])
        assert.deepEqual(report.records?.events, { created: 4, updated: 0, unchanged: 0, failed: 1 })
        assert.equal(report.records?.invalid, 8)
        for (const id of [301, 305, 306, 309]) assert.equal((await get(`/events/${id}`)).id, id)
      })

      test('An export in another encoding is read, also after empty lines, and a guess is a warning', async () => {
        const GUESS = 'The file is not encoded in UTF-8 and was read as Windows-1252. Check its accented letters.'
        const create = (id: number, title: string, declaration = '') =>
          `${declaration}${HEAD}${createItem(id).replace(`T ${id}`, title)}\n</channel></rss>`
        const declare = (encoding: string) => `\n\r\n<?xml version="1.0" encoding="${encoding}"?>\n`
        const cases: readonly (readonly [Buffer, string, string[]])[] = [
          [Buffer.from(create(330, 'Café', declare('ISO-8859-1')), 'latin1'), 'Café', []],
          [Buffer.from(create(331, '\xa3\xf3d\xbc', declare('iso-8859-2')), 'latin1'), 'Łódź', []],
          [Buffer.from(`\ufeff${create(332, 'Łódź', declare('UTF-16'))}`, 'utf16le'), 'Łódź', []],
          [Buffer.from(create(333, 'Łódź', declare('ISO-8859-1'))), 'Łódź', []],
          [Buffer.from(create(334, 'Caf\xe9 \x80', declare('UTF-8')), 'latin1'), 'Café €', [`site.xml: ${GUESS}`]],
          [Buffer.from(create(335, 'Caf\xe9'), 'latin1'), 'Café', [`site.xml: ${GUESS}`]],
        ]
        for (const [index, [content, title, expected]] of cases.entries()) {
          const { problems } = await load(content)
          assert.deepEqual([problems, (await get(`/events/${330 + index}`)).title], [expected, title])
        }
        const { problems } = await load(`\n\n<?xml version="1.0"?>\n${HEAD}<item><b></item></channel></rss>`)
        assert.match(problems.join(), /^site\.xml:5:/)
      })

      test('Trashed events keep the status that a restored event gets, otherwise draft', async () => {
        const trashed = createItem(711, createMeta('_wp_trash_meta_status', 'private')) + createItem(712)
        const { problems } = await load(`${HEAD}${trashed.replaceAll('>publish<', '>trash<')}</channel></rss>`)
        assert.deepEqual(problems, [])
        const rows = await service.services.database.read
          .selectFrom('events')
          .select(['id', 'status', 'trashed_from'])
          .where('id', 'in', [711, 712])
          .orderBy('id')
          .execute()
        assert.deepEqual(
          rows.map(({ status, trashed_from }) => [status, trashed_from]),
          [
            ['trash', 'private'],
            ['trash', 'draft'],
          ],
        )
      })

      test('A text may contain a replacement character if all bytes are UTF-8', async () => {
        const { problems } = await load(`${HEAD}${createItem(322).replace('T 322', 'Übung \ufffd')}</channel></rss>`)
        assert.deepEqual([problems, (await get('/events/322')).title], [[], 'Übung \ufffd'])
      })

      test('Files that are no export are reported', async () => {
        const cases: readonly (readonly [string, string])[] = [
          [
            `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${HEAD}&x;`,
            'site.xml:2:3: it is not well-formed XML: it contains an unknown character entity',
          ],
          [`${HEAD}${'<a>'.repeat(100)}`, 'site.xml:2:189: its elements are nested too deeply'],
        ]
        for (const [text, problem] of cases) {
          const { problems } = await load(text)
          assert.deepEqual(problems, [problem])
        }
      })

      test('A damaged or truncated export never makes the import fail as a whole', async () => {
        const values = fc.constantFrom(
          ...[
            '',
            '0',
            '-1',
            '99999999999',
            '2147483647',
            '9999-12-31 23:59:59',
            '0000-00-00 00:00:00',
            '2027-02-30 10:00:00',
          ],
          ...['salt$zz', 'x'.repeat(3000), '\u{1f600}', '%00', 'trash', 'publish', '1e999', '101', '102', '9e-5'],
        )
        const contents = [...SITE.matchAll(/(?<=CDATA\[|<wp:post_id>|<wp:post_parent>)[^<\]]*(?=\]\]>|<\/wp)/g)]
        const changed = fc
          .array(fc.tuple(fc.nat(contents.length - 1), values), { minLength: 3, maxLength: 40 })
          .map((edits) => {
            const byIndex = new Map(edits)
            return contents.reduceRight(
              (text, { index, 0: { length } }, at) =>
                byIndex.has(at) ? text.slice(0, index) + byIndex.get(at) + text.slice(index + length) : text,
              SITE,
            )
          })
        const cuts = fc.integer({ min: SITE.indexOf('<channel>'), max: SITE.length })
        const truncated = cuts.map((length) => SITE.slice(0, length))
        await fc.assert(
          fc.asyncProperty(fc.oneof(changed, truncated), async (text) => {
            const { problems, report } = await load(text, true, false)
            for (const problem of problems) assert.match(problem, /^site\.xml:\d+:\d+: ./)
            assert.ok(report.records)
          }),
          { numRuns: 40 },
        )
      })

      test('The command detects exports, prints what it ignores, and rejects other markup', async () => {
        const path = join(folder, 'command.xml')
        writeFileSync(path, site())
        const env = { DATA_DIR: service.config.DATA_DIR, SITE_TIMEZONE: service.services.site.zone }
        const run = (...args: string[]) => runCalends(service.config.databaseUrl, ['import', ...args], { env })
        const imported = await run(path, '--no-images', '--dry-run')
        assert.equal(imported.code, 0, imported.stderr)
        assert.match(imported.stdout, /^events: 0 created, 0 updated, 3 unchanged, 0 failed$/m)
        assert.match(imported.stdout, /^not imported: 1 post, 1 tribe_events, 1 attachment$/m)
        const feed = join(folder, 'feed.xml')
        writeFileSync(feed, '<?xml version="1.0"?><rss version="2.0"><channel/></rss>')
        assert.match((await run(feed)).stderr, /the type of the file is unknown/)
        writeFileSync(feed, '<feed/>')
        const forced = await run(feed, '--format', 'wxr')
        assert.deepEqual([forced.code, /feed\.xml:1:7: it is not a WordPress export/.test(forced.stderr)], [1, true])
      })
    })
  }

  test('The reader yields elements or problems for any input', async () => {
    const path = join(folder, 'random.xml')
    const parts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '<item>',
        '</item>',
        '<![CDATA[',
        ']]>',
        '<rss>',
        '&x;',
        '<wp:postmeta>',
        '</wp:meta_key>',
        '<!--',
      ),
    )
    const damaged = fc
      .array(fc.tuple(fc.nat(SITE.length), fc.nat(40), parts), { minLength: 1, maxLength: 4 })
      .map((edits) => edits.reduce((all, [at, length, part]) => all.slice(0, at) + part + all.slice(at + length), SITE))
    const truncated = fc.nat(SITE.length).map((length) => SITE.slice(0, length))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          damaged,
          truncated,
          fc.string({ unit: 'binary' }),
          fc.array(parts).map((all) => all.join('')),
        ),
        async (text) => {
          writeFileSync(path, text)
          for await (const entry of readWxrElements(path)) {
            assert.match(entry.where, 'warning' in entry ? /random\.xml$/ : /random\.xml:\d+:\d+$/)
            if ('failure' in entry) assert.notEqual(entry.failure, '')
            else if ('warning' in entry) assert.notEqual(entry.warning, '')
            else assert.ok(['item', 'wp:author', 'wp:tag', 'wp:term'].includes(entry.name))
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
