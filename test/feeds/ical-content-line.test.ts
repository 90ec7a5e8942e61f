import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { escapeText, foldLine, formatLine, formatTextLine } from '../../src/feeds/ical-content-line.ts'

const anyText = fc.string({ unit: 'grapheme', maxLength: 400 })
const SIGNS = [';', ',', '\n', '"', '^', "'", ':', 'n', 'ü', '😀', ' ']
const withSigns = fc.string({ unit: fc.constantFrom('\\', ...SIGNS), maxLength: 200 })
/** ical.js treats a backslash in parameters as an escape, which no RFC defines. */
const withoutBackslashes = fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 200 })

const parts = (folded: string): string[] => folded.slice(0, -2).split('\r\n')

describe('Line folding', () => {
  test('A folded line has at most 75 octets, splits no character, and unfolds to the original', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = text.replace(/[\r\n]/g, '')
        const lines = parts(foldLine(expected))
        for (const one of lines) {
          assert.ok(Buffer.byteLength(one) <= 75)
          assert.ok(one.isWellFormed())
        }
        assert.equal(lines.map((one, at) => (at === 0 ? one : one.slice(1))).join(''), expected)
      }),
    )
  })

  test('A line of 75 octets is not folded', () => {
    assert.equal(foldLine('x'.repeat(75)), `${'x'.repeat(75)}\r\n`)
    assert.equal(foldLine('x'.repeat(76)), `${'x'.repeat(75)}\r\n x\r\n`)
    assert.equal(foldLine(`${'x'.repeat(73)}€`), `${'x'.repeat(73)}\r\n €\r\n`)
  })
})

describe('TEXT values', () => {
  test('A text is read back unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(withSigns, anyText), (text) => {
        const expected = text.replace(/\p{Cc}/gu, (sign) => (sign === '\n' ? sign : ''))
        const read = ICAL.Property.fromString(formatTextLine('SUMMARY', `.${expected}`).slice(0, -2))
        assert.equal(read.getFirstValue(), `.${expected}`)
      }),
    )
  })

  test('Line breaks are normalized and control characters removed', () => {
    assert.equal(escapeText('a\r\nb\rc\nd\0\x07e\tf'), 'a\\nb\\nc\\nde\tf')
  })

  test('An empty text creates no line', () => assert.equal(formatTextLine('SUMMARY', ''), ''))
})

describe('Property parameters', () => {
  test('Parameters are read back unchanged, including quotes and carets', () => {
    fc.assert(
      fc.property(withoutBackslashes, (name) => {
        const read = ICAL.Property.fromString(
          formatLine('ORGANIZER', 'mailto:a@b.example', { CN: `.${name}` }).slice(0, -2),
        )
        assert.equal(read.getParameter('cn'), `.${name}`)
      }),
    )
  })
})
