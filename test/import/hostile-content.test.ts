/** Content that would occupy its readers for good, or fill the memory: it fails, and the service stays available. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type ContainedReader, isLimitError } from '../../src/base/concurrency/contained-reader.ts'
import { CONTENT_READERS } from '../../src/features/imports/formats/content-readers.ts'
import { importInputs } from '../../src/features/imports/formats/import-inputs.ts'
import { readSource } from '../../src/features/sources/read-source.ts'
import { ONE_ENGINE } from '../helper/engines.ts'
import { createImportTester } from '../helper/imports/import-tester.ts'
import { createHostileReader, withReader } from '../helper/reading/hostile-content.ts'
import { startService, type TestService } from '../helper/service.ts'
import { type FeedServer, startFeedServer } from '../helper/sources/feed-server.ts'
import { createSourceTester } from '../helper/sources/scripted-source.ts'

/** Runs `work` with a file of this content. */
async function withFile<T>(name: string, content: string, work: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'calends-hostile-'))
  const path = join(folder, name)
  writeFileSync(path, content)
  return work(path).finally(() => rmSync(folder, { recursive: true }))
}

const CONTENT = {
  ics: (mark: string) => `BEGIN:VCALENDAR\r\nX-${mark}:1\r\nEND:VCALENDAR\r\n`,
  csv: (mark: string) => `Event Name,Event Start Date\n${mark},2027-03-01\n`,
  wxr: (mark: string) => `<rss xmlns:wp="x"><channel>${mark}</channel></rss>`,
  json: (mark: string) => JSON.stringify({ events: [{ id: 1, title: mark }] }),
  ndjson: (mark: string) => `{"format":"calends-export","version":1}\n{"kind":"tag","id":1,"name":"${mark}"}\n`,
}
const LIMIT = /^Reading it takes more than .* of computing time\. It may be damaged; otherwise, split it/

const readAll = (reader: ContainedReader, name: string, content: string) =>
  withFile('content', content, async (path) => {
    const input = { path, name: 'a', siteZone: 'UTC', mapping: {}, bytes: Buffer.from(content) }
    const values: unknown[] = []
    for await (const value of reader.read({ reader: name, input, bytes: content.length })) values.push(value)
    return values
  })

describe('Readers in a child process', () => {
  let reader: ContainedReader
  before(() => {
    reader = createHostileReader()
  })
  after(() => reader.close())

  for (const name of Object.keys(CONTENT_READERS))
    test(`The reader ${name} is ended when it loops or backtracks`, async () => {
      for (const mark of ['endless', 'backtracking'])
        await assert.rejects(
          readAll(reader, name, `MARK ${mark}`),
          (error) => isLimitError(error) && error instanceof Error && LIMIT.test(error.message),
        )
    })

  test('A reader is ended when its buffers or its heap grow', async () => {
    const patient = createHostileReader(60_000)
    for (const mark of ['greedy', 'hoarding'])
      await assert.rejects(
        readAll(patient, 'json', `MARK ${mark}`),
        /^Error: Reading it takes more than 256 MB of memory/,
      )
    await patient.close()
  })

  test('Values of any size are returned unchanged, and further content is read in the same process', async () => {
    const text = 'é'.repeat(3_000_000)
    const json = JSON.stringify({ events: [{ text }, 1], ['__proto__']: 2 })
    const values = await readAll(reader, 'json', json)
    assert.deepEqual(values.at(2), [['events', '0'], { text }])
    assert.equal(values.length, 5)
    const many = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index))
    assert.equal((await readAll(reader, 'json', many)).length, 20_001)
  })

  test('Errors of a reader are those of the content', async () => {
    await assert.rejects(readAll(reader, 'csv', 'A,B\n'), /^Error: a:1: the headings are not/)
  })
})

for (const engine of ONE_ENGINE) {
  describe(`Hostile content on ${engine.name}`, () => {
    let service: TestService
    let feed: FeedServer
    let reader: ContainedReader
    before(async () => {
      feed = await startFeedServer()
      reader = createHostileReader()
      service = withReader(await startService({ engine, env: { SOURCE_FETCH_ALLOW: feed.host } }), reader)
    })
    after(async () => {
      await reader.close()
      await service.stop()
      await feed.stop()
    })

    /** The service answers while the work runs. */
    const whileServing = async <T>(work: Promise<T>): Promise<T> => {
      let isDone = false
      const finished = work.finally(() => {
        isDone = true
      })
      let answers = 0
      while (!isDone) {
        const { status } = await service.send('GET', '//healthz')
        assert.equal(status, 200)
        answers += 1
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      assert.ok(answers > 3)
      return finished
    }

    test('An upload fails, and the service answers meanwhile', async () => {
      const tester = createImportTester(service)
      for (const mark of ['endless', 'backtracking']) {
        const { id } = await tester.upload('a.ics', CONTENT.ics(`MARK ${mark}`))
        const { status, error } = await whileServing(tester.perform(id, 'run'))
        assert.equal(status, 'failed')
        assert.match(error, LIMIT)
      }
    })

    test('A source fails, and is disabled when that happens twice', async () => {
      const tester = createSourceTester(service, { read: readSource })
      const id = await tester.create({ type: 'ics', url: feed.url, enabled: true })
      feed.response = { body: CONTENT.ics('MARK endless'), headers: {}, status: 200 }
      const first = await whileServing(tester.run(id))
      assert.equal(first.status, 'failed')
      assert.match(first.error, LIMIT)
      assert.equal((await tester.send('GET', `/sources/${id}`)).enabled, true)
      const second = await tester.run(id)
      assert.match(second.error, / The source was disabled, because this happened twice\.$/)
      assert.equal((await tester.send('GET', `/sources/${id}`)).enabled, false)
    })

    test('The import of the command line fails for each format', async () => {
      const options = { isDryRun: false, fetchesImages: false }
      for (const [format, create] of Object.entries(CONTENT)) {
        const extension = format === 'wxr' ? 'xml' : format
        await withFile(`content.${extension}`, create('MARK backtracking'), (path) => {
          const work = importInputs(service.services, [path], options, { progress: () => {}, result: () => {} })
          return whileServing(assert.rejects(work, LIMIT_ERROR))
        })
      }
    })
  })
}

const LIMIT_ERROR = { code: 'READ_LIMIT' }
