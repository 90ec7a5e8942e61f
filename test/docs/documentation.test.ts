/** The documentation names only files, identifiers and pages that exist. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { listIdentifiers, ROOT, sourceFiles } from '../structure/source-tree.ts'

const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]
/** Pages that describe the code. */
const CODE_PAGES = PAGES.filter((page) => /^docs\/(?:internals|architecture|glossary)|^CONTRIBUTING/.test(page))

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8')
const codeSpans = (page: string): string[] =>
  [
    ...read(page)
      .replace(/```[\s\S]*?```/g, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, span = '']) => span)

/** Folders relative to which a path in the text may be. */
const BASES = ['', 'src', 'test', 'docs']
const isFile = (path: string): boolean => BASES.some((base) => existsSync(join(ROOT, base, path)))

test('Links between pages lead to files that exist', () => {
  const broken = PAGES.flatMap((page) =>
    [
      ...read(page)
        .replace(/```[\s\S]*?```/g, '')
        .matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g),
    ]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(ROOT, dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  assert.deepEqual(broken, [])
})

/** Anchors of a page: its headings by the rules of GitHub, and explicit ids. */
function listAnchors(page: string): Set<string> {
  const text = read(page).replace(/```[\s\S]*?```/g, '')
  const slugs = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
  // A heading that occurs again gets a number.
  const numbered = slugs.map((slug, index) => {
    const earlier = slugs.slice(0, index).filter((other) => other === slug).length
    return earlier > 0 ? `${slug}-${earlier}` : slug
  })
  return new Set([...numbered, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)])
}

test('Anchors in links to pages are headings or ids of the page', () => {
  const links = PAGES.flatMap((page) =>
    [
      ...read(page)
        .replace(/```[\s\S]*?```/g, '')
        .matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g),
    ]
      .map(([, file = '', anchor = '']) => ({ page, target: file === '' ? page : join(dirname(page), file), anchor }))
      .filter(({ target }) => target.endsWith('.md')),
  )
  assert.ok(links.length > 80, `${links.length} links`)
  const anchors = new Map(
    [...new Set(links.map(({ target }) => target))].map((target) => [target, listAnchors(target)]),
  )
  assert.deepEqual(
    links.filter(({ target, anchor }) => !anchors.get(target)?.has(anchor)),
    [],
  )
})

test('Files of the source that pages name exist', () => {
  const missing = CODE_PAGES.flatMap((page) =>
    codeSpans(page)
      .flatMap((span) => (/^[\w./-]+\/[\w.-]+\.(?:ts|js|json|md|yml)$/.test(span) ? [span] : []))
      .filter((path) => !isFile(path))
      .map((path) => `${page}: ${path}`),
  )
  assert.deepEqual(missing, [])
})

test('Identifiers that pages about the code name exist in the source', () => {
  const settings = ['package.json', 'biome.json'].map(read).join()
  const known = new Set([
    ...sourceFiles.flatMap((file) => [...listIdentifiers(file)]),
    ...(settings.match(/\w+/g) ?? []),
  ])
  const missing = CODE_PAGES.flatMap((page) =>
    codeSpans(page)
      .filter((span) => /^[a-z]+(?:[A-Z][a-z0-9]*)+(?:\(\))?$|^(?:[A-Z][a-z0-9]+){2,}$/.test(span))
      .filter((span) => !known.has(span.replace('()', '')))
      .map((span) => `${page}: ${span}`),
  )
  assert.deepEqual(missing, [])
})
