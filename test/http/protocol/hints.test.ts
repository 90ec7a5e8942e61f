/** `data.hints` of errors: the value received for each invalid parameter, and what is allowed (docs/api.md: Errors). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { type Json, type RequestOptions, startService, type TestService } from '../../helper/service.ts'

const EVENT = { title: 'Hinted', start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 12:00:00' }

const QUERIES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['/events?per_page=x', { per_page: 'Received "x". Expected an integer of 1 or more.' }],
  ['/events?featured=yes', { featured: 'Received "yes". Expected true or false.' }],
  [
    '/events?geoloc_lat=91&geoloc_lng=abc',
    {
      geoloc_lat: 'Received "91". Expected a number from -90 to 90.',
    },
  ],
  ['/events?geoloc_lng=1', { geoloc_lat: 'Required by geoloc_lng.' }],
  [
    '/events?venue=999999',
    { venue: 'Received "999999". Expected IDs of existing venues, separated by commas or as a list.' },
  ],
  [
    '/events?include[]=1&include[]=x',
    { include: 'Received ["1", "x"]. Expected integers of 1 or more, separated by commas or as a list.' },
  ],
  ['/events?status=draft', { status: 'Received "draft". You are not allowed to use this value.' }],
  [
    '/events?orderby=color&strict=1',
    {
      orderby:
        'Received "color". Expected one of: start_date, end_date, title, modified, date, id, distance, status, author, featured, venue, organizer.',
    },
  ],
  ['/venues/999999', { id: 'Received "999999". Expected the ID of an existing record.' }],
  ['/events?search=', { search: 'Received "". Expected text that is not empty.' }],
]

for (const engine of ONE_ENGINE) {
  describe(`Hints on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const readHints = async (method: string, path: string, options: RequestOptions = {}): Promise<Json> => {
      const { status, json } = await service.send(method, path, options)
      assert.equal(status, 400, JSON.stringify(json))
      return json.data.hints
    }
    const hintsOfEvent = (json: Json): Promise<Json> =>
      readHints('POST', '/events', { as: 'admin', json: { ...EVENT, ...json } })

    for (const [path, hints] of QUERIES) {
      test(`GET ${path} returns hints with the values received and what is allowed`, async () => {
        assert.deepEqual(await readHints('GET', path), hints)
      })
    }

    test('The texts of params do not change', async () => {
      const { json } = await service.send('GET', '/events?per_page=x')
      assert.deepEqual(json.data.params, { per_page: 'Invalid parameter.' })
      assert.deepEqual(json.data.details, [])
    })

    test('An error with a reason repeats it after the value', async () => {
      assert.deepEqual(await hintsOfEvent({ end_date: '2027-01-01 10:00:00' }), {
        end_date: 'Received "2027-01-01 10:00:00". The end must not be before the start.',
      })
    })

    test('A hint lists the languages of the request', async () => {
      const texts: Readonly<Record<string, string>> = {
        de: 'Empfangen: "x". Erwartet wird eine ganze Zahl ab 1.',
        es: 'Se recibió "x". Se esperaba un número entero mayor o igual que 1.',
        fr: 'Valeur reçue : "x". Un nombre entier supérieur ou égal à 1 est attendu.',
        it: 'Ricevuto "x". Atteso un numero intero maggiore o uguale a 1.',
        nl: 'Ontvangen: "x". Verwacht: een geheel getal vanaf 1.',
        pt: 'Recebido "x". Esperava-se um número inteiro igual ou superior a 1.',
      }
      for (const [language, per_page] of Object.entries(texts)) {
        const headers = { 'accept-language': language }
        assert.deepEqual(await readHints('GET', '/events?per_page=x', { headers }), { per_page }, language)
      }
    })

    test('A hint never repeats a password', async () => {
      const secret = 'hunter2-secret'
      for (const [method, path, options] of [
        ['GET', `/events?password[]=${secret}`, {}],
        ['POST', '/events', { as: 'admin', json: { ...EVENT, post_password: [secret] } }],
        ['POST', '/events', { as: 'admin', json: { ...EVENT, post_password: secret.repeat(100) } }],
        ['POST', '/events', { as: 'admin', json: { ...EVENT, venue: { venue: 5, post_password: secret } } }],
        ['POST', '/events', { as: 'admin', json: { ...EVENT, organizer: [{ phone: 1, post_password: secret }] } }],
        ['POST', '/events?strict=1', { as: 'admin', json: { ...EVENT, tickets: [{ password: secret }] } }],
      ] as const satisfies readonly (readonly [string, string, RequestOptions])[]) {
        const { status, text } = await service.send(method, path, options)
        assert.equal(status, 400, text)
        assert.ok(!text.includes(secret), text)
      }
    })

    test('A hint contains the beginning of a long value, and the first elements of a long list', async () => {
      const { timezone } = await hintsOfEvent({ timezone: 'x'.repeat(500) })
      assert.ok(timezone.startsWith(`Received "${'x'.repeat(80)}…". Expected a time zone`), timezone)
      const { timezone: listed } = await hintsOfEvent({ timezone: Array.from({ length: 50 }, (_, at) => at) })
      assert.ok(listed.startsWith('Received [0, 1, 2, 3, 4, …]. '), listed)
    })

    test('The hint for a mistyped time zone names the one that is meant', async () => {
      const { timezone } = await hintsOfEvent({ timezone: 'America/NewYork' })
      assert.equal(timezone, 'Received "America/NewYork". Expected a time zone. Did you mean "America/New_York"?')
    })

    test('A hint names the type of objects and of lists of objects', async () => {
      assert.match((await hintsOfEvent({ title: { a: 'b' } })).title, /^Received an object\. /)
      assert.match((await hintsOfEvent({ title: [{ a: 'b' }] })).title, /^Received a list\. /)
    })

    test('A hint escapes control characters, quotes and invalid bytes so that it is valid JSON', async () => {
      const { timezone } = await hintsOfEvent({ timezone: 'a"b\nc' })
      assert.ok(timezone.startsWith('Received "a\\"b\\nc". '), timezone)
      const hints = await readHints('GET', '/events?search=%ff')
      assert.ok(hints.search.startsWith('Received "%ff\ufffd". '), hints.search)
    })

    test('Every invalid parameter of a request has a hint', async () => {
      const json = {
        ...EVENT,
        title: '',
        timezone: 'Mars',
        image: 'nope',
        website: 'nope',
        status: 'bogus',
        venue: 999_999,
      }
      const response = await service.send('POST', '/events', { as: 'admin', json })
      assert.deepEqual(Object.keys(response.json.data.hints), Object.keys(response.json.data.params))
      assert.equal(Object.keys(response.json.data.hints).length, 6)
    })
  })
}
