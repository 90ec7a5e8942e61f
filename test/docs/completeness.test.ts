/** README, the index and the API page name what exists. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { test } from 'node:test'
import { createApiRouter } from '../../src/api/routes.ts'
import { FEATURES } from '../../src/features.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8')

/** Targets of links to files, relative to the folder of the page. */
const findLinks = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !target.includes(':'))

/** Lines of the list below a heading; lines that continue an entry are part of it. */
function readList(page: string, heading: string): string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [list = ''] = section.split('\n## ')
  return list.split(/^- /m).slice(1)
}

test('Every feature in README links to a page', () => {
  const features = readList(read('README.md'), 'Features')
  assert.ok(features.length > 15, `${features.length} features`)
  const unlinked = features.filter((feature) => !findLinks(feature).some((target) => target.startsWith('docs/')))
  assert.deepEqual(unlinked, [])
})

test('README and the documentation do not say that a feature is "not available"', () => {
  const pages = ['README.md', 'docs/index.md', 'docs/quickstart.md', 'docs/api.md', 'docs/site.md']
  assert.deepEqual(
    pages.filter((page) => /not available/i.test(read(page))),
    [],
  )
})

test('docs/index.md lists every page of docs/', () => {
  const listed = new Set(findLinks(read('docs/index.md')).map((target) => normalize(target)))
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .filter((name) => !listed.has(name))
  assert.deepEqual(pages, [])
})

test('docs/index.md lists no page twice', () => {
  const [, lists = ''] = read('docs/index.md').split(/(?=\n## )([\s\S]*)/)
  const targets = findLinks(lists)
  assert.ok(targets.length > 40, `${targets.length} links`)
  assert.deepEqual(
    targets.filter((target, index) => targets.indexOf(target) !== index),
    [],
  )
})

/** First segments of the paths of routes, such as `events` for `/events\.ics`. */
const ROUTE_GROUPS = new Set(
  createApiRouter(FEATURES).routes.flatMap(({ pattern }) => {
    const [name] = pattern.match(/(?<=^\/)\w+/) ?? []
    return name === undefined ? [] : [name]
  }),
)

test('The table of routes in docs/api.md has every group of routes, and no others', () => {
  const [, section = ''] = read('docs/api.md').split('\n## Routes\n')
  const [table = ''] = section.split('\n## ')
  // Cells also name parts of paths, such as `/preview-link`, in code that follows the group.
  const named = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`\/(\w+)/g)].map(([, name = '']) => name),
  )
  assert.deepEqual(
    [...ROUTE_GROUPS].filter((group) => !named.includes(group)),
    [],
  )
  const rows = [...table.matchAll(/^\| `\/(\w+)/gm)].map(([, name = '']) => name)
  assert.ok(rows.length > 15, `${rows.length} rows`)
  assert.deepEqual(
    rows.filter((name) => !ROUTE_GROUPS.has(name)),
    [],
  )
})
