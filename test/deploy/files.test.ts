/** Files in deploy refer only to settings and files that exist. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { SETTINGS } from '../../src/config.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')

/** Names of settings, in an environment of any of the three formats. */
const listSettings = (text: string): readonly string[] =>
  [...text.matchAll(/(?:^ +|[ =])([A-Z][A-Z_]+)(?:: |=(?=\S))/gm)].map(([, name]) => name ?? '')

const FOREIGN = ['NODE_ENV', 'TMPDIR', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB']

test('Every setting exists in the service', () => {
  for (const name of ['compose.yaml', 'systemd/calends@.service', 'Dockerfile']) {
    const known = listSettings(read(name)).filter((setting) => setting in SETTINGS)
    const unknown = listSettings(read(name)).filter((setting) => !(setting in SETTINGS) && !FOREIGN.includes(setting))
    assert.ok(known.length > 0, name)
    assert.deepEqual(unknown, [], name)
  }
})

test('Every file of the image is in the repository', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, files]) => files?.split(' ') ?? [],
  )
  assert.ok(copied.length > 3)
  assert.deepEqual(
    copied.filter((file) => !existsSync(join(root, file))),
    [],
  )
})

test('cluster.env sets every variable of the files of the cluster, and no others', () => {
  const files = readdirSync(join(root, 'deploy', 'cluster')).map((name) => read(join('cluster', name)))
  const used = new Set(files.flatMap((text) => [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name)))
  assert.ok(used.size > 30)
  assert.deepEqual(Object.keys(parseEnv(read('cluster/cluster.env'))).sort(), [...used].sort())
})
