/** IDs of records, and numbers of the change log, are the same on every engine: without gaps and never reused. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { allocateId, allocateIds, claimIds } from '../../src/calendar/posts/post-store.ts'
import { insertTerm } from '../../src/calendar/terms/term-store.ts'
import { recordChange } from '../../src/storage/change-log/change-log.ts'
import { openDatabase } from '../../src/storage/open-database.ts'
import type { Database, Writer } from '../../src/storage/types.ts'
import { ENGINES, type TestStorage } from '../helper/engines.ts'
import { createMigratedStorage } from '../helper/storage/prepared-storage.ts'

const NOW = '2026-11-21 03:00:00'

for (const engine of ENGINES) {
  describe(`Generated IDs on ${engine.name}`, () => {
    let storage: TestStorage
    let database: Database
    before(async () => {
      storage = await createMigratedStorage(engine)
      database = await openDatabase(storage.url)
    })
    after(async () => {
      await database.close()
      await storage.remove()
    })

    const write = <T>(work: (tx: Writer) => Promise<T>): Promise<T> => database.transaction(work)
    const newEvent = () => write((tx) => allocateId(tx, 'event'))
    const fails = (work: (tx: Writer) => Promise<unknown>) =>
      assert.rejects(
        write(async (tx) => {
          await work(tx)
          throw new Error('too late')
        }),
        /too late/,
      )

    test('IDs of a failed write are used by the next one', async () => {
      const first = await newEvent()
      await fails((tx) => allocateIds(tx, 'venue', 5))
      assert.equal(await newEvent(), first + 1)
    })

    test('Several IDs at once are consecutive', async () => {
      const last = await newEvent()
      assert.deepEqual(
        await write((tx) => allocateIds(tx, 'event', 4)),
        [1, 2, 3, 4].map((more) => last + more),
      )
    })

    test('The change log has no gaps after failures', async () => {
      const log = (id: number) => (tx: Writer) => recordChange(tx, { kind: 'event', id, op: 'create', at: NOW })
      for (const id of [1, 2, 3, 4]) {
        await write(log(id))
        await fails(log(99))
      }
      const rows = await database.read.selectFrom('changes').select(['seq', 'id']).orderBy('seq').execute()
      assert.deepEqual(
        rows,
        [1, 2, 3, 4].map((seq) => ({ seq, id: seq })),
      )
    })

    test('No ID is used twice, even after its record is deleted', async () => {
      const last = await newEvent()
      await write((tx) => tx.deleteFrom('object_ids').where('id', '=', last).execute())
      assert.equal(await newEvent(), last + 1)
    })

    test('Generated IDs follow the highest imported one', async () => {
      const term = { taxonomy: 'tag', name: 'x', slug: 'x', description: '', parent: 0 } as const
      await write(async (tx) => {
        await claimIds(tx, 'event', [5000, 4000])
        await insertTerm(tx, { ...term, id: 700 }, NOW)
        await database.engine.resetSequence(tx, 'object_ids')
        await database.engine.resetSequence(tx, 'terms')
      })
      assert.equal(await newEvent(), 5001)
      assert.equal(await write((tx) => insertTerm(tx, { ...term, slug: 'y' }, NOW)), 701)
      await write((tx) => tx.deleteFrom('terms').where('id', '=', 701).execute())
      await write((tx) => database.engine.resetSequence(tx, 'terms'))
      assert.equal(await write((tx) => insertTerm(tx, { ...term, slug: 'z' }, NOW)), 702)
    })
  })
}
