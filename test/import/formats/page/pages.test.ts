/** Pages of other calendars, served with the files to which they link: what is found on them, and in which order. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { importInputs } from '../../../../src/features/imports/formats/import-inputs.ts'
import { listCalendarLinks } from '../../../../src/features/imports/site/page-links.ts'
import { readSource } from '../../../../src/features/sources/read-source.ts'
import { ONE_ENGINE } from '../../../helper/engines.ts'
import { createCalendar, createImportTester } from '../../../helper/imports/import-tester.ts'
import { type PageServer, startPageServer } from '../../../helper/imports/page-server.ts'
import { type Json, startService, type TestService } from '../../../helper/service.ts'
import { createSourceTester } from '../../../helper/sources/scripted-source.ts'
import { collectResults } from '../../collect-results.ts'

const readFixture = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

const ALTERNATE = '<link rel="alternate" type="text/calendar" href="/feed.ics">'
const JSON_LD =
  '<script type="application/ld+json">{"@type":"Event","name":"Described","startDate":"2027-03-01T19:00","url":"/d"}</script>'
const SITE_EVENT = {
  ...{ id: 7, title: 'Of the site', description: '', status: 'publish', timezone: 'UTC', all_day: false },
  ...{ start_date: '2027-03-01 19:00:00', end_date: '2027-03-01 20:00:00', cost: '', website: '', slug: 'a' },
  ...{ utc_start_date: '2027-03-01 19:00:00', utc_end_date: '2027-03-01 20:00:00', author: '1' },
  ...{ date: '2026-03-01 19:00:00', date_utc: '2026-03-01 19:00:00', modified: '2026-03-01 19:00:00' },
  ...{ modified_utc: '2026-03-01 19:00:00', show_map: true, show_map_link: true, hide_from_listings: false },
  ...{
    sticky: false,
    featured: false,
    excerpt: '',
    url: 'https://a.example/a',
    image: false,
    categories: [],
    tags: [],
  },
  ...{ venue: [], organizer: [], cost_details: { currency_symbol: '', currency_position: '', values: [] } },
}
const SITE_LIST = JSON.stringify({ events: [SITE_EVENT], total: 1, total_pages: 1 })

for (const engine of ONE_ENGINE) {
  describe(`pages of other calendars on ${engine.name}`, () => {
    let service: TestService
    let server: PageServer
    before(async () => {
      server = await startPageServer()
      service = await startService({
        engine,
        env: { SOURCE_FETCH_ALLOW: server.host, SITE_TIMEZONE: 'America/New_York' },
      })
    })
    after(async () => {
      await service.stop()
      await server.stop()
    })
    beforeEach(() => {
      server.pages.clear()
      server.requests.length = 0
    })

    const serve = (pages: Readonly<Record<string, string>>) => {
      for (const [path, body] of Object.entries(pages)) server.pages.set(path, { body })
    }
    /** The imported events, and what was said. */
    const load = async (path: string) => {
      const { observer, changes, problems } = collectResults()
      await importInputs(
        service.services,
        [`${server.origin}${path}`],
        { isDryRun: false, fetchesImages: false },
        observer,
      )
      const events: Json[] = []
      for (const { id, kind } of changes)
        if (kind === 'event') events.push((await service.send('GET', `/events/${id}`, { as: 'admin' })).json)
      return { events, problems: problems.map((text) => text.replaceAll(server.origin, '')) }
    }

    test('Mobilizon is read from the feed that its page names', async () => {
      serve({ '/@walkers': readFixture('mobilizon.html'), '/@walkers/feed/ics': readFixture('mobilizon.ics') })
      const { events, problems } = await load('/@walkers')
      assert.deepEqual(problems, ['/@walkers: The calendar /@walkers/feed/ics, to which the page links, is imported.'])
      const [{ title, utc_start_date, venue, organizer, categories }] = events as [Json]
      assert.deepEqual([title, utc_start_date], ['Evening walk', '2027-01-05 18:00:00'])
      assert.deepEqual([venue.venue, venue.address, venue.geo_lat], ['Station', 'Square 1, Ghent', 51.035])
      assert.deepEqual([organizer[0].organizer, categories.length], ['Ghent Walkers', 2])
    })

    test('Localist is read from the file to which its page links', async () => {
      serve({ '/calendar': readFixture('localist.html'), '/calendar/1.ics': readFixture('localist.ics') })
      const { events, problems } = await load('/calendar')
      assert.deepEqual(problems, [
        '/calendar: The calendar /calendar/1.ics?days=365, to which the page links, is imported.',
      ])
      const [{ title, utc_start_date, venue }] = events as [Json]
      assert.deepEqual([title, utc_start_date, venue.venue], ['Tides', '2027-01-06 00:00:00', 'Main Hall'])
    })

    test('Meetup is read from its webcal: link', async () => {
      serve({ '/choir/events': readFixture('meetup.html'), '/choir/events/ical/': readFixture('meetup.ics') })
      const { events, problems } = await load('/choir/events')
      assert.deepEqual(problems, [
        '/choir/events: The calendar /choir/events/ical/, to which the page links, is imported.',
      ])
      const [{ title, utc_start_date, utc_end_date, timezone }] = events as [Json]
      assert.deepEqual(
        [title, utc_start_date, utc_end_date],
        ['Rehearsal', '2027-01-06 00:00:00', '2027-01-06 01:30:00'],
      )
      assert.equal(timezone, 'America/New_York')
    })

    test('Google Calendar is read from its address in iCal format, and found where a page embeds it', async () => {
      const path = '/calendar/ical/village%40group.calendar.google.com/public/basic.ics'
      serve({ [path]: readFixture('google.ics') })
      const { problems } = await load(path)
      assert.deepEqual(problems, [])
      const { events } = (await service.send('GET', '/events?start_date=2027-01-01&end_date=2027-02-01&search=k')).json
      const found = events.map(({ title, utc_start_date }: Json) => `${title} ${utc_start_date}`)
      const expected = ['Koor 2027-01-05 18:00:00', 'Koor 2027-01-12 18:00:00', 'Markt 2027-01-06 23:00:00']
      for (const one of expected) assert.ok(found.includes(one), `${one}: ${found}`)
      const embed =
        'https://calendar.google.com/calendar/embed?src=village%40group.calendar.google.com&amp;ctz=Europe%2FBrussels'
      assert.deepEqual(listCalendarLinks(`<iframe src="${embed}"></iframe>`, 'https://village.example/'), [
        { kind: 'embedded', url: `https://calendar.google.com${path}` },
      ])
    })

    test('Gancio is read from its API', async () => {
      serve({ '/': readFixture('gancio.html'), '/api/events': readFixture('gancio.json') })
      const { events, problems } = await load('/')
      assert.deepEqual(problems, ['/: The events of /api/events (the API of Gancio) are imported.'])
      const [jam, reading] = events as [Json, Json]
      assert.deepEqual(
        [jam.title, jam.utc_start_date, jam.utc_end_date],
        ['Jam session', '2027-01-05 18:00:00', '2027-01-05 21:00:00'],
      )
      assert.deepEqual([jam.venue.venue, jam.venue.address, jam.venue.geo_lng], ['Squat', 'Via Roma 1, Torino', 7.68])
      assert.deepEqual([jam.tags.length, jam.website], [2, `${server.origin}/event/jam-session`])
      assert.deepEqual(
        [reading.virtual_url, reading.utc_end_date],
        ['https://meet.example/reading', '2027-01-06 18:00:00'],
      )
      assert.deepEqual((await load('/api/events')).events, [])
    })

    test('Links come before the events of the page, and a broken link is passed over', async () => {
      const page = `<html>${JSON_LD}${ALTERNATE}</html>`
      serve({ '/agenda': page, '/feed.ics': createCalendar('o1'), '/api/events': readFixture('gancio.json') })
      assert.match((await load('/agenda')).problems.join(), /: The calendar \/feed\.ics, to which/)
      server.pages.delete('/feed.ics')
      const described = await load('/agenda')
      assert.deepEqual(described.problems, ['/agenda: The events that the page describes (JSON-LD) are imported.'])
      assert.deepEqual(
        described.events.map(({ title }) => title),
        ['Described'],
      )
      serve({ '/agenda': '<html></html>' })
      assert.match((await load('/agenda')).problems.join(), /the API of Gancio/)
      server.pages.delete('/api/events')
      await assert.rejects(
        load('/agenda'),
        /: no events were found\. The page has no API of The Events Calendar, links to no/,
      )
    })

    test('Files of single events to which a page links are all imported', async () => {
      const links = ['x1', 'x2', 'x3'].map((name) => `<a href="/${name}.ics">Add</a>`)
      serve({
        '/agenda': `<html>${links.join('')}</html>`,
        '/x1.ics': createCalendar('x1'),
        '/x3.ics': createCalendar('x3'),
      })
      const { events, problems } = await load('/agenda')
      assert.deepEqual(
        events.map(({ title }) => title),
        ['Event x1', 'Event x3'],
      )
      assert.deepEqual(problems, ['/agenda: The 2 calendars to which the page links are imported, from /x1.ics on.'])
    })

    test('An import over HTTP finds the same, and says what was chosen', async () => {
      const tester = createImportTester(service)
      const start = async (path: string) => {
        const { id } = await tester.send('POST', '/imports', { url: `${server.origin}${path}` })
        await tester.work()
        return tester.send('GET', `/imports/${id}`)
      }
      serve({ '/agenda': `<html>${ALTERNATE}</html>`, '/feed.ics': createCalendar('h1') })
      const linked = await start('/agenda')
      assert.deepEqual([linked.status, linked.detected_format, linked.error], ['succeeded', 'ics', ''])
      const [note] = await tester.results(linked.id)
      assert.match(note?.details, /^The calendar http.*\/feed\.ics, to which the page links, is imported\.$/)
      assert.equal((await tester.perform(linked.id, 'run')).counts.created, 1)
      serve({ '/described': `<html>${JSON_LD.replace('Described', 'Described over HTTP').replace('/d', '/h')}</html>` })
      const described = await start('/described')
      assert.equal(described.detected_format, 'ics')
      const done = await tester.perform(described.id, 'run')
      assert.deepEqual([done.status, done.counts.created], ['succeeded', 1])
      const [event] = (await service.send('GET', '/events?start_date=2027-01-01&search=over+http')).json.events
      assert.equal(event.website, `${server.origin}/h`)
      serve({ '/agenda': '<html>Nothing</html>' })
      const nothing = await start('/agenda')
      assert.equal(nothing.status, 'failed')
      assert.match(nothing.error, /: no events were found\./)
      serve({ '/wp-json/tribe/events/v1/events': SITE_LIST, '/agenda': `<html>${ALTERNATE}</html>` })
      assert.equal((await start('/agenda')).detected_format, 'site')
    })

    describe('sources that are pages', () => {
      const createTester = () => createSourceTester(service, { read: readSource })

      test('the first run chooses what the page offers, and later runs read that', async () => {
        const tester = createTester()
        serve({ '/agenda': `<html>${JSON_LD}${ALTERNATE}</html>`, '/feed.ics': createCalendar('s1', 's2') })
        const id = await tester.create({ type: 'page', url: `${server.origin}/agenda` })
        const planned = await tester.preview(id)
        assert.deepEqual([planned.created, planned.error], [2, ''])
        assert.equal((await tester.send('GET', `/sources/${id}`)).type, 'ics')
        const run = await tester.run(id)
        assert.deepEqual([run.status, run.created, run.details], ['succeeded', 2, []])
        const { type, url } = await tester.send('GET', `/sources/${id}`)
        assert.deepEqual([type, url], ['ics', `${server.origin}/feed.ics`])
        assert.deepEqual((await tester.run(id)).unchanged, 2)
      })

      test('the API of The Events Calendar comes first', async () => {
        const tester = createTester()
        serve({ '/wp-json/tribe/events/v1/events': SITE_LIST, '/agenda': `<html>${ALTERNATE}</html>` })
        const id = await tester.create({ type: 'page', url: `${server.origin}/agenda` })
        const { created, error } = await tester.run(id)
        assert.deepEqual([created, error], [1, ''])
        const { type, url } = await tester.send('GET', `/sources/${id}`)
        assert.deepEqual([type, url], ['tec', `${server.origin}/wp-json/tribe/events/v1`])
        assert.equal((await tester.run(id)).unchanged, 1)
      })

      test('a page that describes its events stays the source, whatever it offers later', async () => {
        const tester = createTester()
        serve({ '/agenda': `<html>${JSON_LD}</html>` })
        const id = await tester.create({ type: 'page', url: `${server.origin}/agenda` })
        assert.equal((await tester.run(id)).created, 1)
        serve({ '/agenda': `<html>${ALTERNATE}${JSON_LD}</html>`, '/feed.ics': createCalendar('n1') })
        const written = await tester.send('PUT', `/sources/${id}`, { type: 'ics', interval: 3600 })
        assert.equal(written.type, 'ics')
        const { unchanged, created } = await tester.run(id)
        assert.deepEqual([unchanged, created], [1, 0])
        serve({ '/agenda': '<html>Maintenance' })
        const broken = await tester.run(id)
        assert.deepEqual([broken.status, broken.canceled], ['failed', 0])
      })

      test('a page without events fails with a reason', async () => {
        const tester = createTester()
        serve({ '/agenda': '<html></html>' })
        const { status, error } = await tester.run(
          await tester.create({ type: 'page', url: `${server.origin}/agenda` }),
        )
        assert.equal(status, 'failed')
        assert.match(error, /: no events were found\./)
      })
    })
  })
}
