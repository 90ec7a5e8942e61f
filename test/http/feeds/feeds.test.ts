/** Feeds of events (decisions: Feeds). */
import assert from 'node:assert/strict'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ONE_ENGINE } from '../../helper/engines.ts'
import {
  parseCsv,
  parseRss,
  parseWithIcalJs,
  parseWithNodeIcal,
  parseWithTsIcs,
} from '../../helper/http/feed-readers.ts'
import { type Json, startService, type TestService, type TestUser } from '../../helper/service.ts'

const FORMS = ['ics', 'rss', 'ndjson', 'csv'] as const
type Form = (typeof FORMS)[number]
const TYPES: Readonly<Record<Form, string>> = {
  ics: 'text/calendar; charset=UTF-8',
  rss: 'application/rss+xml; charset=UTF-8',
  ndjson: 'application/x-ndjson; charset=UTF-8',
  csv: 'text/csv; charset=UTF-8',
}

/** Titles in the order of the feed, by a parser of each format. */
const READ_TITLES: Readonly<Record<Form, (text: string) => Promise<string[]>>> = {
  ics: async (text) => parseWithIcalJs(text).map(({ title }) => title),
  rss: async (text) => (await parseRss(text)).items.map(({ title = '' }) => title),
  ndjson: async (text) => text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).title])),
  csv: async (text) => {
    const [names = [], ...rows] = parseCsv(text)
    return rows.map((row) => row[names.indexOf('title')] ?? '')
  },
}

const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const PASSWORD = 'open sesame'
/** Must not occur in a feed without the password. */
const SECRETS = ['Behind the door', 'Cellar', '7777777', 'Whisper', 'hush@example.test', 'https://secret.example/']

