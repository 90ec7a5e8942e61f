/** Imports of several files on the command line. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { createCalendar } from '../helper/imports/import-tester.ts'
import { type PageServer, startPageServer } from '../helper/imports/page-server.ts'
import { startService, type TestService } from '../helper/service.ts'

for (const engine of ONE_ENGINE) {
  describe(`calends import with files on ${engine.name}`, () => {
    let service: TestService
    let server: PageServer
    let folder = ''
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'calends-files-'))
      service = await startService({ engine })
      server = await startPageServer()
      writeFileSync(join(folder, 'a.ics'), createCalendar('a1', 'a2'))
      writeFileSync(join(folder, 'b.csv'), 'What,When\nX,Y\n')
      writeFileSync(join(folder, 'c.ics'), createCalendar('c1'))
    })
    after(async () => {
      await service.stop()
      await server.stop()
      rmSync(folder, { recursive: true })
    })

    const run = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await runCalends(service.config.DATABASE_URL, ['import', ...args])
      const shorten = (text: string) => text.replaceAll(`${folder}/`, '').replaceAll(server.host, 'host')
      return { code, stdout: shorten(stdout), stderr: shorten(stderr) }
    }

    test('a bad file is reported, the others are imported, and a table ends the output', async () => {
      const files = ['a.ics', 'b.csv', 'c.ics', 'missing.ics'].map((name) => join(folder, name))
      const { code, stdout, stderr } = await run(...files)
      assert.equal(code, 1)
      assert.match(stderr, /b\.csv:1: the headings are not those of events, venues or organizers: What, When\. /)
      assert.match(stderr, /missing\.ics: no such file or folder/)
      const lines = stdout.trim().split('\n')
      assert.match(lines[0] ?? '', /^file +created +updated +unchanged +conflicts +failed +error$/)
      assert.match(lines[1] ?? '', /^\S*a\.ics +2 +0 +0 +0 +0$/)
      assert.match(lines[2] ?? '', /^\S*b\.csv +the headings are not those of events/)
      assert.match(lines[3] ?? '', /^\S*c\.ics +1 +0 +0 +0 +0$/)
      assert.match(lines[4] ?? '', /^\S*missing\.ics +no such file or folder$/)
      const id = /^import (\d+); calends import --undo \d+ undoes it$/.exec(lines[5] ?? '')?.[1]
      assert.ok(id)
      assert.equal((await run('--undo', id)).code, 0)
    })

    test('a single bad file is an error', async () => {
      const { code, stdout, stderr } = await run(join(folder, 'b.csv'))
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /b\.csv:1: the headings are not those/)
    })

    test('the URL of a page imports what the page offers, and the output says what was chosen', async () => {
      server.pages.set('/agenda', { body: '<html><link rel="alternate" type="text/calendar" href="/feed/ics"></html>' })
      server.pages.set('/feed/ics', { body: createCalendar('p1') })
      const { code, stdout, stderr } = await run(`http://${server.host}/agenda`)
      assert.match(
        stderr,
        /http:\/\/host\/agenda: The calendar http:\/\/host\/feed\/ics, to which the page links, is imported\./,
      )
      assert.match(stdout, /^http:\/\/host\/feed\/ics: 1 created, 0 updated, /)
      assert.equal(code, 0)
    })
  })
}
