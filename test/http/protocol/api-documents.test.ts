import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import SwaggerParser from '@apidevtools/swagger-parser'
import { TOTP } from 'otpauth'
import { type Conformance, createConformanceCheck } from '../../helper/conformance.ts'
import { checkDirectoryDocument } from '../../helper/documents/directory-document.ts'
import { checkEditingDocument } from '../../helper/documents/editing-document.ts'
import { checkImportDocument } from '../../helper/documents/import-document.ts'
import { checkCalendarDocument, checkMediaUseDocument } from '../../helper/documents/media-document.ts'
import { checkPasskeyDocument } from '../../helper/documents/passkey-document.ts'
import { checkReviewDocument } from '../../helper/documents/review-document.ts'
import { checkSiteDocument } from '../../helper/documents/site-document.ts'
import { checkSourceDocument } from '../../helper/documents/source-document.ts'
import { checkWebhookDocument } from '../../helper/documents/webhook-document.ts'
import {
  checkBatchDocument,
  checkChangesDocument,
  checkProgramDocument,
  checkRestoreDocument,
} from '../../helper/documents/write-document.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { type Json, startService, type TestService } from '../../helper/service.ts'

const COMPATIBLE = '/wp-json/tribe/events/v1'
const OWN = '/api/cal/events/v1'
const DATES = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

const VENUE = {
  venue: 'Old Hall',
  description: 'A hall.',
  address: '1 Main St',
  city: 'Springfield',
  country: 'United States',
  province: 'P',
  state: 'NY',
  zip: '0',
  phone: '555',
  website: 'https://hall.example/',
  show_map: false,
}

const ORGANIZER = { organizer: 'Ann', phone: '555', website: 'https://ann.example/', email: 'ann@example.test' }

const PLURALS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
const POSTS = ['events', 'venues', 'organizers'] as const

/** A body that creates a record of each resource. */
const NEW = {
  events: (name: string) => ({ title: name, ...DATES }),
  venues: (name: string) => ({ ...VENUE, venue: name }),
  organizers: (name: string) => ({ ...ORGANIZER, organizer: name }),
  categories: (name: string) => ({ name }),
  tags: (name: string) => ({ name, description: 'D' }),
} as const

