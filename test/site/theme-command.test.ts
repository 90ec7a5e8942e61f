import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { themeCommand } from '../../src/cli/theme.ts'
import { readRootVariables } from '../../src/pages/theme/css-colors.ts'

describe('calends theme', () => {
  const folder = mkdtempSync(join(tmpdir(), 'calends-theme-command-'))
  after(() => rmSync(folder, { recursive: true }))
  const run = (...args: string[]) => themeCommand().parseAsync(['node', 'calends', ...args])

  test('new exports the built-in markup with all variables, and check accepts it', async () => {
    const target = join(folder, 'own')
    await run('new', target)
    assert.deepEqual(readdirSync(target).sort(), [
      ...['README.md', 'assets', 'event-card.html', 'event-page.html', 'footer.html', 'head.html', 'header.html'],
      ...['list-row.html', 'theme.css'],
    ])
    const exported = readRootVariables(readFileSync(join(target, 'theme.css'), 'utf8'))
    const builtIn = readRootVariables(
      readFileSync(join(import.meta.dirname, '..', '..', 'assets', 'site', 'base.css'), 'utf8'),
    )
    assert.deepEqual(exported, builtIn)
    await run('check', target)
  })

  test('new --from copies a theme of Calends', async () => {
    const target = join(folder, 'poster')
    await run('new', target, '--from', 'poster')
    assert.ok(readdirSync(target).includes('theme.css'))
    await run('check', target)
  })

  test('new does not write into a folder with files', async () => {
    writeFileSync(join(folder, 'mine.txt'), 'mine')
    await assert.rejects(run('new', folder), /is not empty/)
    assert.equal(readFileSync(join(folder, 'mine.txt'), 'utf8'), 'mine')
  })

  test('check fails for a theme that cannot be used', async () => {
    const target = join(folder, 'broken')
    await run('new', target)
    writeFileSync(join(target, 'header.html'), '{{ site.nmae }}')
    await assert.rejects(run('check', target), /header\.html:1: unknown variable "site\.nmae"/)
  })
})
