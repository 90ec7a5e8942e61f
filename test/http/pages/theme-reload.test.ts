/** Themes during design, with THEME_RELOAD=on. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startService, type TestService } from '../../helper/service.ts'
import { createThemeFolder, type ThemeFolder } from '../../helper/site/theme-folder.ts'

describe('THEME_RELOAD', () => {
  let folder: ThemeFolder
  let service: TestService
  before(async () => {
    folder = createThemeFolder({ 'header.html': '<header>One</header>', 'theme.css': ':root { --ink: #000001 }' })
    service = await startService({ env: { THEME_DIR: folder.path, THEME_RELOAD: 'on' } })
  })
  after(async () => {
    await service.stop()
    folder.remove()
  })

  const read = async (path = '/events/') => (await service.send('GET', `/${path}`)).text
  const readStyles = async () => {
    const urls = [...(await read()).matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, url]) => url)
    return read(urls.at(-1))
  }
  const readState = async () => (await service.send('GET', '//assets/theme-state.json')).json

  test('Changed, added and removed files apply with the next request', async () => {
    assert.match(await read(), /<header>One<\/header>/)
    folder.write({ 'header.html': '<header>{{ site.name }} two</header>' })
    assert.match(await read(), /<header>Calends two<\/header>/)
    folder.write({ 'theme.css': ':root { --ink: #020202; }', 'footer.html': '<footer>New</footer>' })
    assert.equal(await readStyles(), ':root { --ink: #020202; }')
    assert.match(await read(), /<footer>New<\/footer>/)
  })

  test('Frames with fixed colors get the changed styles too', async () => {
    const template = `<link rel="stylesheet" href="{{ 'print/paper.css' | asset_url }}">`
    const dark = '@media (prefers-color-scheme: dark) { :root { --ink: #fefefe; } }'
    folder.write({
      'theme.css': dark,
      'head.html': template,
      'assets/print/paper.css': 'b { background: url(b.svg); }',
    })
    const page = await read('/embed/events/?theme=dark')
    const [, themeUrl] = /href="(\/assets\/dark-theme\.css[^"]*)"/.exec(page) ?? []
    assert.equal(await read(themeUrl), '@media (min-width: 0) { :root { --ink: #fefefe; } }')
    const [, paperUrl] = /href="(\/assets\/print\/dark-paper\.css[^"]*)"/.exec(page) ?? []
    assert.equal(await read(paperUrl), 'b { background: url(b.svg); }')
  })

  test('A mistake is shown to open pages, and the last valid theme remains', async () => {
    const { version } = await readState()
    folder.write({ 'header.html': '<header>{{ site.nam }}</header>' })
    const state = await readState()
    assert.notEqual(state.version, version)
    assert.equal(state.error, 'header.html:1: unknown variable "site.nam". Did you mean site.name?')
    assert.match(await read(), /<header>Calends two<\/header>/)
    folder.write({ 'header.html': '<header>Three!</header>' })
    assert.equal((await readState()).error, '')
    assert.match(await read(), /<header>Three!<\/header>/)
  })

  test('Pages load the script that reloads them, and otherwise not', async () => {
    assert.match(await read(), /theme-reload\.js/)
    const usual = await startService({ env: { THEME_DIR: folder.path } })
    assert.doesNotMatch((await usual.send('GET', '//events/')).text, /theme-reload/)
    assert.equal((await usual.send('GET', '//assets/theme-state.json')).status, 404)
    await usual.stop()
  })
})
