/** Copies continue after a restore if the backup contains what they have seen, and otherwise begin anew. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertEqualCopy, createChangeCopy, readAllRecords } from '../../helper/changes/change-copy.ts'
import { runCalends } from '../../helper/command-line.ts'
import { ENGINES } from '../../helper/engines.ts'
import { findFreePort } from '../../helper/free-port.ts'
import {
  createBasicAuth,
  createServeProcesses,
  findSecret,
  requestProcess,
  stopProcess,
} from '../../helper/serve-process.ts'

const DATES = { start_date: '2027-03-01', end_date: '2027-03-01' }

for (const engine of ENGINES) {
  test(`Cursors survive a restore, or expire, on ${engine.name}`, async () => {
    const place = await engine.create()
    const processes = createServeProcesses({
      DATABASE_URL: place.url,
      DATA_DIR: place.folder,
      PORT: String(await findFreePort()),
    })
    try {
      let service = await processes.start()
      const authorization = createBasicAuth(findSecret(service.printed))
      const create = (title: string) =>
        requestProcess(service, 'POST', '/events', { authorization, json: { title, ...DATES, tags: title } })
      const read = (path: string) => requestProcess(service, 'GET', path)
      const [older, newer, late] = [createChangeCopy(read), createChangeCopy(read), createChangeCopy(read)]
      const assertEqual = async (copy: typeof older, about: string) => {
        await copy.synchronize()
        assertEqualCopy(copy.records, await readAllRecords(read), about)
      }
      await create('First')
      await older.synchronize()
      await create('Second')
      const archive = join(place.folder, 'backup.tar.gz')
      const env = { DATA_DIR: place.folder }
      assert.equal((await runCalends(place.url, ['backup', archive], { env })).code, 0)
      await create('Lost')
      for (const copy of [newer, late]) await copy.synchronize()
      await stopProcess(service)
      const restored = await runCalends(place.url, ['restore', archive, '--replace'], { env })
      assert.equal(restored.code, 0, restored.stderr)
      service = await processes.start()
      await assertEqual(older, 'older than the backup')
      assert.equal(older.snapshots(), 1)
      await assertEqual(newer, 'newer than the backup')
      assert.equal(newer.snapshots(), 2)
      for (const title of ['Third', 'Fourth', 'Fifth']) await create(title)
      await assertEqual(late, 'newer than the backup, after as many changes')
      assert.equal(late.snapshots(), 2)
      await assertEqual(older, 'after further changes')
      assert.equal(older.snapshots(), 1)
    } finally {
      processes.end()
      await place.remove()
    }
  })
}
