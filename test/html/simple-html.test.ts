import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sanitizeByParser } from '../../src/base/text/sanitize.ts'
import { isSimpleHtml } from '../../src/base/text/simple-html.ts'
import { fc } from '../helper/properties/seeds.ts'

const MAX_TAGS = 100
const NAMES = 'a b i u s em strong p li ul ol h2 blockquote code span sub div table img script svg br'.split(' ')
const TEXTS = [
  'text',
  ' ',
  '\n',
  '>',
  '"',
  "'",
  '&',
  '&amp;',
  '&lt;',
  '&#60;',
  '<',
  '</',
  '<!--',
  '-->',
  '\\',
  'ü',
  '\0',
]
const TAGS = [
  ...NAMES.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} />`]),
  ...['<br />', '<P>', '<p >', '<p class="x">', '<a href="https://a.example/?b=1#c">', '<a href="javascript:x">'],
  ...['<a href="http://a.example" target="_blank" rel="noopener">', '<a href="https://a.example" onclick="x">'],
]

const token = fc.constantFrom(...TEXTS, ...TAGS)
/** Mostly well-formed HTML; other texts are hardly ever simple. */
const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...TEXTS.slice(0, 10), '<br />'),
    fc
      .tuple(fc.constantFrom('p', 'ul', 'li', 'em', 'a', 'h2', 'blockquote', 'strong'), fc.array(tie('node')))
      .map(([name, children]) => `<${name}>${children.join('')}</${name}>`),
  ),
}))

test('The sanitizer returns simple HTML unchanged', () => {
  let simple = 0
  const texts = fc.oneof(fc.array(node), fc.array(token)).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (html) => {
      if (!isSimpleHtml(html, MAX_TAGS)) return
      simple++
      assert.equal(sanitizeByParser(html, 'content'), html)
    }),
    { numRuns: 3000 },
  )
  assert.ok(simple > 100)
})

test('Paragraphs, headings, lists and links are simple', () => {
  const html =
    '<h2>Title</h2>\n<p>One <strong>two <em>three</em></strong><br />&amp; <a href="https://a.example/b?c=1#d">four</a></p>' +
    '\n<ul>\n<li>Five</li>\n<li><a href="http://a.example" target="_blank" rel="noopener">six</a></li>\n</ul>'
  assert.equal(isSimpleHtml(html, MAX_TAGS), true)
})

test('Scripts, other attributes and wrong nesting are not simple', () => {
  const texts = [
    ...['<script>x</script>', '<p onclick="x">y</p>', '<a href="javascript:x">y</a>', '<img src="x">', '<!-- x -->'],
    ...['<p><p>x</p></p>', '<em><p>x</p></em>', '<p>x', 'x</p>', '<b><i>x</b></i>', '<ul>x<br /></ul>', 'a<b', '<p/>'],
  ]
  for (const html of texts) assert.equal(isSimpleHtml(html, MAX_TAGS), false, html)
})

test('A text with more tags than allowed is not simple', () => {
  assert.equal(isSimpleHtml('<p>x</p>'.repeat(51), MAX_TAGS), false)
})
