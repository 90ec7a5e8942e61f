import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/** Which rooms a room may take from; itself always. The top files wire everything and may take from all. */
const MAY_TAKE_FROM: Readonly<Record<string, readonly string[]>> = {
  text: [],
  concurrency: [],
  calendar: ['text'],
  storage: ['calendar', 'text'],
  net: ['concurrency', 'calendar', 'text'],
  present: ['calendar', 'text'],
  apidoc: ['calendar', 'text'],
  feeds: ['calendar', 'text'],
  media: ['concurrency', 'calendar', 'text'],
  actions: ['concurrency', 'storage', 'media', 'net', 'feeds', 'present', 'apidoc', 'calendar', 'text'],
  mcp: ['apidoc', 'calendar', 'text'],
  http: ['concurrency', 'actions', 'mcp', 'feeds', 'present', 'apidoc', 'calendar', 'text'],
  site: ['actions', 'present', 'calendar', 'text'],
  jobs: ['actions', 'present', 'calendar', 'text'],
  import: ['actions', 'storage', 'present', 'calendar', 'text'],
}
const TOP = [
  ...['cli', 'context', 'main', 'workers', 'config'],
  ...['log-stream', 'open-files', 'startup-error', 'version'],
]
/** Packages that only one room may know. */
const ONLY_IN: Readonly<Record<string, string>> = {
  fastify: 'http',
  '@fastify/busboy': 'http',
  kysely: 'storage',
  'better-sqlite3': 'storage',
  pg: 'storage',
  commander: 'cli',
  sharp: 'media',
  s3mini: 'media',
  undici: 'net',
  'ipaddr.js': 'net',
  '@modelcontextprotocol/server': 'mcp',
  '@modelcontextprotocol/server/stdio': 'mcp',
  '@modelcontextprotocol/server/validators/ajv': 'mcp',
}

const source = join(import.meta.dirname, '..', 'src')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))

const roomOf = (file: string): string => (file.split('/')[0] ?? '').replace(/\.ts$/, '')

interface Import {
  readonly from: string
  readonly what: string
  readonly isType: boolean
}

const imports: readonly Import[] = files.flatMap((file) => {
  const text = readFileSync(join(source, file), 'utf8')
  const found = text.matchAll(
    /^(?:import|export)\s(type\s)?[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return [...found].map(([, type, named, bare, late]) => ({
    from: file,
    what: resolve(file, named ?? bare ?? late ?? ''),
    isType: type !== undefined,
  }))
})

function resolve(file: string, what: string): string {
  return what.startsWith('.') ? normalize(join(dirname(file), what)) : what
}

test('imports point one way', () => {
  const wrong = imports.filter(({ from, what }) => {
    const [taker, giver] = [roomOf(from), roomOf(what)]
    if (!what.endsWith('.ts') || TOP.includes(taker) || taker === giver) return false
    return !MAY_TAKE_FROM[taker]?.includes(giver)
  })
  assert.deepEqual(
    wrong.map(({ from, what }) => `${from} takes from ${what}`),
    [],
  )
})

test('every room has its place in the table', () => {
  const rooms = new Set(files.map(roomOf))
  const unknown = [...rooms].filter((room) => !(room in MAY_TAKE_FROM) && !TOP.includes(room))
  assert.deepEqual(unknown, [])
})

test('packages stay in the room that knows them', () => {
  const wrong = imports.filter(({ from, what, isType }) => {
    const room = ONLY_IN[what]
    return room !== undefined && roomOf(from) !== room && !(isType && from === 'context.ts')
  })
  assert.deepEqual(
    wrong.map(({ from, what }) => `${from} takes ${what}`),
    [],
  )
})

test('nothing is exported by default, and no file only passes on others', () => {
  const wrong = files.filter((file) => {
    const text = readFileSync(join(source, file), 'utf8')
    return /^export default/m.test(text) || /^export (?:\*|\{[^}]*\}) from/m.test(text)
  })
  assert.deepEqual(wrong, [])
})

test('no file is longer than 400 lines, but for generated tables and catalogues', () => {
  const isData = (file: string) => file === 'text/zone-names.ts' || file.startsWith('text/messages/')
  const long = files.filter((file) => {
    const { size } = statSync(join(source, file))
    return size > 0 && !isData(file) && readFileSync(join(source, file), 'utf8').split('\n').length > 400
  })
  assert.deepEqual(long, [])
})
