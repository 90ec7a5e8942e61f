import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createAssets } from '../../../src/http/system/static-assets.ts'
import { startService, type TestService } from '../../helper/service.ts'

const LONG = Buffer.from('a { color: red }\n'.repeat(100))
const PICTURE = Buffer.alloc(2000)

const get = (headers = {}) => ({ method: 'GET', headers })

describe('page assets', () => {
  const reads: string[] = []
  const file = (name: string, bytes: Buffer): [string, () => Buffer] => [
    name,
    () => {
      reads.push(name)
      return bytes
    },
  ]
  const assets = createAssets(new Map([file('a.css', LONG), file('b.css', Buffer.from('b')), file('c.png', PICTURE)]))

  test('Assets are read once, on the first request', async () => {
    await assets.find('/assets/a.css', get())
    await assets.find('/assets/a.css', get())
    assets.getUrl('a.css')
    assert.deepEqual(reads, ['a.css'])
  })

  test('The URL of an asset contains the hash of its content', () => {
    assert.match(assets.getUrl('a.css'), /^\/assets\/a\.css\?v=[\w-]{12}$/)
    assert.notEqual(assets.getUrl('a.css').split('=')[1], assets.getUrl('b.css').split('=')[1])
  })

  test('Assets are immutable for caches and have an ETag', async () => {
    const answer = await assets.find('/assets/a.css', get())
    assert.equal(answer?.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(answer?.headers['x-content-type-options'], 'nosniff')
    assert.equal(answer?.headers['content-type'], 'text/css; charset=UTF-8')
    const again = await assets.find('/assets/a.css', get({ 'if-none-match': answer?.headers['etag'] }))
    assert.deepEqual([again?.status, again?.body], [304, ''])
  })

  test('Assets are compressed as the client accepts it, where this saves bytes', async () => {
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [encoding, decode] of Object.entries(decoders)) {
      const answer = await assets.find('/assets/a.css', get({ 'accept-encoding': encoding }))
      assert.equal(answer?.headers['content-encoding'], encoding)
      assert.deepEqual(decode(answer?.body ?? ''), LONG)
    }
    for (const name of ['b.css', 'c.png']) {
      const answer = await assets.find(`/assets/${name}`, get({ 'accept-encoding': 'br, gzip' }))
      assert.equal(answer?.headers['content-encoding'], undefined, name)
    }
  })

  test('Assets of a theme are found by name and have their content type', async () => {
    const names = ['our logo.PNG', 'schön.gif', 'hall.jpeg', 'sans.woff']
    const theme = createAssets(new Map(names.map((name) => file(name, PICTURE))))
    const types = names.map(async (name) => {
      const answer = await theme.find(`/assets/${encodeURIComponent(name)}`, get())
      return answer?.headers['content-type']
    })
    assert.deepEqual(await Promise.all(types), ['image/png', 'image/gif', 'image/jpeg', 'font/woff'])
    assert.equal(await theme.find('/assets/%', get()), undefined)
  })

  test('Only named assets are served', async () => {
    for (const name of [
      '',
      'd.css',
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e/package.json',
      'toString',
      'A.css',
    ]) {
      assert.equal(await assets.find(`/assets/${name}`, get()), undefined, name)
    }
    assert.equal(await assets.find('/other/a.css', get()), undefined)
  })
})

describe('page assets over HTTP', () => {
  let service: TestService
  before(async () => {
    service = await startService()
  })
  after(() => service.stop())

  test('Every asset that the service names is served completely', async () => {
    for (const name of ['docs.css', 'docs.js', 'swagger-ui.css', 'swagger-ui-bundle.js']) {
      const { status, headers, text } = await service.send('GET', `//assets/${name}`)
      assert.equal(status, 200, name)
      assert.equal(Number(headers['content-length']), Buffer.byteLength(text))
      const head = await service.send('HEAD', `//assets/${name}`)
      assert.deepEqual([head.headers['content-length'], head.text], [headers['content-length'], ''])
    }
  })

  test('Other paths return 404, including traversal attempts', async () => {
    for (const path of ['//assets/', '//assets/x.js', '//assets/../package.json', '//assets/%2e%2e/package.json']) {
      assert.equal((await service.send('GET', path)).status, 404, path)
    }
  })
})
