/** Texts of the admin: the same keys and values to insert in every language. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { adminFiles, ROOT } from './source-tree.ts'

const FOLDER = join(ROOT, 'admin', 'src', 'messages')
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt']

/** The texts of an area by their keys, such as `shell.sign_in`. */
async function readTexts(language: string, area: string): Promise<Map<string, string>> {
  const module: unknown = await import(pathToFileURL(join(FOLDER, language, area)).href)
  return new Map(flatten(Object(module).messages, ''))
}

const flatten = (value: unknown, key: string): [string, string][] =>
  typeof value === 'string'
    ? [[key, value]]
    : Object.entries(Object(value)).flatMap(([name, child]) => flatten(child, key === '' ? name : `${key}.${name}`))

const findPlaceholders = (text = ''): string[] => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort()

const areas = readdirSync(join(FOLDER, 'en'))

test('Every language has a file for every area', () => {
  for (const language of LANGUAGES) assert.deepEqual(readdirSync(join(FOLDER, language)), areas, language)
})

for (const area of areas) {
  test(`The texts of ${area} have the same keys and values to insert in every language`, async () => {
    const english = await readTexts('en', area)
    for (const language of LANGUAGES) {
      const texts = await readTexts(language, area)
      assert.deepEqual([...texts.keys()].sort(), [...english.keys()].sort(), language)
      for (const [key, text] of english)
        assert.deepEqual(findPlaceholders(texts.get(key)), findPlaceholders(text), `${language} ${key}`)
    }
  })
}

test('Every text that is used exists', async () => {
  const keys = new Set(
    (await Promise.all(areas.map((area) => readTexts('en', area)))).flatMap((texts) => [...texts.keys()]),
  )
  const used = adminFiles
    .filter(({ path }) => !path.startsWith('messages/'))
    .flatMap(({ path, text }) => [...text.matchAll(/\btranslate\('([\w.]+)'/g)].map(([, key = '']) => ({ path, key })))
  const missing = used.filter(({ key }) => !key.startsWith('ra.') && !keys.has(key))
  assert.deepEqual(missing, [])
})
