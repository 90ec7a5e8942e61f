/** Databases that a start must reject or report: an empty one in place of a lost one, and those of newer versions. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { openDatabase } from '../../src/storage/open-database.ts'
import { runCalends } from '../helper/command-line.ts'
import { ENGINES, type TestStorage } from '../helper/engines.ts'
import { createServeProcesses, type ServeProcess, type ServeProcesses, stopProcess } from '../helper/serve-process.ts'

for (const engine of ENGINES) {
  describe(`A start on ${engine.name}`, () => {
    let storage: TestStorage
    let processes: ServeProcesses
    beforeEach(async () => {
      storage = await engine.create()
      processes = createServeProcesses({ DATABASE_URL: storage.url, DATA_DIR: storage.folder })
    })
    afterEach(async () => {
      processes.end()
      await storage.remove()
    })

    const addUpload = () => {
      const folder = join(storage.folder, 'uploads', '2026', '11')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'poster-1a2b3c4d5e6f7a8b.jpg'), 'x')
    }
    const start = (...options: readonly string[]): Promise<ServeProcess> => processes.start({}, options)
    const addMigration = async (name: string) => {
      const database = await openDatabase(storage.url)
      await database.transaction((tx) => tx.insertInto('migrations').values({ name, at: '' }).execute())
      await database.close()
    }

    for (const WORKERS of ['1', '2']) {
      test(`The start fails with an empty database where uploads exist, with ${WORKERS} workers`, async () => {
        addUpload()
        await assert.rejects(
          processes.start({ WORKERS }),
          /ended with 1: calends: the database is missing or empty, but there are uploads, such as 2026\/11\/poster-1a2b3c4d5e6f7a8b\.jpg\. Restore the database, or start with an empty one: calends serve --new\n$/,
        )
        if (engine.name === 'sqlite') assert.equal(existsSync(storage.url.slice('sqlite:'.length)), false)
        const running = await processes.start({ WORKERS }, ['--new'])
        assert.match(running.printed, /setup\?token=/)
        assert.equal(await stopProcess(running), 0)
        assert.equal(
          await stopProcess(await processes.start({ WORKERS })),
          0,
          'a database that is there is simply used',
        )
      })
    }

    test('Every other command fails in the same case', async () => {
      addUpload()
      const { code, stderr } = await runCalends(storage.url, ['user', 'list'], { env: { DATA_DIR: storage.folder } })
      assert.equal(code, 1)
      assert.match(stderr, /^calends: the database is missing or empty, but there are uploads/)
    })

    test('The start logs one warning for a database that a newer version has migrated', async () => {
      await addMigration('900-later')
      const running = await start()
      const warnings = running
        .readOutput()
        .split('\n')
        .filter((line) => line.includes('newer version'))
      assert.equal(warnings.length, 1)
      assert.deepEqual(JSON.parse(warnings[0] ?? '').migrations, ['900-later'])
      assert.equal((await fetch(`${running.url}/readyz`)).status, 200)
      assert.equal(await stopProcess(running), 0)
    })

    test('The start fails with a database whose newer migration is marked as incompatible', async () => {
      await addMigration('901-later-incompatible')
      await assert.rejects(
        start(),
        /ended with 1: calends: the database needs a newer version of Calends, which has the migration 901-later-incompatible; upgrade this one\n$/,
      )
      const { code, stderr } = await runCalends(storage.url, ['user', 'list'])
      assert.equal(code, 1)
      assert.match(stderr, /needs a newer version/)
    })
  })
}
