/** Names of files and identifiers: docs/glossary.md has the terms. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listIdentifiers, sourceFiles, splitWords } from './source-tree.ts'

/** Words of a private vocabulary that the code once had, and vague ones. */
const BANNED = new Set([
  ...['beside', 'door', 'gate', 'house', 'inward', 'kitchen', 'room', 'shelf', 'shelves', 'steady', 'vessel', 'voice'],
  ...['flaw', 'flaws', 'lasting', 'mended', 'spoken', 'straightened', 'told'],
  ...['asked', 'somebody', 'anybody', 'nobody', 'whoever', 'wish', 'wished'],
  ...['utils', 'helpers', 'misc', 'manager'],
])

const isCatalog = (path: string): boolean => path.startsWith('base/i18n/messages/')

test('No exported name is declared in two files', () => {
  const files = new Map<string, string[]>()
  for (const { path, exports } of sourceFiles) {
    if (isCatalog(path)) continue
    for (const name of exports) files.set(name, [...(files.get(name) ?? []), path])
  }
  const repeated = [...files].filter(([, paths]) => paths.length > 1)
  assert.deepEqual(
    repeated.map(([name, paths]) => `${name}: ${paths.join(', ')}`),
    [],
  )
})

test('File names consist of standard terms', () => {
  const wrong = sourceFiles.filter(({ path }) => splitWords(path.replace(/\.ts$/, '')).some((word) => BANNED.has(word)))
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})

test('Identifiers consist of standard terms', () => {
  const wrong = sourceFiles.flatMap((file) =>
    [...listIdentifiers(file)]
      .filter((name) => splitWords(name).some((word) => BANNED.has(word)))
      .map((name) => `${file.path}: ${name}`),
  )
  assert.deepEqual(wrong, [])
})
