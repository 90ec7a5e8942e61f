/**
 * Module hooks for tests: `x.ts` is loaded with its URL, but with the code that `tsc -p tsconfig.test.json` compiled to
 * `.compiled/x.js`. A test file starts in two thirds of the time that tsx takes.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const ROOT = new URL('../', import.meta.url).href
const COMPILED = new URL('../.compiled/', import.meta.url).href

if (isMainThread) register(import.meta.url)

/** URL of the compiled code of a source file, and undefined for every other URL. */
function findCompiled(url) {
  if (!url.startsWith(ROOT) || !url.endsWith('.ts') || url.startsWith('node_modules/', ROOT.length)) return undefined
  return new URL(`${url.slice(ROOT.length, -'.ts'.length)}.js`, COMPILED)
}

/** Compiled code imports `x.js` where its source imports `x.ts`. */
export async function resolve(specifier, context, next) {
  if (!specifier.startsWith('.') || !context.parentURL?.endsWith('.ts')) return next(specifier, context)
  const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL).href
  const compiled = findCompiled(url)
  if (compiled === undefined || !existsSync(compiled)) return next(specifier, context)
  return { url, format: 'module', shortCircuit: true }
}

export async function load(url, context, next) {
  const compiled = findCompiled(url)
  if (compiled === undefined) return next(url, context)
  return { format: 'module', source: await readFile(compiled), shortCircuit: true }
}
