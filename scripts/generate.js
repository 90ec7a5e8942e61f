/**
 * `npm run generate`: writes the generated files of the repository again, or those that are named:
 * `npm run generate -- configuration client-schema`.
 */

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.js'

/** Generators by name, in an order in which each finds what it reads; the file is that of a generator that prints. */
const GENERATORS = {
  configuration: undefined,
  limits: undefined,
  'frozen-interface': undefined,
  'frozen-fragments': 'test/fragments/frozen.json',
  golden: undefined,
  examples: undefined,
  'client-schema': undefined,
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !Object.hasOwn(GENERATORS, name))
if (unknown.length > 0) {
  process.stderr.write(`Unknown generators: ${unknown.join(', ')}. Expected ${Object.keys(GENERATORS).join(', ')}.\n`)
  process.exit(1)
}

for (const [name, file] of Object.entries(GENERATORS)) {
  if (named.length > 0 && !named.includes(name)) continue
  const script = join('scripts', 'generate', `${name}.ts`)
  const stdio = ['ignore', file ? 'pipe' : 'inherit', 'inherit']
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', script], { cwd: root, stdio })
  if (status !== 0) process.exit(status ?? 1)
  if (file) writeFileSync(join(root, file), stdout)
  process.stdout.write(`generated ${file ?? name}\n`)
}
