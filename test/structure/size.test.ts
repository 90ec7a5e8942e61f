/** Sizes of files, functions and folders. */
import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { adminFiles, measureFunctions, ROOT, sourceFiles } from './source-tree.ts'

const MAX_FILE_LINES = 400
const MAX_FUNCTION_LINES = 60
const MAX_PARAMETERS = 4
const MAX_FILES = 30

/** Generated tables and message catalogs. */
const isData = (path: string): boolean =>
  path === 'base/time/zone-names.ts' || /^(?:base\/i18n\/)?messages\//.test(path)

const allFiles = [...sourceFiles, ...adminFiles]

test(`No source file has more than ${MAX_FILE_LINES} lines`, () => {
  const long = allFiles.filter(({ path, text }) => !isData(path) && text.split('\n').length > MAX_FILE_LINES)
  assert.deepEqual(
    long.map(({ path }) => path),
    [],
  )
})

test(`No function has more than ${MAX_FUNCTION_LINES} lines or ${MAX_PARAMETERS} parameters`, () => {
  const wrong = allFiles.flatMap((file) =>
    measureFunctions(file)
      .filter(({ lines, parameters }) => lines > MAX_FUNCTION_LINES || parameters > MAX_PARAMETERS)
      .map(
        ({ name, line, lines, parameters }) => `${file.path}:${line} ${name}: ${lines} lines, ${parameters} parameters`,
      ),
  )
  assert.deepEqual(wrong, [])
})

/** Folders with one file per catalog or migration, which are never split. */
const LISTS = ['src/base/i18n/messages', 'src/storage/migrations']
const isList = (folder: string) => LISTS.includes(folder) || folder.startsWith('admin/src/messages/')

test(`No folder has more than ${MAX_FILES} files`, () => {
  const folders = ['src', 'admin/src', 'test', 'bench', 'scripts'].flatMap((top) => [
    top,
    ...readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
      .map((path) => join(top, path))
      .filter((path) => statSync(join(ROOT, path)).isDirectory()),
  ])
  const full = folders.filter((folder) => {
    const files = readdirSync(join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isFile())
    return !isList(folder) && !folder.startsWith('bench/results') && files.length > MAX_FILES
  })
  assert.deepEqual(full, [])
})
