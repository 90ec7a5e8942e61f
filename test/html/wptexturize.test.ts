import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sanitizeHtml } from '../../src/base/text/sanitize.ts'
import {
  displayContent,
  displayExcerpt,
  displayTitle,
  toJsonLdName,
  toJsonLdText,
} from '../../src/base/text/wptexturize.ts'
import { assertLinearTime } from '../helper/properties/linear-time.ts'
import { fc } from '../helper/properties/seeds.ts'

const WORDS = [
  'word',
  "It's",
  '"quoted"',
  "'single'",
  '--',
  '---',
  '-',
  'a--b',
  '...',
  '10x20',
  '0x20',
  '5x5x5',
  '&',
  '&amp;',
  '&#8217;',
  '\n',
  '\n\n',
  ' ',
  '<b>',
  '</b>',
  '<br />',
  '<p>para</p>',
  '<p class="x">',
  '</p>',
  '<ul>\n<li>"one"\ntwo</li>\n</ul>',
  '<pre>a -- "b"\n\nc</pre>',
  '<code>--</code>',
  '<h2>Head\nline</h2>',
  '<div>a\n\nb</div>',
  '<blockquote>q</blockquote>',
  '<a href="/a--b" title="x">l</a>',
  '<hr />',
  '(',
  'é🎉',
]
const realistic = fc
  .array(fc.constantFrom(...WORDS), { maxLength: 14 })
  .chain((words) => fc.constantFrom('', ' ').map((glue) => sanitizeHtml(words.join(glue))))

describe('displayTitle', () => {
  const cases: [string, string][] = [
    ['Plain', 'Plain'],
    [' blanks ', 'blanks'],
    ['', ''],
    [
      `It's "quoted" -- dash... 10x20 (c) & more`,
      'It&#8217;s &#8220;quoted&#8221; &#8212; dash&#8230; 10&#215;20 (c) &#038; more',
    ],
    [`'single' <a href="x">l</a>`, '&#8216;single&#8217; <a href="x">l</a>'],
    ['<b>Bold</b> & "q"', '<b>Bold</b> &#038; &#8220;q&#8221;'],
    ['"<b>q</b>"', '&#8220;<b>q</b>&#8221;'],
    [`"'nested' quotes"`, '&#8220;&#8216;nested&#8217; quotes&#8221;'],
    ["The '80s", 'The &#8217;80s'],
    ['Talk - Part --- 2', 'Talk &#8211; Part &#8212; 2'],
    ['100% &amp; &lt;tag&gt; &#39; %s', '100% &amp; &lt;tag&gt; &#39; %s'],
    ['a \\" \\\\ b', 'a \\&#8221; \\\\ b'],
    ['<code>a -- "b"</code> "c"', '<code>a -- "b"</code> &#8220;c&#8221;'],
    ['0x20 5x5x5 1.5x2', '0x20 5&#215;5&#215;5 1.5&#215;2'],
    ['日本語イベント 🎉', '日本語イベント 🎉'],
  ]
  for (const [raw, shown] of cases) test(raw, () => assert.equal(displayTitle(raw), shown))

  test('Titles that are converted twice equal those converted once', () => {
    fc.assert(
      fc.property(realistic, (text) => assert.equal(displayTitle(displayTitle(text)), displayTitle(text))),
      { numRuns: 500 },
    )
  })
})

describe('displayContent', () => {
  const cases: [string, string][] = [
    ['', ''],
    [' \n ', ''],
    ['desc', '<p>desc</p>'],
    ['Plain text body\nnext line\n\nnew paragraph', '<p>Plain text body<br />\nnext line</p>\n<p>new paragraph</p>'],
    ['a\r\nb\r\n\r\nc', '<p>a<br />\nb</p>\n<p>c</p>'],
    ['<p>a</p>\n\n<p>b</p>', '<p>a</p>\n<p>b</p>'],
    ['<p>ok</p>text <img src="x" />', '<p>ok</p>\n<p>text <img src="x" /></p>'],
    ['before <ul>\n<li>1</li>\n</ul> after', '<p>before </p>\n<ul>\n<li>1</li>\n</ul>\n<p> after</p>'],
    ['<div>a\nb</div>', '<div>a<br />\nb</div>'],
    ['<div>a\n\nb</div>', '<div>\n<p>a</p>\n<p>b</p>\n</div>'],
    ['<p>a\n\nb</p>', '<p>a</p>\n<p>b</p>'],
    ['<pre>a\n\n"b" -- c</pre>', '<pre>a\n\n"b" -- c</pre>'],
    ['a<br />\nb', '<p>a<br />\nb</p>'],
    ['a\n<hr />\nb', '<p>a</p>\n<hr />\n<p>b</p>'],
    ['<!-- wp:paragraph -->\n<p>Hello</p>\n<!-- /wp:paragraph -->', '<p>Hello</p>'],
    ['<a title="x\n\ny">l</a>', '<p><a title="x  y">l</a></p>'],
    ['say "hi"\n"there"', '<p>say &#8220;hi&#8221;<br />\n&#8220;there&#8221;</p>'],
    ['5 < 6\nx', '<p>5 < 6<br />\nx</p>'],
  ]
  for (const [raw, shown] of cases) test(JSON.stringify(raw), () => assert.equal(displayContent(raw), shown))

  test('Content that is converted twice equals content converted once', () => {
    fc.assert(
      fc.property(realistic, (text) => assert.equal(displayContent(displayContent(text)), displayContent(text))),
      { numRuns: 1000 },
    )
  })

  test('The conversion adds no tags but paragraphs and line breaks', () => {
    const tags = (html: string) => html.match(/<(?!\/?(?:p|br)\b)[^>]+>/g)
    fc.assert(fc.property(realistic, (text) => assert.deepEqual(tags(displayContent(text)), tags(text))))
  })

  test('The conversion takes linear time', async () => {
    for (const unit of [
      '<b',
      '<!--',
      '<div>',
      '</div>',
      '\n',
      ' ',
      ' \n',
      '"',
      "'",
      '&',
      '-',
      '.',
      '1x',
      '<p>"',
      '<pre>',
      '1,',
    ]) {
      await assertLinearTime(unit, displayContent)
      await assertLinearTime(unit, displayTitle)
    }
  })
})

test('An excerpt is displayed like content', () => {
  assert.equal(displayExcerpt('"e"'), '<p>&#8220;e&#8221;</p>')
})

test('json_ld has one escaped paragraph', () => {
  assert.equal(toJsonLdText(''), '')
  assert.equal(toJsonLdText('<p>Short alpha excerpt</p>'), '&lt;p&gt;Short alpha excerpt&lt;/p&gt;\\n')
  assert.equal(
    toJsonLdText('<p>Plain <em>text</em><br />\nnext line</p>\n<p>It&#8217;s</p>'),
    '&lt;p&gt;Plain text next line It&#8217;s&lt;/p&gt;\\n',
  )
})

test('json_ld has the escaped title', () => {
  assert.equal(toJsonLdName('<b>A</b> &#038; B'), '&lt;b&gt;A&lt;/b&gt; &#038; B')
})
