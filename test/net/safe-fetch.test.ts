import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createRawServer } from 'node:net'
import { after, afterEach, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { LookupAddresses } from '../../src/base/net/safe-connector.ts'
import { createSafeFetcher, type FetchResult, type SafeFetcher } from '../../src/base/net/safe-fetch.ts'
import { startListener, type TestListener } from '../helper/http/request-recorder.ts'
import { SELF_SIGNED } from '../helper/http/self-signed-certificate.ts'

describe('Safe fetch', () => {
  /** Public by its IP address, but in an unassigned block: no connection to it succeeds. */
  const UNREACHABLE = { address: '2000::1', family: 6 }
  const LOOPBACK = { address: '127.0.0.1', family: 4 }
  const FETCH_OPTIONS = { accept: 'image/*', maxBytes: 100_000 }

  type Handler = (request: IncomingMessage, response: ServerResponse) => void

  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  async function startHandler(handler: Handler): Promise<TestListener> {
    const listener = await startListener(createServer(handler))
    ends.push(listener.stop)
    return listener
  }

  function fetcher(allow: readonly string[], options: { lookup?: LookupAddresses; attemptMilliseconds?: number } = {}) {
    const created: SafeFetcher = createSafeFetcher({ allow, ...options })
    ends.push(created.close)
    return created
  }

  /** The result of fetching the root of an allowed server. */
  function fetchFrom(server: TestListener, attemptMilliseconds = 5000): Promise<FetchResult> {
    return fetcher([server.host], { attemptMilliseconds }).fetch(`http://${server.host}/`, FETCH_OPTIONS)
  }

  const redirectTo = (location: string) => (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(302, { location }).end('elsewhere')
  const readText = (fetched: FetchResult) => ('bytes' in fetched ? fetched.bytes.toString() : fetched.failure)

  describe('Fetched content', () => {
    test('The result has its content type and its final URL', async () => {
      const server = await startHandler(({ url }, response) => {
        if (url === '/moved') redirectTo('../picture?size=1')({} as IncomingMessage, response)
        else response.setHeader('content-type', 'image/png').setHeader('etag', '"1"').end('picture')
      })
      const { fetch } = fetcher([server.host])
      assert.deepEqual(await fetch(`http://${server.host}/moved`, FETCH_OPTIONS), {
        bytes: Buffer.from('picture'),
        contentType: 'image/png',
        encoding: '',
        etag: '"1"',
        lastModified: '',
        url: `http://${server.host}/picture?size=1`,
      })
    })

    test('The request is a plain GET with Host, without cookies, and closes the connection', async () => {
      const seen: IncomingMessage[] = []
      const server = await startHandler((request, response) => {
        seen.push(request)
        response.setHeader('set-cookie', 'id=1').end()
      })
      const { fetch } = fetcher([server.host])
      await fetch(`http://${server.host}/`, FETCH_OPTIONS)
      await fetch(`http://${server.host}/`, FETCH_OPTIONS)
      assert.deepEqual(seen[1]?.headers, {
        host: server.host,
        accept: 'image/*',
        'accept-encoding': 'identity',
        'user-agent': 'Calends',
        connection: 'close',
      })
      await server.waitUntilClosed()
    })

    test('Additional headers are sent to the origin of the URL, and not to another one after a redirect', async () => {
      const seen: (string | undefined)[] = []
      const record = ({ headers }: IncomingMessage) => void seen.push(headers['if-none-match'])
      const other = await startHandler((request, response) => {
        record(request)
        response.end('other')
      })
      const server = await startHandler((request, response) => {
        record(request)
        redirectTo(request.url === '/' ? '/next' : `http://${other.host}/`)(request, response)
      })
      const { fetch } = fetcher([server.host, other.host])
      await fetch(`http://${server.host}/`, { ...FETCH_OPTIONS, headers: { 'if-none-match': '"1"' } })
      assert.deepEqual(seen, ['"1"', '"1"', undefined])
    })

    test('An aborted signal ends the request without a second attempt', async () => {
      const server = await startHandler(() => undefined)
      const controller = new AbortController()
      const { fetch } = fetcher([server.host])
      const fetched = fetch(`http://${server.host}/`, { ...FETCH_OPTIONS, signal: controller.signal })
      setImmediate(() => controller.abort())
      assert.deepEqual(await fetched, { failure: 'timeout' })
      assert.deepEqual(await fetch(`http://${server.host}/`, { ...FETCH_OPTIONS, signal: controller.signal }), {
        failure: 'timeout',
      })
      assert.ok(server.connections() <= 1)
    })

    test('Content may be as large as the limit, in chunks of any size, and not larger', async () => {
      const server = await startHandler(({ url }, response) => {
        for (let n = 0; n < 70_000; n += 1) response.write('a')
        response.end(url === '/more' ? 'bc' : 'b')
      })
      const { fetch } = fetcher([server.host])
      const acceptLanguage = { ...FETCH_OPTIONS, maxBytes: 70_001 }
      assert.equal(readText(await fetch(`http://${server.host}/`, acceptLanguage)), `${'a'.repeat(70_000)}b`)
      assert.deepEqual(await fetch(`http://${server.host}/more`, acceptLanguage), { failure: 'too-large' })
    })
  })

  describe('Private addresses', () => {
    let server: TestListener
    before(async () => {
      server = await startListener(createServer((_, response) => response.end('secret')))
    })
    after(() => server.stop())

    const hosts = [
      ...['127.0.0.1', '127.1', '127.0.0.1.', '2130706433', '017700000001', '0x7f000001', '0x7f.1', '0177.0.0.1'],
      ...['%31%32%37.0.0.1', '１２７。０。０。１', 'localhost', 'LOCALHOST', '0', '0.0.0.0', '127.255.255.254'],
      ...[
        '[::1]',
        '[0:0:0:0:0:0:0:1]',
        '[::]',
        '[::127.0.0.1]',
        '[::ffff:127.0.0.1]',
        '[::ffff:7f00:1]',
        '[::ffff:0:7f00:1]',
      ],
      ...['[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::80ff:fffe]'],
    ]
    for (const host of hosts) {
      test(`${host} is rejected before a connection is opened`, async () => {
        const { fetch } = fetcher([])
        assert.deepEqual(await fetch(`http://${host}:${server.port}/`, FETCH_OPTIONS), { failure: 'refused' })
        assert.deepEqual(await fetch(`https://${host}:${server.port}/`, FETCH_OPTIONS), { failure: 'refused' })
        assert.equal(server.connections(), 0)
      })
    }

    const ranges = [
      ...['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '100.100.100.200', '169.254.169.254', '192.0.0.192'],
      ...['192.0.2.1', '198.18.0.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
      ...[
        '[fe80::1]',
        '[fec0::1]',
        '[fd00:ec2::254]',
        '[fc00::1]',
        '[ff02::1]',
        '[2001:db8::1]',
        '[3fff::1]',
        '[4000::1]',
      ],
    ]
    test('Private, local, shared, multicast, reserved and metadata addresses are rejected', async () => {
      const { fetch } = fetcher([], { attemptMilliseconds: 1000 })
      const fetched = await Promise.all(ranges.map((host) => fetch(`http://${host}/`, FETCH_OPTIONS)))
      assert.deepEqual(
        ranges.filter((_, n) => readText(fetched[n] ?? { failure: 'timeout' }) !== 'refused'),
        [],
      )
    })

    test('Names that resolve to a private address are rejected', async () => {
      const { fetch } = fetcher([], { lookup: async () => [LOOPBACK] })
      for (const name of ['localhost.', 'pictures.localhost', 'metadata.google.internal', 'pictures.test'])
        assert.deepEqual(await fetch(`http://${name}:${server.port}/`, FETCH_OPTIONS), { failure: 'refused' }, name)
      assert.equal(server.connections(), 0)
    })

    test('A name is rejected if one of several addresses is private', async () => {
      const { fetch } = fetcher([], { lookup: async () => [UNREACHABLE, LOOPBACK] })
      assert.deepEqual(await fetch(`http://pictures.test:${server.port}/`, FETCH_OPTIONS), { failure: 'refused' })
      assert.equal(server.connections(), 0)
    })

    test('A name that is public when checked and private later is resolved once per connection, and never reached', async () => {
      const responses = [[UNREACHABLE], [LOOPBACK]]
      const lookups: string[] = []
      const lookup: LookupAddresses = async (name) => {
        lookups.push(name)
        return responses[lookups.length - 1] ?? [LOOPBACK]
      }
      const { fetch } = fetcher([], { lookup, attemptMilliseconds: 500 })
      assert.deepEqual(await fetch(`http://pictures.test:${server.port}/`, FETCH_OPTIONS), { failure: 'refused' })
      assert.deepEqual(lookups, ['pictures.test', 'pictures.test'])
      assert.equal(server.connections(), 0)
    })

    test('Allowed hosts are reached, on the allowed port', async () => {
      const lookup: LookupAddresses = async () => [LOOPBACK]
      const allow = ['127.0.0.1', `pictures.test:${server.port}`, 'other.test:80']
      const { fetch } = fetcher(allow, { lookup })
      assert.equal(readText(await fetch(`http://0x7f.1:${server.port}/`, FETCH_OPTIONS)), 'secret')
      assert.equal(readText(await fetch(`http://Pictures.test:${server.port}/`, FETCH_OPTIONS)), 'secret')
      assert.deepEqual(await fetch(`http://other.test:${server.port}/`, FETCH_OPTIONS), { failure: 'refused' })
    })
  })

  describe('Invalid URLs', () => {
    const urls = [
      ...['', 'picture.png', '//example.org/', 'http://', 'http://[::1', 'http://example.org:99999/', 'http://a b/'],
      ...[
        'ftp://example.org/',
        'file:///etc/passwd',
        'data:image/png;base64,AA==',
        'gopher://example.org/',
        'javascript:1',
      ],
      ...['http://user@example.org/', 'http://user:secret@example.org/', 'http://:secret@example.org/'],
    ]
    test('Invalid URLs are rejected without a DNS lookup', async () => {
      const lookups: string[] = []
      const lookup: LookupAddresses = async (name) => {
        lookups.push(name)
        return [UNREACHABLE]
      }
      const { fetch } = fetcher([], { lookup })
      for (const url of urls) assert.deepEqual(await fetch(url, FETCH_OPTIONS), { failure: 'refused' }, url)
      assert.deepEqual(lookups, [])
    })
  })

  describe('Redirects', () => {
    test('A redirect from an allowed host to another one is rejected', async () => {
      const secret = await startHandler((_, response) => response.end('secret'))
      const locations = [
        `http://${secret.host}/`,
        `//localhost:${secret.port}/`,
        `http://[::ffff:7f00:1]:${secret.port}/`,
      ]
      for (const location of [...locations, 'file:///etc/passwd', 'http://user:word@example.org/', 'http://[']) {
        const server = await startHandler(redirectTo(location))
        assert.deepEqual(await fetchFrom(server), { failure: 'refused' }, location)
        await server.waitUntilClosed()
      }
      assert.equal(secret.connections(), 0)
    })

    test('At most three redirects are followed', async () => {
      const server = await startHandler(({ url }, response) => {
        const left = Number(url?.slice(1))
        if (left > 0) redirectTo(`/${left - 1}`)({} as IncomingMessage, response)
        else response.end('arrived')
      })
      const { fetch } = fetcher([server.host])
      assert.equal(readText(await fetch(`http://${server.host}/3`, FETCH_OPTIONS)), 'arrived')
      assert.deepEqual(await fetch(`http://${server.host}/4`, FETCH_OPTIONS), { failure: 'redirects' })
    })

    test('A redirect loop ends', async () => {
      const server = await startHandler(redirectTo('/'))
      assert.deepEqual(await fetchFrom(server), { failure: 'redirects' })
      assert.equal(server.connections(), 4)
      await server.waitUntilClosed()
    })

    test('Bodies of redirects are not read: their connections are closed at once', async () => {
      let first: ServerResponse | undefined
      const server = await startHandler(({ url }, response) => {
        if (url === '/there')
          return void (first?.closed ? response.end('arrived') : first?.on('close', () => response.end('arrived')))
        first = response.writeHead(302, { location: '/there' })
        writeEndlessly(response)
      })
      assert.equal(readText(await fetchFrom(server)), 'arrived')
      await server.waitUntilClosed()
    })

    test('A redirect without a Location is an error', async () => {
      const server = await startHandler((_, response) => response.writeHead(302).end())
      assert.deepEqual(await fetchFrom(server), { failure: 'status', status: 302, retryAfter: '' })
    })
  })

  describe('Slow servers', () => {
    const slow: Readonly<Record<string, Handler>> = {
      'never responds': () => undefined,
      'sends its headers a line at a time': (_, { socket }) =>
        writeSlowly(socket, 'X-Line: 1\r\n', 'HTTP/1.1 200 OK\r\n'),
      'sends its body a byte at a time': (_, { socket }) => writeSlowly(socket, 'a', 'HTTP/1.1 200 OK\r\n\r\n'),
      'stops halfway': (_, response) => void response.writeHead(200, { 'content-length': 9 }).write('half'),
      'redirects slowly': (_, response) => void setTimeout(() => redirectTo('/')(_, response), 200),
    }
    for (const [what, handler] of Object.entries(slow)) {
      test(`A server that ${what} causes a timeout after a second attempt`, async () => {
        const server = await startHandler(handler)
        const start = performance.now()
        assert.deepEqual(await fetchFrom(server, 300), { failure: 'timeout' })
        const took = performance.now() - start
        assert.ok(took > 590 && took < 2000, `${took} ms`)
        await server.waitUntilClosed()
      })
    }

    test('A server that accepts a connection without TLS causes a timeout', async () => {
      const server = await startListener(createRawServer((socket) => void socket.resume()))
      ends.push(server.stop)
      const { fetch } = fetcher([server.host], { attemptMilliseconds: 200 })
      assert.deepEqual(await fetch(`https://${server.host}/`, FETCH_OPTIONS), { failure: 'timeout' })
      assert.equal(server.connections(), 2)
      await server.waitUntilClosed()
    })

    test('A resolver that does not respond causes a timeout', async () => {
      const { fetch } = fetcher([], { lookup: () => new Promise(() => undefined), attemptMilliseconds: 100 })
      assert.deepEqual(await fetch('http://pictures.test/', FETCH_OPTIONS), { failure: 'timeout' })
    })

    test('close aborts requests in progress, and later ones are rejected', async () => {
      const server = await startHandler(() => void closing())
      const { fetch, close } = fetcher([server.host])
      const closing = close
      assert.deepEqual(await fetch(`http://${server.host}/`, FETCH_OPTIONS), { failure: 'timeout' })
      await server.waitUntilClosed()
      assert.deepEqual(await fetch(`http://${server.host}/`, FETCH_OPTIONS), { failure: 'timeout' })
      assert.equal(server.connections(), 1)
    })
  })

  describe('Response bodies', () => {
    test('An endless body is aborted at the limit', async () => {
      const server = await startHandler((_, response) => writeEndlessly(response))
      assert.deepEqual(await fetchFrom(server), { failure: 'too-large' })
      assert.equal(server.connections(), 1)
      await server.waitUntilClosed()
    })

    test('A body with a Content-Length beyond the limit is not read', async () => {
      const server = await startHandler((_, response) => {
        response.writeHead(200, { 'content-length': FETCH_OPTIONS.maxBytes + 1 }).flushHeaders()
      })
      assert.deepEqual(await fetchFrom(server), { failure: 'too-large' })
      await server.waitUntilClosed()
    })

    test('A body shorter than its Content-Length is an error', async () => {
      const server = await startHandler(
        (_, { socket }) => void socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
      )
      assert.deepEqual(await fetchFrom(server), { failure: 'unreachable' })
      assert.equal(server.connections(), 2)
    })

    test('A body longer than its Content-Length ends there', async () => {
      const server = await startHandler((_, response) => {
        response.socket?.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n')
        writeEndlessly(response.socket)
      })
      const fetched = readText(await fetchFrom(server))
      assert.ok(['xxxx', 'unreachable'].includes(fetched), fetched)
      await server.waitUntilClosed()
    })

    test('A compressed body that was not requested is not decompressed, and only returned on request', async () => {
      const bomb = gzipSync(Buffer.alloc(10_000_000))
      const server = await startHandler((_, response) => response.setHeader('content-encoding', 'gzip').end(bomb))
      assert.deepEqual(await fetchFrom(server), { failure: 'encoding' })
      const options = { ...FETCH_OPTIONS, acceptsEncoded: true }
      const encoded = await fetcher([server.host]).fetch(`http://${server.host}/`, options)
      assert.deepEqual('bytes' in encoded && [encoded.encoding, encoded.bytes.equals(bomb)], ['gzip', true])
      await server.waitUntilClosed()
    })

    test('A response that is not HTTP is an error, and so are endless headers', async () => {
      for (const text of ['220 mail.test ESMTP\r\n', `HTTP/1.1 200 OK\r\n${'X-Line: 1\r\n'.repeat(10_000)}`]) {
        const server = await startHandler((_, { socket }) => void socket?.write(text))
        assert.deepEqual(await fetchFrom(server), { failure: 'unreachable' })
        await server.waitUntilClosed()
      }
    })
  })

  describe('Failures and retries', () => {
    /** Handles the first request by one handler, and all others with an image. */
    const failFirst = (handler: Handler): Handler => {
      let isFirst = true
      return (request, response) => {
        if (isFirst) handler(request, response)
        else response.end('picture')
        isFirst = false
      }
    }

    test('Failures of the server are retried', async () => {
      const server = await startHandler(failFirst((_, response) => response.writeHead(500).end()))
      assert.equal(readText(await fetchFrom(server)), 'picture')
    })

    test('Failures of the connection are retried', async () => {
      const server = await startHandler(failFirst((_, { socket }) => void socket?.resetAndDestroy()))
      assert.equal(readText(await fetchFrom(server)), 'picture')
    })

    test('Timeouts are retried', async () => {
      const server = await startHandler(failFirst(() => undefined))
      assert.equal(readText(await fetchFrom(server, 300)), 'picture')
    })

    test('Persistent failures are reported after the second attempt', async () => {
      const server = await startHandler((_, response) => response.writeHead(503, { 'retry-after': '60' }).end())
      assert.deepEqual(await fetchFrom(server), { failure: 'status', status: 503, retryAfter: '60' })
      assert.equal(server.connections(), 2)
    })

    test('Rejections by the limits of the service are not retried', async () => {
      for (const status of [404, 410, 429, 204, 206]) {
        const server = await startHandler((_, response) => response.writeHead(status).end())
        assert.deepEqual(await fetchFrom(server), { failure: 'status', status, retryAfter: '' })
        assert.equal(server.connections(), 1, String(status))
      }
    })

    test('Failures to connect and to resolve a name are returned as values', async () => {
      const server = await startHandler(() => undefined)
      await server.stop()
      ends.length = 0
      assert.deepEqual(await fetchFrom(server), { failure: 'unreachable' })
      const { fetch } = fetcher([], { lookup: () => Promise.reject(new Error('ENOTFOUND')) })
      assert.deepEqual(await fetch('http://nobody.test/', FETCH_OPTIONS), { failure: 'unreachable' })
      assert.deepEqual(await fetcher([], { lookup: async () => [] }).fetch('http://nobody.test/', FETCH_OPTIONS), {
        failure: 'unreachable',
      })
    })

    test('An untrusted certificate is a failure, and no request is sent', async () => {
      const lookups: unknown[] = []
      const server = await startListener(createSecureServer(SELF_SIGNED, (request) => lookups.push(request.url)))
      ends.push(server.stop)
      const { fetch } = fetcher([server.host])
      assert.deepEqual(await fetch(`https://${server.host}/`, FETCH_OPTIONS), { failure: 'unreachable' })
      assert.equal(server.connections(), 2)
      assert.deepEqual(lookups, [])
      await server.waitUntilClosed()
    })
  })

  /** Writes until the reader disconnects. */
  function writeEndlessly(target: NodeJS.WritableStream | null): void {
    const chunk = 'x'.repeat(16_384)
    const more = () => {
      while (target?.writable && target.write(chunk));
    }
    target?.on('drain', more)
    more()
  }

  function writeSlowly(socket: NodeJS.WritableStream | null, piece: string, start: string): void {
    socket?.write(start)
    const timer = setInterval(() => socket?.write(piece), 20)
    socket?.on('close', () => clearInterval(timer))
  }
})
