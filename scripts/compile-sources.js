/** Compiles every source file to `.compiled/`, from which `compiled-sources.js` loads it. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const FOLDERS = ['src', 'test', 'examples', 'bench', 'scripts', 'clients/typescript/src', 'admin/src/messages']

const listSources = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))

/** Loads the compiler when it runs, because `npm test` imports this file before it installs packages. */
export async function compileSources() {
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: FOLDERS.flatMap(listSources),
    outdir: join(root, '.compiled'),
    outbase: root,
    target: 'node20.19',
    format: 'esm',
    logLevel: 'warning',
  })
}
