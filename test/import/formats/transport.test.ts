/** Calendars as servers and programs deliver them: compressed, in archives, with other types, and incomplete. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { importInputs } from '../../../src/features/imports/formats/import-inputs.ts'
import { toHttpUrl } from '../../../src/features/imports/site/page-links.ts'
import { readSource } from '../../../src/features/sources/read-source.ts'
import { ONE_ENGINE } from '../../helper/engines.ts'
import { createCalendar, createImportTester } from '../../helper/imports/import-tester.ts'
import { type PageServer, startPageServer } from '../../helper/imports/page-server.ts'
import { createZip } from '../../helper/imports/zip-file.ts'
import { startService, type TestService } from '../../helper/service.ts'
import { createSourceTester } from '../../helper/sources/scripted-source.ts'
import { collectResults } from '../collect-results.ts'

const TAKEOUT = {
  'Takeout/archive_browser.html': '<html>',
  'Takeout/Calendar/Choir.ics': createCalendar('t1', 't2'),
  'Takeout/Calendar/Own & others.ics': createCalendar('t3'),
  '__MACOSX/Takeout/Calendar/._Choir.ics': 'x',
}

for (const engine of ONE_ENGINE) {
  describe(`transport of calendars on ${engine.name}`, () => {
    let service: TestService
    let server: PageServer
    let folder = ''
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'calends-transport-'))
      server = await startPageServer()
      service = await startService({ engine, env: { SOURCE_FETCH_ALLOW: server.host } })
    })
    after(async () => {
      await service.stop()
      await server.stop()
      rmSync(folder, { recursive: true })
    })
    beforeEach(() => server.pages.clear())

    /** Counts by file, and problems. */
    const load = async (...inputs: readonly string[]) => {
      const { observer, problems } = collectResults(folder)
      const options = { isDryRun: false, fetchesImages: false }
      const report = await importInputs(service.services, inputs, options, observer)
      const counts = report.inputs.map(({ input, counts: { created, unchanged } }) => [
        input.replace(`${folder}/`, ''),
        created + unchanged,
      ])
      return { counts, problems, inputs: report.inputs }
    }
    const write = (name: string, content: string | Buffer): string => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const serve = (body: string | Buffer, headers: Readonly<Record<string, string | number>> = {}): string => {
      server.pages.set('/feed', { body, headers })
      return `${server.origin}/feed`
    }

    test('a compressed file is read, whatever its name is', async () => {
      const packed = gzipSync(createCalendar('g1'))
      assert.deepEqual((await load(write('a.ics.gz', packed))).counts, [['a.ics', 1]])
      assert.deepEqual((await load(write('b.ics', packed))).counts, [['b.ics', 1]])
      const table = gzipSync('Event Name,Event Start Date\nG2,2027-03-01\n')
      assert.deepEqual((await load(write('c.csv.gz', table))).counts, [['c.csv', 1]])
    })

    test('an archive imports its calendars and tables, in the names of its files', async () => {
      const { counts, problems } = await load(write('takeout.zip', createZip(TAKEOUT)))
      assert.deepEqual(counts, [
        ['takeout.zip/Takeout/Calendar/Choir.ics', 2],
        ['takeout.zip/Takeout/Calendar/Own & others.ics', 1],
      ])
      assert.deepEqual(problems, [])
      const broken = createZip({
        'a.ics': createCalendar('z1'),
        'b.csv': 'What,When\nX,Y\n',
        'c.ics': createCalendar('z2'),
      })
      const other = await load(write('broken.zip', broken))
      assert.deepEqual(
        other.counts.map(([name, count]) => `${name} ${count}`),
        ['broken.zip/a.ics 1', 'broken.zip/b.csv 0', 'broken.zip/c.ics 1'],
      )
      assert.match(other.problems.join(), /^broken\.zip\/b\.csv:1: the headings are not/)
      await assert.rejects(
        load(write('none.zip', createZip({ 'a.txt': 'x' }))),
        /none\.zip: the archive contains no cal/,
      )
    })

    test('bombs and damaged files are rejected with a reason', async () => {
      const zeros = Buffer.alloc(65 * 2 ** 20)
      const tooLarge = /: it is larger than 64 MiB when it is unpacked$/
      await assert.rejects(load(write('bomb.ics.gz', gzipSync(zeros))), tooLarge)
      await assert.rejects(load(write('bomb.zip', createZip({ 'a.ics': zeros }))), tooLarge)
      const repeated = createZip({ 'a.ics': zeros.subarray(0, 40 * 2 ** 20) }, 200)
      await assert.rejects(
        load(write('repeated.zip', repeated)),
        /contains more than 256 MiB or 1,000 files$|256 MB of memory/,
      )
      const damaged = /: the compressed file is damaged or incomplete$/
      const packed = gzipSync(createCalendar('d1'))
      await assert.rejects(load(write('cut.ics.gz', packed.subarray(0, -20))), damaged)
      await assert.rejects(load(write('cut.zip', createZip(TAKEOUT).subarray(0, -20))), damaged)
      const changed = createZip({ 'a.ics': createCalendar('d2') })
      changed.writeUInt32LE(changed.readUInt32LE(14) ^ 1, 14)
      changed.writeUInt32LE(1, changed.lastIndexOf('PK\x01\x02') + 16)
      await assert.rejects(load(write('changed.zip', changed)), damaged)
    })

    test('a response is read by its content, also when it is compressed without being asked for', async () => {
      const calendar = Buffer.from(createCalendar('r1'))
      for (const type of ['text/html', 'application/octet-stream', 'text/plain'])
        assert.deepEqual((await load(serve(calendar, { 'content-type': type }))).counts[0]?.[1], 1, type)
      const encodings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }
      for (const [name, compress] of Object.entries(encodings))
        assert.deepEqual((await load(serve(compress(calendar), { 'content-encoding': name }))).counts[0]?.[1], 1, name)
      await assert.rejects(
        load(serve(calendar, { 'content-encoding': 'zstd' })),
        /compressed in an unknown way \(zstd\)$/,
      )
      const archive = serve(createZip(TAKEOUT), { 'content-type': 'application/zip' })
      assert.equal((await load(archive)).counts.length, 2)
      const page = `<p>Warning: old\n<pre>${calendar}</pre></html>`
      const inside = await load(serve(page))
      assert.deepEqual([inside.counts[0]?.[1], inside.problems], [1, []])
    })

    test('the charset of a response decodes a calendar that is not UTF-8', async () => {
      const text = createCalendar('c1').replace('Event c1', 'Łódź')
      const bytes = Buffer.from(text.replace('Ł', '\xa3').replace('ó', '\xf3').replace('ź', '\xbc'), 'latin1')
      const { inputs, problems } = await load(serve(bytes, { 'content-type': 'text/calendar; charset="ISO-8859-2"' }))
      assert.deepEqual([inputs[0]?.counts.created, problems], [1, []])
      const { events } = (await service.send('GET', '/events?start_date=2027-01-01&search=%C5%81%C3%B3d%C5%BA')).json
      assert.equal(events[0]?.title, 'Łódź')
    })

    test('a truncated response is an error', async () => {
      const calendar = createCalendar('u1', 'u2')
      const cut = calendar.slice(0, calendar.lastIndexOf('END:VCALENDAR'))
      const { inputs, problems } = await load(serve(cut))
      assert.deepEqual([inputs[0]?.counts.created, inputs[0]?.counts.failed], [2, 1])
      assert.match(problems.join(), /: failed: the calendar ends without END:VCALENDAR, so events may be missing$/)
      await assert.rejects(load(serve(calendar, { 'content-length': 5000 })), /its response is incomplete$/)
      const encoded = gzipSync(calendar).subarray(0, -10)
      await assert.rejects(load(serve(encoded, { 'content-encoding': 'gzip' })), /damaged or incomplete$/)
    })

    test('a truncated response of a source cancels nothing', async () => {
      const tester = createSourceTester(service, { read: readSource })
      const calendar = createCalendar('s1', 's2', 's3')
      const id = await tester.create({ type: 'ics', url: serve(gzipSync(calendar), { 'content-encoding': 'gzip' }) })
      assert.equal((await tester.run(id)).created, 3)
      const first = createCalendar('s1', 's2')
      const responses: readonly (readonly [string | Buffer, Record<string, string | number>, RegExp])[] = [
        [first.slice(0, first.lastIndexOf('END:VCALENDAR')), {}, /ends without END:VCALENDAR/],
        [first, { 'content-length': 5000 }, /its response is incomplete$/],
        [gzipSync(first).subarray(0, -10), { 'content-encoding': 'gzip' }, /damaged or incomplete$/],
        [gzipSync(first).subarray(0, -10), {}, /damaged or incomplete$/],
        [createZip({ 'a.ics': first }).subarray(0, -10), {}, /damaged or incomplete$/],
      ]
      for (const [body, headers, reason] of responses) {
        serve(body, headers)
        const { status, error, canceled } = await tester.run(id)
        assert.deepEqual([status, canceled], ['failed', 0])
        assert.match(error, reason)
      }
      serve(createZip({ 'a.ics': first }))
      assert.equal((await tester.run(id)).canceled, 1)
    })

    test('an upload may be compressed or an archive', async () => {
      const tester = createImportTester(service)
      const uploaded = await tester.upload('takeout.zip', createZip({ 'x/a.ics': createCalendar('v1', 'v2') }))
      assert.deepEqual([uploaded.status, uploaded.detected_format], ['succeeded', 'ics'])
      const done = await tester.perform(uploaded.id, 'run')
      assert.deepEqual([done.status, done.counts.created], ['succeeded', 2])
      const [result] = await tester.results(uploaded.id)
      assert.equal(result?.location, 'takeout.zip/x/a.ics:3')
    })
  })
}

test('webcal: URLs are HTTPS, or have the scheme of the page that links to its own host', () => {
  assert.equal(toHttpUrl('webcal://a.example/feed.ics'), 'https://a.example/feed.ics')
  assert.equal(toHttpUrl('WEBCALS://a.example/'), 'https://a.example/')
  assert.equal(toHttpUrl('webcal://a.example:81/f', 'http://a.example:81/page'), 'http://a.example:81/f')
  assert.equal(toHttpUrl('webcal://a.example/f', 'http://b.example/'), 'https://a.example/f')
})
