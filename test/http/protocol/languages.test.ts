import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, startService, type TestResponse, type TestService } from '../../helper/service.ts'

const GERMAN = { 'accept-language': 'de-AT, de;q=0.9, en;q=0.5' }
const NO_EVENT = 'Event with ID 999999 does not exist.'

for (const engine of ONE_ENGINE) {
  describe(`Languages on ${engine.name}`, () => {
    let service: TestService
    let id: number
    const get = (path: string, headers = {}) => service.send('GET', `/${path}`, { headers })

    before(async () => {
      service = await startService({ engine })
      const { json: venue } = await service.send('POST', '/venues', {
        as: 'admin',
        json: { venue: 'Hall', city: 'Bonn' },
      })
      const event = {
        title: 'Talk',
        start_date: '2026-12-01 10:00:00',
        end_date: '2026-12-01 12:00:00',
        cost: '0',
        venue: venue.id,
        categories: 'Lectures',
        tags: 'science',
      }
      id = (await service.send('POST', '/events', { as: 'admin', json: event })).json.id
    })
    after(() => service.stop())

    for (const mount of ['/api/cal/events/v1', '/wp-json/tribe/events/v1', '/index.php/wp-json/tribe/events/v1']) {
      test(`The URL selects the language of messages: ${mount}`, async () => {
        const english = await get(`${mount}/events/999999`)
        const german = await get(`/de${mount}/events/999999`)
        assert.equal(english.json.message, NO_EVENT)
        assert.match(german.json.message, /999999/)
        assert.notEqual(german.json.message, english.json.message)
        assert.deepEqual({ ...german.json, message: '' }, { ...english.json, message: '' })
        assert.equal(german.status, 404)
        assert.equal(german.headers['content-language'], 'de')
        assert.doesNotMatch(german.headers['vary'] ?? '', /Accept-Language/)
      })
    }

    test('Without a language in the URL, Accept-Language selects it', async () => {
      const german = await get('/api/cal/events/v1/events/999999', GERMAN)
      assert.match(german.json.message, /999999/)
      assert.notEqual(german.json.message, NO_EVENT)
      assert.equal(german.headers['content-language'], 'de')
      assert.match(german.headers['vary'] ?? '', /Accept-Language/)
    })

    test('Responses to URLs with and without a language are cached separately', async () => {
      const document = '/api/cal/events/v1/doc'
      const requested = [document, `/en${document}`, document, `/en${document}`]
      for (const path of [...requested, ...requested]) {
        const { json, headers } = await get(path)
        assert.equal(json.servers[0].url, `${service.origin}${path.replace('/doc', '')}`)
        assert.equal(headers['vary']?.includes('Accept-Language'), path === document)
      }
    })

    test('The language of the URL takes precedence over the header', async () => {
      const { headers } = await get('/fr/api/cal/events/v1/events/999999', GERMAN)
      assert.equal(headers['content-language'], 'fr')
    })

    const ACCEPT_LANGUAGES: readonly (readonly [string, string])[] = [
      ['', 'en'],
      ['*', 'en'],
      ['xx, sv', 'en'],
      ['pt-BR', 'pt'],
      ['en;q=0.2, nl;q=0.9', 'nl'],
      ['de;q=0, it', 'it'],
      ['en;q=0, *', 'de'],
      ['en-GB;q=0, *;q=0.5', 'en'],
      ['IT', 'it'],
      ['deu, es', 'es'],
      [`de${',de'.repeat(1000)}`, 'en'],
      [';;q=,,=,es;q=abc,nl;q=0.1', 'es'],
    ]
    for (const [acceptLanguage, language] of ACCEPT_LANGUAGES) {
      test(`Accept-Language "${acceptLanguage.slice(0, 40)}" selects ${language}`, async () => {
        const { headers } = await get('/api/cal/events/v1/nowhere', { 'accept-language': acceptLanguage })
        assert.equal(headers['content-language'], language)
      })
    }

    test('A language that is not offered returns 404 in a URL', async () => {
      assert.equal((await get('/sv/api/cal/events/v1/events')).status, 404)
      assert.equal((await get('/deu/api/cal/events/v1/events')).status, 404)
    })

    test('rest_route with a namespace accepts a language', async () => {
      const { json, headers } = await get('/it/?rest_route=/tribe/events/v1/events/999999')
      assert.equal(json.code, 'rest-event-not-found')
      assert.equal(headers['content-language'], 'it')
    })

    for (const query of ['page=0&venue=x', 'ticketed=maybe']) {
      test(`Errors of invalid parameters are translated, with the same codes: ${query}`, async () => {
        const english = (await get(`/api/cal/events/v1/events?${query}`)).json
        const french = (await get(`/fr/api/cal/events/v1/events?${query}`)).json
        assert.equal(english.code, 'rest_invalid_param')
        assert.equal(french.code, english.code)
        assert.deepEqual(Object.keys(french.data.params), Object.keys(english.data.params))
        assert.deepEqual(listCodes(french.data.details), listCodes(english.data.details))
        assert.notDeepEqual(french.data.params, english.data.params)
      })
    }

    test('Records are identical in every language, byte for byte, for any Accept-Language', async () => {
      for (const path of ['/events', `/events/${id}`, '/venues', '/categories', '/tags']) {
        const plain = await get(`/api/cal/events/v1${path}`)
        const german = await get(`/api/cal/events/v1${path}`, GERMAN)
        assert.equal(german.text, plain.text)
        assert.equal(german.headers['etag'], plain.headers['etag'])
        assert.equal(german.headers['content-language'], undefined)
        assert.doesNotMatch(german.headers['vary'] ?? '', /Accept-Language/)
      }
    })

    test('Links keep the language of the URL; the rest is identical, byte for byte', async () => {
      for (const path of ['/events', `/events/${id}`, '/venues', '/categories', '/tags']) {
        const plain = await get(`/api/cal/events/v1${path}`)
        const german = await get(`/de/api/cal/events/v1${path}`)
        assert.ok(german.text.includes(`${service.origin}/de/api/`))
        assert.equal(german.text.replaceAll(`${service.origin}/de/`, `${service.origin}/`), plain.text)
      }
    })

    test('Identities and image URLs are the same in all languages', async () => {
      const german = await get(`/de/api/cal/events/v1/events/${id}`)
      assert.equal(german.json.global_id, `127.0.0.1?id=${id}`)
      assert.equal(german.json.url, `${service.origin}/de/event/talk/`)
      assert.equal(german.headers['link'], `<${service.origin}/de/wp-json/>; rel="https://api.w.org/"`)
    })

    test('Descriptions in index, document and OPTIONS are translated; the rest is identical', async () => {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/doc'],
        ['OPTIONS', '/events'],
      ] as const) {
        const english = await service.send(method, `//api/cal/events/v1${path}`)
        const spanish = await service.send(method, `//es/api/cal/events/v1${path}`)
        assert.equal(spanish.headers['content-language'], 'es')
        assert.notDeepEqual(describedBy(spanish.json), describedBy(english.json))
        assert.equal(undescribed(spanish).replaceAll('/es/', '/'), undescribed(english))
      }
    })

    test('The site index links to routes of the language', async () => {
      const { json, headers } = await get('/nl/wp-json/')
      const route = json.routes['/tribe/events/v1/events']
      assert.equal(headers['content-language'], 'nl')
      assert.equal(json.home, `${service.origin}/nl`)
      assert.equal(route._links.self[0].href, `${service.origin}/nl/wp-json/tribe/events/v1/events`)
    })

    test('Responses are cached per language', async () => {
      for (let round = 0; round < 3; round++) {
        for (const language of ['en', 'de', 'fr']) {
          const { headers, json } = await get('/api/cal/events/v1/doc', { 'accept-language': language })
          assert.equal(headers['content-language'], language)
          assert.equal(json.openapi, '3.0.3')
        }
      }
    })

    test('Concurrent failures are each reported in their own language', async () => {
      const languages = ['en', 'de', 'fr', 'en', 'it', 'de']
      const responses = await Promise.all(
        languages.map((language) => get('/api/cal/events/v1/events/999999', { 'accept-language': language })),
      )
      assert.deepEqual(
        responses.map(({ headers }) => headers['content-language']),
        languages,
      )
    })
  })
}

