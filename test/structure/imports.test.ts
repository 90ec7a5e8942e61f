/** Imports, type imports included. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Import, sourceFiles } from './source-tree.ts'

/** Packages that only one folder may import, with its sub-folders. */
const OWNERS: Readonly<Record<string, string>> = {
  fastify: 'http',
  '@fastify/busboy': 'http',
  '@opentelemetry/api': 'observability',
  '@opentelemetry/exporter-trace-otlp-http': 'observability',
  '@opentelemetry/sdk-trace-base': 'observability',
  'prom-client': 'observability',
  kysely: 'storage',
  'better-sqlite3': 'storage',
  pg: 'storage',
  commander: 'cli',
  'rrule-temporal': 'domain',
  'csv-parse': 'import/formats/csv',
  liquidjs: 'site/theme',
  saxes: 'import/formats/wxr',
  sharp: 'media',
  s3mini: 'media',
  'tar-stream': 'backup',
  undici: 'net',
  nodemailer: 'net',
  standardwebhooks: 'net',
  '@simplewebauthn/server': 'usecases/accounts',
  'openid-client': 'net',
  'ipaddr.js': 'net',
  '@modelcontextprotocol/server': 'mcp',
}

const imports = sourceFiles.flatMap((file) => file.imports)
const describe = ({ file, target }: Import): string => `${file} imports ${target}`

test('No file imports itself through other files', () => {
  const targets = new Map(sourceFiles.map(({ path, imports: own }) => [path, own.map(({ target }) => target)]))
  const finished = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' > '))
    if (finished.has(path) || trail.includes(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    finished.add(path)
  }
  for (const path of targets.keys()) visit(path, [])
  assert.deepEqual(cycles, [])
})

test('A package is imported only by the folder that owns it', () => {
  const wrong = imports.filter(({ file, target, isType }) => {
    const [owner] = Object.entries(OWNERS).find(([name]) => target === name || target.startsWith(`${name}/`)) ?? []
    const folder = owner === undefined ? undefined : OWNERS[owner]
    return folder !== undefined && !file.startsWith(`${folder}/`) && !(isType && file === 'container.ts')
  })
  assert.deepEqual(wrong.map(describe), [])
})

test('No file exports a default or passes on the exports of another', () => {
  const wrong = sourceFiles.filter(({ program }) =>
    program.some(
      (node) =>
        node.type === 'ExportDefaultDeclaration' ||
        node.type === 'ExportAllDeclaration' ||
        (node.type === 'ExportNamedDeclaration' && node.source !== null),
    ),
  )
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})
