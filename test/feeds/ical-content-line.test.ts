import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import ICAL from 'ical.js'
import { escapeText, foldLine, formatLine, formatTextLine } from '../../src/calendar/feeds/ical-content-line.ts'
import { fc } from '../helper/properties/seeds.ts'

const SIGNS = [';', ',', '\n', '"', '^', "'", ':', 'n', 'ü', '€', '😀', ' ', '\t']
/** Texts whose fold is within a character of two, three or four octets. */
const nearFold = fc
  .tuple(fc.integer({ min: 55, max: 80 }), fc.string({ unit: fc.constantFrom('x', 'ü', '€', '😀'), maxLength: 80 }))
  .map(([length, rest]) => `${'x'.repeat(length)}${rest}`)
const anyText = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), nearFold)
const withSigns = fc.string({ unit: fc.constantFrom('\\', '\0', '\x7f', '\x85', ...SIGNS), maxLength: 200 })
/** ical.js treats a backslash in parameters as an escape, which no RFC defines. */
const withoutBackslashes = fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 200 })

const parts = (folded: string): string[] => folded.slice(0, -2).split('\r\n')

/** Reads a line as part of a calendar, because `ICAL.Property.fromString` does not unfold. */
function readProperty(line: string, name: string): ICAL.Property {
  const component = new ICAL.Component(ICAL.parse(`BEGIN:VEVENT\r\n${line}END:VEVENT\r\n`))
  const property = component.getFirstProperty(name)
  assert.ok(property, line)
  return property
}

describe('Line folding', () => {
  test('A folded line has at most 75 octets, splits no character, and unfolds to the original', () => {
    let folded = 0
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = text.replace(/[\r\n]/g, '')
        const lines = parts(foldLine(expected))
        if (lines.length > 1) folded++
        for (const one of lines) {
          assert.ok(Buffer.byteLength(one) <= 75)
          assert.ok(one.isWellFormed())
        }
        assert.equal(lines.map((one, at) => (at === 0 ? one : one.slice(1))).join(''), expected)
      }),
    )
    assert.ok(folded > 50, `${folded} texts were folded`)
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
        const expected = text.replace(/\p{Cc}/gu, (sign) => (/[\n\t]/.test(sign) ? sign : ''))
        const read = readProperty(formatTextLine('SUMMARY', `.${text}`), 'summary')
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
        const read = readProperty(formatLine('ORGANIZER', 'mailto:a@b.example', { CN: `.${name}` }), 'organizer')
        assert.equal(read.getParameter('cn'), `.${name}`)
      }),
    )
  })
})
