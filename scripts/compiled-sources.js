/**
 * Module hook for tests: `x.ts` is loaded with its URL, but with the code of `.compiled/x.js` (`compile-sources.js`). A
 * test file starts in two thirds of the time that tsx takes.
 */
import { readFile } from 'node:fs/promises'
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const ROOT = new URL('../', import.meta.url).href
const COMPILED = new URL('../.compiled/', import.meta.url)

if (isMainThread) register(import.meta.url)

export async function load(url, context, next) {
  if (!url.startsWith(ROOT) || !url.endsWith('.ts')) return next(url, context)
  const source = await readFile(new URL(url.slice(ROOT.length).replace(/\.ts$/, '.js'), COMPILED))
  return { format: 'module', source, shortCircuit: true }
}
