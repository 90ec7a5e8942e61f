import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reverseTexturize } from '../../src/base/text/reverse-texturize.ts'
import { displayContent, displayTitle } from '../../src/base/text/wptexturize.ts'
import { fc } from '../helper/properties/seeds.ts'

test('Displayed texts become plain texts', () => {
  for (const typed of [`Ann's "Crepes" & more`, 'Monday - Friday', 'One -- two...', 'A 10x20 room']) {
    assert.equal(reverseTexturize(displayTitle(typed), displayTitle), typed)
  }
})

test('Text whose display would change is not converted', () => {
  for (const shown of ['Fish &#038;amp; chips', 'pages 3&#8211;4 &#8217;', '5 &#215; 5']) {
    assert.equal(reverseTexturize(shown, displayTitle), shown)
  }
})

test('Tags are never changed', () => {
  const shown = '<p><a title="&#8220;x&#8221;">It&#8217;s</a></p>'
  assert.equal(reverseTexturize(shown, displayContent), `<p><a title="&#8220;x&#8221;">It's</a></p>`)
})

const pieces = fc.constantFrom(
  'a',
  ' ',
  '"',
  "'",
  '-',
  '--',
  '...',
  '&',
  '2x3',
  '&#8217;',
  '&#038;',
  '<b>',
  '</b>',
  'lt;',
)

test('The result of every displayed text displays the same', () => {
  const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (typed) => {
      for (const display of [displayTitle, displayContent]) {
        const shown = display(typed)
        assert.equal(display(reverseTexturize(shown, display)), shown)
      }
    }),
  )
})
