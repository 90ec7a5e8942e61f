/** Modules have no mutable state, and JSON is parsed only where input enters. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Node, VariableDeclarator } from 'oxc-parser'
import { type SourceFile, sourceFiles, walk } from './source-tree.ts'

const COLLECTIONS = ['Map', 'WeakMap', 'WeakSet', 'Set', 'LRUCache']

/** Folders and files that read input of the service, where it is parsed. */
const PARSERS = [
  ...['api/documents/examples.ts', 'base/net/', 'calendar/', 'cli/', 'config.ts', 'features/', 'http/request/'],
  ...['http/server/', 'storage/', 'version.ts'],
]

/** Functions that create an object with state: a cache or a queue. */
const STATE_FACTORIES = ['createMemo', 'createCountedCache', 'createQueue', 'createKeyedQueue']

/** The memos that a module may contain, with the reason. Their results depend on nothing but the arguments. */
const MEMOS: Readonly<Record<string, string>> = {
  'base/time/time-zone.ts: findZone':
    'Zones are immutable facts of the ICU library, read by pure functions everywhere.',
}

const named = (node: Node | null | undefined): string => (node && 'name' in node ? String(node.name) : '')

/**
 * A collection without initial content is filled later, so it is state, as is a cache; one with content is a lookup table,
 * and one of a read-only type stays empty.
 */
function isState({ id, init }: VariableDeclarator): boolean {
  if (init?.type === 'CallExpression') return STATE_FACTORIES.includes(named(init.callee))
  if (init?.type !== 'NewExpression' || !COLLECTIONS.includes(named(init.callee))) return false
  const type = 'typeAnnotation' in id ? id.typeAnnotation?.typeAnnotation : undefined
  const isReadonly = type?.type === 'TSTypeReference' && named(type.typeName).startsWith('Readonly')
  return !isReadonly && (init.arguments.length === 0 || named(init.callee) === 'LRUCache')
}

function findModuleState({ path, program }: SourceFile): string[] {
  return program.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations
      .filter((declarator) => declaration.kind !== 'const' || isState(declarator))
      .map(({ id }) => `${path}: ${named(id)}`)
  })
}

test('No module has mutable state', () => {
  assert.deepEqual(sourceFiles.flatMap(findModuleState), Object.keys(MEMOS))
})

test('JSON is parsed only where input enters', () => {
  const wrong = sourceFiles.filter(({ path, root }) => {
    if (PARSERS.some((folder) => path.startsWith(folder))) return false
    let parses = false
    walk(root, (node) => {
      if (node.type !== 'MemberExpression') return
      parses ||= named(node.object) === 'JSON' && named(node.property) === 'parse'
    })
    return parses
  })
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})
