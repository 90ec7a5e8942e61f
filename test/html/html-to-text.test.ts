import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { convertHtmlToText } from '../../src/base/text/html-to-text.ts'

describe('HTML to lines of text', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['paragraphs are parted by an empty line', '<p>a</p>\n<p>b</p>', 'a\n\nb'],
    ['line breaks and runs of blanks', '<p>a<br />\nb   c\n d</p>', 'a\nb c d'],
    ['entities are characters', '<p>R&#038;B &lt;b&gt; &#8211; &nbsp;x</p>', 'R&B <b> – \u00a0x'],
    ['points of lists', '<p>x</p><ul>\n<li>one</li>\n<li>two</li>\n</ul><p>y</p>', 'x\n\n- one\n- two\n\ny'],
    ['rows and cells', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    [
      'addresses behind words',
      '<a href="https://a.example/?x=1&#038;y=2">here</a>.',
      'here (https://a.example/?x=1&y=2).',
    ],
    ['but not behind themselves', '<a href="https://a.example/">a.example</a>', 'a.example'],
    ['nor what is no address', '<a href="#top">up</a> <a>x</a>', 'up x'],
    ['comments and pictures', 'a<!-- b --><img src="c.png" alt="d" />e', 'ae'],
    ['plain text', 'a < b', 'a < b'],
    ['nothing', '', ''],
  ]
  for (const [name, html, text] of cases) test(name, () => assert.equal(convertHtmlToText(html), text))
})
