import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { escapeText, foldLine, formatLine, formatTextLine } from '../../src/feeds/ical-content-line.ts'

const anyText = fc.string({ unit: 'grapheme', maxLength: 400 })
const SIGNS = [';', ',', '\n', '"', '^', "'", ':', 'n', 'ü', '😀', ' ']
const withSigns = fc.string({ unit: fc.constantFrom('\\', ...SIGNS), maxLength: 200 })
/** The parser treats a backslash in a parameter as an escape, which no RFC defines there. */
const withoutBackslashes = fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 200 })

const parts = (folded: string): string[] => folded.slice(0, -2).split('\r\n')

describe('folding', () => {
  test('No line is longer than 75 octets, no character is split, and unfolding restores the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const normalized = text.replace(/[\r\n]/g, '')
        const lines = parts(foldLine(normalized))
        for (const one of lines) {
          assert.ok(Buffer.byteLength(one) <= 75)
          assert.ok(one.isWellFormed())
        }
        assert.equal(lines.map((one, index) => (index === 0 ? one : one.slice(1))).join(''), normalized)
      }),
    )
  })

  test('A line of 75 octets is not folded', () => {
    assert.equal(foldLine('x'.repeat(75)), `${'x'.repeat(75)}\r\n`)
    assert.equal(foldLine('x'.repeat(76)), `${'x'.repeat(75)}\r\n x\r\n`)
    assert.equal(foldLine(`${'x'.repeat(73)}€`), `${'x'.repeat(73)}\r\n €\r\n`)
  })
})

describe('text', () => {
  test('Text is read back unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(withSigns, anyText), (text) => {
        const normalized = text.replace(/\p{Cc}/gu, (sign) => (sign === '\n' ? sign : ''))
        const read = ICAL.Property.fromString(formatTextLine('SUMMARY', `.${normalized}`).slice(0, -2))
        assert.equal(read.getFirstValue(), `.${normalized}`)
      }),
    )
  })

  test('Text has one kind of line break, and no control characters', () => {
    assert.equal(escapeText('a\r\nb\rc\nd\0\x07e\tf'), 'a\\nb\\nc\\nde\tf')
  })

  test('Empty text creates no line', () => assert.equal(formatTextLine('SUMMARY', ''), ''))
})

describe('parameters', () => {
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
