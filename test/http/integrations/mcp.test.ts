import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { LANGUAGES } from '../../../src/base/i18n/language.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { connectOverHttp, type McpTestClient, PROTOCOL_VERSIONS } from '../../helper/http/mcp-client.ts'
import { type Json, type RequestOptions, startService, type TestService } from '../../helper/service.ts'

const LISTED_READS = ['list_events', 'get_event', 'list_venues', 'list_organizers', 'list_categories', 'list_tags']
const LISTED_WRITES = ['create_event', 'update_event', 'delete_event']
const SERIES_READS = ['list_series', 'get_series', 'list_series_events', 'preview_series']
const HISTORY = ['list_event_history', 'list_venue_history', 'list_organizer_history']
const OTHER_READS = ['get_venue', 'get_organizer', ...SERIES_READS, ...HISTORY]
const OTHER_WRITES = [
  ...['create', 'update', 'delete'].flatMap((method) =>
    ['series', 'venue', 'organizer'].map((kind) => `${method}_${kind}`),
  ),
  ...['event', 'venue', 'organizer'].flatMap((kind) => [`restore_${kind}`, `restore_${kind}_revision`]),
  'detach_event',
]
const READ_LIST = [...LISTED_READS, 'parse_date', 'describe', 'call_read']
const FULL_LIST = [...READ_LIST, ...LISTED_WRITES, 'call_write']

/** Size of `tools/list`, which clients pay for in every conversation. It was 89,696 bytes with all tools and arguments. */
const MAX_LIST_BYTES = 30_000

const TALK = { title: 'Talk', start_date: '2026-12-01 19:00:00', end_date: '2026-12-01 21:00:00' }

