import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { formatRequest, runLoad } from '../../bench/lib/load-generator.ts'
import { createResponseReader } from '../../bench/lib/response-reader.ts'
import { percentile } from '../../bench/lib/rounds.ts'

async function withServer<T>(handler: RequestListener, work: (port: number) => Promise<T>): Promise<T> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    return await work(typeof address === 'object' && address ? address.port : 0)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const always = (text: string) => () => ({ text, kind: 'one' })

test('Every complete response is counted, on the requested number of connections', async () => {
  const body = Buffer.alloc(200_000, 'x')
  const seen = { requests: 0, connections: new Set<unknown>() }
  const handler: RequestListener = (request, reply) => {
    seen.requests++
    seen.connections.add(request.socket)
    reply.end(body)
  }
  const measured = await withServer(handler, (port) =>
    runLoad({ port, connections: 3, seconds: 0.2, next: always(formatRequest('/')) }),
  )
  assert.equal(measured.responses, seen.requests)
  assert.equal(seen.connections.size, 3)
  const each = measured.bytes / measured.responses
  assert.ok(each > body.length && each < body.length + 500, String(each))
  assert.equal(measured.times.get('one')?.length, measured.responses)
})

test('Times are those of the server, separated by kind', async () => {
  const handler: RequestListener = (request, reply) => {
    void setTimeout(request.url === '/slow' ? 60 : 5).then(() => reply.end('{}'))
  }
  let turn = 0
  const next = () => {
    const kind = turn++ % 2 === 0 ? 'slow' : 'fast'
    return { text: formatRequest(`/${kind}`), kind }
  }
  const { times, seconds } = await withServer(handler, (port) => runLoad({ port, connections: 1, seconds: 0.4, next }))
  const p50 = (kind: string) => percentile(times.get(kind) ?? [], 0.5)
  assert.ok(p50('slow') >= 59 && p50('fast') >= 4 && p50('fast') < p50('slow'), `${p50('slow')} ${p50('fast')}`)
  assert.ok(seconds >= 0.4)
})

test('A body is sent, and a response with another status ends the run', async () => {
  const handler: RequestListener = (request, reply) => {
    reply.statusCode = request.headers['content-length'] === '9' ? 201 : 500
    request.resume().on('end', () => reply.end('{}'))
  }
  const text = formatRequest('/', { method: 'POST', body: '{"ä":1}'.padEnd(8) })
  await withServer(handler, async (port) => {
    await runLoad({ port, connections: 1, seconds: 0.05, next: always(text), status: 201 })
    const wrong = runLoad({ port, connections: 2, seconds: 5, next: always(formatRequest('/')), status: 200 })
    await assert.rejects(wrong, /GET \/ HTTP\/1.1 returned 500\. Expected 200/)
  })
})

test('A response may arrive in any pieces, and a 304 has no body', () => {
  const whole = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nx: y\r\n\r\nhello')
  for (let size = 1; size <= whole.length; size++) {
    const responses: unknown[] = []
    const take = createResponseReader((response) => responses.push(response))
    for (let index = 0; index < whole.length; index += size) take(whole.subarray(index, index + size))
    assert.deepEqual(responses, [{ status: 200, bytes: whole.length }], `pieces of ${size}`)
  }
  const answers: unknown[] = []
  const unmodified = Buffer.from('HTTP/1.1 304 Not Modified\r\netag: "a"\r\n\r\n')
  createResponseReader((response) => answers.push(response))(unmodified)
  assert.deepEqual(answers, [{ status: 304, bytes: unmodified.length }])
  const endless = Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
  assert.throws(() => createResponseReader(() => {})(endless), /no Content-Length/)
})
