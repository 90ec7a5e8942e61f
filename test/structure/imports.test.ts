/** The direction of imports between folders, type imports included: docs/architecture.md draws the same order. */
import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { type Import, sourceFiles } from './source-tree.ts'

/**
 * Folders by level, the lowest first. A folder imports from lower levels and from itself, but from no other folder of its
 * own level.
 */
const LEVELS: readonly (readonly string[])[] = [
  ['caching', 'cluster', 'concurrency', 'datetime', 'html', 'i18n/messages'],
  ['i18n', 'text'],
  ['datetime/natural', 'domain'],
  ['domain/images', 'domain/recurrence', 'domain/similarity'],
  ['domain/model'],
  ['domain/history'],
  ['domain/fields', 'domain/imports', 'domain/sources', 'media', 'net/http', 'storage/core'],
  [
    'cli/seed-data',
    'domain/access',
    'domain/fields/accounts',
    'domain/fields/program',
    'domain/fields/series',
    'domain/fields/sources',
    'domain/settings',
    'media/stores',
    'net',
    'observability',
    'storage/caching',
    'storage/identity',
    'storage/migrations',
    'storage/migrations/001-009',
    'storage/migrations/030-039',
    'storage/migrations/040-049',
  ],
  ['domain/fields/imports', 'domain/submissions', 'net/geocoding', 'observability/metrics', 'storage/schema'],
  ['backup/stores', 'domain/query', 'domain/webhooks', 'storage/changes', 'storage/postgres', 'storage/sqlite'],
  ['apidoc/schemas'],
  ['apidoc', 'domain/changes', 'storage', 'storage/queries'],
  [
    'mcp',
    'presenters',
    'storage/queries/changes',
    'storage/queries/listings',
    'storage/queries/names',
    'storage/queries/series',
    'storage/stores',
  ],
  [
    'presenters/accounts',
    'storage/stores/accounts',
    'storage/stores/digests',
    'storage/stores/directory',
    'storage/stores/imports',
    'storage/stores/media',
    'storage/stores/purges',
    'storage/stores/review',
    'storage/stores/settings',
    'storage/stores/sources',
    'storage/stores/submissions',
    'storage/stores/webhooks',
    'storage/stores/writes',
  ],
  [
    ...['presenters/imports', 'presenters/review', 'presenters/series', 'presenters/settings'],
    ...['presenters/sources', 'presenters/webhooks', 'presenters/wordpress'],
  ],
  ['feeds', 'fragments', 'site/core', 'storage/maintenance'],
  ['backup/archive', 'site/theme', 'usecases'],
  ['usecases/auth', 'usecases/background', 'usecases/read/directory'],
  [
    ...['usecases/accounts', 'usecases/health', 'usecases/imports', 'usecases/read', 'usecases/settings'],
    'usecases/sources',
  ],
  ['http/limits', 'http/response', 'usecases/history', 'usecases/media'],
  ['http/request', 'usecases/write'],
  ['usecases/submissions'],
  [
    ...[
      'http/cache',
      'import',
      'site/data',
      'usecases/changes',
      'usecases/digests',
      'usecases/directory',
      'usecases/editing',
    ],
    ...[
      'usecases/program',
      'usecases/review',
      'usecases/sample',
      'usecases/purges',
      'usecases/series',
      'usecases/webhooks',
    ],
  ],
  ['import/site'],
  ['import/comparison'],
  ['import/live', 'import/switch'],
  ['backup', 'backup/replication', 'http/api', 'site/components', 'site/components/document'],
  ['site/components/events'],
  ['site/components/filters'],
  ['import/external', 'http/writes'],
  ['import/formats/csv', 'import/formats/ics', 'import/formats/ndjson', 'import/formats/wxr'],
  ['import/formats/page'],
  ['export', 'import/formats'],
  ['import/sources', 'import/undo'],
  ['import/runs'],
  ['jobs'],
  ['http/routes/common'],
  ['http/routes/history'],
  [
    ...['http/routes/accounts', 'http/routes/batch', 'http/routes/calendar', 'http/routes/changes'],
    ...['http/routes/dates', 'http/routes/directory', 'http/routes/editing', 'http/routes/exports'],
    ...['http/routes/imports', 'http/routes/media', 'http/routes/program', 'http/routes/review'],
    ...['http/routes/series', 'http/routes/sources', 'http/routes/webhooks'],
    'http/routes/wordpress',
  ],
  ['http/routes/settings'],
  [
    ...['http/routes', 'http/system', 'http/system/digests', 'site/pages', 'site/pages/account', 'site/pages/calendar'],
    ...['site/pages/digest', 'site/pages/event'],
    'site/pages/directory',
  ],
  ['http/submissions', 'site/pages/submissions'],
  ['http/server', 'site/handlers'],
  ['settings'],
  [''],
  ['cli/support'],
  ['cli/commands/themes', 'cli/sites'],
  ['cli/commands', 'cli/commands/digests'],
  ['cli'],
]

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

const levelByFolder = new Map(LEVELS.flatMap((folders, level) => folders.map((folder) => [folder, level] as const)))
const getFolder = (path: string): string => (dirname(path) === '.' ? '' : dirname(path))
const imports = sourceFiles.flatMap((file) => file.imports)
const describe = ({ file, target }: Import): string => `${file} imports ${target}`

test('Every folder of src has a level', () => {
  const unknown = new Set(sourceFiles.map(({ path }) => getFolder(path)).filter((folder) => !levelByFolder.has(folder)))
  assert.deepEqual([...unknown], [])
})

test('Folders import only from lower levels', () => {
  const wrong = imports.filter(({ file, target }) => {
    if (!target.endsWith('.ts')) return false
    const [from, to] = [getFolder(file), getFolder(target)]
    return from !== to && (levelByFolder.get(to) ?? 0) >= (levelByFolder.get(from) ?? 0)
  })
  assert.deepEqual(wrong.map(describe), [])
})

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