for (const engine of ONE_ENGINE) {
  describe(`The OpenAPI document on ${engine.name}`, () => {
    let service: TestService
    let document: Json
    let conformance: Conformance
    const as = 'admin'

    before(async () => {
      service = await startService({
        engine,
        env: { RATE_LIMIT_SIGN_IN: '2', SMTP_URL: 'smtp://127.0.0.1:9' },
        report: () => {},
      })
      document = (await service.send('GET', '/doc')).json
      conformance = createConformanceCheck(document, service)
    })
    after(() => service.stop())

    const create = async (plural: keyof typeof NEW, name: string, more: Json = {}): Promise<Json> =>
      (await conformance.check(`/${plural}`, 'POST', 201, { as, json: { ...NEW[plural](name), ...more } })).json

    test('The document is valid, and its server is the mount', async () => {
      await SwaggerParser.validate(structuredClone(document))
      assert.deepEqual(document.servers, [{ url: `${service.origin}${COMPATIBLE}` }])
      const { status } = await service.send('GET', `/${document.servers[0].url}/events`.replace(service.origin, ''))
      assert.equal(status, 200)
    })

    test('The document of the other mount differs only in its URLs', async () => {
      const own = await service.send('GET', `/${OWN}/doc`)
      const removeMounts = (text: string) => text.replaceAll(OWN, '').replaceAll(COMPATIBLE, '')
      assert.ok(removeMounts(own.text) === removeMounts(JSON.stringify(document)), 'the documents differ')
    })

    test('The document describes itself and the index', async () => {
      await conformance.check('/doc', 'GET', 200)
      await conformance.check('/', 'GET', 200)
      await conformance.check('/', 'GET', 404, { query: '?namespace=nobody/v9' })
    })

    test('The document describes the interpretation of a date in words', async () => {
      for (const text of ['fri 8-11pm', 'fri 8pm', 'dec 5'])
        await conformance.check('/dates/parse', 'POST', 200, { json: { text } })
    })

    test('The document describes empty lists', async () => {
      for (const plural of PLURALS) await conformance.check(`/${plural}`, 'GET', 200)
    })

    test('The document describes an event with all properties', async () => {
      const parent = await create('categories', 'Music')
      await create('categories', 'Jazz & Blues', { parent: parent.id })
      const event = await create('events', 'Full "night"', {
        description: 'Text',
        excerpt: 'Short',
        timezone: 'Europe/Paris',
        cost: ['$10', '$20'],
        website: 'https://night.example/?a=1&b=2',
        featured: true,
        categories: ['Jazz & Blues', parent.id],
        tags: ['late'],
        venue: VENUE,
        organizer: [ORGANIZER, { organizer: 'Bob' }],
        tickets: [
          { name: 'Stalls', price: '12.50', available_until: '2027-03-01' },
          { name: 'Gallery', price: 8, currency: 'EUR', url: 'https://night.example/buy', availability: 'PreSale' },
        ],
        external_id: 'doc:night',
        event_status: 'moved-online',
        event_status_reason: 'The hall is flooded',
        attendance_mode: 'mixed',
        virtual_url: 'https://night.example/live',
      })
      assert.equal(event.organizer.length, 2)
      const params = { id: event.id, slug: event.slug }
      const read = await conformance.check('/events/{id}', 'GET', 200, { params })
      assert.ok(read.json.json_ld)
      await conformance.check('/events/by-slug/{slug}', 'GET', 200, { params })
      await conformance.check('/events', 'GET', 200, { query: `?include=${event.id}` })
      await conformance.check('/venues/{id}', 'GET', 200, { params: { id: event.venue.id } })
      await conformance.check('/organizers/{id}', 'GET', 200, { params: { id: event.organizer[0].id } })
      await conformance.check('/categories/{id}', 'GET', 200, { params: { id: event.categories[0].id } })
      await conformance.check('/categories', 'GET', 200)
      const stripped = {
        venue: null,
        organizer: null,
        cost: null,
        website: null,
        categories: [],
        tags: [],
        tickets: [],
      }
      const cleared = await conformance.check('/events/{id}', 'PATCH', 200, { as, params, json: stripped })
      assert.deepEqual(cleared.json.venue, [])
    })

    for (const plural of PLURALS) {
      test(`The document describes every method of ${plural}`, async () => {
        const record = await create(plural, `Kept ${plural}`)
        const gone = await create(plural, `Gone ${plural}`)
        const query = plural === 'categories' || plural === 'tags' ? '&hide_empty=false' : ''
        for (const page of [1, 2]) {
          await conformance.check(`/${plural}`, 'GET', 200, { query: `?per_page=1&page=${page}${query}` })
        }
        const params = { id: record.id }
        await conformance.check(`/${plural}/{id}`, 'GET', 200, { params })
        for (const method of ['POST', 'PUT', 'PATCH']) {
          await conformance.check(`/${plural}/{id}`, method, 200, {
            as,
            params,
            json: { description: `By ${method}` },
          })
        }
        await conformance.check(`/${plural}/{id}`, 'DELETE', 200, { as, params: { id: gone.id } })
      })
    }

    for (const plural of POSTS) {
      test(`The document describes every method of ${plural} by slug`, async () => {
        const { slug } = await create(plural, `Slug ${plural}`)
        const path = `/${plural}/by-slug/{slug}`
        await conformance.check(path, 'GET', 200, { params: { slug } })
        for (const method of ['POST', 'PUT', 'PATCH']) {
          await conformance.check(path, method, 200, { as, params: { slug }, json: { description: method } })
        }
        const trashed = await conformance.check(path, 'DELETE', 200, { as, params: { slug } })
        await conformance.check(path, 'DELETE', 410, { as, params: { slug: trashed.json.slug } })
        await conformance.check(`/${plural}/{id}`, 'DELETE', 410, { as, params: { id: trashed.json.id } })
        await conformance.check(path, 'GET', 400, { params: { slug: 'no-such-slug' } })
      })

      test(`The document describes ${plural} by external ID`, async () => {
        const path = `/${plural}/by-external-id/{external_id}`
        const params = { external_id: 'doc:1' }
        await conformance.check(path, 'GET', 404, { params })
        const json = NEW[plural](`External ${plural}`)
        await conformance.check(path, 'PUT', 201, { as, params, json })
        await conformance.check(path, 'PUT', 200, { as, params, json: { description: 'Again' } })
        await conformance.check(path, 'GET', 200, { params })
        await conformance.check(`/${plural}`, 'GET', 200, { query: '?external_id=doc:1' })
      })

      test(`The document describes ${plural} of every status`, async () => {
        for (const status of ['draft', 'pending', 'private', 'trash']) {
          const { id } = await create(plural, `${status} ${plural}`, { status })
          await conformance.check(`/${plural}/{id}`, 'GET', 403, { params: { id } })
        }
        await create(plural, `future ${plural}`, { status: 'publish', date: '2035-01-01 10:00:00' })
        await conformance.check(`/${plural}`, 'GET', 200, { as, query: '?status=any' })
        await conformance.check(`/${plural}`, 'GET', 200, { as, query: '?status=trash' })
        await conformance.check(`/${plural}`, 'GET', 404, { query: '?page=99' })
      })

      test(`The document describes protected ${plural}, redacted and opened`, async () => {
        const { id } = await create(plural, `Secret ${plural}`, { description: 'Hush', post_password: 'pass' })
        const list = await conformance.check(`/${plural}`, 'GET', 200, { query: '?per_page=100' })
        assert.equal(list.json[plural].find((item: Json) => item.id === id).description, '')
        const status = plural === 'events' ? 403 : 200
        await conformance.check(`/${plural}/{id}`, 'GET', status, { params: { id } })
        const headers = { 'x-event-password': 'pass' }
        const opened = await conformance.check(`/${plural}/{id}`, 'GET', 200, { params: { id }, headers })
        assert.match(opened.json.description, /Hush/)
      })
    }

    test('The document describes a protected venue inside an event', async () => {
      const venue = { ...VENUE, venue: 'Cellar', post_password: 'pass' }
      const { id } = await create('events', 'In the cellar', { venue })
      const { json } = await conformance.check('/events/{id}', 'GET', 200, { params: { id } })
      assert.equal(json.venue.show_map, null)
    })

    test('The document describes 400 responses', async () => {
      const bad = { title: '', all_day: 'maybe', ...DATES }
      await conformance.check('/events', 'POST', 400, { as, json: {} })
      await conformance.check('/events', 'POST', 400, { as, json: bad })
      await conformance.check('/events', 'POST', 400, { as, json: { ...bad, title: 'T' } })
      await conformance.check('/events', 'POST', 400, {
        as,
        body: '{',
        headers: { 'content-type': 'application/json' },
      })
      await conformance.check('/events', 'GET', 400, { query: '?page=0&per_page=x' })
      await conformance.check('/doc', 'GET', 400, { query: '?_jsonp=a-b' })
      await conformance.check('/categories', 'POST', 400, { as, json: { name: 'Music' } })
      await conformance.check('/tags', 'POST', 400, { as, json: { name: 'T', parent: 5 } })
      await conformance.check('/venues', 'POST', 400, { as, json: { venue: '  ' } })
    })

    test('The document describes 404 responses', async () => {
      const params = { id: 999_999, slug: 'no-such-slug' }
      await conformance.check('/events/{id}', 'GET', 404, { params })
      await conformance.check('/events/{id}', 'DELETE', 404, { as, params })
      for (const method of ['POST', 'PUT', 'PATCH']) {
        await conformance.check('/events/{id}', method, 404, { as, params, json: {} })
        await conformance.check('/events/by-slug/{slug}', method, 404, { as, params, json: {} })
      }
      for (const plural of ['venues', 'organizers', 'categories', 'tags']) {
        await conformance.check(`/${plural}/{id}`, 'GET', 400, { params })
        await conformance.check(`/${plural}/{id}`, 'DELETE', 400, { as, params })
      }
    })

    test('The document describes images, by themselves and in records', async () => {
      const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="Poster.png"' }
      const body = await createImage(400, 300, 'png')
      const { json } = await conformance.check('/media', 'POST', 201, { as, body, headers })
      const params = { id: json.id }
      for (const plural of POSTS) {
        const shown = await create(plural, `With a picture of ${plural}`, { image: String(json.id) })
        assert.equal(shown.image.id, json.id)
      }
      await conformance.check('/media', 'GET', 200, { as })
      await conformance.check('/media', 'GET', 404, { as, query: '?page=9' })
      await conformance.check('/media/{id}', 'GET', 200, { params })
      for (const method of ['POST', 'PUT', 'PATCH']) {
        await conformance.check('/media/{id}', method, 200, {
          as,
          params,
          json: { alt_text: 'A poster', caption: null },
        })
        await conformance.check('/media/{id}', method, 404, { as, params: { id: 999_999 }, json: {} })
      }
      await conformance.check('/media/{id}', 'DELETE', 200, { as, params })
      await conformance.check('/media/{id}', 'DELETE', 404, { as, params })
      await conformance.check('/media/{id}', 'GET', 404, { params })
    })

    test('The document describes series and their events', async () => {
      const json = { ...NEW.events('Yoga'), recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } }
      const { json: series } = await conformance.check('/series', 'POST', 201, { as, json })
      const first = await create('events', 'Choir', { recurrence: 'FREQ=DAILY;COUNT=2' })
      const event = { id: first.id }
      await conformance.check('/events/{id}', 'PATCH', 200, { as, params: event, json: { scope: 'all', cost: '5' } })
      await conformance.check('/events/{id}/detach', 'POST', 200, { as, params: event, json: {} })
      await conformance.check('/events/{id}/detach', 'POST', 404, { as, params: { id: 999_999 }, json: {} })
      await conformance.check('/series/preview', 'POST', 200, {
        as,
        json: { ...DATES, recurrence: 'FREQ=DAILY;COUNT=2' },
      })
      await conformance.check('/series', 'GET', 200)
      await conformance.check('/series', 'GET', 404, { query: '?page=99' })
      const params = { id: series.id, slug: series.slug }
      const missing = { id: 999_999, slug: 'no-such-slug' }
      for (const method of ['POST', 'PUT', 'PATCH']) {
        await conformance.check('/series/{id}', method, 200, { as, params, json: { excerpt: method } })
        await conformance.check('/series/{id}', method, 404, { as, params: missing, json: {} })
      }
      const reads = ['/series/{id}', '/series/by-slug/{slug}', '/series/{id}/events', '/series/{id}.ics']
      for (const path of reads) {
        await conformance.check(path, 'GET', 200, { params })
        await conformance.check(path, 'GET', 404, { params: missing })
      }
      await conformance.check('/series/{id}', 'DELETE', 404, { as, params: missing })
      await conformance.check('/series/{id}', 'DELETE', 200, { as, params })
      for (const path of reads) await conformance.check(path, 'GET', 410, { as, params })
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        await conformance.check('/series/{id}', method, 410, { as, params, ...(method !== 'DELETE' && { json: {} }) })
    })

    test('The document describes the history of records', async () => {
      const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="Old.png"' }
      const body = await createImage(20, 20, 'png')
      const { json: image } = await conformance.check('/media', 'POST', 201, { as, body, headers })
      const json = { ...NEW.events('Choir practice'), recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } }
      const { json: series } = await conformance.check('/series', 'POST', 201, { as, json })
      const records = new Map<string, number>([
        ['media', image.id],
        ['series', series.id],
      ])
      for (const plural of PLURALS) records.set(plural, (await create(plural, `Old ${plural}`)).id)
      const missing = { id: 999_999, revision: 1 }
      const revisions = new Map<string, number>()
      for (const [plural, id] of records) {
        const path = `/${plural}/{id}/history`
        const { json: list } = await conformance.check(path, 'GET', 200, { as, params: { id } })
        const params = { id, revision: list.history[0].revision }
        revisions.set(plural, params.revision)
        await conformance.check(`${path}/{revision}/restore`, 'POST', 200, { as, params, json: {} })
        await conformance.check(path, 'GET', 404, { as, params: missing })
        await conformance.check(`${path}/{revision}/restore`, 'POST', 404, { as, params: missing, json: {} })
      }
      await conformance.check('/series/{id}', 'DELETE', 200, { as, params: { id: series.id } })
      const trashed = { id: series.id, revision: revisions.get('series') ?? 0 }
      await conformance.check('/series/{id}/history/{revision}/restore', 'POST', 410, {
        as,
        params: trashed,
        json: {},
      })
      await conformance.check('/audit', 'GET', 200, { as })
      await conformance.check('/audit', 'GET', 404, { as, query: '?page=9999' })
    })

    test('The document describes feeds', async () => {
      for (const name of ['ics', 'rss', 'ndjson', 'csv', 'html']) {
        await conformance.check(`/events.${name}`, 'GET', 200)
        await conformance.check(`/events.${name}`, 'GET', 404, { query: '?page=99' })
      }
      const { id } = await create('events', 'Fed')
      await conformance.check('/events/{id}.ics', 'GET', 200, { params: { id } })
      await conformance.check('/events/{id}.ics', 'GET', 404, { params: { id: 999_999 } })
    })

    test('The document describes every method of application passwords', async () => {
      const path = '/users/{user_id}/application-passwords'
      const [me, unknownUser] = [{ user_id: 'me' }, { user_id: 999 }]
      const { json } = await conformance.check(path, 'POST', 201, { as, params: me, json: { name: 'Display' } })
      await conformance.check(path, 'POST', 404, { as, params: unknownUser, json: { name: 'Display' } })
      await conformance.check(`${path}/introspect`, 'GET', 200, { as, params: me })
      const [one, absent] = [
        { ...me, uuid: json.uuid },
        { ...me, uuid: 'absent' },
      ]
      await conformance.check(`${path}/{uuid}`, 'GET', 200, { as, params: one })
      for (const method of ['POST', 'PUT', 'PATCH'])
        await conformance.check(`${path}/{uuid}`, method, 200, { as, params: one, json: { name: method } })
      await conformance.check(`${path}/{uuid}`, 'DELETE', 200, { as, params: one })
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
        await conformance.check(`${path}/{uuid}`, method, 404, { as, params: absent })
      for (const method of ['GET', 'DELETE']) await conformance.check(path, method, 404, { as, params: unknownUser })
      await conformance.check(path, 'GET', 200, { as, params: me })
      await conformance.check(path, 'DELETE', 200, { as: 'author2', params: me })
    })

    test('The document describes every method of users and sessions', async () => {
      const { json: user } = await conformance.check('/users', 'POST', 201, {
        as,
        json: { login: 'zoe', email: 'zoe@example.test', role: 'author', password: 'correct horse' },
      })
      await conformance.check('/users', 'GET', 200, { as })
      const { json: guest } = await conformance.check('/users', 'POST', 201, {
        as,
        json: { login: 'guest', email: 'guest@example.test', role: 'author' },
      })
      const reset = { params: { user_id: guest.id }, json: { purpose: 'reset' } }
      const { json: link } = await conformance.check('/users/{user_id}/links', 'POST', 200, { as, ...reset })
      await conformance.check('/users/{user_id}/links', 'POST', 404, { as, ...reset, params: { user_id: 999 } })
      const token = link.url.split('#')[1]
      await conformance.check('/users/password-reset', 'POST', 200, { json: { login: 'nobody' } })
      await conformance.check('/users/links/describe', 'POST', 200, { json: { token } })
      const resetRequest = { json: { token, password: 'correct horse' } }
      await conformance.check('/users/links/redeem', 'POST', 200, resetRequest)
      await conformance.check('/users/links/redeem', 'POST', 404, resetRequest)
      await conformance.check('/users/links/describe', 'POST', 404, { json: { token } })
      const [params, missing] = [{ user_id: user.id }, { user_id: 999 }]
      for (const [method, json] of [
        ['GET', undefined],
        ['POST', {}],
        ['PUT', {}],
        ['PATCH', {}],
      ] as const) {
        await conformance.check('/users/{user_id}', method, 200, { as, params, ...(json && { json }) })
        await conformance.check('/users/{user_id}', method, 404, { as, params: missing, ...(json && { json }) })
      }
      const signIn = { json: { login: 'zoe', password: 'correct horse' } }
      const { json: signedIn, headers } = await conformance.check('/session', 'POST', 200, signIn)
      const cookie = /calends_session=\w+/.exec(headers['set-cookie'] ?? '')?.[0] ?? ''
      const session = { headers: { cookie, 'x-wp-nonce': signedIn.nonce } }
      await conformance.check('/session', 'GET', 200, session)
      const sessions = '/users/{user_id}/sessions'
      await conformance.check(sessions, 'GET', 200, { ...session, params: { user_id: 'me' } })
      await conformance.check(sessions, 'DELETE', 200, { ...session, params: { user_id: 'me' } })
      for (const method of ['GET', 'DELETE']) await conformance.check(sessions, method, 404, { as, params: missing })
      const one = { ...params, session_id: signedIn.session.id }
      await conformance.check(`${sessions}/{session_id}`, 'DELETE', 404, { as, params: { ...one, session_id: 999 } })
      const passwords = { current_password: 'correct horse', password: 'battery staple' }
      const change = { params: { user_id: 'me' }, json: { ...passwords, current_password: 'x' } }
      await conformance.check('/users/{user_id}/password', 'POST', 200, { as, ...change })
      const totp = '/users/{user_id}/totp'
      const own = { as: 'editor', params: { user_id: 'me' } } as const
      const password = { json: { current_password: 'x' } }
      const { json: secret } = await conformance.check(totp, 'POST', 200, { ...own, ...password })
      const code = new TOTP({ secret: secret.secret }).generate({
        timestamp: Date.parse(service.services.now().replace(' ', 'T').concat('Z')),
      })
      await conformance.check(`${totp}/confirm`, 'POST', 200, { ...own, json: { code } })
      await conformance.check(totp, 'GET', 200, own)
      await conformance.check(totp, 'GET', 404, { as, params: missing })
      await conformance.check(`${totp}/disable`, 'POST', 200, { ...own, ...password })
      await conformance.check(`${totp}/disable`, 'POST', 404, { as, params: missing, json: {} })
      await checkPasskeyDocument(conformance, service)
      await conformance.check('/session', 'DELETE', 200, session)
      const { json: last } = await conformance.check('/session', 'POST', 200, signIn)
      const ended = { ...params, session_id: last.session.id }
      await conformance.check(`${sessions}/{session_id}`, 'DELETE', 200, { as, params: ended })
      await conformance.check('/users/{user_id}', 'DELETE', 200, { as, params })
      await conformance.check('/users/{user_id}', 'DELETE', 404, { as, params: missing })
    })

    test('The document describes settings, setup, sample calendar and health', () =>
      checkSiteDocument(conformance, service))

    test('The document describes every method of sources', () => checkSourceDocument(conformance))
    test('The document describes every method of imports', () => checkImportDocument(conformance, service))

    test('The document describes similar records', () => checkDirectoryDocument(conformance))

    test('The document describes the review', () => checkReviewDocument(conformance))

    test('The document describes every method of webhooks', () => checkWebhookDocument(conformance))

    test('The document describes the editing of events', () => checkEditingDocument(conformance))

    test('The document describes the restoration of records', () => checkRestoreDocument(conformance))

    test('The document describes the calendar of editors', () => checkCalendarDocument(conformance))

    test('The document describes the use of images', () => checkMediaUseDocument(conformance))

    test('The document describes batches', () => checkBatchDocument(conformance))

    test('The document describes changes', () => checkChangesDocument(conformance))

    test('The document describes copies and authors', () => checkProgramDocument(conformance))

    test('The document describes rejected requests', async () => {
      for (const plural of PLURALS) {
        const json = NEW[plural]('Refused')
        await conformance.check(`/${plural}`, 'POST', 401, { json })
        await conformance.check(`/${plural}`, 'POST', 403, { as: 'subscriber', json })
        await conformance.check(`/${plural}`, 'GET', 403, { headers: { 'x-wp-nonce': 'wrong' } })
      }
      const body = Buffer.alloc(1_100_000, 'x')
      await conformance.check('/events', 'POST', 413, { as, body, headers: { 'content-type': 'application/json' } })
    })

    test('The document describes failed sign-ins up to the limit', async () => {
      const headers = { authorization: `Basic ${Buffer.from('nobody:wrong').toString('base64')}` }
      await conformance.check('/events', 'GET', 401, { headers })
      await conformance.check('/doc', 'GET', 401, { headers })
      await conformance.check('/tags', 'GET', 429, { headers })
    })

    test('The tests cover every success, 404 and 410 response of every operation', () => {
      const expected = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
        Object.entries<Json>(item).flatMap(([method, { responses }]) =>
          Object.keys(responses)
            .filter((status) => status < '300' || status === '404' || status === '410')
            .filter((status) => responses[status].content?.['text/event-stream'] === undefined)
            .map((status) => `${method} ${path} ${status}`),
        ),
      )
      assert.deepEqual(
        expected.filter((item) => !conformance.seen.has(item)),
        [],
      )
    })
  })
}
