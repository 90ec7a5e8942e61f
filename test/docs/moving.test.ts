/** The commands of the guide "Moving from The Events Calendar", run in their order on a site. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ONE_ENGINE, type TestStorage } from '../helper/engines.ts'
import { type ImportProcess, startCommand } from '../helper/site/import-process.ts'
import { serveSite, type TestSite } from '../helper/site/serve-site.ts'
import { createSiteRecords } from '../helper/site/site-records.ts'
import { waitUntil } from '../helper/until.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'guides', 'moving.md'), 'utf8')

/** Arguments of the `calends` commands in code blocks. */
const COMMANDS = [...GUIDE.matchAll(/^calends (.+)$/gm)].map(([, line = '']) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''),
)

for (const engine of ONE_ENGINE) {
  describe(`the guide for moving on ${engine.name}`, () => {
    let storage: TestStorage
    let site: TestSite
    before(async () => {
      storage = await engine.create()
      site = await serveSite(createSiteRecords(70), { administrator: 'admin:abcd EFGH 1234 ijkl' })
    })
    after(async () => {
      await site.stop()
      await storage.remove()
    })

    const start = (args: readonly string[]): ImportProcess =>
      startCommand(
        storage,
        args.map((arg) => arg.replace('https://example.org', site.url).replace(/^5m$/, '1s')),
        { PUBLIC_URL: site.url },
      )

    test('Its commands import the site, report that all records are equal, follow it and check the switch', async () => {
      assert.equal(COMMANDS.length, 4)
      const [dryRun = [], load = [], follow = [], check = []] = COMMANDS
      const dry = start(dryRun)
      assert.equal(await dry.ended, 0, dry.readOutput())
      assert.match(dry.readOutput(), /create event \d+[\s\S]*events: 70 created[\s\S]*nothing was written/)
      const imported = start(load)
      assert.equal(await imported.ended, 0, imported.readOutput())
      assert.match(imported.readOutput(), /events: 70 of 70 equal, 0 different, 0 missing; 70 created/)
      assert.ok(existsSync(join(storage.folder, 'report.json')))
      const following = start(follow)
      await waitUntil(() => /Z 0 created, 0 updated, 0 removed/.test(following.readOutput()), 60_000)
      following.child.kill('SIGINT')
      assert.equal(await following.ended, 0, following.readOutput())
      const checked = start(check)
      assert.equal(await checked.ended, 1, checked.readOutput())
      assert.match(checked.readOutput(), /route \/tec\/v1\/events: is not served here/)
    })
  })
}
