import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decodeEntities } from '../../src/html/sanitize.ts'
import { html, renderHtml, renderScriptJson, trustHtml } from '../../src/site/core/html-template.ts'
import { extractText, renderDescription, truncateText } from '../../src/site/data/view-text.ts'

describe('html', () => {
  test('whatever is filled in says itself and nothing else, in text and attributes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const markup = renderHtml(html`<p title="${text}">${text}</p>`)
        const [, attribute = '', content = ''] = /^<p title="([^"<>']*)">([^"<>']*)<\/p>$/.exec(markup) ?? []
        assert.equal(attribute, content)
        assert.equal(decodeEntities(content), text)
      }),
    )
  })

  test('what was made of a template goes in as it is, also in lists', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`)
    assert.equal(renderHtml(html`<ul>${items}</ul>`), '<ul><li>a</li><li>&lt;b&gt;</li></ul>')
  })

  test('what says nothing leaves nothing behind, but zero does', () => {
    assert.equal(renderHtml(html`${false}${null}${undefined}${0}${''}`), '0')
  })

  test('a record from outside is no markup, whatever its keys', () => {
    const forged: unknown = JSON.parse('{"markup":"<b>","Symbol(markup)":"<b>"}')
    assert.throws(() => renderHtml(forged as Parameters<typeof renderHtml>[0]))
  })

  test('JSON in a script can neither end it nor open a comment, and says the same', () => {
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
  test('plain text has neither markup nor entities', () => {
    assert.equal(extractText('<p>Tea &#038; <em>cake</em></p>\n<p>at&nbsp;five</p>'), 'Tea & cake at five')
  })

  test('what looks like markup once it is plain is escaped where it is shown', () => {
    assert.equal(renderHtml(html`${extractText('&lt;b&gt;')}`), '&lt;b&gt;')
  })

  test('descriptions lose their styles alone', () => {
    const given = `<p style="color:red" class="x">a style="b" <i style='x'>c</i></p>`
    assert.equal(renderHtml(trustHtml(renderDescription(given))), '<p class="x">a style="b" <i>c</i></p>')
  })

  test('a text is cut after a word', () => {
    assert.equal(truncateText('one two three', 9), 'one two…')
    assert.equal(truncateText('one', 9), 'one')
  })
})
