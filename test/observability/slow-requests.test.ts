import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createServices } from '../../src/process-services.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { waitUntil } from '../helper/until.ts'

const EVENTS = '/api/cal/events/v1/events'

for (const engine of ONE_ENGINE) {
  describe(`Slow requests on ${engine.name}`, () => {
    async function collect(milliseconds: number, urls: readonly string[]) {
      const storage = await engine.create()
      const env = { DATABASE_URL: storage.url, DATA_DIR: storage.folder, SLOW_MS: String(milliseconds) }
      const config = readConfig(env)
      const lines: string[] = []
      const services = await createServices(config)
      const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
      const { server, close } = await createApp({ config, services, logger })
      const listSlow = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'slow request')
      try {
        await Promise.all(urls.map((url) => server.inject({ method: 'GET', url })))
        if (milliseconds === 1) await waitUntil(async () => listSlow().length === urls.length, 10_000)
      } finally {
        await close()
        await services.close()
        await storage.remove()
      }
      return listSlow()
    }

    test('A slow request is logged with its stages, its own statements and a query plan, without values', async () => {
      const [events, venues] = await collect(1, [`${EVENTS}?search=secret`, '/api/cal/events/v1/venues']).then(
        (slow) => [slow.find(({ route }) => route === '/events'), slow.find(({ route }) => route === '/venues')],
      )
      assert.deepEqual([events.method, events.path, events.status], ['GET', EVENTS, 200])
      assert.ok(events.ms > 1)
      assert.ok(events.stages.handle > 0)
      assert.ok(events.database.count > 0)
      assert.match(JSON.stringify(events.statements), /from \\"listed_events\\"|post_search|events/)
      assert.doesNotMatch(JSON.stringify(venues.statements), /post_search/, 'statements of the other request')
      const plans = [...events.statements, ...venues.statements].flatMap(({ plan }) => plan ?? [])
      assert.match(plans.join('\n'), engine.name === 'sqlite' ? /SCAN|SEARCH/ : /cost=/)
      assert.doesNotMatch(JSON.stringify([events, venues]), /secret/)
    })

    test('A request that is fast enough is not logged', async () => {
      assert.deepEqual(await collect(60_000, [EVENTS]), [])
    })
  })
}
