import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Assets } from '../../../src/http/app-context.ts'
import { chooseRepresentation } from '../../../src/http/response/http-response.ts'
import { createAssets } from '../../../src/pages/static-assets.ts'
import { startService, type TestService } from '../../helper/service.ts'

const LONG = Buffer.from('a { color: red }\n'.repeat(100))
const IMAGE = Buffer.alloc(2000)

/** The response as a client with these headers receives it. */
async function find(assets: Assets, path: string, headers: IncomingHttpHeaders = {}) {
  const response = assets.find(path)
  if (!response) return undefined
  const representation = await chooseRepresentation(response, headers)
  const names = representation?.headers.filter((_, index) => index % 2 === 0) ?? []
  return {
    status: representation?.status,
    headers: Object.fromEntries(names.map((name, index) => [name, representation?.headers[index * 2 + 1]])),
    body: representation?.body,
  }
}

describe('Static assets', () => {
  const reads: string[] = []
  const file = (name: string, bytes: Buffer): [string, () => Buffer] => [
    name,
    () => {
      reads.push(name)
      return bytes
    },
  ]
  const assets = createAssets(new Map([file('a.css', LONG), file('b.css', Buffer.from('b')), file('c.png', IMAGE)]))

  test('A file is read once, on first use', () => {
    assets.find('/assets/a.css')
    assets.find('/assets/a.css')
    assets.getUrl('a.css')
    assert.deepEqual(reads, ['a.css'])
  })

  test('The URL of a file changes with its content', () => {
    assert.match(assets.getUrl('a.css'), /^\/assets\/a\.css\?v=[\w-]{12}$/)
    assert.notEqual(assets.getUrl('a.css').split('=')[1], assets.getUrl('b.css').split('=')[1])
  })

  test('A file is immutable and has an ETag', async () => {
    const response = await find(assets, '/assets/a.css')
    assert.equal(response?.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(response?.headers['x-content-type-options'], 'nosniff')
    assert.equal(response?.headers['content-type'], 'text/css; charset=UTF-8')
    const again = await find(assets, '/assets/a.css', { 'if-none-match': response?.headers['etag'] })
    assert.deepEqual([again?.status, again?.body], [304, undefined])
  })

  test('Text files of 1 KB and more are compressed, once for each encoding', async () => {
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [encoding, decode] of Object.entries(decoders)) {
      const response = await find(assets, '/assets/a.css', { 'accept-encoding': encoding })
      assert.equal(response?.headers['content-encoding'], encoding)
      assert.ok(Buffer.isBuffer(response?.body))
      assert.deepEqual(decode(response.body), LONG)
      assert.equal((await find(assets, '/assets/a%2Ecss', { 'accept-encoding': encoding }))?.body, response.body)
    }
    for (const name of ['b.css', 'c.png']) {
      const response = await find(assets, `/assets/${name}`, { 'accept-encoding': 'br, gzip' })
      assert.equal(response?.headers['content-encoding'], undefined, name)
    }
  })

  test('Files of a theme are found by any name, with the content type of their extension', async () => {
    const names = ['our logo.PNG', 'schön.gif', 'hall.jpeg', 'sans.woff']
    const theme = createAssets(new Map(names.map((name) => file(name, IMAGE))))
    const types = names.map(async (name) => {
      const response = await find(theme, `/assets/${encodeURIComponent(name)}`)
      return response?.headers['content-type']
    })
    assert.deepEqual(await Promise.all(types), ['image/png', 'image/gif', 'image/jpeg', 'font/woff'])
    assert.equal(theme.find('/assets/%'), undefined)
  })

  test('No other path is served', () => {
    for (const name of [
      '',
      'd.css',
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e/package.json',
      'toString',
      'A.css',
    ]) {
      assert.equal(assets.find(`/assets/${name}`), undefined, name)
    }
    assert.equal(assets.find('/other/a.css'), undefined)
  })
})

describe('Static assets over HTTP', () => {
  let service: TestService
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  test('Every asset is complete, with its length', async () => {
    for (const name of ['docs.css', 'docs.js', 'swagger-ui.css', 'swagger-ui-bundle.js']) {
      const { status, headers, text } = await service.send('GET', `//assets/${name}`)
      assert.equal(status, 200, name)
      assert.equal(Number(headers['content-length']), Buffer.byteLength(text))
      const head = await service.send('HEAD', `//assets/${name}`)
      assert.deepEqual([head.headers['content-length'], head.text], [headers['content-length'], ''])
    }
  })

  test('GET of any other path below /assets returns 404', async () => {
    for (const path of ['//assets/', '//assets/x.js', '//assets/../package.json', '//assets/%2e%2e/package.json']) {
      assert.equal((await service.send('GET', path)).status, 404, path)
    }
  })
})
