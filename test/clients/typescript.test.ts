/**
 * The package in clients/typescript: generated from the document, built by its own compiler, run against the service.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type * as Package from '../../clients/typescript/src/client.ts'
import { generateTypes, SCHEMA_PATH } from '../../scripts/generate/client-schema.ts'
import { LANGUAGES } from '../../src/base/i18n/language.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { type ScriptedServer, startScriptedServer } from '../helper/http/scripted-server.ts'
import { createImage } from '../helper/media/draw-image.ts'
import { startService, type TestService, type TestUser } from '../helper/service.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'clients', 'typescript')
/** Path segments before the API at which the document is served in another language; empty for the default. */
const SEGMENTS = ['', ...LANGUAGES]

/** A program of the package, run in the folder of the package. */
function run(program: string, args: readonly string[], input = '') {
  const path = join(FOLDER, 'node_modules', program)
  return spawnSync(process.execPath, [path, ...args], { cwd: FOLDER, input, encoding: 'utf8' })
}

let building: Promise<typeof Package> | undefined
/** The package as built by its own compiler, once. */
function built(): Promise<typeof Package> {
  building ??= build()
  return building
}

async function build(): Promise<typeof Package> {
  const { status, stdout } = run('typescript/bin/tsc', [])
  assert.equal(status, 0, stdout)
  return import(pathToFileURL(join(FOLDER, 'dist', 'client.js')).href)
}

/** A document without its texts. The language is part of the URLs of its servers. */
const withoutTexts = (document: Record<string, unknown>): unknown =>
  JSON.parse(
    JSON.stringify({ ...document, servers: [] }, (key, value) =>
      ['title', 'description', 'summary'].includes(key) && typeof value === 'string' ? '' : value,
    ),
  )

const withoutComments = (types: string) => types.replace(/^ *\/\*\*.*?\*\/\n/gms, '')

