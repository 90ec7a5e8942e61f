/** A large site is imported while it changes, by a process that is killed twenty times: both sides are equal at the end. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINES, type TestStorage } from '../helper/engines.ts'
import { getSeed } from '../helper/properties/seeds.ts'
import { createRandomNumbers } from '../helper/series/random-recurrence.ts'
import { runKilledImport } from '../helper/site/killed-import.ts'
import { serveSite, type TestSite } from '../helper/site/serve-site.ts'
import { createSiteRecords } from '../helper/site/site-records.ts'

const COUNT = Number(process.env['SITE_EVENTS'] ?? 10_000)
const KILLS = Number(process.env['SITE_KILLS'] ?? 20)

for (const engine of ENGINES) {
  describe(`import of a site of ${COUNT} events on ${engine.name}`, () => {
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

    test(`All records are equal after ${KILLS} times kill -9`, async () => {
      const options = { kills: KILLS, requests: COUNT / 200, changeEvery: 10, random: createRandomNumbers(getSeed(1)) }
      const { report, seconds } = await runKilledImport(storage, site, options)
      const { source, equal } = report.records.event
      console.log(`${engine.name}: ${equal} of ${source} events are equal after ${Math.round(seconds.all)} s in all`)
      assert.deepEqual(report.differences, [])
      assert.deepEqual(report.problems, [])
      assert.deepEqual([source, equal], [site.records.events.size, site.records.events.size])
    })
  })
}
