/** Multipart forms (wire-contract §1.3). */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createFileForm, createMultipart, type MultipartPart } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { startCpuTimer } from '../../helper/monitoring/cpu-time.ts'
import { startService, type TestResponse, type TestService } from '../../helper/service.ts'

const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }
const event = (fields: Readonly<Record<string, string>>): MultipartPart[] =>
  Object.entries({ ...dates, ...fields }).map(([name, content]) => ({ name, content }))

describe('Multipart forms', () => {
  let service: TestService
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  const post = (parts: readonly MultipartPart[], path = '/events'): Promise<TestResponse> =>
    service.send('POST', path, { as: 'admin', ...createMultipart(parts) })

  /** Files of uploads in the temporary folder. */
  function temporaryFiles(): readonly string[] {
    const folder = join(service.config.DATA_DIR, 'tmp')
    return existsSync(folder) ? readdirSync(folder) : []
  }

  test('Field names have the syntax of queries, and the last of repeated names wins', async () => {
    const { status, json } = await post([
      ...event({ title: 'a=1&b=%20+ü', 'organizer[0][organizer]': 'Ann', status: 'draft' }),
      { name: 'tags[]', content: 'x' },
      { name: 'tags[]', content: 'y' },
      { name: 'status', content: 'publish' },
    ])
    assert.equal(status, 201)
    assert.deepEqual(
      [json.title, json.organizer[0].organizer, json.tags.length, json.status],
      ['a=1&#038;b=%20+ü', 'Ann', 2, 'publish'],
    )
  })

  test('A form is parsed when its body arrives in single bytes', async () => {
    const { body, headers } = createMultipart(event({ title: 'Slow' }))
    const response = await fetch(`${service.origin}/api/cal/events/v1/events`, {
      method: 'POST',
      body: ReadableStream.from(Array.from(body, (_, index) => body.subarray(index, index + 1))),
      headers: { ...headers, authorization: service.authorization('admin') },
      duplex: 'half',
    } as RequestInit)
    assert.equal(response.status, 201)
  })

  test('A malformed form has no fields', async () => {
    const { body, headers } = createMultipart(event({ title: 'Broken' }))
    const wrong = [
      { body: body.subarray(0, body.length - 30), headers },
      { body, headers: { 'content-type': 'multipart/form-data' } },
      { body, headers: { 'content-type': 'multipart/form-data; boundary=other' } },
      { body: Buffer.from('--calends-test'), headers },
      { body: Buffer.from('--calends-test\r\n\r\n--calends-test--'), headers },
    ]
    for (const sent of wrong) {
      const { status, json } = await service.send('POST', '/events', { as: 'admin', ...sent })
      assert.deepEqual([status, json.code], [400, 'rest_missing_callback_param'], String(sent.headers['content-type']))
    }
  })

  test('A form with text that is not UTF-8 is rejected naming the field', async () => {
    const { status, json } = await post([...event({}), { name: 'title', content: Buffer.from([0x61, 0xff]) }])
    assert.deepEqual([status, Object.keys(json.data.params)], [400, ['title']])
  })

  test('A form of more than 100 parts is rejected at the 101st', async () => {
    const parts = (count: number) => [
      ...event({ title: 'Parts' }),
      ...Array.from({ length: count - 3 }, (_, index) => ({ name: `f${index}`, content: '' })),
    ]
    assert.equal((await post(parts(100))).status, 201)
    const many = await post(parts(101))
    assert.deepEqual([many.status, many.json.message], [413, 'The form has more than 100 parts.'])

    const { body, headers } = createMultipart(parts(180_000))
    const sent = body.subarray(0, 15_000_000)
    let milliseconds = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < 3; attempt++) {
      const readCpuTime = startCpuTimer()
      const response = await service.send('POST', '/media', { as: 'admin', body: sent, headers })
      milliseconds = Math.min(milliseconds, readCpuTime())
      assert.equal(response.status, 413)
    }
    // All parts would take more than a second.
    assert.ok(milliseconds < 500, `took ${milliseconds} ms of CPU time`)
  })

  test('A form with more than a megabyte of text is rejected, in one field or in many', async () => {
    const half = 'x'.repeat(600_000)
    assert.equal((await post([{ name: 'title', content: 'x'.repeat(1_100_000) }])).status, 413)
    const both = [
      { name: 'title', content: half },
      { name: 'caption', content: half },
    ]
    const { status, json } = await post(
      [...both, { name: 'file', content: await createImage(9, 9), fileName: 'a.jpg' }],
      '/media',
    )
    assert.deepEqual([status, json.message], [413, 'The request body is larger than 1048576 bytes.'])
    assert.deepEqual(temporaryFiles(), [])
  })

  test('A form with endless headers or names is rejected at low cost', async () => {
    const long = [{ name: 'ü'.repeat(200_000), content: 'x' }, ...event({ title: 'Long name' })]
    assert.equal((await post(long)).status, 201)
    const nested = [{ name: `title${'[a]'.repeat(60)}`, content: 'x' }]
    assert.equal((await post(nested)).status, 400)
    const headers = `--calends-test\r\n${'a: b\r\n'.repeat(100_000)}\r\n\r\nx\r\n--calends-test--\r\n`
    const { status } = await service.send('POST', '/events', {
      as: 'admin',
      body: headers,
      headers: createMultipart([]).headers,
    })
    assert.equal(status, 400)
  })

  test('Parts without a name of any size are skipped', async () => {
    for (const size of [16_000, 20_000, 70_000]) {
      const unnamed = `--calends-test\r\nx: y\r\n\r\n${'y'.repeat(size)}\r\n`
      const { body, headers } = createMultipart(event({ title: 'After' }))
      const sent = Buffer.concat([Buffer.from(unnamed), body])
      assert.equal((await service.send('POST', '/events', { as: 'admin', body: sent, headers })).status, 201, `${size}`)
    }
  })

  test('A form that is aborted within its files returns 413 and leaves nothing behind', async () => {
    const file = { name: 'image', fileName: 'a.jpg', content: Buffer.alloc(300_000) }
    const many = Array.from({ length: 120 }, () => file)
    const { status } = await post([
      ...event({ title: 'Many' }),
      ...many.slice(0, 40),
      ...many.map((part) => ({ ...part, content: '' })),
    ])
    assert.equal(status, 413)
    assert.deepEqual(temporaryFiles(), [])
  })

  test('A form leaves no temporary file, whether the request succeeds, fails or is aborted', async () => {
    const bytes = await createImage(40, 30)
    const send = (path: string, sent: { body: Buffer; headers: Record<string, string> }) =>
      service.send('POST', path, { as: 'author', ...sent })
    assert.equal((await send('/media', createFileForm({}, bytes))).status, 201)
    assert.equal((await send('/media', createFileForm({}, Buffer.from('no image')))).status, 400)
    assert.equal((await send('/media', createFileForm({ post: 'x' }, bytes))).status, 400)
    const { body, headers } = createFileForm({}, bytes)
    const broken = new AbortController()
    const pieces = async function* () {
      yield body.subarray(0, body.length - 40)
      broken.abort()
    }
    const request = fetch(`${service.origin}/api/cal/events/v1/media`, {
      method: 'POST',
      body: ReadableStream.from(pieces()),
      headers: { ...headers, authorization: service.authorization('author') },
      signal: broken.signal,
      duplex: 'half',
    } as RequestInit)
    await assert.rejects(request)
    for (let tries = 0; temporaryFiles().length > 0 && tries < 50; tries++)
      await new Promise((next) => setTimeout(next, 20))
    assert.deepEqual(temporaryFiles(), [])
  })
})
