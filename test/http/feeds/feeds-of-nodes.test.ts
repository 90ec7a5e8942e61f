/** Feeds of a node after writes on another one, whose notifications arrive late. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { startTcpProxy, type TcpProxy } from '../../helper/http/tcp-proxy.ts'
import { startService, type TestService } from '../../helper/service.ts'

const EVENT = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
/** Less than the second for which a state is known. */
const DELAY_MILLISECONDS = 250

for (const engine of SPLIT_ENGINES) {
  describe(`Feeds of another node on ${engine.name}`, () => {
    let writing: TestService
    let reading: TestService
    let proxy: TcpProxy
    let id = 0
    let paths: readonly string[] = []
    before(async () => {
      proxy = await startTcpProxy()
      writing = await startService({ engine })
      const listen = new URL(writing.config.databaseUrl)
      proxy.setTarget(Number(listen.port))
      listen.port = String(proxy.port)
      const env = {
        DATABASE_URL: writing.config.databaseUrl,
        ...(engine.name === 'postgres' && { DATABASE_LISTEN_URL: listen.href }),
      }
      reading = await startService({ engine, existing: writing, env })
      id = (await writing.send('POST', '/events', { as: 'admin', json: { ...EVENT, title: 'first' } })).json.id
      const names = ['ics', 'rss', 'ndjson', 'csv', 'html'].map((name) => `/events.${name}`)
      paths = [...names, `/events/${id}.ics`, '//?post_type=tribe_events&feed=rss2']
      proxy.setDelay(DELAY_MILLISECONDS)
    })
    after(async () => {
      await reading?.stop()
      await writing?.stop()
      await proxy?.stop()
    })
    /** Reads twice, so that everything that may be cached is. */
    const read = async (path: string) => {
      await reading.send('GET', path)
      return reading.send('GET', path)
    }

    test('A feed contains a write that was acknowledged before, and has another validator', async () => {
      for (const [index, path] of paths.entries()) {
        const { headers } = await read(path)
        await writing.send('POST', `/events/${id}`, { as: 'admin', json: { title: `title ${index}` } })
        const validators = { 'if-none-match': headers['etag'] ?? '' }
        const { status, text } = await reading.send('GET', path, { headers: validators })
        assert.deepEqual([path, status], [path, 200])
        assert.ok(text.includes(`title ${index}`), path)
      }
    })

    test('A feed contains a new event, and a deleted one no more', async () => {
      const [path = ''] = paths
      await read(path)
      const created = await writing.send('POST', '/events', { as: 'admin', json: { ...EVENT, title: 'second' } })
      assert.ok((await reading.send('GET', path)).text.includes('second'))
      await writing.send('DELETE', `/events/${created.json.id}`, { as: 'admin' })
      assert.ok(!(await reading.send('GET', path)).text.includes('second'))
    })

    test('A feed has the name of the site that another node has set', async () => {
      await read('/events.rss')
      const { status } = await writing.send('POST', '/settings', { as: 'admin', json: { name: 'Renamed' } })
      assert.equal(status, 200)
      assert.ok((await reading.send('GET', '/events.rss')).text.includes('Renamed'))
    })
  })
}
