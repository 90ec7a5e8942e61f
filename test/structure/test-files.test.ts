/** Rules about test files, which share processes and are selected by their paths. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ROOT } from './source-tree.ts'

interface Selection {
  readonly SLOW: readonly string[]
  readonly QUICK: readonly string[]
  readonly ALONE: readonly string[]
}

const selection = pathToFileURL(join(ROOT, 'scripts', 'testing', 'selection.js')).href

const testFiles = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.startsWith('high-availability/'))
  .map((path) => join('test', path))

test('Hooks of test files belong to a suite, since those outside would apply to every file of the process', () => {
  assert.ok(testFiles.length > 300)
  const isOutside = (file: string) =>
    /^(?:before|after|beforeEach|afterEach)\(/m.test(readFileSync(join(ROOT, file), 'utf8'))
  assert.deepEqual(testFiles.filter(isOutside), [])
})

test('Every path that selects tests exists', async () => {
  const { SLOW, QUICK, ALONE }: Selection = await import(selection)
  assert.deepEqual(
    [...SLOW, ...QUICK, ...ALONE].filter((path) => !existsSync(join(ROOT, path))),
    [],
  )
})

test('No test is skipped or run alone by a forgotten option', () => {
  const isForgotten = (file: string) =>
    /\b(?:test|describe|it)\.(?:only|skip|todo)\(/.test(readFileSync(join(ROOT, file), 'utf8'))
  assert.deepEqual(testFiles.filter(isForgotten), [])
})
