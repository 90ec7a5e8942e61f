/** Traces, received by a small collector for OTLP over HTTP (https://opentelemetry.io/docs/specs/otlp/). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { ONE_ENGINE } from '../helper/engines.ts'
import { type Json, startService } from '../helper/service.ts'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const PARENT_ID = 'b7ad6b7169203331'
const SERVER_KIND = 2

async function startCollector() {
  const received: Json[] = []
  const server = createServer(async (request, response) => {
    received.push({ url: request.url, type: request.headers['content-type'], body: await json(request) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    endpoint: `http://127.0.0.1:${port}`,
    received,
    listSpans: (): Json[] =>
      received.flatMap(({ body }) =>
        body.resourceSpans.flatMap((resource: Json) => resource.scopeSpans.flatMap((scope: Json) => scope.spans)),
      ),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const getAttributes = (span: Json): Readonly<Record<string, Json>> =>
  Object.fromEntries(span.attributes.map(({ key, value }: Json) => [key, value.stringValue ?? value.intValue]))

for (const engine of ONE_ENGINE) {
  describe(`Traces on ${engine.name}`, () => {
    test('A request is a span that continues the trace of the client, with its stages and statements', async (context) => {
      const collector = await startCollector()
      context.after(collector.stop)
      const service = await startService({ engine, env: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/` } })
      const headers = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` }
      await service.send('GET', '/events?search=secret', { headers })
      await service.send('GET', '/nothing', { headers: { traceparent: 'nonsense' } })
      // Stopping sends what is left.
      await service.stop()
      assert.deepEqual(
        [...new Set(collector.received.map(({ url, type }) => `${url} ${type}`))],
        ['/v1/traces application/json'],
      )
      const [{ resource }] = collector.received[0].body.resourceSpans
      assert.equal(getAttributes(resource)['service.name'], 'calends')
      const spans = collector.listSpans()
      const root = spans.find(({ name }) => name === 'GET /events')
      assert.deepEqual([root.traceId, root.parentSpanId, root.kind], [TRACE_ID, PARENT_ID, SERVER_KIND])
      assert.equal(getAttributes(root)['http.response.status_code'], 200)
      const stages = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId)
      const handle = stages.find(({ name }) => name === 'handle')
      assert.ok(stages.length > 5)
      assert.ok(BigInt(handle.startTimeUnixNano) >= BigInt(root.startTimeUnixNano))
      assert.ok(BigInt(handle.endTimeUnixNano) <= BigInt(root.endTimeUnixNano))
      const statements = spans.filter(({ parentSpanId }) => parentSpanId === handle.spanId)
      assert.ok(statements.length > 0)
      assert.match(getAttributes(statements[0])['db.query.text'], /^(?:select|with)/)
      const other = spans.find(({ name }) => name === 'GET none')
      assert.notEqual(other.traceId, TRACE_ID)
      assert.ok(!other.parentSpanId)
      assert.doesNotMatch(JSON.stringify(spans), /secret/)
    })
  })
}

test('A collector that does not respond delays neither requests nor the end of the service for long', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const service = await startService({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } })
  assert.equal((await service.send('GET', '/events')).status, 200)
  await service.stop()
  server.closeAllConnections()
  server.close()
})
