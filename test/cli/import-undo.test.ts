/** Undoing imports on the command line. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { createCalendar } from '../helper/imports/import-tester.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`calends import --undo on ${engine.name}`, () => {
    let service: TestService
    let folder = ''
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'calends-undo-'))
      service = await startService({ engine })
      writeFileSync(join(folder, 'a.ics'), createCalendar('a1', 'a2'))
    })
    after(async () => {
      await service.stop()
      rmSync(folder, { recursive: true })
    })

    const run = (...args: readonly string[]) => runCalends(service.config.DATABASE_URL, ['import', ...args])
    const countEvents = async (): Promise<number> =>
      (await service.send('GET', '/events?start_date=2000-01-01', { as: 'admin' })).json.total

    test('An import names its ID, by which it is planned and undone; it is listed for administrators', async () => {
      const imported = await run(join(folder, 'a.ics'))
      assert.equal(imported.code, 0, imported.stderr)
      const id = /^import (\d+); calends import --undo \d+ undoes it$/m.exec(imported.stdout)?.[1] ?? ''
      assert.equal(await countEvents(), 2)
      const planned = await run('--undo', id, '--dry-run')
      assert.match(planned.stdout, /deleted +event +\d+ +Event a2\n/)
      assert.match(
        planned.stdout,
        new RegExp(`import ${id} \\(dry run\\): 4 deleted, 0 restored, 0 unchanged, 0 failed`),
      )
      assert.equal(await countEvents(), 2)
      const [listed]: Json[] = (await service.send('GET', '/imports', { as: 'admin' })).json.imports
      assert.deepEqual([listed.channel, listed.can_run, listed.can_undo], ['command', false, true])
      const undone = await run('--undo', id, '--json')
      assert.equal(undone.code, 0, undone.stderr)
      assert.equal(JSON.parse(undone.stdout).counts.deleted, 4)
      assert.equal(await countEvents(), 0)
      const again = await run('--undo', id)
      assert.deepEqual([again.code, again.stdout], [1, ''])
      assert.match(again.stderr, /cannot be undone/)
    })

    test('Without inputs and --undo, the command states what it expects', async () => {
      const { code, stderr } = await run()
      assert.equal(code, 1)
      assert.match(stderr, /Expected files, folders or URLs/)
    })
  })
}
