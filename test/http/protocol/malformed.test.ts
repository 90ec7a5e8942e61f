/** Requests that violate HTTP: each returns the error envelope, and the service continues. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { INACTIVITY_TIMEOUT_MILLISECONDS, REQUEST_TIMEOUT_MILLISECONDS } from '../../../src/http/server/transport.ts'
import { openRawConnection } from '../../helper/http/raw-http.ts'
import { sendMalformedRequests } from '../../helper/http/send-malformed.ts'
import { getSeed } from '../../helper/properties/seeds.ts'
import { startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const API = '/wp-json/tribe/events/v1'

describe('Malformed requests', () => {
  let service: TestService
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  /** Sends bytes on a new connection; returns the response and whether the connection is still open. */
  async function send(bytes: string | Buffer) {
    const connection = await openRawConnection(service.origin)
    connection.send(bytes)
    const response = await connection.receive()
    connection.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    const isOpen = (await connection.receive(1000))?.status === 200
    connection.close()
    return {
      status: response?.status,
      headers: response?.headers ?? {},
      json: JSON.parse(response?.body || 'null'),
      isOpen,
    }
  }
  const head = (line: string, ...headers: string[]) =>
    `${[line, 'Host: x', 'Origin: https://page.test', ...headers].join('\r\n')}\r\n\r\n`

  test('A page path with a bad percent-encoding and a bad body returns 400, and the process continues', async () => {
    for (const [path, body] of [
      ['/tag/%ff/', '{'],
      ['/de/venue/%zz/', '['],
      ['/event/%/', '"'],
    ] as const) {
      const { status, json } = await service.send('POST', `/${path}`, {
        body,
        headers: { 'content-type': 'application/json' },
      })
      assert.deepEqual([status, json.code], [400, 'rest_invalid_json'], path)
    }
    const headers = { 'content-type': 'application/json', 'content-length': '2000000' }
    const { status } = await send(
      head('POST /event/%ff/ HTTP/1.1', ...Object.entries(headers).map((pair) => pair.join(': '))),
    )
    assert.equal(status, 413)
  })

  test('Hundreds of requests with two faults each return statuses below 500, and the service continues', async () => {
    const counts = await sendMalformedRequests(service.origin, { seed: getSeed(1), requests: 600, faults: 2 })
    assert.ok(
      (counts['400'] ?? 0) > 100 && (counts['404'] ?? 0) > 30 && (counts['413'] ?? 0) > 0,
      JSON.stringify(counts),
    )
    assert.equal((await service.send('GET', '/events')).status, 200)
  })

  test('Raw UTF-8 in path and query of a request line is equivalent to its encoded form', async () => {
    const created = await service.send('POST', '/venues', { as: 'admin', json: { venue: 'Café Noir' } })
    assert.equal(created.status, 201)
    const found = await send(head(`GET ${API}/venues?search=Café HTTP/1.1`))
    assert.deepEqual([found.status, found.json.venues[0].id, found.isOpen], [200, created.json.id, true])
    const bySlug = await send(head(`GET ${API}/venues/by-slug/café-noir HTTP/1.1`))
    const encoded = await service.send('GET', '/venues/by-slug/caf%C3%A9-noir')
    assert.deepEqual([bySlug.status, bySlug.json.code], [encoded.status, encoded.json.code])
  })

  test('Requests with raw bytes keep the order and bodies of other requests on the connection', async () => {
    const connection = await openRawConnection(service.origin)
    const body = '{"venue":"Hall"}'
    const write = head(
      `POST ${API}/venues?x=ü HTTP/1.1`,
      `Authorization: ${service.authorization('admin')}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    )
    const read = (search: string) => head(`GET ${API}/venues?search=${search}&_fields=rest_url HTTP/1.1`)
    connection.send(`${read('one')}${read('zwölf')}${write}${body}${read('drei')}${read('fünf')}`)
    const searches: unknown[] = []
    for (let n = 0; n < 5; n++) {
      const response = await connection.receive()
      const json = JSON.parse(response?.body ?? 'null')
      searches.push(json.id === undefined ? new URL(json.rest_url).searchParams.get('search') : response?.status)
    }
    connection.close()
    assert.deepEqual(searches, ['one', 'zwölf', 201, 'drei', 'fünf'])
  })

  test('A request line with raw bytes may arrive in pieces after its first raw byte', async () => {
    const connection = await openRawConnection(service.origin)
    const bytes = Buffer.from(head(`GET ${API}/venues?search=Café&_fields=rest_url HTTP/1.1`))
    const cut = bytes.indexOf('é') + 1
    connection.send(bytes.subarray(0, cut))
    await new Promise((resolve) => setTimeout(resolve, 50))
    connection.send(bytes.subarray(cut))
    assert.equal((await connection.receive())?.status, 200)
    connection.close()
  })

  test('Bytes that are not UTF-8 are rejected in values, as in their encoded form', async () => {
    const raw = await send(Buffer.from(head(`GET ${API}/events?search=\xff HTTP/1.1`), 'latin1'))
    const encoded = await service.send('GET', '/events?search=%FF')
    assert.deepEqual([raw.status, raw.json.code], [encoded.status, encoded.json.code])
    assert.equal(raw.status, 400)
  })

  test('Any method that is a valid token returns 404 rest_no_route with CORS headers and keeps the connection open', async () => {
    for (const method of ['FOO', 'get', 'GETT', 'M-SEARCH', 'PURGE', '!#$%&*', 'PROPFIND']) {
      const { status, json, headers, isOpen } = await send(
        head(`${method} ${API}/events HTTP/1.1`, 'Content-Length: 0'),
      )
      assert.deepEqual([status, json.code, isOpen], [404, 'rest_no_route', true], method)
      assert.equal(headers['access-control-allow-origin'], '*', method)
    }
  })

  test('An unknown method with a body does not affect the next request', async () => {
    const { status, isOpen } = await send(`${head(`FOO ${API}/events HTTP/1.1`, 'Content-Length: 7')}GET / H`)
    assert.deepEqual([status, isOpen], [404, true])
  })

  test('A method that arrives in two pieces is never read as its second piece', async () => {
    const connection = await openRawConnection(service.origin)
    connection.send('PROP')
    await new Promise((resolve) => setTimeout(resolve, 50))
    connection.send(head(`GET ${API}/events HTTP/1.1`))
    const status = (await connection.receive())?.status
    // 404 when both pieces were read at once: no route has the method PROPGET.
    assert.ok(status === 400 || status === 404, `${status}`)
    connection.close()
  })

  test('Unreadable input returns the error envelope with CORS headers in the language of the client', async () => {
    const length = ['Content-Length: x', 'Accept-Language: de']
    const { status, json, headers, isOpen } = await send(head(`POST ${API}/events HTTP/1.1`, ...length))
    assert.deepEqual([status, json.code, json.data, isOpen], [400, 'request_malformed', { status: 400 }, false])
    assert.equal(json.message, 'Die Anfrage ist kein gültiges HTTP.')
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['connection'], 'close')
  })

  test('Headers beyond the limit return 431, a missing Host 400, CONNECT 404, and an unknown expectation its usual response', async () => {
    const large = await send(head(`GET ${API}/events HTTP/1.1`, `X-Long: ${'x'.repeat(20_000)}`))
    assert.deepEqual([large.status, large.json.code], [431, 'request_headers_too_large'])
    const withoutHost = await send(`GET ${API}/events HTTP/1.1\r\nOrigin: https://page.test\r\n\r\n`)
    assert.deepEqual([withoutHost.status, withoutHost.json.code, withoutHost.isOpen], [400, 'request_malformed', true])
    const tunnel = await send(head('CONNECT example.test:443 HTTP/1.1'))
    assert.deepEqual([tunnel.status, tunnel.json.code], [404, 'rest_no_route'])
    const withExpectation = await send(head(`GET ${API}/events HTTP/1.1`, 'Expect: sense'))
    assert.deepEqual([withExpectation.status, withExpectation.isOpen], [200, true])
  })

  test('A request that does not arrive in time returns 408', async () => {
    const { server } = service
    assert.equal(server.requestTimeout, REQUEST_TIMEOUT_MILLISECONDS)
    const connected = once(server, 'connection')
    const connection = await openRawConnection(service.origin)
    connection.send(`POST ${API}/events HTTP/1.1\r\nHost: x\r\n`)
    const [socket] = await connected
    // Node looks for late requests every 30 seconds.
    server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    const { status, body = '' } = (await connection.receive()) ?? {}
    assert.deepEqual([status, JSON.parse(body).code], [408, 'request_timeout'])
    connection.close()
  })

  test('A connection without activity is closed', async () => {
    const { server } = service
    assert.equal(server.timeout, INACTIVITY_TIMEOUT_MILLISECONDS)
    server.timeout = 100
    try {
      const connection = await openRawConnection(service.origin)
      connection.send(`POST ${API}/events HTTP/1.1\r\nHost: x\r\n`)
      await waitUntil(() => !connection.isOpen(), 10_000)
      connection.close()
    } finally {
      server.timeout = INACTIVITY_TIMEOUT_MILLISECONDS
    }
  })

  test('An absolute URL as request target is equivalent to its path', async () => {
    assert.equal((await send(head(`GET http://other.test${API}/events HTTP/1.1`))).status, 200)
    assert.equal((await send(head('GET http://other.test?rest_route=/ HTTP/1.1'))).status, 200)
  })

  test('An invalid chunk in a body returns 400 instead of the response', async () => {
    const bytes = head(`POST ${API}/events HTTP/1.1`, 'Content-Type: application/json', 'Transfer-Encoding: chunked')
    const { status, json } = await send(`${bytes}zz\r\n{}`)
    assert.deepEqual([status, json.code], [400, 'request_malformed'])
  })

  test('A request that is rejected on a pipelined connection does not lose the response of the previous one', async () => {
    const connection = await openRawConnection(service.origin)
    connection.send(`${head(`GET ${API}/events?search=x HTTP/1.1`)}${head('GET /a b HTTP/1.1')}`)
    assert.equal((await connection.receive())?.status, 200)
    assert.equal((await connection.receive())?.status, 400)
    connection.close()
  })
})
