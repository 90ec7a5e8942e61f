import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startService, type TestService } from '../../helper/service.ts'

describe('The documentation page', () => {
  let service: TestService
  const get = (path: string, headers = {}) => service.send('GET', `/${path}`, { headers })
  const parseSettings = (page: string) =>
    JSON.parse(/<script type="application\/json"[^>]*>(.*)<\/script>/.exec(page)?.[1] ?? '')

  before(async () => {
    const env = {
      SITE_NAME: 'Jazz </script> & "more"',
      PUBLIC_URL: 'https://town.example/calendar',
      LANGUAGES: 'en,de',
    }
    service = await startService({ env })
  })
  after(() => service.stop())

  test('The page is served with and without a trailing slash, in the language of its URL or of the client', async () => {
    const languages = { '/docs': 'en', '/docs/': 'en', '/de/docs': 'de', '/de/docs/': 'de', '/en/docs': 'en' }
    for (const [path, language] of Object.entries(languages)) {
      const { status, headers, text } = await get(path)
      assert.equal(status, 200, path)
      assert.equal(headers['content-type'], 'text/html; charset=UTF-8')
      assert.equal(headers['content-language'], language)
      assert.ok(text.includes(`<html lang="${language}">`), path)
    }
    const german = await get('/docs', { 'accept-language': 'de-AT' })
    assert.deepEqual(
      [german.headers['content-language'], german.headers['vary']],
      ['de', 'Accept-Encoding, Accept-Language'],
    )
    assert.equal((await get('/de/docs')).headers['vary'], 'Accept-Encoding')
    assert.equal((await get('/fr/docs')).status, 404, 'a language that the site does not offer')
  })

  test('The page links to its files and the document below the base URL, in its language', async () => {
    const { text } = await get('/de/docs')
    const links = [...text.matchAll(/ (?:href|src)="(\/[^"]*)"/g)].map(([, link = '']) => link)
    assert.ok(links.length >= 6)
    for (const link of links) assert.match(link, /^\/calendar\//)
    assert.equal(parseSettings(text).document, '/calendar/de/api/cal/events/v1/doc')
    assert.equal(parseSettings((await get('/docs')).text).document, '/calendar/api/cal/events/v1/doc')
  })

  test('The content security policy allows only scripts of the service, for any name of the site', async () => {
    const { headers, text } = await get('/docs')
    const policy = headers['content-security-policy'] ?? ''
    assert.match(
      policy,
      /default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'/,
    )
    assert.doesNotMatch(policy, /unsafe/)
    assert.ok(text.includes('Jazz &lt;/script&gt; &amp; &quot;more&quot;'))
    assert.equal(text.match(/<script/g)?.length, text.match(/<\/script>/g)?.length)
    assert.doesNotMatch(text, /<script(?![^>]*(?:src=|application\/json))/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  test('The page allows only GET and HEAD, and has no subpages', async () => {
    assert.equal((await service.send('HEAD', '//docs')).status, 200)
    assert.equal((await service.send('POST', '//docs')).status, 404)
    assert.equal((await get('/docs/x')).status, 404)
  })
})
