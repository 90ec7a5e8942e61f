import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { type CommandResult, runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import {
  createPlacesReply,
  HALL_ADDRESS,
  HALL_COORDINATES,
  NO_PLACES,
  startGeocoder,
  type TestGeocoder,
} from '../helper/http/geocoder-server.ts'
import { startService, type TestService } from '../helper/service.ts'

const FOUND = createPlacesReply(HALL_COORDINATES.geo_lat, HALL_COORDINATES.geo_lng)

for (const engine of ONE_ENGINE) {
  describe(`calends geocode on ${engine.name}`, () => {
    let server: TestGeocoder
    let service: TestService
    before(async () => {
      server = await startGeocoder()
    })
    after(() => server.stop())
    beforeEach(async () => {
      server.requests.length = 0
      server.respondWith(() => FOUND)
      service = await startService({ engine })
    })
    afterEach(() => service.stop())

    const run = (args: readonly string[], during: (child: ChildProcess) => void = () => {}): Promise<CommandResult> =>
      runCalends(service.config.databaseUrl, ['geocode', ...args], { env: { GEOCODER_URL: server.url }, during })
    const create = async (venue: string, address: string): Promise<number> => {
      const json = { ...HALL_ADDRESS, venue, address }
      return (await service.send('POST', '/venues', { as: 'admin', json })).json.id
    }
    const readLatitude = async (id: number) => (await service.send('GET', `/venues/${id}`)).json.geo_lat
    const report = ({ stdout }: CommandResult) => JSON.parse(stdout)

    test('geocode looks up every waiting venue, one per second, and continues with the next call', async () => {
      const ids = [await create('One', '1 High Street'), await create('Two', '2 High Street')]
      await service.send('POST', '/venues', { as: 'admin', json: { venue: 'Bare' } })
      await service.send('POST', '/venues', {
        as: 'admin',
        json: { venue: 'Given', ...HALL_ADDRESS, geo_lat: 1, geo_lng: 2 },
      })
      const third = await create('Three', '3 High Street')
      const first = await run(['--limit', '2'])
      assert.deepEqual(first, {
        code: 0,
        stdout:
          'geocoding: 0 %\ngeocoding: 50 %\ngeocoding: 100 %\n' + 'found: 2\nnot found: 0\nfailed: 0\nremaining: 1\n',
        stderr: '',
      })
      for (const id of ids) assert.equal(await readLatitude(id), HALL_COORDINATES.geo_lat)
      assert.equal(await readLatitude(third), undefined)
      const [one, two] = server.requests
      assert.ok((two?.at ?? 0) - (one?.at ?? 0) >= 1000)
      assert.equal(one?.agent, 'Calends')
      assert.deepEqual(report(await run(['--json'])), { found: 1, not_found: 0, failed: 0, left: 0 })
      assert.deepEqual(report(await run(['--json'])), { found: 0, not_found: 0, failed: 0, left: 0 })
      assert.equal(server.requests.length, 3)
    })

    test('geocode retries unsuccessful lookups only with the option', async () => {
      const id = await create('Lost', '1 No Street')
      server.respondWith(() => NO_PLACES)
      assert.deepEqual(report(await run(['--json'])), { found: 0, not_found: 1, failed: 0, left: 0 })
      server.respondWith(() => FOUND)
      assert.deepEqual(report(await run(['--json'])), { found: 0, not_found: 0, failed: 0, left: 0 })
      assert.deepEqual(report(await run(['--again', '--json'])), { found: 1, not_found: 0, failed: 0, left: 0 })
      assert.equal(await readLatitude(id), HALL_COORDINATES.geo_lat)
    })

    test('geocode fails when a lookup failed, and retries it with the next call', async () => {
      const id = await create('Odd', '1 Odd Street')
      await create('Even', '2 Even Street')
      server.respondWith(({ street }) => (street === '1 Odd Street' ? { status: 500 } : FOUND))
      const { code, stdout, stderr } = await run(['--json'])
      assert.deepEqual([code, stderr], [1, `venue ${id}: it answered with status 500\n`])
      assert.deepEqual(JSON.parse(stdout), { found: 1, not_found: 0, failed: 1, left: 0 })
      server.respondWith(() => FOUND)
      assert.equal(report(await run(['--json'])).found, 1)
    })

    test('geocode stops when the geocoder requests a long pause', async () => {
      for (const number of [1, 2, 3]) await create(`Hall ${number}`, `${number} High Street`)
      server.respondWith(() => ({ status: 429, headers: { 'retry-after': '7200' } }))
      const result = await run(['--json'])
      assert.equal(result.code, 1)
      assert.deepEqual(report(result), { found: 0, not_found: 0, failed: 1, left: 2 })
      assert.match(result.stderr, /left alone for 120 minutes\n$/)
      assert.equal(server.requests.length, 1)
    })

    test('geocode can be interrupted by Ctrl-C without loss', async () => {
      const [first, second] = [await create('One', '1 High Street'), await create('Two', '2 High Street')]
      let whenRequested = () => {}
      server.respondWith(({ street }) => {
        if (street === '1 High Street') return FOUND
        whenRequested()
        return new Promise(() => {})
      })
      const result = await run(['--json'], (child) => {
        whenRequested = () => child.kill('SIGINT')
      })
      assert.equal(result.code, 130)
      assert.deepEqual(report(result), { found: 1, not_found: 0, failed: 0, left: 1 })
      assert.equal(await readLatitude(first), HALL_COORDINATES.geo_lat)
      server.respondWith(() => FOUND)
      assert.equal(report(await run(['--json'])).found, 1)
      assert.equal(await readLatitude(second), HALL_COORDINATES.geo_lat)
    })

    test('geocode reports that no geocoder is configured', async () => {
      const result = await runCalends(service.config.databaseUrl, ['geocode'])
      assert.deepEqual(result, {
        code: 1,
        stdout: '',
        stderr: 'calends: GEOCODER_URL is not set.\n',
      })
    })
  })
}
