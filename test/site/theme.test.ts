import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startService, type TestService } from '../helper/service.ts'

describe('a theme', () => {
  const folder = mkdtempSync(join(tmpdir(), 'theme-'))
  let service: TestService
  const text = async (path: string) => (await service.send('GET', `/${path}`)).text

  before(async () => {
    mkdirSync(join(folder, 'assets', 'fonts'), { recursive: true })
    writeFileSync(join(folder, 'theme.css'), ':root { --accent: teal }')
    writeFileSync(join(folder, 'head.html'), '<meta name="theme" content="ours">')
    writeFileSync(join(folder, 'footer.html'), '<footer>Our footer</footer>')
    writeFileSync(join(folder, 'assets', 'icon.svg'), '<svg>ours</svg>')
    writeFileSync(join(folder, 'assets', 'fonts', 'a.woff2'), 'font')
    service = await startService({ env: { THEME_DIR: folder } })
  })
  after(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  test('The styles of the theme follow those of the service', async () => {
    const page = await text('/events/')
    const styles = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, address]) => address ?? '')
    assert.equal(styles.length, 2)
    assert.equal(await text(styles[1] ?? ''), ':root { --accent: teal }')
  })

  test('The theme extends the head and replaces the footer, and the header stays', async () => {
    const page = await text('/events/')
    assert.match(page, /<meta name="theme" content="ours">\s*<\/head>/)
    assert.match(page, /<footer>Our footer<\/footer>/)
    assert.doesNotMatch(page, /class="footer"/)
    assert.match(page, /class="masthead"/)
  })

  test('Files of the theme are added to those of the service, or replace them', async () => {
    assert.equal(await text('/assets/icon.svg'), '<svg>ours</svg>')
    assert.equal(await text('/assets/fonts/a.woff2'), 'font')
    assert.match(await text('/assets/site.js'), /data-calendar/)
  })

  test('A missing theme folder stops the start', async () => {
    await assert.rejects(startService({ env: { THEME_DIR: join(folder, 'none') } }))
  })
})
