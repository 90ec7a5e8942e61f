/** A database that cannot be written to: responses to clients and monitors, and recovery without a restart. */
import assert from 'node:assert/strict'
import { renameSync, writeFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { startService, type TestResponse, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const EVENT = { title: 'Concert', start_date: '2026-12-01 10:00:00', end_date: '2026-12-01 12:00:00' }
const TIMEOUT = 10_000

for (const engine of SPLIT_ENGINES) {
  describe(`Writes that fail on ${engine.name}`, () => {
    let service: TestService
    let reported: string[] = []
    before(async () => {
      service = await startService({ engine, report: (error) => reported.push(String(error)) })
      assert.equal((await create()).status, 201)
    })
    after(() => service.stop())

    const create = (description = ''): Promise<TestResponse> =>
      service.send('POST', '/events', { as: 'admin', json: { ...EVENT, description } })
    const readyz = (query = '') => service.send('GET', `//readyz${query}`)
    const path = () => service.config.databaseUrl.slice('sqlite:'.length)

    /** The parts of a response that describe a failed write. */
    const summarize = ({ status, headers, json }: TestResponse) => [
      status,
      json.code,
      Number(headers['retry-after']) > 0,
    ]

    async function assertRecovered() {
      await waitUntil(async () => (await create()).status === 201, TIMEOUT)
      const { status, json } = await readyz()
      assert.deepEqual([status, json.status, json.writes], [200, 'ready', 'ok'])
    }

    test('POST /events returns 503 storage_full with Retry-After while the disk is full', async () => {
      const release = engine.name === 'sqlite' ? await fillSqlite(service) : await fillPostgres(service)
      const response = await create('x'.repeat(100_000))
      assert.deepEqual(summarize(response), [503, 'storage_full', true])
      const { status, json } = await readyz()
      assert.deepEqual([status, json.status, json.writes, json.reason], [503, 'read-only', 'failing', 'storage_full'])
      assert.deepEqual(json.checks.writes, { status: 'failing', reason: 'storage_full' })
      assert.equal((await readyz('?scope=reads')).status, 200)
      assert.equal((await service.send('GET', '/events')).status, 200)
      await release()
      await assertRecovered()
    })

    test('GET /readyz tries a write when there was none', async (context) => {
      if (engine.name !== 'postgres') return context.skip('SQLite cannot reject writes of one table')
      const release = await refuseProbes(service)
      await waitUntil(async () => (await readyz()).json.reason === 'storage_full', TIMEOUT)
      await release()
      await waitUntil(async () => (await readyz()).status === 200, TIMEOUT)
    })

    test('A deleted or replaced database file is noticed within a second, and the old file is not written to', async (context) => {
      if (engine.name !== 'sqlite') return context.skip('PostgreSQL sees to its files itself')
      for (const change of ['deleted', 'replaced'] as const) {
        reported = []
        renameSync(path(), `${path()}.away`)
        if (change === 'replaced') writeFileSync(path(), '')
        assert.deepEqual(summarize(await create()), [503, 'database_unavailable', true])
        assert.deepEqual([(await readyz()).status, (await readyz()).json.reason], [503, 'database_unavailable'])
        assert.equal((await service.send('GET', '/events')).status, 200)
        await waitUntil(() => reported.length > 0, 1000)
        assert.match(
          reported.join(),
          change === 'deleted' ? /database file .* is missing/ : /database file .* was replaced/,
        )
        renameSync(`${path()}.away`, path())
        await assertRecovered()
        assert.equal(reported.length, 1)
      }
    })
  })
}

/** Prevents the file from growing; returns a function that ends the limit. */
async function fillSqlite({ services: { database } }: TestService): Promise<() => Promise<unknown>> {
  const limit = (pages: number) =>
    database.transaction((tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx))
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.read)
  await limit(rows[0]?.page_count ?? 0)
  return () => limit(4_294_967_294)
}

/** Makes the server respond as it does when its disk is full. */
const fillPostgres = (service: TestService) => failOn(service, 'insert on events')
const refuseProbes = (service: TestService) => failOn(service, 'update on database_identity')

async function failOn({ services: { database } }: TestService, event: string): Promise<() => Promise<unknown>> {
  await database.transaction(async (tx) => {
    await sql
      .raw(`create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
      .execute(tx)
    await sql.raw(`create trigger full_disk before ${event} for each row execute function full_disk()`).execute(tx)
  })
  return () => database.transaction((tx) => sql`drop function full_disk cascade`.execute(tx))
}
