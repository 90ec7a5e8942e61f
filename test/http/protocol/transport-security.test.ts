import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openRawConnection } from '../../helper/http/raw-http.ts'
import { startService, type TestService } from '../../helper/service.ts'

const REQUESTS = [
  ['GET', '/events'],
  ['GET', '/events'],
  ['HEAD', '/events'],
  ['OPTIONS', '/events'],
  ['GET', '/events.ics'],
  ['GET', '/events/999999'],
  ['POST', '/events'],
  ['GET', '//'],
  ['GET', '//events/'],
  ['GET', '//assets/site.css'],
  ['GET', '//healthz'],
  ['GET', '//robots.txt'],
  ['GET', '//mcp'],
  ['GET', '//uploads/none.png'],
  ['GET', '//nowhere'],
] as const

async function readHeaders(service: TestService): Promise<Readonly<Record<string, string | undefined>>> {
  const found: Record<string, string | undefined> = {}
  for (const [method, path] of REQUESTS) {
    const { headers } = await service.send(method, path)
    found[`${method} ${path}`] = headers['strict-transport-security']
  }
  for (const line of ['GET /a b HTTP/1.1', 'FOO / HTTP/1.1', 'CONNECT x:1 HTTP/1.1']) {
    const connection = await openRawConnection(service.origin)
    connection.send(`${line}\r\nHost: x\r\n\r\n`)
    found[line] = (await connection.receive())?.headers['strict-transport-security']
    connection.close()
  }
  return found
}

describe('Strict-Transport-Security', () => {
  for (const [url, expected] of [
    ['https://calendar.example', 'max-age=31536000'],
    ['http://calendar.example', undefined],
  ] as const) {
    test(`The header is ${expected ? 'in' : 'missing from'} every response where PUBLIC_URL is ${url}`, async () => {
      const service = await startService({ env: { PUBLIC_URL: url } })
      try {
        for (const [request, value] of Object.entries(await readHeaders(service)))
          assert.equal(value, expected, request)
      } finally {
        await service.stop()
      }
    })
  }
})