const listCodes = (details: Json): Json => Object.values<Json>(details).map(({ code }) => code)

const describedBy = (value: Json): Json => JSON.stringify(value).match(/"description":"(?:[^"\\]|\\.)*"/g)

const undescribed = ({ json }: TestResponse): string =>
  JSON.stringify(json).replace(/"(description|summary|title)":"(?:[^"\\]|\\.)*"/g, '"$1":""')

describe('The first entry of LANGUAGES', () => {
  let service: TestService
  before(async () => {
    service = await startService({ env: { LANGUAGES: 'de,fr' } })
  })
  after(() => service.stop())

  test('The site language is used when no requested language is offered', async () => {
    for (const acceptLanguage of ['', 'en', 'es, en;q=0.5']) {
      const { headers } = await service.send('GET', '/events/999999', {
        headers: { 'accept-language': acceptLanguage },
      })
      assert.equal(headers['content-language'], 'de')
    }
  })

  test('A language that is not configured has no URLs', async () => {
    assert.equal((await service.send('GET', '//en/api/cal/events/v1/events')).status, 404)
    assert.equal((await service.send('GET', '//fr/api/cal/events/v1/events')).status, 200)
  })

  test('The cost of a free event is in the site language', async () => {
    const event = { title: 'Free', start_date: '2026-12-01', end_date: '2026-12-01', cost: '0' }
    const { json } = await service.send('POST', '/events', { as: 'admin', json: event })
    assert.notEqual(json.cost, 'Free')
    assert.equal((await service.send('GET', `/events/${json.id}`)).json.json_ld.offers.price, '0')
  })
})
