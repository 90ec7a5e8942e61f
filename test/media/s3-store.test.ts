import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { describe, test } from 'node:test'
import type { MediaStore } from '../../src/calendar/images/media-store.ts'
import { parseMediaUrl } from '../../src/calendar/images/media-url.ts'
import { openMediaStore } from '../../src/features/media/stores/open-store.ts'
import { createS3Store } from '../../src/features/media/stores/s3-store.ts'
import { Problem } from '../../src/kernel/problem.ts'
import { listKeys, readContent, startS3 } from '../helper/media/media-servers.ts'

const KEY = '2026/11/photo.jpg'
const SECRET = 'hush/hush+hush'

type Work = (store: MediaStore) => Promise<void>

/** Checks that an error is a 503 whose cause contains `reason` and no secret. */
const isUnavailableBy = (reason: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Problem && error.cause instanceof Error)
  assert.deepEqual([error.code, error.status, error.details.retryAfter], ['media_unavailable', 503, 10])
  assert.match(error.cause.message, reason)
  assert.doesNotMatch(error.cause.message, /hush|S3RVER/)
  return true
}

/** Runs work on a store whose server responds with `listener`. */
async function withServer(listener: RequestListener, work: Work, timeoutMs = 10_000): Promise<void> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const url = `s3://key:${encodeURIComponent(SECRET)}@127.0.0.1:${address.port}/pictures/a?tls=off&region=eu-west-1`
  const target = parseMediaUrl(url)
  assert.ok(target?.kind === 's3')
  try {
    await work(createS3Store(target, timeoutMs))
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** AWS Signature Version 4 of a received request, which s3rver does not verify. */
function computeSignature({ method, url = '', headers }: IncomingMessage): string {
  const { pathname, searchParams } = new URL(url, 'http://host')
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).sort()
  const signed = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? ''
  const lines = signed.split(';').map((name) => `${name}:${headers[name]}\n`)
  const request = [method, pathname, query.join('&'), lines.join(''), signed, headers['x-amz-content-sha256']].join(
    '\n',
  )
  const time = String(headers['x-amz-date'])
  const scope = [time.slice(0, 8), 'eu-west-1', 's3', 'aws4_request']
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${SECRET}`)
  const hashed = createHash('sha256').update(request).digest('hex')
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope.join('/'), hashed].join('\n')).toString('hex')
}

const isSigned = (request: IncomingMessage): boolean =>
  ['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => request.headers.authorization?.includes(name)) &&
  request.headers.authorization?.endsWith(`Signature=${computeSignature(request)}`) === true

describe('Media store on S3', () => {
  test('Objects are stored below the prefix, and only these are listed', async () => {
    const server = await startS3()
    const store = openMediaStore(server.url)
    await store.write(KEY, Buffer.from('x'), 'image/jpeg')
    const root = openMediaStore(server.url.replace('/calendar/uploads', ''))
    await root.write(KEY, Buffer.from('y'), 'image/jpeg')
    assert.deepEqual(await listKeys(store), [KEY])
    assert.deepEqual(await listKeys(root), [KEY])
    assert.equal(String(await readContent(store, KEY)), 'x')
    await server.close()
  })

  test('Every request has a valid signature', async () => {
    const seen: string[] = []
    const listener: RequestListener = (request, response) => {
      seen.push(`${request.method} ${request.url?.split('?')[0]} ${isSigned(request)}`)
      response.end(request.url?.includes('?') ? '<ListBucketResult></ListBucketResult>' : '')
    }
    await withServer(listener, async (store) => {
      await store.write(KEY, Buffer.from('x'), 'image/jpeg')
      await store.read(KEY)
      await store.remove([KEY])
      await listKeys(store)
    })
    assert.deepEqual(seen, [
      `PUT /pictures/a/${KEY} true`,
      `GET /pictures/a/${KEY} true`,
      `DELETE /pictures/a/${KEY} true`,
      'GET /pictures/ true',
    ])
  })

  test('An object has the media type of its image', async () => {
    const types: unknown[] = []
    const listener: RequestListener = (request, response) => {
      types.push(request.headers['content-type'])
      response.end()
    }
    await withServer(listener, async (store) => store.write(KEY, Buffer.from('x'), 'image/jpeg'))
    assert.deepEqual(types, ['image/jpeg'])
  })

  test('A list of several pages is complete, and contains only valid keys', async () => {
    const pages: Record<string, string> = {
      '': '<IsTruncated>true</IsTruncated><NextContinuationToken>t+/=</NextContinuationToken><Contents><Key>a/2026/11/b.png</Key></Contents><Contents><Key>a/x.txt</Key></Contents>',
      't+/=': '<IsTruncated>false</IsTruncated><Contents><Key>a/2026/12/c.gif</Key></Contents>',
    }
    const listener: RequestListener = (request, response) => {
      const query = new URL(request.url ?? '', 'http://host').searchParams
      assert.equal(query.get('prefix'), 'a/')
      if (!isSigned(request)) response.writeHead(403)
      response.end(`<ListBucketResult>${pages[query.get('continuation-token') ?? '']}</ListBucketResult>`)
    }
    await withServer(listener, async (store) =>
      assert.deepEqual(await listKeys(store), ['2026/11/b.png', '2026/12/c.gif']),
    )
  })

  for (const [name, change] of Object.entries({
    'An unknown access key': ['S3RVER:', 'NOBODY:'],
    'a missing bucket': ['/pictures/', '/elsewhere/'],
  }) as readonly [string, [string, string]][])
    test(`${name} is reported in one line without the secret`, async () => {
      const server = await startS3()
      const store = openMediaStore(server.url.replace(...change))
      const isExpected = isUnavailableBy(/:\d+\/\w+: cannot \w+/)
      await assert.rejects(store.write(KEY, Buffer.from('x'), 'image/jpeg'), isExpected)
      await assert.rejects(store.read(KEY), isExpected)
      await assert.rejects(listKeys(store), isExpected)
      await server.close()
    })

  test('A refused connection is reported after two attempts', async () => {
    const server = await startS3()
    await server.close()
    const isExpected = isUnavailableBy(/cannot read calendar\/uploads\/2026.*ECONNREFUSED/)
    await assert.rejects(openMediaStore(server.url).read(KEY), isExpected)
  })

  for (const [name, status, attempts, reason] of [
    ['A request without a response fails after two attempts', 0, 2, /no response within 0\.2 seconds/],
    ['A 503 is reported after two attempts', 503, 2, /503/],
    ['A 403 is reported after one attempt', 403, 1, /403/],
    ['A redirect is not followed', 307, 1, /307/],
  ] as const)
    test(name, async () => {
      let requestCount = 0
      const listener: RequestListener = (_, response) => {
        requestCount += 1
        if (status > 0) response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(SECRET)
      }
      const write: Work = (store) =>
        assert.rejects(store.write(KEY, Buffer.from('x'), 'image/jpeg'), isUnavailableBy(reason))
      await withServer(listener, write, status === 0 ? 200 : 10_000)
      assert.equal(requestCount, attempts)
    })

  test('A failed request is repeated once, and slow content is not interrupted', async () => {
    let requestCount = 0
    const listener: RequestListener = (_, response) => {
      requestCount += 1
      if (requestCount === 1) return void response.writeHead(500).end()
      response.writeHead(200, { 'content-length': 7 }).write('pic')
      setTimeout(() => response.write('tu'), 1200)
      setTimeout(() => response.end('re'), 2400)
    }
    const read: Work = async (store) => assert.equal(String(await readContent(store, KEY)), 'picture')
    await withServer(listener, read, 2000)
  })

  test('A stalled write fails, and a slow one succeeds', async () => {
    const bytes = Buffer.alloc(12_000_000, 'picture')
    let received = 0
    const slowly: RequestListener = async (request, response) => {
      for await (const chunk of request) {
        received += chunk.length
        await new Promise((next) => setTimeout(next, 2))
      }
      response.end()
    }
    await withServer(slowly, (store) => store.write(KEY, bytes, 'image/jpeg'), 1000)
    assert.equal(received, bytes.length)
    const never: RequestListener = (request) => void request.once('data', () => request.pause())
    const isExpected = isUnavailableBy(/no response within 0\.2 seconds/)
    await withServer(never, (store) => assert.rejects(store.write(KEY, bytes, 'image/jpeg'), isExpected), 200)
  })

  test('Content that stalls before its first byte returns 503, and later it is aborted', async () => {
    const started = performance.now()
    const before: RequestListener = (_, response) => response.writeHead(200, { 'content-length': 7 }).flushHeaders()
    const isExpected = isUnavailableBy(/no response within 0\.2 seconds/)
    await withServer(before, (store) => assert.rejects(store.read(KEY), isExpected), 200)
    const later: RequestListener = (_, response) => void response.writeHead(200, { 'content-length': 7 }).write('pic')
    await withServer(later, async (store) => assert.rejects(readContent(store, KEY), /no response/), 200)
    assert.ok(performance.now() - started < 10_000)
  })

  test('Content is not aborted when it is read slowly', async () => {
    const bytes = Buffer.alloc(3_000_000, 'picture')
    const listener: RequestListener = (_, response) => response.end(bytes)
    const read: Work = async (store) => {
      const media = await store.read(KEY)
      assert.ok(media)
      await new Promise((next) => setTimeout(next, 600))
      let size = 0
      for await (const piece of media.stream) size += Buffer.from(piece).length
      assert.equal(size, bytes.length)
    }
    await withServer(listener, read, 200)
  })

  test('Content that ends early is an error, not a truncated image', async () => {
    const listener: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-length': 7 }).write('pic', () => response.destroy())
    }
    await withServer(listener, async (store) => assert.rejects(readContent(store, KEY)))
  })
})