for (const engine of ONE_ENGINE) {
  describe(`Feeds on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine, now: '2027-01-15T12:00:00Z' })
      const create = async (title: string, more: Json = {}, as: TestUser = 'admin') => {
        const { status, text } = await service.send('POST', '/events', { as, json: { title, ...DATES, ...more } })
        assert.equal(status, 201, text)
      }
      const later = { start_date: '2027-03-28 20:00:00', end_date: '2027-03-29 01:30:00', timezone: 'Europe/Berlin' }
      await create('Jazz "night"', {
        ...later,
        description: '<p>Long &amp; loud</p>',
        venue: { venue: 'Old Hall', address: '1 Main St', city: 'Berlin', geo_lat: 52.5, geo_lng: 13.4 },
        organizer: { organizer: 'Ann', email: 'ann@example.test' },
        categories: ['Music'],
      })
      await create('Fair', { start_date: '2027-03-05', end_date: '2027-03-06', all_day: true })
      await create('Closed', {
        ...{
          post_password: PASSWORD,
          description: SECRETS[0],
          venue: { venue: 'V', city: SECRETS[1] },
          cost: SECRETS[2],
        },
        ...{ categories: [SECRETS[3]], organizer: { organizer: 'O', email: SECRETS[4] }, website: SECRETS[5] },
        start_date: '2027-03-02 10:00:00',
        end_date: '2027-03-02 11:00:00',
      })
      await create('Hidden', { hide_from_listings: true })
      await create('Draft', { status: 'draft' })
      await create('Draft of another', { status: 'draft' }, 'author')
      await create('Past', { start_date: '2026-03-01 10:00:00', end_date: '2026-03-01 12:00:00' })
    })
    after(() => service.stop())

    const feed = (form: Form, query = '', as: TestUser = 'anon') =>
      service.send('GET', `/events.${form}${query}`, { as })
    const listed = async (query: string, as: TestUser) =>
      (await service.send('GET', `/events${query}`, { as })).json.events

    for (const form of FORMS) {
      describe(form, () => {
        test('The feed has its content type and file name', async () => {
          const { status, headers } = await feed(form)
          assert.equal(status, 200)
          assert.equal(headers['content-type'], TYPES[form])
          assert.equal(headers['content-disposition'], `inline; filename="events.${form}"`)
          assert.match(headers['cache-control'] ?? '', /^public, max-age=0/)
          assert.match(headers['vary'] ?? '', /Accept-Encoding/)
          assert.match(headers['link'] ?? '', /rel="https:\/\/api\.w\.org\/"/)
        })

        for (const viewer of ['anon', 'subscriber', 'author', 'editor'] as const) {
          for (const query of [
            ...['', '?search=jazz', '?categories=music', '?start_date=2026-01-01', '?status=draft', '?featured=true'],
            ...['?orderby=title&order=desc', '?include=4,5,6', '?geoloc=true', '?geoloc_lat=52.5&geoloc_lng=13.4'],
            ...[
              '?hidden=true',
              '?ends_before=2027-03-04',
              '?modified_after=2027-01-15T12:00:00Z',
              '?per_page=2&page=2',
            ],
          ]) {
            test(`The feed contains the events of the list for ${viewer} with ${query || 'no query'}`, async () => {
              const [{ status, text }, list] = [
                await feed(form, query, viewer),
                await service.send('GET', `/events${query}`, { as: viewer }),
              ]
              assert.equal(status, list.status)
              if (status !== 200) return assert.equal(text, list.text)
              const plain: Readonly<Record<string, string>> = { 'Jazz &#8220;night&#8221;': 'Jazz “night”' }
              const titles = list.json.events.map(({ title }: Json) =>
                form === 'ndjson' ? title : (plain[title] ?? title),
              )
              assert.deepEqual(await READ_TITLES[form](text), titles)
            })
          }
        }

        test('A protected event shows only title and dates without the password', async () => {
          const { text } = await feed(form)
          assert.ok(text.includes('Closed'))
          for (const secret of SECRETS) assert.ok(!text.includes(secret), secret)
          const opened = await feed(form, `?password=${encodeURIComponent(PASSWORD)}`)
          assert.ok(opened.text.includes('Behind the door'))
          assert.match(opened.headers['cache-control'] ?? '', /no-store/)
          assert.ok(!opened.text.includes('sesame'), 'the feed contains the password')
          const byHeader = await service.send('GET', `/events.${form}`, { headers: { 'x-event-password': PASSWORD } })
          assert.ok(byHeader.text.includes('Behind the door'))
        })

        test('The feed returns the errors of the list', async () => {
          for (const query of [
            '?per_page=0',
            '?start_date=junk',
            '?orderby=x&strict=1',
            '?page=9',
            '?geoloc_lat=1',
            '?page=x&categories=',
          ]) {
            const [own, list] = [await feed(form, query), await service.send('GET', `/events${query}`)]
            assert.deepEqual([own.status, own.json], [list.status, list.json], query)
          }
          assert.equal((await service.send('POST', `/events.${form}`, { as: 'admin' })).json.code, 'rest_no_route')
        })

        test('An unchanged feed returns 304', async () => {
          const first = await feed(form)
          const headers = { 'if-none-match': first.headers['etag'] ?? '' }
          const again = await service.send('GET', `/events.${form}`, { headers })
          assert.deepEqual([again.status, again.text], [304, ''])
          assert.equal((await feed(form)).text, first.text)
          const other = await service.send('GET', `/events.${form}?search=jazz`, { headers })
          assert.equal(other.status, 200)
          assert.equal((await service.send('GET', `/events.${form}`, { headers, as: 'editor' })).status, 200)
        })

        test('HEAD returns the same headers without a body', async () => {
          const [head, get] = [await service.send('HEAD', `/events.${form}`), await feed(form)]
          assert.deepEqual([head.status, head.text], [200, ''])
          for (const name of ['etag', 'content-type', 'content-disposition', 'cache-control']) {
            assert.equal(head.headers[name], get.headers[name])
          }
          const overridden = await service.send('POST', `/events.${form}?_method=HEAD`)
          assert.deepEqual([overridden.status, overridden.text], [200, ''])
        })

        test('The feed is compressed for clients that accept it', async () => {
          const { text } = await feed(form)
          assert.equal(gunzipSync(await raw(service, `/events.${form}`, 'gzip')).toString(), text)
          assert.equal(brotliDecompressSync(await raw(service, `/events.${form}`, 'br, gzip')).toString(), text)
        })
      })
    }

    test('The JSON lines equal the records of the list, byte for byte', async () => {
      const [{ text }, list] = [await feed('ndjson'), await service.send('GET', '/events')]
      assert.ok(list.text.startsWith(`{"events":[${text.trim().split('\n').join(',')}]`))
    })

    for (const [name, read] of Object.entries({
      ...{ 'ical.js': parseWithIcalJs, 'node-ical': parseWithNodeIcal, 'ts-ics': parseWithTsIcs },
    })) {
      test(`${name} reads the same events from the feed`, async () => {
        const [{ text }, records] = [await feed('ics'), await listed('', 'anon')]
        const utc = (moment: string): string => `${moment.replace(' ', 'T')}Z`
        const [closed, fair, jazz] = records
        assert.deepEqual(
          read(text).map(({ uid, title, start, end, location }) => ({ uid, title, start, end, location })),
          [
            {
              ...{ uid: closed.global_id, title: 'Closed', location: '' },
              ...{ start: utc(closed.utc_start_date), end: utc(closed.utc_end_date) },
            },
            { uid: fair.global_id, title: 'Fair', start: '2027-03-05', end: '2027-03-07', location: '' },
            {
              ...{ uid: jazz.global_id, title: 'Jazz “night”', location: 'Old Hall, 1 Main St, Berlin' },
              ...{ start: '2027-03-28T18:00:00Z', end: '2027-03-28T23:30:00Z' },
            },
          ],
        )
      })
    }

    test('GET /events/{id}.ics returns the event, or the error of GET /events/{id}', async () => {
      const [closed, , jazz] = await listed('', 'anon')
      const one = await service.send('GET', `/events/${jazz.id}.ics`)
      assert.equal(one.headers['content-disposition'], `inline; filename="event-${jazz.id}.ics"`)
      assert.deepEqual(
        parseWithIcalJs(one.text).map(({ title }) => title),
        ['Jazz “night”'],
      )
      const headers = { 'if-none-match': one.headers['etag'] ?? '' }
      assert.equal((await service.send('GET', `/events/${jazz.id}.ics`, { headers })).status, 304)
      for (const id of [closed.id, 99999, jazz.venue.id]) {
        const [own, record] = [
          await service.send('GET', `/events/${id}.ics`),
          await service.send('GET', `/events/${id}`),
        ]
        assert.deepEqual([own.status, own.json], [record.status, record.json])
      }
      const opened = await service.send('GET', `/events/${closed.id}.ics?password=${encodeURIComponent(PASSWORD)}`)
      assert.match(opened.text, /DESCRIPTION:Behind the door/)
    })

    test('The sequence increases with each change, and is the same in both calendars', async () => {
      const [, , jazz] = await listed('', 'anon')
      const sequence = async (path: string): Promise<number> => {
        const { text } = await service.send('GET', path)
        return Number(/SEQUENCE:(\d+)/.exec(text.slice(text.indexOf(`UID:${jazz.global_id}`)))?.[1])
      }
      const seen = [await sequence('/events.ics')]
      for (const sticky of [true, false]) {
        await service.send('PUT', `/events/${jazz.id}`, { as: 'admin', json: { sticky } })
        seen.push(await sequence('/events.ics'))
        assert.equal(await sequence(`/events/${jazz.id}.ics`), seen.at(-1))
      }
      assert.deepEqual(
        seen,
        [...new Set(seen)].sort((a, b) => a - b),
      )
    })

    test('The URL in a feed returns the same feed', async () => {
      const { text } = await feed('ics', '?categories[]=music&search=jazz+night&foo=1')
      const [, url = ''] = /\r\nSOURCE;VALUE=URI:(.*)\r\n/.exec(text.replaceAll('\r\n ', '')) ?? []
      assert.equal(await (await fetch(url)).text(), text)
      assert.ok(!url.includes('foo'))
    })

    test('GET /events.ics with fields contains only these fields, and names them in its own URL', async () => {
      const { text } = await feed('ics', '?fields=venue,categories&search=jazz')
      const lines = text.replaceAll('\r\n ', '').split('\r\n')
      const eventLines = lines.slice(lines.indexOf('BEGIN:VEVENT')).join('\n')
      assert.match(eventLines, /^LOCATION:Old Hall/m)
      assert.match(eventLines, /^CATEGORIES:Music/m)
      assert.doesNotMatch(eventLines, /^(?:DESCRIPTION|STYLED-DESCRIPTION|ORGANIZER|URL|IMAGE)/m)
      const [, url = ''] = /SOURCE;VALUE=URI:(.*)/.exec(lines.join('\n')) ?? []
      assert.equal(await (await fetch(url)).text(), text)
      const [, , jazz] = await listed('', 'anon')
      const one = await service.send('GET', `/events/${jazz.id}.ics?fields[]=title`)
      assert.doesNotMatch(one.text, /^(?:DESCRIPTION|LOCATION|METHOD)/m)
      assert.match((await service.send('GET', `/events/${jazz.id}.ics`)).text, /^METHOD:PUBLISH\r$/m)
      for (const fields of ['nope', 'title,nope', '', 'title[x]']) {
        const { status, json } = await feed('ics', `?fields=${fields}`)
        assert.deepEqual([status, Object.keys(json.data.params)], [400, ['fields']], fields)
      }
    })

    test('The name of a feed states its filters, in the language of its URL', async () => {
      const [, , jazz] = await listed('', 'anon')
      const { json: late } = await service.send('POST', '/venues', { as: 'admin', json: { venue: 'Late Hall' } })
      const NAMES: readonly (readonly [string, string])[] = [
        [`?venue=${late.id},${jazz.venue.id}`, 'Calends: Late Hall, Old Hall'],
        [`?venue=${jazz.venue.id},${late.id}`, 'Calends: Old Hall, Late Hall'],
        ['', 'Calends'],
        ['?page=1&per_page=5&order=desc', 'Calends'],
        ['?ends_after=now', 'Calends'],
        ['?categories=music', 'Calends: Music'],
        [`?venue=${jazz.venue.id}&organizer=${jazz.organizer[0].id}`, 'Calends: Old Hall, Ann'],
        ['?search=jazz+night&free=true', 'Calends: "jazz night", Free'],
        ['?categories_exclude=music&featured=true&ticketed=false', 'Calends: without Music, Featured, ticketed=false'],
        ['?start_date=2027-03-01&end_date=2027-03-31', 'Calends: From 2027-03-01, To 2027-03-31'],
        ['?ends_before=today+00:00&strict_dates=true', 'Calends: Past events'],
        [
          '?starts_before=2027-04-01+00:00:00&ends_after=2027-03-01+00:00:00&strict_dates=true',
          'Calends: From 2027-03-01, To 2027-03-31',
        ],
        ['?geoloc_lat=52.5&geoloc_lng=13.4&geoloc_radius=40', 'Calends: Nearby, 40 km (52.5, 13.4)'],
        ['?include=5', 'Calends: include=5'],
      ]
      for (const [query, name] of NAMES) {
        const lines = (await feed('ics', query)).text.replaceAll('\r\n ', '').replaceAll('\\,', ',')
        assert.ok(lines.includes(`\r\nNAME:${name}\r\nX-WR-CALNAME:${name}\r\n`), `${query}: ${lines.slice(0, 300)}`)
        assert.equal((await parseRss((await feed('rss', query)).text)).title, name, query)
      }
      const german = await service.send('GET', '//de/wp-json/tribe/events/v1/events.rss?free=true')
      assert.equal((await parseRss(german.text)).title, 'Calends: Kostenlos')
      const headers = { 'accept-language': 'de' }
      const english = await service.send('GET', '/events.rss?free=true', { headers })
      assert.equal((await parseRss(english.text)).title, 'Calends: Free')
    })

    test('Feeds have Last-Modified, the time of the newest change, and respond to If-Modified-Since', async () => {
      const [, , jazz] = await listed('', 'anon')
      service.setNow('2027-01-15T12:00:30Z')
      const paths = ['/events.ics', '/events.rss', '/events.csv?categories_exclude=music', `/events/${jazz.id}.ics`]
      for (const path of [...paths, '//?post_type=tribe_events&ical=1', '//feed/', '//events/2027-03/?ical=1']) {
        const { headers } = await service.send('GET', path)
        const modified = headers['last-modified'] ?? ''
        assert.equal(modified, 'Fri, 15 Jan 2027 12:00:00 GMT', path)
        const again = await service.send('GET', path, { headers: { 'if-modified-since': modified } })
        assert.equal(again.status, 304, path)
      }
      service.setNow('2027-01-15T12:00:00Z')
    })

    test('The routes of feeds are in the index and have descriptions', async () => {
      const { json } = await service.send('OPTIONS', '/events.ics')
      assert.deepEqual(json.methods, ['GET'])
      const { args } = json.endpoints[0]
      assert.deepEqual([args.page.default, args.per_page.default], [undefined, undefined])
      assert.equal(args.start_date.default, '2027-01-15 00:00:00')
      const document = (await service.send('GET', '/doc')).json
      for (const form of FORMS) {
        const { responses } = document.paths[`/events.${form}`].get
        assert.deepEqual(Object.keys(responses[200].content), [TYPES[form].split(';')[0]])
      }
    })
  })
}

function raw(service: TestService, path: string, encoding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const url = `${service.origin}/wp-json/tribe/events/v1${path}`
    const request = httpRequest(url, { headers: { 'accept-encoding': encoding } }, (response: IncomingMessage) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve(Buffer.concat(chunks)))
    })
    request.on('error', reject)
    request.end()
  })
}
