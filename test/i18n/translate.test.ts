import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LANGUAGES } from '../../src/base/i18n/language.ts'
import type { MessageKey } from '../../src/base/i18n/messages/catalog.ts'
import { en } from '../../src/base/i18n/messages/en.ts'
import { translate } from '../../src/base/i18n/translate.ts'

const KEYS = Object.keys(en) as MessageKey[]
const found = (text: string, expression: RegExp): string[] => [...(text.match(expression) ?? [])].sort()

/** Words that happen to be the same in both languages. */
const SAME = 0.1

for (const language of LANGUAGES.filter((item) => item !== 'en')) {
  describe(`Messages in ${language}`, () => {
    const texts = KEYS.map((key) => ({ key, english: translate('en', key), text: translate(language, key) }))

    test('No message is missing or empty', () => {
      for (const { key, text } of texts) assert.ok(text.trim() !== '', key)
    })

    test('Placeholders and markup equal those of the English text', () => {
      for (const key of KEYS) {
        const [english, text] = [en[key], translate(language, key, PLACEHOLDERS)]
        assert.deepEqual(found(text, /\{\w+\}|<[^>]+>/g), found(english, /\{\w+\}|<[^>]+>/g), key)
      }
    })

    test('Names that programs read are not translated', () => {
      for (const { key, english, text } of texts)
        assert.deepEqual(found(text, /`[^`]+`/g), found(english, /`[^`]+`/g), key)
    })

    test('The messages are translated, not copied from English', () => {
      const same = texts.filter(({ english, text }) => english === text)
      assert.ok(same.length < KEYS.length * SAME, same.map(({ key }) => key).join(', '))
    })
  })
}

/** Fills every placeholder with its own name. */
const PLACEHOLDERS = new Proxy({}, { get: (_, name) => `{${String(name)}}` })
