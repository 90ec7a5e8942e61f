/** The list of events of a site, imported by another one. */
import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { runCalends } from '../helper/command-line.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { type Json, startService, type TestService } from '../helper/service.ts'
import { writeRecording } from './records.ts'

for (const engine of ONE_ENGINE) {
  describe(`Import of the list of a seeded site on ${engine.name}`, () => {
    let source: TestService
    let target: TestService
    let recording: ReturnType<typeof writeRecording>
    const events: Json[] = []
    before(async () => {
      source = await startService({ engine })
      target = await startService({ engine })
      const seeded = await run(source, 'seed', '--events', '60', '--seed', '1', '--no-images')
      assert.equal(seeded.code, 0, seeded.stderr)
      for (let path: string | undefined = '/events?start_date=2000-01-01&per_page=50&status=publish,draft'; path; ) {
        const { json }: { json: Json } = await source.send('GET', path, { as: 'admin' })
        events.push(...json.events)
        path = json.next_rest_url?.split('/events/v1')[1]
      }
      recording = writeRecording(events, 'events.ndjson')
    })
    after(async () => {
      recording.remove()
      await source.stop()
      await target.stop()
    })

    const run = ({ config }: TestService, ...args: readonly string[]) =>
      runCalends(config.databaseUrl, args, { env: { MEDIA_URL: config.mediaUrl } })
    const load = async (): Promise<Json> => {
      const { code, stdout, stderr } = await run(target, 'import', join(dirname(recording.path)), '--json')
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    }

    test('Categories have parents that exist, and check finds nothing', async () => {
      const report = await load()
      assert.equal(report.events.created, events.length)
      assert.ok(report.categories.created > 0)
      assert.deepEqual(await run(target, 'check'), { code: 0, stdout: 'no problems found\n', stderr: '' })
    })

    test('A second import changes nothing', async () => {
      const report = await load()
      const { images: _images, invalid: _invalid, ...kinds } = report
      for (const [kind, { created, updated, failed }] of Object.entries<Json>(kinds))
        assert.deepEqual([created, updated, failed], [0, 0, 0], kind)
      assert.equal(report.events.unchanged, events.length)
    })
  })
}