/** A message as any client can send it. */
const message = (method: string, params: unknown = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const ACCEPT = { accept: 'application/json, text/event-stream' }

for (const engine of ONE_ENGINE) {
  describe(`Model Context Protocol over HTTP on ${engine.name}`, () => {
    let service: TestService
    const post = (json: unknown, { headers, ...options }: RequestOptions = {}) =>
      service.send('POST', '//mcp', { json, ...options, headers: { ...ACCEPT, ...headers } })

    before(async () => {
      service = await startService({ engine, env: { SITE_NAME: 'Town hall', PER_PAGE: '20' } })
    })
    after(() => service.stop())

    for (const era of PROTOCOL_VERSIONS) {
      const name = typeof era === 'string' ? 'before 2026-07-28' : `from ${era.pin}`
      test(`An assistant manages an event from its creation to the trash, in versions ${name}`, async () => {
        const { client, callTool: use } = await connectOverHttp(service, { as: 'editor', era })
        assert.equal(client.getServerVersion()?.title, 'Town hall')

        const created = await use('create_event', {
          ...TALK,
          venue: { venue: `Hall ${name}`, city: 'Bonn' },
          organizer: [{ organizer: `Club ${name}` }],
          categories: ['Lectures, and talks'],
          cost: 5,
        })
        assert.equal(created.isError, false, created.text)
        const { id, venue, organizer } = created.json
        assert.deepEqual([venue.city, organizer[0].organizer, created.json.cost], ['Bonn', `Club ${name}`, '$5'])
        assert.deepEqual(JSON.parse(created.text), created.json)

        const changed = await use('update_event', { id, title: 'Better talk', fields: ['id', 'title', 'venue.venue'] })
        assert.deepEqual(changed.json, { id, title: 'Better talk', venue: { venue: `Hall ${name}` } })

        const { json: list } = await use('list_events', { venue: [venue.id], categories: ['Lectures, and talks'] })
        assert.deepEqual([list.total, list.total_pages], [1, 1])
        assert.equal(list.events[0].title, 'Better talk')
        assert.deepEqual(list.events[0].venue, { id: venue.id, venue: `Hall ${name}`, city: 'Bonn' })
        assert.equal('description' in list.events[0], false)

        const { json: complete } = await use('list_events', { include: [id], fields: [] })
        assert.equal('description' in complete.events[0] && 'rest_url' in complete, true)

        const { json: venues } = await use('list_venues', { search: `Hall ${name}` })
        assert.deepEqual(
          venues.venues.map(({ id }: Json) => id),
          [venue.id],
        )
        const { json: renamed } = await use('update_organizer', { id: organizer[0].id, email: 'club@example.test' })
        assert.equal(renamed.email, 'club@example.test')

        assert.equal((await use('delete_event', { id })).json.status, 'trash')
        const gone = await use('get_event', { id })
        assert.deepEqual([gone.isError, gone.json.code], [true, 'event-no-longer-available'])
        await client.close()
      })
    }

    const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true, formats: { double: true } })
    const getNames = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name).sort()

    test('tools/list has the main tools and arguments, in at most 30,000 bytes in every language', async () => {
      for (const language of LANGUAGES) {
        const { json, text } = await service.send('POST', `/${language === 'en' ? '' : `/${language}`}/mcp`, {
          json: message('tools/list'),
          headers: ACCEPT,
          as: 'editor',
        })
        assert.ok(text.length > 5000 && Buffer.byteLength(text) <= MAX_LIST_BYTES, `${language}: ${text.length}`)
        assert.deepEqual(getNames(json.result.tools), [...FULL_LIST].sort())
      }
    })

    test('Each listed tool has a short, self-contained schema that accepts its other arguments', async () => {
      const { client } = await connectOverHttp(service, { as: 'editor' })
      const { tools } = await client.listTools()
      for (const { name, inputSchema, title, description, annotations } of tools) {
        assert.doesNotThrow(() => ajv.compile(inputSchema), name)
        assert.ok(title && description, name)
        assert.equal(annotations?.readOnlyHint, READ_LIST.includes(name), name)
        assert.equal(annotations?.destructiveHint ?? false, /^(update|delete|call_write)/.test(name), name)
        assert.doesNotMatch(JSON.stringify(inputSchema), /#\/components/, name)
      }
      const events = tools.find(({ name }) => name === 'list_events')
      assert.match(events?.description ?? '', /geoloc_radius.*describe/)
      assert.equal(events?.inputSchema['additionalProperties'], undefined)
      await client.close()
    })

    test('describe lists the other tools, and returns all arguments of the named ones', async () => {
      const { client, callTool: use } = await connectOverHttp(service, { as: 'editor' })
      const { json: others } = await use('describe')
      assert.deepEqual(getNames(others.tools), [...OTHER_READS, ...OTHER_WRITES].sort())
      const names = [...LISTED_READS, 'parse_date', ...LISTED_WRITES, ...OTHER_READS, ...OTHER_WRITES]
      const { json } = await use('describe', { tools: names })
      assert.deepEqual(getNames(json.tools), [...names].sort())
      for (const { name, inputSchema, title, description, annotations } of json.tools) {
        assert.doesNotThrow(() => ajv.compile(inputSchema), name)
        assert.equal(inputSchema.additionalProperties, false, name)
        assert.ok(title && description, name)
        assert.equal(annotations.readOnlyHint, ![...LISTED_WRITES, ...OTHER_WRITES].includes(name), name)
        assert.equal(annotations.destructiveHint ?? false, /^(update|delete|detach|restore)/.test(name), name)
        assert.doesNotMatch(JSON.stringify(inputSchema), /#\/components/, name)
      }
      const unknown = await use('describe', { tools: ['get_event', 'drop_database'] })
      assert.deepEqual([unknown.isError, unknown.text], [true, 'Tool drop_database not found'])
      await client.close()
    })

    test('Tools that are not listed are called by their names or through call_read and call_write', async () => {
      const { client, callTool: use } = await connectOverHttp(service, { as: 'editor' })
      const called = await use('call_write', { tool: 'create_venue', arguments: { venue: 'Barn', city: 'Ely' } })
      assert.equal(called.isError, false, called.text)
      const { id } = called.json
      assert.equal((await use('call_read', { tool: 'get_venue', arguments: { id } })).json.city, 'Ely')
      assert.equal((await use('update_venue', { id, city: 'Ware' })).json.city, 'Ware')
      const history = await use('call_read', { tool: 'list_venue_history', arguments: { id } })
      assert.deepEqual([history.json.total, history.json.next_page], [2, null])
      for (const [tool, args, pattern] of [
        ['call_read', { tool: 'create_venue', arguments: { venue: 'Loft' } }, /must be equal to one of/],
        ['call_write', { tool: 'get_venue', arguments: { id } }, /must be equal to one of/],
        ['call_write', { tool: 'create_venue', arguments: { name: 'Loft' } }, /create_venue.*venue/],
        ['call_write', { tool: 'create_venue' }, /create_venue.*venue/],
        ['call_write', { tool: 'create_venue', arguments: 'Loft' }, /must be object/],
        ['call_read', { tool: 'call_read', arguments: {} }, /must be equal to one of/],
        ['call_read', {}, /tool/],
      ] as const) {
        const { isError, text } = await use(tool, args)
        assert.equal(isError, true, text)
        assert.match(text, pattern)
      }
      assert.equal((await use('list_venues', { search: 'Loft' })).json.total, 0)
      await client.close()
    })

    test('Clients that may not write see only tools that read', async () => {
      for (const as of ['anon', 'subscriber'] as const)
        for (const era of PROTOCOL_VERSIONS) {
          const { client, callTool: use } = await connectOverHttp(service, { as, era })
          assert.deepEqual(getNames((await client.listTools()).tools), [...READ_LIST].sort())
          assert.deepEqual(getNames((await use('describe')).json.tools), [...OTHER_READS].sort())
          assert.match((await use('describe', { tools: ['create_event'] })).text, /not found/)
          await assert.rejects(use('call_write', { tool: 'create_venue', arguments: { venue: 'Loft' } }), /call_write/)
          await client.close()
        }
    })

    test('create_event and update_event take start and end in words', async () => {
      const { client, callTool: use } = await connectOverHttp(service, { as: 'editor' })
      // It is Friday, November 20, 2026, 22:00 in New York.
      const { json: event } = await use('create_event', { title: 'Jam', when: 'fri 8-11pm' })
      assert.deepEqual([event.start_date, event.end_date], ['2026-11-27 20:00:00', '2026-11-27 23:00:00'])
      const { json: moved } = await use('update_event', { id: event.id, when: '5 Jan all day' })
      assert.deepEqual(
        [moved.start_date, moved.end_date, moved.all_day],
        ['2027-01-05 00:00:00', '2027-01-05 23:59:59', true],
      )
      const tokyo = await use('create_event', { title: 'Jam', when: 'tomorrow 7pm, 2h', timezone: 'Asia/Tokyo' })
      assert.deepEqual([tokyo.json.start_date, tokyo.json.end_date], ['2026-11-22 19:00:00', '2026-11-22 21:00:00'])
      const open = await use('create_event', { title: 'Jam', when: 'fri 8pm' })
      assert.match(open.text, /end_date/)
      const ended = await use('create_event', { title: 'Jam', when: 'fri 8pm', end_date: '2026-11-27 21:30' })
      assert.equal(ended.json.end_date, '2026-11-27 21:30:00')
      for (const [args, pattern] of [
        [{ when: 'fri blah' }, /^when: .*blah/m],
        [{ when: 'x'.repeat(5000) }, /^when: /m],
        [{ when: 'fri 8-11pm', start_date: '2026-12-01 10:00' }, /^when cannot be combined with start_date$/],
        [{ when: 'fri 8-11pm', venue: 999_999 }, /^venue: /m],
        [{ when: 8 }, /when.*string/],
      ] as const) {
        const { isError, text } = await use('create_event', { title: 'Jam', ...args })
        assert.equal(isError, true, text)
        assert.match(text, pattern)
        assert.doesNotMatch(text, /^start_date: /m)
      }
      await client.close()
    })

    test('The example of dates in words is understood in every language', async () => {
      for (const language of LANGUAGES) {
        const { client, callTool: use } = await connectOverHttp(service, {
          as: 'editor',
          path: language === 'en' ? '/mcp' : `/${language}/mcp`,
        })
        const { tools } = await client.listTools()
        const create: Json = tools.find(({ name }) => name === 'create_event')
        const { description } = create.inputSchema.properties.when
        const [, example = ''] = /(?:such as|etwa|como|comme|come|zoals) ([^;]+?) ?;/.exec(description) ?? []
        const { json, text } = await use('create_event', { title: 'Jam', when: example, dry_run: true })
        const dates = [json.start_date, json.end_date]
        assert.deepEqual(dates, ['2026-11-27 20:00:00', '2026-11-27 23:00:00'], `${language}: ${example}: ${text}`)
        await client.close()
      }
    })

    test('list_events filters by additional fields', async () => {
      const field = { key: 'age', label: 'Age', type: 'number', kinds: ['event'] }
      const { status, text } = await service.send('POST', '//api/cal/events/v1/fields', { as: 'admin', json: field })
      assert.equal(status, 201, text)
      const { client, callTool: use } = await connectOverHttp(service, { as: 'editor' })
      const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
      await use('create_event', { title: 'Adults', ...dates, custom_fields: { age: 18 } })
      await use('create_event', { title: 'Children', ...dates, custom_fields: { age: 6 } })
      const { json } = await use('list_events', { custom_fields: { age: 18 }, fields: ['title'] })
      assert.deepEqual(json.events, [{ title: 'Adults' }])
      await client.close()
    })

    test('initialize returns the site, its time zone, the time and the meaning of statuses', async () => {
      const { client } = await connectOverHttp(service)
      const instructions = client.getInstructions() ?? ''
      assert.match(instructions, /Town hall/)
      assert.match(instructions, /2026-11-20 22:00:00 \(America\/New_York\)/)
      assert.match(instructions, /pending/)
      await client.close()
    })

    test('A tool has exactly the permissions of its client', async () => {
      const may = async (as: 'anon' | 'subscriber' | 'contributor' | 'author', tool: string, args: object) => {
        const { client, callTool: use } = await connectOverHttp(service, { as })
        const response = await use(tool, { ...args })
        await client.close()
        return response
      }
      for (const as of ['anon', 'subscriber'] as const) {
        const { isError, json, text } = await may(as, 'create_event', TALK)
        assert.deepEqual([isError, json.code], [true, 'rest_forbidden'], as)
        assert.equal(text, 'Sorry, you are not allowed to do that.')
      }
      assert.equal((await may('contributor', 'create_event', { ...TALK, status: 'publish' })).json.status, 'pending')
      const { json: own } = await may('author', 'create_event', TALK)
      assert.equal(own.status, 'publish')
      const { json: others } = await service.send('POST', '/events', { as: 'author2', json: TALK })
      assert.equal((await may('author', 'update_event', { id: own.id, title: 'Mine' })).json.title, 'Mine')
      for (const tool of ['update_event', 'delete_event'])
        assert.equal((await may('author', tool, { id: others.id })).json.code, 'rest_forbidden')
    })

    describe('Unpublished and protected events', () => {
      let draft: Json
      let closed: Json
      let anon: McpTestClient

      before(async () => {
        const make = async (json: object) => (await service.send('POST', '/events', { as: 'editor', json })).json
        draft = await make({ ...TALK, title: 'Secret plan', status: 'draft' })
        closed = await make({ ...TALK, title: 'Members', description: 'The code is 4711', post_password: 'sesame' })
        anon = await connectOverHttp(service)
      })
      after(() => anon.client.close())

      test('An unpublished event is neither listed nor readable', async () => {
        assert.equal((await anon.callTool('get_event', { id: draft.id })).json.code, 'event-not-accessible')
        const { text } = await anon.callTool('list_events', { search: 'Secret', status: ['any'], fields: [] })
        assert.doesNotMatch(text, /Secret plan/)
      })

      test('A protected event is readable with its password', async () => {
        const refused = await anon.callTool('get_event', { id: closed.id })
        assert.deepEqual([refused.isError, refused.json.code], [true, 'event-password-protected'])
        assert.doesNotMatch((await anon.callTool('list_events', { include: [closed.id], fields: [] })).text, /4711/)
        assert.match((await anon.callTool('get_event', { id: closed.id, password: 'sesame' })).text, /4711/)
      })
    })

    test('An error of a tool names every invalid argument, the value received and what is allowed', async () => {
      const { client, callTool: use } = await connectOverHttp(service, { as: 'editor' })
      const wrong = await use('create_event', { ...TALK, end_date: 'never', venue: 999_999 })
      assert.equal(wrong.isError, true)
      assert.match(wrong.text, /^Invalid parameter\(s\): .*\n/)
      assert.match(wrong.text, /^venue: Invalid parameter\. Received 999999\. Expected the ID of an existing venue/m)
      assert.match(wrong.text, /^end_date: Invalid parameter\. Received "never"\. Expected a date/m)
      const missing = await use('get_event', { id: 999_999 })
      assert.equal(missing.text, 'Event with ID 999999 does not exist.')
      await client.close()
    })

    test('Arguments that the schema rejects never reach the API', async () => {
      const { client, callTool: use } = await connectOverHttp(service, { as: 'editor' })
      for (const [args, named] of [
        [{ ...TALK, start: 'tomorrow' }, /additional properties/],
        [{ title: 'Talk' }, /start_date/],
        [{ ...TALK, organizer: 'Ann' }, /organizer/],
      ] as const) {
        const { isError, text } = await use('create_event', args)
        assert.equal(isError, true)
        assert.match(text, named)
      }
      await assert.rejects(use('drop_database'), /drop_database/)
      await client.close()
    })

    test('The URL or Accept-Language selects the language of tools and messages', async () => {
      for (const acceptLanguage of [{ path: '/de/mcp' }, { headers: { 'accept-language': 'de' } }]) {
        const { client, callTool: use } = await connectOverHttp(service, acceptLanguage)
        assert.match(client.getInstructions() ?? '', /Veranstaltungskalender/)
        const { tools } = await client.listTools()
        assert.match(tools.find(({ name }) => name === 'describe')?.title ?? '', /Werkzeuge/)
        assert.match((await use('get_event', { id: 999_999 })).text, /Veranstaltung mit der ID 999999/)
        await client.close()
      }
    })

    test('Links use the base URL of the MCP endpoint', async () => {
      const { json: event } = await service.send('POST', '/events', { as: 'editor', json: TALK })
      const german = await connectOverHttp(service, { path: '/de/mcp' })
      const { json } = await german.callTool('get_event', { id: event.id, fields: ['rest_url'] })
      assert.equal(json.rest_url, `${service.origin}/de/api/cal/events/v1/events/${event.id}`)
      await german.client.close()
    })

    test('Wrong credentials return 401 before the message is read', async () => {
      const headers = { authorization: `Basic ${Buffer.from('editor:wrong').toString('base64')}` }
      const { status, headers: received, json } = await post(message('tools/list'), { headers })
      assert.equal(status, 401)
      assert.match(received['www-authenticate'] ?? '', /^Basic realm=/)
      assert.deepEqual([json.jsonrpc, json.id, json.error.data.code], ['2.0', null, 'incorrect_password'])
      await assert.rejects(connectOverHttp(service, { headers }), /401|application password/)
    })

    test('A response is one JSON document that is not cacheable, without a session', async () => {
      const { status, headers, json } = await post(message('tools/list'))
      assert.equal(status, 200)
      assert.match(headers['content-type'] ?? '', /^application\/json/)
      assert.match(headers['cache-control'] ?? '', /no-store/)
      assert.equal(headers['mcp-session-id'], undefined)
      assert.equal(json.result.tools.length, READ_LIST.length)
    })

    test('Methods other than POST are rejected', async () => {
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const { status, headers } = await service.send(method, '//mcp', { headers: ACCEPT })
        assert.deepEqual([status, headers['allow']], [405, 'POST, OPTIONS'], method)
      }
    })

    test('Invalid messages return JSON-RPC errors', async () => {
      const type = { 'content-type': 'application/json' }
      const [notJson, notMessage] = [-32_700, -32_600]
      for (const [body, code] of [
        ['{"jsonrpc":', notJson],
        [`${'['.repeat(600)}${']'.repeat(600)}`, notJson],
        ['', notMessage],
        ['[]', notMessage],
        ['{"id":1}', notMessage],
      ] as const) {
        const { status, json } = await service.send('POST', '//mcp', { body, headers: { ...ACCEPT, ...type } })
        assert.deepEqual([status, json.jsonrpc, json.error.code], [400, '2.0', code], body.slice(0, 20))
      }
      const large = await post(
        message('tools/call', { name: 'list_events', arguments: { search: 'x'.repeat(1_100_000) } }),
      )
      assert.deepEqual([large.status, large.json.error.data.code], [413, 'request_too_large'])
      const form = await service.send('POST', '//mcp', {
        body: 'a=1',
        headers: { ...ACCEPT, 'content-type': 'text/plain' },
      })
      assert.equal(form.status, 415)
    })

    describe('JSON-RPC batches', () => {
      const tool = (id: number | string, name: string, args: object = {}) => ({
        ...message('tools/call', { name, arguments: args }),
        id,
      })
      const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }
      const old = { headers: { 'mcp-protocol-version': '2025-03-26' } }

      test('POST /mcp returns a list of responses to a batch, without notifications', async () => {
        for (const options of [old, {}, { headers: { 'mcp-protocol-version': '2024-11-05' } }]) {
          const batch = [
            message('tools/list'),
            notification,
            tool('b', 'list_tags'),
            tool(7, 'get_event', { id: 999_999 }),
          ]
          const { status, json } = await post(batch, options)
          assert.equal(status, 200)
          assert.deepEqual(
            json.map(({ id }: Json) => id),
            [1, 'b', 7],
          )
          assert.equal(json[0].result.tools.length, READ_LIST.length)
          assert.deepEqual(
            json.map(({ result }: Json) => result.isError ?? false),
            [false, false, true],
          )
        }
        const single = await post([message('ping')], old)
        assert.deepEqual(single.json, [{ jsonrpc: '2.0', id: 1, result: {} }])
        const silent = await post([notification, notification], old)
        assert.deepEqual([silent.status, silent.text], [202, ''])
      })

      test('A batch has the permissions of its client', async () => {
        const batch = [tool(1, 'create_event', TALK), tool(1, 'create_event', { ...TALK, title: 'Second' })]
        const { json } = await post(batch, { ...old, as: 'editor' })
        assert.deepEqual(
          json.map(({ result }: Json) => result.structuredContent.title),
          ['Talk', 'Second'],
        )
        const refused = await post(batch, old)
        assert.deepEqual(
          refused.json.map(({ result }: Json) => result.structuredContent.code),
          ['rest_forbidden', 'rest_forbidden'],
        )
      })

      test('A batch is refused from the request on at which its responses exceed a megabyte', async () => {
        const batch = Array.from({ length: 50 }, (_, id) => tool(id, 'describe', { tools: LISTED_READS }))
        const { status, json, text } = await post([...batch, notification].slice(1), old)
        assert.equal(status, 200)
        assert.ok(text.length < 1_200_000, `${text.length} bytes`)
        assert.deepEqual(
          json.map(({ id }: Json) => id),
          batch.slice(1).map(({ id }) => id),
        )
        const refused = json.filter(({ error }: Json) => error)
        assert.ok(refused.length > 0 && refused.length < json.length)
        assert.ok(refused.every(({ error }: Json) => error.code === -32_000 && /exceed/.test(error.message)))
        assert.ok(json.slice(0, -refused.length).every(({ result }: Json) => result))
      })

      test('Each invalid message of a batch has its own error', async () => {
        const modern = {
          ...message('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
          id: 5,
        }
        const { status, json } = await post([1, { id: 4 }, [message('ping')], modern, message('ping')], old)
        assert.equal(status, 200)
        assert.deepEqual(
          json.map(({ id, error }: Json) => [id, error?.code]),
          [
            [null, -32_600],
            [4, -32_600],
            [null, -32_600],
            [5, -32_600],
            [1, undefined],
          ],
        )
      })

      test('POST /mcp returns 400 for a batch that is empty, too long, contains initialize, or in a version without batches', async () => {
        const initialize = message('initialize', {
          protocolVersion: '2025-03-26',
          capabilities: {},
          clientInfo: { name: 'x', version: '1' },
        })
        for (const [batch, version] of [
          [[], '2025-03-26'],
          [Array(51).fill(message('ping')), '2025-03-26'],
          [[initialize], '2025-03-26'],
          [[message('ping')], '2025-06-18'],
          [[message('ping')], '2026-07-28'],
        ] as const) {
          const { status, json } = await post(batch, { headers: { 'mcp-protocol-version': version } })
          assert.deepEqual([status, json.id, json.error.code], [400, null, -32_600], version)
        }
        const type = { 'content-type': 'application/json', accept: 'text/plain', 'mcp-protocol-version': '2025-03-26' }
        const { status, json } = await service.send('POST', '//mcp', {
          body: JSON.stringify([message('ping')]),
          headers: type,
        })
        assert.deepEqual([status, json.jsonrpc], [406, '2.0'])
      })
    })

    test('List tools return a page of 20 as text and structured content, and name the next page', async () => {
      const title = `Page of ${engine.name}`
      for (let n = 0; n < 22; n++) await service.send('POST', '/events', { as: 'editor', json: { ...TALK, title } })
      for (const era of PROTOCOL_VERSIONS) {
        const { client, callTool: use } = await connectOverHttp(service, { era })
        const first = await use('list_events', { search: title })
        assert.equal(first.hasStructure, true)
        assert.deepEqual(JSON.parse(first.text), first.json)
        const { events, ...about } = first.json
        assert.deepEqual(about, { total: 22, total_pages: 2, page: 1, next_page: 2 })
        assert.equal(events.length, 20)
        assert.equal(first.text.startsWith('{"total":22,"total_pages":2,"page":1,"next_page":2,'), true)
        const second = await use('list_events', { search: title, page: first.json.next_page, fields: ['id'] })
        assert.deepEqual([second.json.page, second.json.next_page], [2, null])
        assert.deepEqual(
          second.json.events.map((event: Json) => Object.keys(event)),
          [['id'], ['id']],
        )
        const small = await use('list_events', { search: title, per_page: 5 })
        assert.deepEqual([small.json.events.length, small.json.next_page], [5, 2])
        const names = [...LISTED_READS, ...OTHER_READS].filter((name) => name.startsWith('list_'))
        const { tools: described } = (await use('describe', { tools: names })).json
        const { tools: listed } = await client.listTools()
        for (const { name, description, inputSchema } of [...described, ...listed].filter(({ name }) =>
          name.startsWith('list_'),
        )) {
          assert.match(description ?? '', /next_page/, name)
          const { per_page, fields }: Json = inputSchema.properties
          assert.equal(per_page.default, 20, name)
          assert.ok(fields.default.length > 3, name)
        }
        const one = await use('get_event', { id: events[0].id, fields: ['id'] })
        assert.deepEqual([one.hasStructure, one.json], [true, { id: events[0].id }])
        await client.close()
      }
    })

    test('Subscriptions are rejected, since the server sends no notifications', async () => {
      const { client } = await connectOverHttp(service, { era: { pin: '2026-07-28' } })
      await assert.rejects(client.listen({ toolsListChanged: true }), /limit|subscri/i)
      await client.close()
    })
  })
}

