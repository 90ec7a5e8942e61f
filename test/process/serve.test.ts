import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { ENGINES, type TestStorage } from '../helper/engines.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  type ServeProcesses,
  stopProcess,
} from '../helper/serve-process.ts'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

for (const engine of ENGINES) {
  describe(`The service as a process on ${engine.name}`, () => {
    let secret = ''
    let storage: TestStorage
    let processes: ServeProcesses
    before(async () => {
      storage = await engine.create()
      processes = createServeProcesses({ DATABASE_URL: storage.url })
    })
    after(async () => {
      processes.end()
      await storage.remove()
    })
    const start = (env?: Readonly<Record<string, string>>) => processes.start(env)

    test('The printed token of the first start creates the administrator', async () => {
      const running = await start()
      secret = findSecret(running.printed)
      assert.equal(secret.length, 24)
      const user = await fetch(`${running.url}/wp-json/wp/v2/users/me`, {
        headers: { authorization: createBasicAuth(secret) },
      })
      assert.equal(user.status, 200)
      assert.equal(await stopProcess(running), 0)
    })

    test('A later start prints no token, and the password is still valid', async () => {
      const running = await start()
      assert.equal(findSecret(running.printed), '')
      const response = await fetch(`${running.url}/wp-json/wp/v2/users/me`, {
        headers: { authorization: createBasicAuth(secret) },
      })
      assert.equal(response.status, 200)
      assert.equal(await stopProcess(running), 0)
    })

    test('/healthz and /readyz report the state of the process', async () => {
      const running = await start()
      for (const path of ['/healthz', '/readyz']) {
        const response = await fetch(`${running.url}${path}`)
        assert.equal(response.status, 200)
        assert.match(response.headers.get('content-type') ?? '', /json/)
      }
      await stopProcess(running)
    })

    test('The root of the site links to the API', async () => {
      const running = await start()
      const response = await fetch(`${running.url}/`)
      assert.equal(response.headers.get('x-tec-api-root'), `${running.url}/wp-json/tribe/events/v1/`)
      assert.match(response.headers.get('link') ?? '', /<[^>]+\/wp-json\/>; rel="https:\/\/api\.w\.org\/"/)
      assert.match(await response.text(), /<meta name="tec-api-version" content="v1">/)
      await stopProcess(running)
    })

    test('Without the compatibility mount only /api is served', async () => {
      const running = await start({ WORDPRESS_MOUNT: 'off' })
      assert.equal((await fetch(`${running.url}/wp-json/tribe/events/v1/events`)).status, 404)
      assert.equal((await fetch(`${running.url}/api/cal/events/v1/events`)).status, 200)
      await stopProcess(running)
    })

    test('A request in progress at SIGTERM is completed', async () => {
      const running = await start()
      const body = JSON.stringify({ title: 'Last', start_date: 'tomorrow', end_date: 'tomorrow' })
      const headers = {
        authorization: createBasicAuth(secret),
        'content-type': 'application/json',
        'content-length': body.length,
      }
      const request = httpRequest(`${running.url}/api/cal/events/v1/events`, { method: 'POST', headers })
      const status = new Promise<number | undefined>((resolve, reject) => {
        request.on('response', (incoming) => resolve(incoming.resume().statusCode))
        request.on('error', reject)
      })
      request.write(body.slice(0, 10))
      await pause(200)
      const ended = stopProcess(running)
      await pause(200)
      request.end(body.slice(10))
      assert.equal(await status, 201)
      assert.equal(await ended, 0)
    })

    test('A connection without a request does not delay the stop', async () => {
      const running = await start()
      const { hostname, port } = new URL(running.url)
      const socket = connect(Number(port), hostname).on('error', () => {})
      await once(socket, 'connect')
      assert.equal(await stopProcess(running), 0)
      socket.destroy()
    })

    test('Acknowledged writes survive kill -9', async () => {
      const running = await start()
      const titles = Array.from({ length: 10 }, (_, number) => `Kept ${number}`)
      for (const title of titles) {
        const response = await fetch(`${running.url}/api/cal/events/v1/events`, {
          method: 'POST',
          headers: { authorization: createBasicAuth(secret), 'content-type': 'application/json' },
          body: JSON.stringify({ title, start_date: 'tomorrow', end_date: 'tomorrow' }),
        })
        assert.equal(response.status, 201)
      }
      running.child.kill('SIGKILL')
      await running.ended
      const again = await start()
      const list = await fetch(`${again.url}/api/cal/events/v1/events?search=kept&per_page=100`)
      const { total } = (await list.json()) as { total: number }
      assert.equal(total, titles.length)
      await stopProcess(again)
    })

    test('A scheduled event is published at its time, without any request', async () => {
      const running = await start()
      const soon = new Date(Date.now() + 2000).toISOString()
      const created = await fetch(`${running.url}/api/cal/events/v1/events`, {
        method: 'POST',
        headers: { authorization: createBasicAuth(secret), 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Soon', start_date: 'tomorrow', end_date: 'tomorrow', date_utc: soon }),
      })
      const { status, rest_url } = (await created.json()) as { status: string; rest_url: string }
      assert.equal(status, 'future')
      assert.equal((await fetch(rest_url)).status, 403)
      await pause(4500)
      assert.equal((await fetch(rest_url)).status, 200)
      await stopProcess(running)
    })

    test('After a failed start on a used port, the administrator can be created', async () => {
      const own = await engine.create()
      const holder = await start()
      const { port } = new URL(holder.url)
      await assert.rejects(
        start({ DATABASE_URL: own.url, PORT: port }),
        /Port \d+ on 127\.0\.0\.1 is already in use\. Set PORT/,
      )
      const later = await start({ DATABASE_URL: own.url })
      assert.equal(findSecret(later.printed).length, 24)
      await Promise.all([stopProcess(holder), stopProcess(later)])
      await own.remove()
    })

    test('Two processes on one new database migrate it once', async () => {
      const shared = await engine.create()
      const both = await Promise.all([1, 2].map(() => start({ DATABASE_URL: shared.url })))
      for (const running of both) assert.equal((await fetch(`${running.url}/readyz`)).status, 200)
      const secrets = both.map(({ printed }) => findSecret(printed)).filter((found) => found !== '')
      assert.equal(secrets.length, 1)
      await Promise.all(both.map(stopProcess))
      await shared.remove()
    })
  })
}
