/** Mistakes in themes are found when the service starts. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { parseCssColor, readRootVariables } from '../../src/pages/theme/css-colors.ts'
import { SHIPPED_THEMES } from '../../src/pages/theme/theme-settings.ts'
import { checkTheme, findShippedTheme, findThemeTemplate } from '../../src/theme-source.ts'
import { createThemeFolder } from '../helper/site/theme-folder.ts'

describe('A theme is checked at the start', () => {
  const removals: (() => void)[] = []
  after(() => {
    for (const remove of removals) remove()
  })
  const create = (files: Readonly<Record<string, string>>): string => {
    const { path, remove } = createThemeFolder(files)
    removals.push(remove)
    return path
  }
  const check = (files: Readonly<Record<string, string>>) => checkTheme(create(files))
  const readError = async (files: Readonly<Record<string, string>>): Promise<string> => {
    const folder = create(files)
    const error: unknown = await checkTheme(folder).then(
      () => undefined,
      (failure) => failure,
    )
    assert.ok(error instanceof Error, 'the theme is valid')
    return error.message.replace(`The theme in ${folder} cannot be used:\n  `, '')
  }

  test('Unknown files and folders are rejected with a suggestion, all at once', async () => {
    const message = await readError({
      'foooter.html': '',
      'header.xx.html': '',
      'event.html': '',
      'notes.txt': '',
      'assetts/logo.svg': '',
      'partials/card.css': '',
    })
    assert.deepEqual(message.split('\n  '), [
      'event.html: unknown file. Did you mean event-page.html?',
      'foooter.html: unknown file. Did you mean footer.html?',
      'header.xx.html: unknown language "xx". Expected one of en, de, es, fr, it, nl, pt.',
      'notes.txt: unknown file. Expected one of theme.css, head.html, header.html, footer.html, event-page.html, event-card.html, list-row.html, or a file in assets/.',
      'assetts/: unknown folder. Did you mean assets/?',
      'partials/card.css: unknown file. Expected templates with the extension .html.',
    ])
  })

  test('Files for people and version control are no part of the theme', async () => {
    const files = { 'README.md': '', LICENSE: '', '.gitignore': '', '.git/config': '', 'theme.css~': '' }
    assert.deepEqual(await check({ ...files, 'assets/.DS_Store': '' }), [])
  })

  const mistakes: readonly (readonly [string, string, string])[] = [
    ['a tag that is not closed', '\n{% if event.title %}', 'list-row.html:2: tag {% if event.title %} not closed.'],
    ['an unknown tag', '{% iff x %}', 'list-row.html:1: tag "iff" not found.'],
    ['an unknown filter', '{{ event.title | shout }}', 'list-row.html:1: undefined filter: shout.'],
    ['an output that is not closed', 'a\nb\n{{ event.title', 'list-row.html:3: output "{{ event.title" not closed.'],
    [
      'an unknown variable',
      '\n{{ event.titel }}',
      'list-row.html:2: unknown variable "event.titel". Did you mean event.title?',
    ],
    [
      'a variable of another block',
      '{% for item in languages %}{% endfor %}',
      'list-row.html:1: unknown variable "languages". Did you mean language?',
    ],
    [
      'an unknown variable of an item',
      '{{ event.tags[0].nmae }}',
      'list-row.html:1: unknown variable "event.tags.0.nmae".',
    ],
    [
      'too many characters',
      '{{ language }}'.padEnd(1_000_001),
      'list-row.html: a template or partial has more than 1,000,000 characters.',
    ],
    ['a missing partial', "{% render 'card' %}", 'list-row.html: there is no file partials/card.html.'],
    [
      'the filter raw',
      '{{ event.title | raw }}',
      'list-row.html:1: undefined filter: raw. Every value is escaped; only slots contain markup.',
    ],
  ]
  for (const [name, template, expected] of mistakes)
    test(`A template with ${name} is rejected with file, line and reason`, async () => {
      const message = await readError({ 'list-row.html': template })
      assert.equal(message.replace(/ Did you mean event\.tags\.first\.name\?/, ''), expected)
    })

  test('A mistake in a partial is reported with the name of the partial', async () => {
    const message = await readError({
      'list-row.html': "{% render 'card' %}",
      'partials/card.html': '\n{{ evnt.title }}',
    })
    assert.match(message, /^partials\/card\.html:2: unknown variable "evnt"/)
  })

  test('Known variables are accepted in loops, conditions, lists and with names that are computed', async () => {
    const template = `{% for tag in event.tags %}{{ tag.name }}{{ forloop.index }}{% endfor %}{{ event.tags.size }}
{% if event.venue %}{{ event.venue.name | upcase | truncate: 10 }}{% endif %}{{ event.tags.first.name }}{{ event.tags[0].url }}
{% assign key = 'title' %}{{ event[key] }}{% case language %}{% when 'de' %}Tag{% else %}Day{% endcase %}{{ slots.time }}`
    assert.deepEqual(await check({ 'list-row.html': template }), [])
  })

  test('Code that the Content-Security-Policy blocks is a warning with file and line', async () => {
    const warnings = await check({
      'header.html': '<header>\n<script>start()</script><p style="color:red">x</p></header>',
      'partials/x.html': '\n\n<a onclick="go()">x</a><style>p{}</style>',
      'head.html': '<script src="/assets/a.js"></script><script type="application/ld+json">{}</script>',
    })
    assert.deepEqual(
      warnings.map((line) => line.slice(0, line.indexOf(' is blocked'))),
      [
        'header.html:2: an inline <script>',
        'header.html:2: a style attribute',
        'partials/x.html:3: an inline <style>',
        'partials/x.html:3: an inline event handler',
      ],
    )
  })

  test('A pair of colors with low contrast is a warning with its ratio, in the scheme where it appears', async () => {
    const dark = '@media (prefers-color-scheme: dark) { :root { --ink: rgb(90, 90, 90) } }'
    assert.deepEqual(await check({ 'theme.css': `:root { --ink: #333 } ${dark}` }), [
      'theme.css: --ink (#5a5a5a) on --paper (#171513) has a contrast of 2.64 in the dark scheme. At least 4.5 is readable.',
      'theme.css: --ink (#5a5a5a) on --raised (#211e1b) has a contrast of 2.4 in the dark scheme. At least 4.5 is readable.',
    ])
  })

  test('A color that is only set for the light scheme is also checked in the dark scheme, where it applies', async () => {
    const warnings = await check({ 'theme.css': ':root { --paper: white }' })
    assert.ok(warnings.some((line) => line.includes('--ink (#ede8e0) on --paper (#ffffff)') && line.includes('dark')))
    assert.ok(warnings.every((line) => !line.includes('light scheme')))
  })

  test('The exported templates and the themes of Calends have no mistakes', async () => {
    for (const folder of [findThemeTemplate(), ...SHIPPED_THEMES.map(findShippedTheme)])
      assert.deepEqual(await checkTheme(folder), [], folder)
  })
})

test('Variables are read from :root only, and comments are ignored', () => {
  const styles = '/* --ink: red; */ :root{--ink:#111;--x: a b} .p{--ink:#222} @media print{:root{--ink:#333}}'
  assert.deepEqual(
    [...readRootVariables(styles).light],
    [
      ['ink', '#111'],
      ['x', 'a b'],
    ],
  )
})

test('Colors are read in the usual forms, and others are left out', () => {
  const colors = ['#ABC', '#aabbcc', 'rgb(170 187 204)', 'rgb(100%, 0%, 0%)', 'hsl(120 100% 25%)', 'white']
  assert.deepEqual(colors.map(parseCssColor), ['#aabbcc', '#aabbcc', '#aabbcc', '#ff0000', '#008000', '#ffffff'])
  for (const color of ['rgb(0 0 0 / 50%)', 'var(--x)', 'oklch(0.5 0.1 20)', 'tomato'])
    assert.equal(parseCssColor(color), undefined, color)
})
