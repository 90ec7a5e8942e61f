import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decodeEntities } from '../../src/html/sanitize.ts'
import { html, renderHtml, renderScriptJson, trustHtml } from '../../src/site/core/html-template.ts'
import { extractText, renderDescription, truncateText } from '../../src/site/data/view-models.ts'

describe('the html template tag', () => {
  test('Every inserted value is escaped, in text and attributes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const markup = renderHtml(html`<p title="${text}">${text}</p>`)
        const [, attribute = '', content = ''] = /^<p title="([^"<>']*)">([^"<>']*)<\/p>$/.exec(markup) ?? []
        assert.equal(attribute, content)
        assert.equal(decodeEntities(content), text)
      }),
    )
  })

  test('The result of another template is inserted unchanged, also in lists', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`)
    assert.equal(renderHtml(html`<ul>${items}</ul>`), '<ul><li>a</li><li>&lt;b&gt;</li></ul>')
  })

  test('Empty values insert nothing, except for 0', () => {
    assert.equal(renderHtml(html`${false}${null}${undefined}${0}${''}`), '0')
  })

  test('Parsed JSON is never treated as markup, whatever its keys', () => {
    const forged: unknown = JSON.parse('{"markup":"<b>","Symbol(markup)":"<b>"}')
    assert.throws(() => renderHtml(forged as Parameters<typeof renderHtml>[0]))
  })

  test('JSON in a script can neither end it nor open a comment, and keeps its value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom('</script>', '<!--', ']]>'), fc.string()), (text) => {
        const markup = renderHtml(renderScriptJson({ text }))
        assert.ok(!markup.includes('<'))
        assert.deepEqual(JSON.parse(markup), { text })
      }),
    )
  })
})

describe('texts of records', () => {
  test('Plain text contains neither markup nor entities', () => {
    assert.equal(extractText('<p>Tea &#038; <em>cake</em></p>\n<p>at&nbsp;five</p>'), 'Tea & cake at five')
  })

  test('Text that looks like markup after conversion is escaped where it is shown', () => {
    assert.equal(renderHtml(html`${extractText('&lt;b&gt;')}`), '&lt;b&gt;')
  })

  test('Descriptions lose only their styles', () => {
    const given = `<p style="color:red" class="x">a style="b" <i style='x'>c</i></p>`
    assert.equal(renderHtml(trustHtml(renderDescription(given))), '<p class="x">a style="b" <i>c</i></p>')
  })

  test('Text is truncated after a word', () => {
    assert.equal(truncateText('one two three', 9), 'one two…')
    assert.equal(truncateText('one', 9), 'one')
  })
})
