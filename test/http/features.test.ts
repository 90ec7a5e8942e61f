/** The service without some of its features, and with one of its own. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nextEvent } from '../../examples/feature/feature.ts'
import { listRoutes } from '../../src/api/routes.ts'
import { FEATURES } from '../../src/features.ts'
import type { Feature } from '../../src/http/feature.ts'
import { startService, type TestService } from '../helper/service.ts'

const EVENT = { title: 'Concert', start_date: '2027-03-01 20:00:00', end_date: '2027-03-01 22:00:00' }

/** Without the feature and those that require it, directly or through others. */
function listWithout(name: string): readonly Feature[] {
  const removed = new Set([name])
  for (let size = 0; size !== removed.size; ) {
    size = removed.size
    for (const { name: other, requires = [] } of FEATURES)
      if (requires.some((required) => removed.has(required))) removed.add(other)
  }
  return FEATURES.filter((feature) => !removed.has(feature.name))
}

async function assertRecordsWork({ send }: TestService): Promise<void> {
  const created = await send('POST', '/events', { as: 'editor', json: { ...EVENT, venue: { venue: 'Hall' } } })
  assert.equal(created.status, 201, created.text)
  const path = `/events/${created.json.id}`
  assert.equal((await send('GET', path)).json.venue.venue, 'Hall')
  assert.equal((await send('PUT', path, { as: 'editor', json: { title: 'Choir' } })).json.title, 'Choir')
  assert.equal((await send('GET', '/events?search=choir')).json.total, 1)
  assert.equal((await send('DELETE', path, { as: 'anon' })).status, 401)
  assert.equal((await send('DELETE', path, { as: 'editor' })).status, 200)
  assert.equal((await send('GET', '/events?search=choir')).json.total ?? 0, 0)
}

/** Names of the schemas that the document refers to and does not contain. */
async function findMissingSchemas({ send }: TestService): Promise<string[]> {
  const { json, text } = await send('GET', '/doc')
  const names = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name))
  return [...names].filter((name) => !(name in json.components.schemas))
}

describe('A service without features', () => {
  test('Records are written and read with an application password, and the index lists only their routes', async () => {
    const service = await startService({ features: [] })
    await assertRecordsWork(service)
    const { json } = await service.send('GET', '')
    assert.deepEqual(
      Object.keys(json.routes).filter((path) => /webhooks|imports|session|batch|changes|settings/.test(path)),
      [],
    )
    assert.deepEqual(await findMissingSchemas(service), [])
    assert.equal((await service.send('GET', '//', { headers: { accept: 'text/html' } })).status, 404)
    assert.equal((await service.send('GET', '//healthz')).status, 200)
    await service.stop()
  })

  for (const { name } of FEATURES)
    test(`It starts without ${name} and what requires it: their routes are gone, and records work`, async () => {
      const features = listWithout(name)
      const service = await startService({ features })
      await assertRecordsWork(service)
      const { json } = await service.send('GET', '')
      const paths = Object.keys(json.routes)
      const left = new Set(listRoutes(features).map(({ pattern }) => pattern))
      for (const { pattern } of listRoutes(FEATURES))
        assert.equal(paths.includes(`/${json.namespace}${pattern}`), left.has(pattern), pattern)
      assert.deepEqual(await findMissingSchemas(service), [])
      await service.stop()
    })
})

describe('A feature of one’s own', () => {
  test('The example adds a document, which shows what visitors may see', async () => {
    const service = await startService({ features: [...FEATURES, nextEvent] })
    await service.send('POST', '/events', {
      as: 'editor',
      json: { ...EVENT, status: 'draft', start_date: '2027-02-01' },
    })
    const read = () => service.send('GET', '//next-event.txt')
    assert.deepEqual([(await read()).status, (await read()).text], [200, ''])
    await service.send('POST', '/events', { as: 'editor', json: EVENT })
    assert.equal((await read()).text, '2027-03-01 20:00 Concert\n')
    await service.stop()
  })
})