describe('Types of the client', () => {
  let service: TestService
  const documents = new Map<string, string>()
  before(async () => {
    service = await startService()
    for (const language of SEGMENTS) {
      const prefix = language === '' ? '' : `/${language}`
      const { text, status } = await service.send('GET', `/${prefix}/api/cal/events/v1/doc`)
      assert.equal(status, 200, language)
      documents.set(language, text)
    }
  })
  after(() => service.stop())

  const getDocument = (language: string) => documents.get(language) ?? ''

  const generated = new Map<string, ReturnType<typeof generateTypes>>()
  function generate(language: string) {
    const types = generated.get(language) ?? generateTypes(getDocument(language))
    generated.set(language, types)
    return types
  }

  const generatedByDefault = new Map<string, ReturnType<typeof run>>()
  /** Runs the generator in its default configuration, once for each language. */
  function generateByDefault(language: string) {
    const result = generatedByDefault.get(language) ?? run('openapi-typescript/bin/cli.js', [], getDocument(language))
    generatedByDefault.set(language, result)
    return result
  }

  test('The types equal those generated from the served document', () => {
    const advice = 'the document has changed: run `npx tsx scripts/generate/client-schema.ts` and commit what it writes'
    assert.ok(readFileSync(SCHEMA_PATH, 'utf8') === generate('').types, advice)
  })

  test('The document differs between languages only in its texts, and the types only in comments', () => {
    const structure = withoutTexts(JSON.parse(getDocument('')))
    for (const language of LANGUAGES)
      assert.deepEqual(withoutTexts(JSON.parse(getDocument(language))), structure, `the document in ${language}`)
    const committed = withoutComments(readFileSync(SCHEMA_PATH, 'utf8'))
    assert.doesNotMatch(committed, /@description/)
    assert.ok(withoutComments(generate('de').types) === committed, 'the document in German has other types')
  })

  test('The generator accepts the document without warnings, in its default configuration too', () => {
    for (const language of ['', 'de']) {
      assert.equal(generate(language).remarks, '', language)
      const { status, stdout, stderr } = generateByDefault(language)
      assert.deepEqual([status, stderr], [0, ''], language)
      assert.match(stdout, /^ {4}listEvents: \{$/m, language)
    }
  })

  test('Types of creations require the fields that the service requires, types of updates none, with the default generator too', () => {
    const { stdout } = generateByDefault('')
    for (const [name, required] of [
      ['CreateEvent', ['title', 'start_date', 'end_date']],
      ['CreateVenue', ['venue']],
      ['CreateOrganizer', ['organizer']],
      ['CreateCategory', ['name']],
      ['CreateTag', ['name']],
      ['UpdateEvent', []],
      ['UpdateVenue', []],
      ['UpdateOrganizer', []],
      ['UpdateCategory', []],
    ] as const) {
      const block = new RegExp(`^ {8}${name}: \\{$([\\s\\S]*?)^ {8}\\};$`, 'm').exec(stdout)?.[1] ?? ''
      const fields = [...block.matchAll(/^ {12}(\w+)(\??):/gm)]
      assert.ok(fields.length > required.length, name)
      assert.deepEqual(
        fields.filter(([, , mark]) => mark === '').map(([, field]) => field),
        required,
        name,
      )
    }
  })
})

test('The example compiles in a program that has the package installed', async () => {
  await built()
  const folder = mkdtempSync(join(tmpdir(), 'calends-client-'))
  try {
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(FOLDER, join(folder, 'node_modules', 'calends-client'))
    const [, example = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(FOLDER, 'README.md'), 'utf8')) ?? []
    assert.match(example, /createCalends/)
    const program = join(folder, 'program.mts')
    writeFileSync(program, example)
    const options = '--noEmit --strict --target es2022 --lib es2022,dom,dom.iterable --module nodenext'.split(' ')
    const { stdout } = run('typescript/bin/tsc', [...options, program])
    assert.equal(stdout, '')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

for (const engine of ONE_ENGINE) {
  describe(`The client on ${engine.name}`, () => {
    let service: TestService
    let calends: Package.Calends
    let client: typeof Package
    const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

    const getCredentials = (viewer: TestUser) => {
      const decoded = Buffer.from(service.authorization(viewer).slice('Basic '.length), 'base64').toString()
      const [login = '', applicationPassword = ''] = decoded.split(':')
      return { login, applicationPassword }
    }

    before(async () => {
      client = await built()
      service = await startService({ engine })
      calends = client.createCalends({ url: service.origin, ...getCredentials('editor') })
      for (let n = 1; n <= 5; n++) {
        await client.dataOf(calends.POST('/events', { body: { title: `Event ${n}`, ...dates, tags: ['Loud'] } }))
      }
    })
    after(() => service.stop())

    test('The client authenticates, creates, reads, updates and trashes', async () => {
      const venue = { venue: 'Hall', city: 'Rome' }
      const created = await calends.POST('/events', { body: { title: 'Made', ...dates, venue } })
      assert.equal(created.response.status, 201)
      const event = await client.dataOf(Promise.resolve(created))
      assert.equal(event.author, String(service.ids.editor))
      assert.equal(Array.isArray(event.venue) ? undefined : event.venue.city, 'Rome')
      const path = { id: event.id }
      await client.dataOf(calends.PUT('/events/{id}', { params: { path }, body: { title: 'Changed' } }))
      const { data } = await calends.GET('/events/{id}', { params: { path } })
      assert.deepEqual([data?.title, data?.start_date], ['Changed', dates.start_date])
      const trashed = await client.dataOf(calends.DELETE('/events/{id}', { params: { path } }))
      assert.equal(trashed.status, 'trash')
    })

    test('The client without credentials is anonymous, and with incomplete ones an error', async () => {
      const anonymous = client.createCalends({ url: service.origin })
      const { error, response } = await anonymous.POST('/events', { body: { title: 'No', ...dates } })
      assert.deepEqual([response.status, error?.code], [401, 'rest_forbidden'])
      assert.throws(() => client.createCalends({ url: service.origin, login: 'editor' }), /go together/)
    })

    test('The client iterates over all records of a list, and its pages', async () => {
      const titles: string[] = []
      for await (const event of calends.records('/events', { per_page: 2, search: 'event' })) titles.push(event.title)
      assert.deepEqual(titles, ['Event 1', 'Event 2', 'Event 3', 'Event 4', 'Event 5'])
      const sizes: number[] = []
      for await (const { events, total } of calends.pages('/events', { page: 2, per_page: 2, search: 'event' })) {
        assert.equal(total, 5)
        sizes.push(events.length)
      }
      assert.deepEqual(sizes, [2, 1])
      for await (const { slug } of calends.records('/tags')) assert.equal(slug, 'loud')
    })

    test('The client fetches no page that is not requested', async () => {
      let requests = 0
      const counting = client.createCalends({
        url: service.origin,
        fetch: (request) => {
          requests += 1
          return fetch(request)
        },
      })
      for await (const { title } of counting.records('/events', { per_page: 1 })) if (title === 'Event 2') break
      assert.equal(requests, 2)
    })

    test('The client sends lists as the service parses them', async () => {
      const { events } = await client.dataOf(calends.GET('/events', { params: { query: { per_page: 2 } } }))
      const include = events.map(({ id }) => id)
      const found: number[] = []
      for await (const { id } of calends.records('/events', { include, per_page: 1 })) found.push(id)
      assert.deepEqual(found.sort(), include.sort())
    })

    test('The client sends a body with a file as a form', async () => {
      const file = new File([new Uint8Array(await createImage(40, 30, 'png'))], 'poster.png', { type: 'image/png' })
      const media = await client.dataOf(calends.POST('/media', { body: { file, alt_text: 'A poster' } }))
      assert.deepEqual([media.width, media.height, media.alt_text], [40, 30, 'A poster'])
    })

    test('The client supports the namespace of the reference', async () => {
      const other = client.createCalends({ url: `${service.origin}/wp-json/tribe/events/v1/` })
      const page = await client.dataOf(other.GET('/events', { params: { query: { per_page: 1 } } }))
      assert.match(page.next_rest_url ?? '', /\/wp-json\/tribe\/events\/v1\/events\/\?/)
    })

    test('The client reports a failure with its code, status and parameters', async () => {
      const failed = client.dataOf(calends.POST('/events', { body: { title: '', start_date: '', end_date: 'never' } }))
      await assert.rejects(failed, (error) => {
        assert.ok(error instanceof client.CalendsError)
        assert.deepEqual([error.status, error.code], [400, 'rest_invalid_param'])
        assert.ok('end_date' in error.params)
        return true
      })
      const { error } = await calends.GET('/events/{id}', { params: { path: { id: 999_999 } } })
      assert.equal(error?.code, 'rest-event-not-found')
    })

    test('The client gets messages in the requested language', async () => {
      const german = client.createCalends({ url: service.origin, language: 'de' })
      const { error } = await german.GET('/events/{id}', { params: { path: { id: 999_999 } } })
      const { json } = await service.send('GET', '//de/api/cal/events/v1/events/999999')
      const { json: english } = await service.send('GET', '/events/999999')
      assert.equal(error?.message, json.message)
      assert.notEqual(error?.message, english.message)
    })

    test('The client reports a write conflict', async () => {
      const { events } = await client.dataOf(calends.GET('/events', { params: { query: { per_page: 1 } } }))
      const path = { id: events[0]?.id ?? 0 }
      const { response } = await calends.GET('/events/{id}', { params: { path } })
      const header = { 'If-Match': response.headers.get('etag') ?? '' }
      const change = (featured: boolean) =>
        client.dataOf(calends.PUT('/events/{id}', { params: { path, header }, body: { featured } }))
      assert.equal((await change(true)).featured, true)
      await assert.rejects(change(false), { name: 'CalendsError', status: 412, code: 'rest_precondition_failed' })
    })

    test('The client rejects unknown paths, fields and parameters at compile time', () => {
      // These are compiled, never called.
      const wrong = () => [
        // @ts-expect-error: no such path
        calends.GET('/concerts'),
        // @ts-expect-error: an event needs dates
        calends.POST('/events', { body: { title: 'No dates' } }),
        // @ts-expect-error: one event is no list
        calends.records('/events/{id}'),
        // @ts-expect-error: no such parameter
        calends.records('/events', { color: 'red' }),
      ]
      assert.equal(wrong.length, 0)
    })
  })
}

describe('Failures and retries of the client', () => {
  let client: typeof Package
  let scene: ScriptedServer
  before(async () => {
    client = await built()
    scene = await startScriptedServer()
  })
  after(() => scene.stop())

  const open = (retries?: number) => client.createCalends({ url: scene.url, ...(retries !== undefined && { retries }) })
  const list = { events: [], rest_url: 'https://calendar.example/', total: 0, total_pages: 0 }
  const fine = { status: 200, body: list }
  const busy = { status: 503, body: { code: 'overloaded', message: 'Later', data: { status: 503 } } }
  const body = { title: 'T', start_date: '2027-03-01', end_date: '2027-03-01' }

  for (const status of [429, 503]) {
    test(`The client waits for the seconds of Retry-After of a ${status}`, async () => {
      scene.setResponses({ status, headers: { 'retry-after': '1' } }, fine)
      const { data } = await open().GET('/events')
      assert.equal(data?.total, 0)
      const [first, second] = scene.getRequests()
      assert.ok(first && second && second.at - first.at >= 990, 'it came back too soon')
    })
  }

  test('The client waits until the date of Retry-After', async () => {
    const until = Math.ceil((Date.now() + 1000) / 1000) * 1000
    scene.setResponses({ status: 503, headers: { 'retry-after': new Date(until).toUTCString() } }, fine)
    await client.dataOf(open().GET('/events'))
    assert.ok((scene.getRequests().at(-1)?.at ?? 0) >= until - 10, 'it came back too soon')
  })

  test('The client waits longer each time without Retry-After', async () => {
    scene.setResponses(busy, busy, fine)
    await client.dataOf(open().GET('/events'))
    const [first = 0, second = 0, third = 0] = scene.getRequests().map(({ at }) => at)
    assert.ok(second - first >= 120 && third - second >= 240, `${second - first}, ${third - second}`)
  })

  test('The client returns the response after the maximum number of attempts', async () => {
    scene.setResponses(busy, busy, fine)
    await assert.rejects(client.dataOf(open(1).GET('/events')), { code: 'overloaded', status: 503 })
    assert.equal(scene.getRequests().length, 2)
  })

  test('The client does not wait for a date beyond its limit', async () => {
    scene.setResponses({ status: 429, headers: { 'retry-after': '900' } }, fine)
    const { response } = await open().GET('/events')
    assert.equal(response.status, 429)
  })

  test('The client repeats a write after a 429, with the same body', async () => {
    scene.setResponses({ status: 429, headers: { 'retry-after': '0' } }, { status: 201, body: {} })
    const { response } = await open().POST('/events', { body })
    assert.equal(response.status, 201)
    const bodies = scene.getRequests().map((item) => JSON.parse(item.body))
    assert.deepEqual(bodies, [body, body])
  })

  test('The client repeats a read when the connection is lost', async () => {
    scene.setResponses('broken', fine)
    await client.dataOf(open().GET('/events'))
    assert.equal(scene.getRequests().length, 2)
  })

  test('The client never repeats a creation that may have succeeded', async () => {
    scene.setResponses('broken', { status: 201, body: {} })
    await assert.rejects(open().POST('/events', { body }), TypeError)
    assert.equal(scene.getRequests().length, 1)
    scene.setResponses(busy, { status: 201, body: {} })
    const { error } = await open().POST('/events', { body })
    assert.equal(error?.code, 'overloaded')
  })

  test('The client repeats a write by external ID, which creates one record however often it is sent', async () => {
    scene.setResponses('broken', busy, { status: 201, body: {} })
    const params = { path: { external_id: 'club:1' } }
    const { response } = await open().PUT('/events/by-external-id/{external_id}', { params, body })
    assert.deepEqual(
      [response.status, scene.getRequests()[0]?.path],
      [201, '/api/cal/events/v1/events/by-external-id/club%3A1'],
    )
  })

  test('The client stops waiting when it is aborted', async () => {
    scene.setResponses({ status: 503, headers: { 'retry-after': '30' } }, fine)
    const signal = AbortSignal.timeout(100)
    await assert.rejects(open().GET('/events', { signal }), { name: 'TimeoutError' })
    assert.equal(scene.getRequests().length, 1)
  })

  test('The client does not start waiting when it was aborted before', { timeout: 5000 }, async () => {
    const controller = new AbortController()
    const body = () => new ReadableStream({ cancel: () => controller.abort() })
    const fetch = async () => new Response(body(), { status: 503, headers: { 'retry-after': '30' } })
    const calends = client.createCalends({ url: 'https://calendar.example', fetch })
    await assert.rejects(calends.GET('/events', { signal: controller.signal }), { name: 'AbortError' })
  })

  test('The client reports failures outside of the API', async () => {
    scene.setResponses({ status: 502, body: '<h1>Bad Gateway</h1>' })
    await assert.rejects(client.dataOf(open().GET('/events')), {
      status: 502,
      code: 'http_502',
      message: 'Bad Gateway',
    })
  })

  test('Missing path parameters are reported by name', async () => {
    const data = { status: 400, params: ['title', 'end_date'] }
    scene.setResponses({ status: 400, body: { code: 'rest_missing_callback_param', message: 'Missing', data } })
    await assert.rejects(client.dataOf(open().POST('/events', { body })), {
      params: { title: 'Missing', end_date: 'Missing' },
    })
  })

  test('The client follows links of lists at its own base URL, even if they name another host', async () => {
    const next_rest_url = 'https://elsewhere.example/events?page=2&modified_after=2027-03-01T00%3A00%3A00Z'
    scene.setResponses({ status: 200, body: { ...list, next_rest_url } }, fine)
    for await (const _ of open().records('/events', { modified_after: '-1 hour' })) assert.fail('there are none')
    assert.deepEqual(
      scene.getRequests().map(({ path }) => path),
      [
        '/api/cal/events/v1/events?modified_after=-1%20hour',
        '/api/cal/events/v1/events?page=2&modified_after=2027-03-01T00%3A00%3A00Z',
      ],
    )
  })

  test('The client inserts the language before the namespace', async () => {
    for (const [url, path] of [
      ['', '/de/api/cal/events/v1/events'],
      ['/sub/', '/sub/de/api/cal/events/v1/events'],
      ['/wp-json/tribe/events/v1', '/de/wp-json/tribe/events/v1/events'],
    ]) {
      scene.setResponses(fine)
      await client.createCalends({ url: `${scene.url}${url}`, language: 'de' }).GET('/events')
      assert.equal(scene.getRequests()[0]?.path, path)
    }
  })
})
