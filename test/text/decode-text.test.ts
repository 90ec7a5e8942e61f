import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from '../../src/base/text/decode-text.ts'

const toBytes = (binary: string): Buffer => Buffer.from(binary, 'latin1')

/** The encoding, the text and whether there is a warning. */
function decode(bytes: Uint8Array, declaredCharset?: string) {
  const { encoding, text, warning } = decodeText(bytes, { declaredCharset })
  return [encoding, text, warning !== undefined]
}

test('text in UTF-8 is decoded without its byte order mark, whatever charset is declared', () => {
  assert.deepEqual(decode(Buffer.from('\ufeffCafé €'), 'windows-1252'), ['utf-8', 'Café €', false])
})

test('a byte order mark selects UTF-16, also in a text that ends in the middle of a character', () => {
  assert.deepEqual(decode(Buffer.from('\ufeffCafé', 'utf16le')), ['utf-16le', 'Café', false])
  assert.deepEqual(decode(toBytes('\xfe\xff\x00C\x00')), ['utf-16be', 'C\ufffd', false])
})

test('text that is not UTF-8 is decoded in the declared charset', () => {
  assert.deepEqual(decode(toBytes('\xb1\xe6'), 'ISO-8859-2'), ['iso-8859-2', 'ąć', false])
  assert.deepEqual(decode(toBytes('\xe9\x92'), 'latin1'), ['windows-1252', 'é’', false])
  assert.deepEqual(decode(Buffer.from('Café', 'utf16le'), 'UTF-16LE'), ['utf-16le', 'Café', false])
})

test('other text is decoded as Windows-1252 with a warning', () => {
  assert.deepEqual(decode(toBytes('Caf\xe9 \x80 \x93x\x94')), ['windows-1252', 'Café € “x”', true])
  assert.deepEqual(decode(toBytes('Caf\xe9'), 'utf-8'), ['windows-1252', 'Café', true])
  assert.deepEqual(decode(toBytes('Caf\xe9'), 'nonsense'), ['windows-1252', 'Café', true])
})

test('a bad byte does not change the other characters of a text in UTF-8', () => {
  const bytes = Buffer.concat([Buffer.from('\ufeffKöln, '), toBytes('Caf\xe9'), Buffer.from(' 😀')])
  assert.deepEqual(decode(bytes), ['windows-1252', 'Köln, Café 😀', true])
})
