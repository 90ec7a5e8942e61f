import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE, type TestStorage } from '../helper/engines.ts'
import { type Json, startService } from '../helper/service.ts'
import { serveSite, type TestSite } from '../helper/site/serve-site.ts'
import { createSiteRecords } from '../helper/site/site-records.ts'

for (const engine of ONE_ENGINE) {
  describe(`calends switch-check on ${engine.name}`, () => {
    let storage: TestStorage
    let site: TestSite
    before(async () => {
      storage = await engine.create()
      site = await serveSite(createSiteRecords(80))
    })
    after(async () => {
      await site.stop()
      await storage.remove()
    })

    const run = async (env: Readonly<Record<string, string>> = {}) => {
      const command = ['switch-check', site.url, '--json']
      const { code, stdout, stderr } = await runCalends(storage.url, command, {
        env: { DATA_DIR: storage.folder, ...env },
      })
      assert.notEqual(stdout, '', stderr)
      const report: Json = JSON.parse(stdout)
      const subjects = (area: string) =>
        report.findings.filter((one: Json) => one.area === area).map((one: Json) => one.subject)
      return { code, report, subjects }
    }

    test('Every page is reported before the import', async () => {
      const { code, subjects } = await run()
      assert.equal(code, 1)
      const [event] = site.records.events.values()
      assert.ok(subjects('page').includes(`/event/${event?.slug}/`))
    })

    test('A site that is Calends serves all routes', async () => {
      const other = await startService({ engine })
      const { code, stdout } = await runCalends(storage.url, ['switch-check', other.origin], {
        env: { DATA_DIR: storage.folder, PUBLIC_URL: other.origin },
      })
      await other.stop()
      assert.match(stdout, /\d+ URLs and routes checked, nothing would break/)
      assert.equal(code, 0)
    })

    test('After the import, only routes, redirects and settings that differ are reported', async () => {
      const imported = await runCalends(storage.url, ['import', site.url], { env: { DATA_DIR: storage.folder } })
      assert.equal(imported.code, 0, imported.stderr)
      const { report, subjects } = await run({ PUBLIC_URL: site.url })
      assert.ok(report.checked > 200)
      assert.deepEqual(subjects('page'), [])
      assert.deepEqual(subjects('feed'), [])
      assert.deepEqual(subjects('route'), ['/tec/v1/events'])
      assert.deepEqual(subjects('redirect'), ['/calendar/'])
      assert.deepEqual(subjects('setting'), [])
      const other = await run({ PUBLIC_URL: 'https://other.example', SITE_TIMEZONE: 'Europe/Berlin' })
      assert.deepEqual(other.subjects('setting'), ['PUBLIC_URL', 'SITE_TIMEZONE'])
    })
  })
}
