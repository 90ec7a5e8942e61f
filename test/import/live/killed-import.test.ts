/** `calends import URL` is killed and continued, and follows the site afterwards. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openDatabase } from '../../../src/storage/open-database.ts'
import { runCalends } from '../../helper/command-line.ts'
import { ENGINES, type TestStorage } from '../../helper/engines.ts'
import { startImport } from '../../helper/site/import-process.ts'
import { runKilledImport } from '../../helper/site/killed-import.ts'
import { serveSite, type TestSite } from '../../helper/site/serve-site.ts'
import { addEvent, createSiteRecords } from '../../helper/site/site-records.ts'
import { waitUntil } from '../../helper/until.ts'

const COUNT = 600

for (const engine of ENGINES) {
  describe(`calends import of a site on ${engine.name}`, () => {
    let storage: TestStorage
    let site: TestSite
    before(async () => {
      storage = await engine.create()
      site = await serveSite(createSiteRecords(COUNT), { administrator: 'admin:secret' })
    })
    after(async () => {
      await site.stop()
      await storage.remove()
    })

    test('An import that is killed four times while the site changes ends with equal records', async () => {
      const random = [0.1, 0.9, 0.5, 0.3]
      const options = { kills: 4, requests: 40, changeEvery: 5, random: () => random.pop() ?? 0 }
      const { report } = await runKilledImport(storage, site, options)
      assert.deepEqual(report.differences, [])
      assert.equal(report.records.event.equal, site.records.events.size)
      const { stdout } = await runCalends(storage.url, ['check', '--json'], { env: { DATA_DIR: storage.folder } })
      assert.deepEqual(JSON.parse(stdout).findings, [])
    })

    test('--follow imports later changes and deletions until it is stopped', async () => {
      site.onRequest = () => {}
      const events = [...site.records.events.values()]
      const [edited, removed] = events
      assert.ok(edited && removed)
      const running = startImport(storage, [site.url, '--user', 'admin', '--app-password', 'secret', '--follow', '1s'])
      const database = await openDatabase(storage.url)
      try {
        await waitUntil(() => running.readOutput().includes('0 created, 0 updated'), 60_000)
        const at = Math.floor(Date.now() / 1000)
        Object.assign(edited, { title: 'Followed', modified: at })
        site.records.events.delete(removed.id)
        const added = addEvent(site.records, Date.UTC(2031, 1, 1) / 1000, at)
        const readTitles = () =>
          database.read
            .selectFrom('events')
            .select(['id', 'title', 'status'])
            .where('id', 'in', [edited.id, removed.id, added.id])
            .orderBy('id')
            .execute()
        await waitUntil(
          async () =>
            (await readTitles()).length === 3 && (await readTitles()).some(({ status }) => status === 'trash'),
          60_000,
        )
        const rows = await readTitles()
        assert.equal(rows.find(({ id }) => id === edited.id)?.title, 'Followed')
        assert.equal(rows.find(({ id }) => id === removed.id)?.status, 'trash')
        assert.equal(rows.find(({ id }) => id === added.id)?.status, 'publish')
        running.child.kill('SIGTERM')
        assert.equal(await running.ended, 0, running.readOutput())
      } finally {
        running.child.kill('SIGKILL')
        await database.close()
      }
    })

    if (engine !== ENGINES[0]) return

    test('Options that contradict each other are rejected, and a site without an API is reported', async () => {
      const run = (...args: string[]) => runCalends(storage.url, ['import', ...args])
      for (const [args, message] of [
        [[site.url, '--user', 'admin'], /--user and --app-password belong together/],
        [[site.url, '--follow', '1s', '--dry-run'], /--dry-run and --follow exclude each other/],
        [[site.url, 'https://other.example'], /Only one site/],
        [[site.url, '--follow', '5'], /Expected a number with s, m or h/],
        [[`${site.url}/missing`, '--user', 'x', '--app-password', 'y'], /rejects the (request|credentials)/],
      ] as const) {
        const { code, stderr } = await run(...args)
        assert.equal(code, 1, args.join(' '))
        assert.match(stderr, message)
        assert.doesNotMatch(stderr, /secret/)
      }
    })
  })
}
