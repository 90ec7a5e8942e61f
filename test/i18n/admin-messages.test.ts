/** The texts of the admin: every language has the same keys and placeholders. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { LANGUAGES } from '../../src/base/i18n/language.ts'
import type { Json } from '../helper/service.ts'

const FOLDER = new URL('../../admin/src/messages/', import.meta.url)

/** Each text with its path, and its placeholders instead of its words; plural forms have the same ones. */
function describeTexts(node: Json, path = ''): string[] {
  if (typeof node !== 'string')
    return Object.entries(node).flatMap(([key, value]) => describeTexts(value, `${path}.${key}`))
  assert.notEqual(node, '', path)
  const placeholders = [...new Set(node.match(/%\{\w+\}/g))].sort()
  return [[path, ...placeholders, node.includes('||||') ? 'plural' : ''].join(' ')]
}

async function readTexts(path: string): Promise<string[]> {
  const module: Json = await import(new URL(path, FOLDER).href)
  return describeTexts(Object.values(module)[0]).sort()
}

const OTHERS = LANGUAGES.filter((language) => language !== 'en')

for (const file of readdirSync(new URL('en/', FOLDER))) {
  test(`The texts of ${file} have the same keys and placeholders in every language`, async () => {
    const english = await readTexts(`en/${file}`)
    for (const language of OTHERS) assert.deepEqual(await readTexts(`${language}/${file}`), english, language)
  })
}

test('The texts of react-admin have the same keys and placeholders in every language', async () => {
  const [first = '', ...others] = readdirSync(new URL('react-admin/', FOLDER))
  const expected = await readTexts(`react-admin/${first}`)
  assert.ok(others.length >= 4)
  for (const file of others) assert.deepEqual(await readTexts(`react-admin/${file}`), expected, file)
})
