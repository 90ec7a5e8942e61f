/** Requests that need the media store while it is unreachable. */
import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import { describe, test } from 'node:test'
import { createFileForm } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { startService, type TestResponse, type TestService } from '../../helper/service.ts'

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const FILE = '//uploads/2026/11/photo-0123456789abcdef.jpg'

async function listen(listener: RequestListener): Promise<{ server: Server; host: string }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return { server, host: `127.0.0.1:${address.port}` }
}

/** A service whose media store is a bucket on this host. */
async function withBucket(host: string, work: (service: TestService) => Promise<void>): Promise<void> {
  const service = await startService({ env: { MEDIA_URL: `s3://key:secret@${host}/pictures?tls=off` } })
  await work(service).finally(service.stop)
}

/** Time that the machine needs for the uploads alone, in milliseconds: it may be busy. */
async function measureUploads(): Promise<number> {
  const service = await startService()
  try {
    const body = createFileForm({}, await createImage(400, 300))
    const started = performance.now()
    const upload = async () =>
      assert.equal((await service.send('POST', '/media', { as: 'admin', ...body })).status, 201)
    await Promise.all([upload(), upload()])
    return performance.now() - started
  } finally {
    await service.stop()
  }
}

interface Outage {
  readonly about: string
  /** Milliseconds for a response. */
  readonly limit: number
}

async function assertUnavailable(requests: Promise<TestResponse>, { about, limit }: Outage): Promise<void> {
  const started = performance.now()
  const { status, headers, json } = await requests
  assert.deepEqual([status, json.code], [503, 'media_unavailable'], about)
  assert.ok(Number(headers['retry-after']) > 0, about)
  assert.ok(performance.now() - started < limit, `${about} took ${performance.now() - started} ms of ${limit}`)
}

/** An upload, an event with an image, and a file. */
async function assertAllUnavailable(service: TestService, about: string): Promise<void> {
  const image = await createImage(400, 300)
  const limit = 15_000 + 3 * (await measureUploads())
  const send = (path: string, sent: ReturnType<typeof createFileForm>) =>
    service.send('POST', path, { as: 'admin', ...sent })
  await Promise.all([
    assertUnavailable(send('/media', createFileForm({}, image)), { about: `${about}: upload`, limit }),
    assertUnavailable(send('/events', createFileForm({ title: 'E', ...dates }, image, 'a.jpg', 'image')), {
      about: `${about}: event`,
      limit,
    }),
    assertUnavailable(service.send('GET', FILE), { about: `${about}: file`, limit }),
  ])
  assert.equal((await service.send('GET', '/media', { as: 'admin' })).json.media.length, 0)
  assert.equal((await service.send('GET', '/events?status=any', { as: 'admin' })).json.events.length, 0)
}

describe('Requests for files return 503 with Retry-After within 15 seconds', () => {
  const never: RequestListener = () => {}
  const stuck: RequestListener = (request, response) => {
    if (request.method === 'GET') response.writeHead(200, { 'content-length': 1000 }).flushHeaders()
  }
  for (const [name, listener] of [
    ['a bucket that accepts connections and does not respond', never],
    ['a bucket whose responses stop after their headers', stuck],
  ] as const)
    test(`The media store is unavailable: ${name}`, async () => {
      const { server, host } = await listen(listener)
      try {
        await withBucket(host, (service) => assertAllUnavailable(service, name))
      } finally {
        server.closeAllConnections()
        server.close()
      }
    })

  test('The host of the bucket refuses connections', async () => {
    const { server, host } = await listen(never)
    await new Promise((resolve) => server.close(resolve))
    await withBucket(host, (service) => assertAllUnavailable(service, 'refused'))
  })

  test('The media folder is a file', async () => {
    const service = await startService({ env: { MEDIA_URL: 'file:/dev/null/uploads' } })
    await assertUnavailable(
      service.send('POST', '/media', { as: 'admin', ...createFileForm({}, await createImage(9, 9)) }),
      { about: 'no folder', limit: 15_000 },
    )
    await service.stop()
  })
})
