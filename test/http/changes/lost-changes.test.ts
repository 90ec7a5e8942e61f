/** Clients of GET /changes after the database has lost changes, as in a failover to a standby that was behind. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readHistoryState } from '../../../src/features/synchronization/history-state.ts'
import { Problem } from '../../../src/kernel/problem.ts'
import { findNewestSeq } from '../../../src/storage/change-log/change-log.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { setNextId } from '../../helper/next-id.ts'
import { startService, type TestService } from '../../helper/service.ts'
import { waitUntil } from '../../helper/until.ts'

const DATES = { start_date: '2027-03-01 20:00:00', end_date: '2027-03-01 22:00:00' }
const TIMEOUT = 5000
const isOverloaded = (error: unknown) => error instanceof Problem && error.code === 'overloaded'

for (const engine of SPLIT_ENGINES) {
  describe(`A database that lost changes on ${engine.name}`, () => {
    let service: TestService
    before(async () => {
      service = await startService({ engine })
    })
    after(() => service.stop())

    const createEvent = async (title: string): Promise<number> =>
      (await service.send('POST', '/events', { as: 'admin', json: { ...DATES, title } })).json.id
    const read = (since?: string) =>
      service.send('GET', `/changes?kinds=event&per_page=1${since === undefined ? '' : `&since=${since}`}`)
    const readCursor = async (since?: string) => (await read(since)).json.cursor

    /** Deletes the changes after a sequence number, and events, as if they had never been written. */
    async function loseChanges(after: number, ids: readonly number[]): Promise<void> {
      const { database } = service.services
      const before = database.bus.current().epoch
      await database.transaction(async (tx) => {
        await tx.deleteFrom('changes').where('seq', '>', after).execute()
        await setNextId(tx, database.engine, 'changes', after + 1)
        await tx.updateTable('events').set({ status: 'draft' }).where('id', 'in', ids).execute()
      })
      const epoch = () => database.generation()?.epoch ?? before
      await waitUntil(() => epoch() !== before, TIMEOUT)
    }

    test('A cursor expires if a page of its snapshot contained a change that was lost', async () => {
      await createEvent('First')
      const first = await readCursor()
      const seq = await findNewestSeq(service.services.database.read)
      const lost = await createEvent('Lost')
      const page = await read(first)
      assert.deepEqual(page.json.changes, [{ kind: 'event', id: lost, deleted: false }])
      await loseChanges(seq, [lost])
      assert.equal((await read(page.json.cursor)).status, 410)
      assert.equal((await read(first)).status, 200, 'a cursor that has seen only what is left')
    })

    test('A cursor expires if a change was lost that a record in its page may have contained', async () => {
      let cursor = await readCursor()
      for (let page = await read(cursor); page.json.has_more; page = await read(cursor)) cursor = page.json.cursor
      const early = await createEvent('Early')
      await createEvent('Kept')
      const seq = await findNewestSeq(service.services.database.read)
      const late = await service.send('PUT', `/events/${early}`, { as: 'admin', json: { title: 'Lost' } })
      assert.equal(late.status, 200)
      const page = await read(cursor)
      assert.equal(page.json.has_more, true)
      await loseChanges(seq, [early])
      assert.equal((await read(page.json.cursor)).status, 410)
      assert.equal((await read(cursor)).status, 200, 'a cursor that has seen only what is left')
    })

    test('No state is reported from another place than the stored one, nor from before what the process knows', async () => {
      const { database } = service.services
      const state = await database.engine.readState(database.read, database.bus.current().seq)
      const readAs = (changed: Partial<typeof state>) => {
        const engine = { ...database.engine, readState: async () => ({ ...state, ...changed }) }
        return readHistoryState({ ...database, engine })
      }
      const moved = state.storedPlace.replace(/[^:]+/, 'elsewhere')
      assert.equal((await readAs({})).seq, state.seq)
      await assert.rejects(readAs({ place: moved }), isOverloaded)
      await assert.rejects(readAs({ epoch: 'ffffffffff' }), isOverloaded)
      await assert.rejects(readAs({ seq: state.seq - 1 }), isOverloaded)
      await assert.rejects(readAs({ anchorMark: null }), isOverloaded)
    })

    test('The state is that of a change which the caches of the process include', async () => {
      const { database } = service.services
      const before = await readHistoryState(database)
      await createEvent('Unnoticed')
      const { epoch, since } = database.bus.current()
      const known = { ...database.bus, current: () => ({ epoch, since, seq: before.seq }) }
      const state = await readHistoryState({ ...database, bus: known })
      assert.deepEqual([state.seq, state.mark], [before.seq, before.mark])
      assert.ok(state.newest.seq > before.seq)
    })
  })
}
