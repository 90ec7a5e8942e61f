/** The order of layers and features, type imports included: docs/architecture.md draws the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FEATURES } from '../../src/features.ts'
import { type Import, sourceFiles } from './source-tree.ts'

/** Folders of `src`, the lowest first. Each imports only from itself and from lower ones; files outside import from all. */
const LAYERS = ['base', 'kernel', 'storage', 'calendar', 'http', 'api', 'pages', 'features']
const TOP_FOLDERS = ['cli', 'process']

/** Pairs of a feature and another one that it imports, with the reason. */
const FEATURE_PAIRS: Readonly<Record<string, string>> = {
  'backup > media': 'archives are written to the same buckets',
  'digests > site': 'mails show events as pages do',
  'directory > webhooks': 'merging replaces records in the filters of webhooks',
  'exports > imports': 'files are read again by imports',
  'exports > wordpress': 'WXR has the meta keys of WordPress',
  'imports > history': 'undoing an import restores revisions',
  'imports > sources': 'a file and a source are fetched in the same way',
  'imports > wordpress': 'WXR has the meta keys of WordPress',
  'media > history': 'images have a history',
  'review > settings': 'reviewers get no mail about sample records',
  'review > submissions': 'submissions are reviewed',
  'settings > accounts': 'the first administrator is signed in',
  'settings > backup': 'health shows the last backup',
  'settings > media': 'posters of sample events are drawn',
  'site > accounts': 'the renderer includes the pages of accounts',
  'site > digests': 'pages have the form of digests',
  'site > directory': 'pages show the tree of categories',
  'site > editing': 'pages show previews',
  'site > submissions': 'the renderer includes the pages of submissions',
  'sources > imports': 'sources are recurring imports',
  'submissions > directory': 'the form shows the tree of categories',
  'submissions > review': 'the page of a submission shows its notes',
  'wordpress > media': 'images are the media of WordPress',
}

/** Packages that only one folder may import, with its sub-folders. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  '@fastify/busboy': ['http'],
  '@opentelemetry/api': ['features/monitoring'],
  '@opentelemetry/exporter-trace-otlp-http': ['features/monitoring'],
  '@opentelemetry/sdk-trace-base': ['features/monitoring'],
  'prom-client': ['features/monitoring'],
  'better-sqlite3': ['storage'],
  pg: ['storage'],
  commander: ['cli'],
  'rrule-temporal': ['calendar/series'],
  'csv-parse': ['features/imports/formats/csv'],
  liquidjs: ['pages/theme'],
  saxes: ['features/imports/formats/wxr'],
  sharp: ['calendar/images', 'features/media'],
  s3mini: ['features/media'],
  'tar-stream': ['features/backup'],
  undici: ['base/net'],
  nodemailer: ['kernel'],
  standardwebhooks: ['features/webhooks'],
  '@simplewebauthn/server': ['features/accounts'],
  'openid-client': ['features/accounts'],
  'ipaddr.js': ['base/net'],
  '@modelcontextprotocol/server': ['features/mcp'],
}

const imports = sourceFiles.flatMap((file) => file.imports)
const describe = ({ file, target }: Import): string => `${file} imports ${target}`

const getLayer = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')
const getFeature = (path: string): string => (getLayer(path) === 'features' ? (path.split('/')[1] ?? '') : '')
/** Files of the root and of the other folders are above all layers. */
const getLevel = (path: string): number => (LAYERS.indexOf(getLayer(path)) + LAYERS.length + 1) % (LAYERS.length + 1)
const formatImport = ({ file, target }: Import): string => `${file} > ${target}`
const internal = imports.filter(({ target }) => target.endsWith('.ts'))

test('Every folder of src is a layer, or above all of them', () => {
  const folders = new Set(sourceFiles.map(({ path }) => getLayer(path)).filter((folder) => folder !== ''))
  assert.deepEqual([...folders].sort(), [...LAYERS, ...TOP_FOLDERS].sort())
})

test('Layers import only from lower ones', () => {
  const wrong = internal.filter(({ file, target }) => getLevel(target) > getLevel(file))
  assert.deepEqual(wrong.map(formatImport), [])
})

test('Features import only those that are listed with a reason', () => {
  const pairs = internal
    .map(({ file, target }) => [getFeature(file), getFeature(target)])
    .filter(([from, to]) => from !== '' && to !== '' && from !== to)
    .map(([from, to]) => `${from} > ${to}`)
  assert.deepEqual([...new Set(pairs)].sort(), Object.keys(FEATURE_PAIRS).sort())
})

test('Every folder of features has a feature of its name, which requires those that it imports', () => {
  const folders = new Set(sourceFiles.map(({ path }) => getFeature(path)).filter((name) => name !== ''))
  assert.deepEqual(FEATURES.map(({ name }) => name).sort(), [...folders].sort())
  for (const pair of Object.keys(FEATURE_PAIRS)) {
    const [from, to = ''] = pair.split(' > ')
    assert.ok(FEATURES.find(({ name }) => name === from)?.requires?.includes(to), pair)
  }
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
    const folders = owner === undefined ? undefined : OWNERS[owner]
    return (
      folders !== undefined &&
      !folders.some((folder) => file.startsWith(`${folder}/`)) &&
      !(isType && file === 'app.ts')
    )
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
