import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeEntities } from '../../src/base/text/sanitize.ts'
import { html, renderHtml, renderScriptJson, trustHtml } from '../../src/pages/html-template.ts'
import { cleanDescription, extractText, truncateText } from '../../src/pages/view-text.ts'
import { fc } from '../helper/properties/seeds.ts'

const pieces = fc.constantFrom(...'<>&"\'/;', '&amp;', '&lt;', '</script>', '<!--', ']]>', '\u2028', 'ü', 'x', ' ')
const texts = fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 20 })
const markupTexts = texts.map((parts) => parts.join(''))

describe('HTML templates', () => {
  test('Interpolated values are escaped in text and attributes', () => {
    fc.assert(
      fc.property(markupTexts, (text) => {
        const markup = renderHtml(html`<p title="${text}">${text}</p>`)
        const [, attribute = '', content = ''] = /^<p title="([^"<>']*)">([^"<>']*)<\/p>$/.exec(markup) ?? []
        assert.equal(attribute, content)
        assert.equal(decodeEntities(content), text)
      }),
    )
  })

  test('Html values are inserted unchanged, also in lists', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`)
    assert.equal(renderHtml(html`<ul>${items}</ul>`), '<ul><li>a</li><li>&lt;b&gt;</li></ul>')
  })

  test('False, null and undefined render as nothing, zero renders as 0', () => {
    assert.equal(renderHtml(html`${false}${null}${undefined}${0}${''}`), '0')
  })

  test('Parsed JSON is never an Html value', () => {
    const forged: unknown = JSON.parse('{"markup":"<b>","Symbol(markup)":"<b>"}')
    assert.throws(() => renderHtml(forged as Parameters<typeof renderHtml>[0]))
  })

  test('JSON in a script cannot close the element or open a comment, and parses to the same value', () => {
    fc.assert(
      fc.property(markupTexts, (text) => {
        const markup = renderHtml(renderScriptJson({ text }))
        assert.ok(!markup.includes('<'))
        assert.deepEqual(JSON.parse(markup), { text })
      }),
    )
  })
})

describe('Texts of records', () => {
  test('extractText removes markup and decodes entities', () => {
    assert.equal(extractText('<p>Tea &#038; <em>cake</em></p>\n<p>at&nbsp;five</p>'), 'Tea & cake at five')
  })

  test('Decoded text that looks like markup is escaped in templates', () => {
    assert.equal(renderHtml(html`${extractText('&lt;b&gt;')}`), '&lt;b&gt;')
  })

  test('cleanDescription removes only inline styles', () => {
    const given = `<p style="color:red" class="x">a style="b" <i style='x'>c</i></p>`
    assert.equal(renderHtml(trustHtml(cleanDescription(given))), '<p class="x">a style="b" <i>c</i></p>')
  })

  test('truncateText cuts after a word', () => {
    assert.equal(truncateText('one two three', 9), 'one two…')
    assert.equal(truncateText('one', 9), 'one')
  })
})
