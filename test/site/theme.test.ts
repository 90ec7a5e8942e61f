import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startService, type TestService } from '../helper/service.ts'

describe('A theme', () => {
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

  test('theme.css is loaded after the default styles', async () => {
    const page = await text('/events/')
    const styles = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, url]) => url ?? '')
    assert.equal(styles.length, 2)
    assert.equal(await text(styles[1] ?? ''), ':root { --accent: teal }')
  })

  test('head.html is added and footer.html replaces the footer, while the default header remains', async () => {
    const page = await text('/events/')
    assert.match(page, /<meta name="theme" content="ours">\s*<\/head>/)
    assert.match(page, /<footer>Our footer<\/footer>/)
    assert.doesNotMatch(page, /class="footer"/)
    assert.match(page, /class="masthead"/)
  })

  test('Theme files are served in addition to the default ones and override them', async () => {
    assert.equal(await text('/assets/icon.svg'), '<svg>ours</svg>')
    assert.equal(await text('/assets/fonts/a.woff2'), 'font')
    assert.match(await text('/assets/site.js'), /data-calendar/)
  })

  test('The service does not start if THEME_DIR does not exist', async () => {
    await assert.rejects(startService({ env: { THEME_DIR: join(folder, 'none') } }))
  })
})