describe('Browser clients', () => {
  const ALLOWED_ORIGIN = 'https://calendar.example'
  const LISTED = 'https://app.example'
  const send = (service: TestService, origin: string, as?: 'editor') =>
    service.send('POST', '//mcp', { json: message('tools/list'), headers: { ...ACCEPT, origin }, ...(as && { as }) })

  test('By default pages of any origin can send requests without credentials', async () => {
    const service = await startService({ env: { PUBLIC_URL: ALLOWED_ORIGIN } })
    const open = await send(service, 'https://other.example')
    assert.deepEqual([open.status, open.headers['access-control-allow-origin']], [200, '*'])
    assert.equal((await send(service, 'https://other.example', 'editor')).status, 403)
    assert.equal((await send(service, 'null', 'editor')).status, 403)
    assert.equal((await send(service, ALLOWED_ORIGIN, 'editor')).status, 200)
    await service.stop()
  })

  test('With a list of allowed origins, other origins are rejected', async () => {
    const service = await startService({ env: { PUBLIC_URL: ALLOWED_ORIGIN, CORS_ORIGINS: LISTED } })
    assert.equal((await send(service, LISTED, 'editor')).status, 200)
    assert.equal((await send(service, ALLOWED_ORIGIN, 'editor')).status, 200)
    const other = await send(service, 'https://other.example')
    assert.deepEqual([other.status, other.json.error.data.code], [403, 'rest_forbidden'])
    await service.stop()
  })

  test('The response to a preflight request names the allowed headers', async () => {
    const service = await startService()
    const { status, headers } = await service.send('OPTIONS', '//mcp', { headers: { origin: LISTED } })
    assert.equal(status, 204)
    assert.match(headers['access-control-allow-headers'] ?? '', /MCP-Protocol-Version/)
    assert.equal(headers['access-control-allow-methods'], 'POST, OPTIONS')
    await service.stop()
  })
})

test('Too many failed sign-ins return 429, by MCP and by the API together', async () => {
  const service = await startService({ env: { RATE_LIMIT_SIGN_IN: '2' } })
  const headers = { ...ACCEPT, authorization: `Basic ${Buffer.from('editor:wrong').toString('base64')}` }
  const statuses: number[] = []
  for (const path of ['//mcp', '/events', '//mcp'])
    statuses.push((await service.send('POST', path, { json: message('tools/list'), headers })).status)
  assert.deepEqual(statuses, [401, 401, 429])
  await service.stop()
})
