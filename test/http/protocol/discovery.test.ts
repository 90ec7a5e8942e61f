import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
// @ts-expect-error the package has no types
import WPAPI from 'wpapi'
import { type Json, startService, type TestService } from '../../helper/service.ts'

describe('Discovery', () => {
  let service: TestService
  const get = (path: string) => service.send('GET', `/${path}`)

  before(async () => {
    service = await startService({ env: { SITE_NAME: 'Town Calendar', SECURITY_CONTACT: 'mailto:safe@town.example' } })
  })
  after(() => service.stop())

  test('The API catalog links to the OpenAPI document and the documentation (RFC 9727)', async () => {
    const { json, headers, status } = await get('/.well-known/api-catalog')
    assert.equal(status, 200)
    assert.match(
      headers['content-type'] ?? '',
      /^application\/linkset\+json; profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"$/,
    )
    assert.equal(headers['link'], `<${service.origin}/.well-known/api-catalog>; rel="api-catalog"`)
    const [catalog, described] = json.linkset
    assert.equal(catalog.anchor, `${service.origin}/.well-known/api-catalog`)
    assert.equal(catalog.item[0].href, described.anchor)
    for (const { href, type } of [...described['service-desc'], ...described['status']]) {
      const response = await service.send('GET', `/${new URL(href).pathname}${new URL(href).search}`)
      assert.equal(response.status, 200, href)
      assert.ok(response.headers['content-type']?.startsWith(type), href)
    }
    assert.equal((await service.send('HEAD', '//.well-known/api-catalog')).headers['link'], headers['link'])
  })

  test('The security contact expires in less than a year (RFC 9116)', async () => {
    const { text, headers } = await get('/.well-known/security.txt')
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    assert.match(text, /^Contact: mailto:safe@town\.example\nExpires: 2027-05-20T00:00:00Z\n/)
    assert.match(text, /^Preferred-Languages: en, de, es, fr, it, nl, pt$/m)
    assert.match(text, /^Canonical: http:\/\/127\.0\.0\.1:\d+\/\.well-known\/security\.txt$/m)
  })

  test('llms.txt describes the service, and every API URL in it exists', async () => {
    const { text, headers } = await get('/llms.txt')
    assert.equal(headers['content-type'], 'text/markdown; charset=UTF-8')
    assert.match(text, /^# Town Calendar\n\n> /)
    const urls = [...text.matchAll(/\]\((http[^)]+\/api\/[^)]+)\)/g)].map(([, url = '']) => new URL(url))
    assert.ok(urls.length >= 5)
    for (const { pathname } of urls) assert.equal((await get(pathname)).status, 200, pathname)
  })

  test('Discovery documents allow only GET and HEAD', async () => {
    for (const path of ['/.well-known/api-catalog', '/.well-known/security.txt', '/llms.txt']) {
      assert.equal((await service.send('POST', `/${path}`)).status, 404)
    }
    assert.equal((await get('/.well-known/other')).status, 404)
  })

  test('A client of the reference finds every route from the site URL alone', async () => {
    const site = await WPAPI.discover(service.origin)
    const found: Json = await site.root('').get()
    const index = (await get('/wp-json/')).json
    assert.deepEqual(Object.keys(found.routes), Object.keys(index.routes))
    const calendar: Json = site.namespace('tribe/events/v1')
    for (const plural of ['events', 'venues', 'organizers', 'categories', 'tags', 'media']) {
      assert.match(calendar[plural]().id(7).toString(), new RegExp(`/tribe/events/v1/${plural}/7$`))
    }
    const document = (await get('/wp-json/tribe/events/v1/doc')).json
    for (const path of Object.keys(document.paths)) {
      const known = Object.keys(found.routes).map((route) =>
        route.replace(/\(\?P<(\w+)>[^)]*\)/g, '{$1}').replaceAll('\\', ''),
      )
      assert.ok(known.includes(`/tribe/events/v1${path === '/' ? '' : path}`), path)
    }
  })
})
