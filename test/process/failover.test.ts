/** A lagging standby is promoted while nodes run: they return its contents instead of what they cached before. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { ENGINES } from '../helper/engines.ts'
import { startTcpProxy, type TcpProxy } from '../helper/http/tcp-proxy.ts'
import { type ReplicatedServer, startReplicated } from '../helper/postgres.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  type ProcessResponse,
  requestProcess,
  type ServeProcess,
  type ServeProcesses,
  stopProcess,
} from '../helper/serve-process.ts'
import { waitUntil } from '../helper/until.ts'

const EVENT = { start_date: '2027-03-01', end_date: '2027-03-01' }
const TIMEOUT = 30_000
const getPort = (url: string): number => Number(new URL(url).port)

/** Number of changes of the new primary when the nodes connect to it: fewer than they have seen, or more. */
const CASES = [
  ['before it has made as many changes', 0],
  ['after it has made more changes', 12],
] as const

for (const [name, others] of CASES) {
  describe(`Failover to a lagging standby, ${name}`, {
    skip: !ENGINES.some(({ name }) => name === 'postgres'),
  }, () => {
    let servers: ReplicatedServer
    let proxy: TcpProxy
    let processes: ServeProcesses
    let node: ServeProcess
    let second: ServeProcess
    let authorization: string
    before(async () => {
      servers = await startReplicated()
      proxy = await startTcpProxy()
      proxy.setTarget(getPort(servers.primary.url))
      processes = createServeProcesses({ DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}/postgres` })
      node = await processes.start()
      second = await processes.start()
      authorization = createBasicAuth(findSecret(node.printed))
    })
    after(async () => {
      await Promise.all([node, second].filter(Boolean).map(stopProcess))
      processes?.end()
      await proxy?.stop()
      servers?.stop()
    })

    const send = (
      method: string,
      path: string,
      json?: unknown,
      headers = {},
      target = node,
    ): Promise<ProcessResponse> => requestProcess(target, method, path, { authorization, json, headers })
    const read = (path: string, target = node): Promise<ProcessResponse> => requestProcess(target, 'GET', path)
    const readEtag = async (path: string) =>
      (await fetch(`${node.url}/api/cal/events/v1${path}`)).headers.get('etag') ?? ''
    const query = async (text: string) => {
      const client = new pg.Client({ connectionString: `${servers.replica.url}/postgres` })
      client.on('error', () => {})
      await client.connect()
      return client.query(text).finally(() => client.end())
    }

    test('Reads, writes and validators follow the new primary on every node', async () => {
      const { json: event } = await send('POST', '/events', { ...EVENT, title: 'First' })
      const path = `/events/${event.id}`
      await waitUntil(async () => (await query('select title from events')).rows[0]?.title === 'First', TIMEOUT)
      await servers.replica.halt('fast')
      await send('PUT', path, { title: 'Lost title' })
      await send('POST', '/events', { ...EVENT, title: 'Lost event' })
      for (const target of [node, second]) {
        await waitUntil(async () => (await read('/events', target)).json.total === 2, TIMEOUT)
        for (let again = 0; again < 3; again++) assert.equal((await read(path, target)).json.title, 'Lost title')
      }
      const [etag, feedTag] = [await readEtag(path), await readEtag('/events.ndjson')]

      proxy.setTarget(undefined)
      await servers.primary.halt('immediate')
      await servers.replica.resume()
      await query('select pg_promote()')
      for (let index = 0; index < others; index++)
        await query(`insert into changes (kind, id, op, at) values ('user', 1, 'update', '2027-01-01 00:00:00')`)
      proxy.setTarget(getPort(servers.replica.url))

      for (const target of [node, second]) {
        await waitUntil(async () => (await read('//readyz', target)).status === 200, TIMEOUT)
        await waitUntil(async () => (await read(path, target)).json.title === 'First', 3000)
        await waitUntil(async () => (await read('/events', target)).json.total === 1, 3000)
      }
      assert.notEqual(await readEtag('/events.ndjson'), feedTag)
      const late = await send('PUT', path, { title: 'Overwritten' }, { 'if-match': etag })
      assert.equal(late.status, 412)
      for (let round = 0; round < 5; round++) {
        const { json } = await send('PUT', path, { title: `Round ${round}` })
        assert.equal(json.title, `Round ${round}`)
        assert.equal((await read(path)).json.title, `Round ${round}`)
        await waitUntil(async () => (await read(path, second)).json.title === `Round ${round}`, 3000)
      }
      const epochs = await Promise.all(
        [node, second].map(async (target) => (await read('//readyz', target)).json.epoch),
      )
      assert.equal(new Set(epochs).size, 1)
    })
  })
}
