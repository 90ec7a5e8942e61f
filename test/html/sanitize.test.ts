import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sanitizer from 'sanitize-html'
import {
  decodeEntities,
  escapeAmpersands,
  escapeHtml,
  sanitizeHtml,
  stripTags,
  toPlainText,
} from '../../src/base/text/sanitize.ts'
import { assertLinearTime, measureCpuSeconds } from '../helper/properties/linear-time.ts'
import { fc } from '../helper/properties/seeds.ts'

const FORBIDDEN_TAGS =
  /^(?:script|style|iframe|object|embed|form|input|button|textarea|select|svg|math|link|meta|base|template|noscript|title|xmp|plaintext|body|html)$/
const SCRIPTED_ADDRESS = /^(?:javascript|vbscript|data|blob|file):/i

const HOSTILE = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)"',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  "<a href='java\nscript:alert(1)'>x</a>",
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>1</script>">x</a>',
  '<img srcset="javascript:x 1x, https://a.test/b.png 2x">',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<title><img src=x onerror=alert(1)></title>',
  '<textarea><script>1</script></textarea>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p style="width: expression(alert(1))">x</p>',
  '<p style="color:red;position:fixed">x</p>',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<!--',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?php echo 1 ?>',
  '<iframe srcdoc="<script>1</script>"></iframe>',
  '<a title="\'><img src=x onerror=alert(1)>">',
  '</p><form action=javascript:1><input autofocus onfocus=alert(1)>',
  '&lt;script&gt;',
  '<b',
  '<',
  '>',
  '"',
  "'",
  '&',
  '\uFDD0',
  '\0',
]
const PLAIN = ['hello', ' ', '\n', '<b>', '</b>', '<p>', '</p>', '<a href="/x?a=1&b=2">', '</a>', '<br>', '&amp;', '\\']
/** Texts with complete, broken and unknown entities. */
const withEntities = fc.string({
  unit: fc.constantFrom(...'&;#x3a<>"\'', '&amp;', '&#38;', '&lt;', '&eacute;', '&bogus;'),
  maxLength: 30,
})
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE, ...PLAIN), fc.string({ maxLength: 6 })), { maxLength: 12 })
  .map((parts) => parts.join(''))

function parseTags(html: string): { name: string; attributes: Record<string, string> }[] {
  const tags: { name: string; attributes: Record<string, string> }[] = []
  sanitizer(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag: (name, attributes) => tags.push({ name, attributes: { ...attributes } }),
  })
  return tags
}

function assertHarmless(html: string): void {
  for (const { name, attributes } of parseTags(html)) {
    assert.doesNotMatch(name, FORBIDDEN_TAGS, html)
    for (const [attribute, value] of Object.entries(attributes)) {
      assert.doesNotMatch(attribute, /^on|^srcdoc$|^formaction$/i, html)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore them within a URL
      const url = decodeEntities(value).replace(/[\u0000-\u0020]/g, '')
      if (/^(?:href|src|cite|poster)$/.test(attribute)) assert.doesNotMatch(url, SCRIPTED_ADDRESS, html)
      if (attribute === 'style') assert.doesNotMatch(value, /url|expression|position|[\\@/]/i, html)
    }
  }
}

describe('sanitizeHtml', () => {
  const cases: [string, string][] = [
    ['<script>alert(1)</script>', 'alert(1)'],
    ['ZC <script>t</script><i>x</i>', 'ZC t<i>x</i>'],
    ['<p>ok</p><iframe src="x"></iframe><img src=x onerror=alert(1)>', '<p>ok</p><img src="x" />'],
    [
      '<a href="https://a.test/?a=1&b=2&amp;c=3" target="_blank">x</a>',
      '<a href="https://a.test/?a=1&b=2&amp;c=3" target="_blank">x</a>',
    ],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java&Tab;script:alert(1)">x</a>', '<a>x</a>'],
    [
      '<a href="mailto:a@b.test">x</a> <a href="tel:+1">y</a>',
      '<a href="mailto:a@b.test">x</a> <a href="tel:+1">y</a>',
    ],
    [
      '<p style="color:red; position:fixed; text-align: center">x</p>',
      '<p style="color:red; text-align: center">x</p>',
    ],
    ['<p style="background-color:url(x)">x</p>', '<p>x</p>'],
    ['<img srcset="/a.png 1x, /b.png 2x">', '<img srcset="/a.png 1x, /b.png 2x" />'],
    ['<img srcset="javascript:x 1x">', '<img />'],
    ['<img srcset="/a.png nonsense">', '<img />'],
    ['<!-- wp:paragraph -->\n<p>Hi</p>\n<!-- /wp:paragraph -->', '\n<p>Hi</p>\n'],
    ['<b>5 < 6 & 7 > 3</b>', '<b>5 &lt; 6 & 7 > 3</b>'],
    ['<i>x</i> if a<b then', '<i>x</i> if a&lt;b then'],
    ['<i>x</i> <!-- open <b>y</b>', '<i>x</i> &lt;!-- open <b>y</b>'],
  ]
  for (const [raw, clean] of cases) test(raw, () => assert.equal(sanitizeHtml(raw), clean))

  for (const [raw, clean] of [
    ['<script>alert(1)</script>', ''],
    ['ZC <script>t</script><i>x</i>', 'ZC <i>x</i>'],
    ['<style>p { color: red }</style><p>x</p>', '<p>x</p>'],
    ['<scr<script>a</script>ipt>b</script>c', 'aipt>bc'],
  ] as const)
    test(`${raw} in content`, () => assert.equal(sanitizeHtml(raw, 'content'), clean))

  test('Text without tags is unchanged', () => {
    for (const text of ['a & b &amp; &#038; &nbsp; "q" \'s\' > \\ \\\\', '0', '', '50%20off']) {
      assert.equal(sanitizeHtml(text), text)
    }
  })

  test('Text outside of tags is unchanged', () => {
    const text = `<b>x</b> a & b &amp; &#038; &nbsp;&copy &bogus; "q" 's' > \\ \\\\ %20`
    assert.equal(sanitizeHtml(text), text)
  })

  test('Ordinary content is unchanged', () => {
    const html =
      '<h2 class="t" id="a">T</h2>\n<ul>\n<li>1</li>\n</ul>\n<table><tr><td colspan="2">x</td></tr></table>' +
      '<figure><img src="/a.png" alt="A" width="10" loading="lazy" /><figcaption>c</figcaption></figure>'
    assert.equal(sanitizeHtml(html), html)
  })

  test('Sanitizing twice equals sanitizing once', () => {
    fc.assert(fc.property(hostileText, (text) => assert.equal(sanitizeHtml(sanitizeHtml(text)), sanitizeHtml(text))))
  })

  test('The result contains no script', () => {
    for (const text of HOSTILE) assertHarmless(sanitizeHtml(text))
    fc.assert(
      fc.property(hostileText, (text) => assertHarmless(sanitizeHtml(text))),
      { numRuns: 500 },
    )
  })

  test('Sanitizing takes linear time', async () => {
    for (const unit of [
      '<b>',
      '<b></i>',
      '<',
      '<a href="',
      '<!--',
      '<p style="',
      '<a x="',
      '&',
      '<img srcset="a,b ',
      ' a="b"',
    ]) {
      await assertLinearTime(unit, (text) => sanitizeHtml(`<p${text}>`))
      await assertLinearTime(unit, (text) => toPlainText(`<p${text}>`))
    }
    // More tags are not parsed.
    const nested = (tags: number) => '<b>'.repeat(tags / 2) + '</i>'.repeat(tags / 2)
    const small = await measureCpuSeconds(() => sanitizeHtml(nested(624)))
    const large = await measureCpuSeconds(() => sanitizeHtml(nested(9980)))
    assert.ok(large < 1 || large < 64 * small, `${small} s and ${large} s`)
  })
})

describe('plainText', () => {
  const cases: [string, string][] = [
    ['<b>x</b><script>alert(1)</script>', 'x'],
    ['<style>p{}</style> a\n\t b ', 'a b'],
    ['<i>It</i> & <script>alert(1)</script> "q"', 'It & "q"'],
    ['0', '0'],
    ['50%20off', '50%20off'],
    ['back\\slash &amp; co', 'back\\slash &amp; co'],
    ['a <b', 'a &lt;b'],
    ['<<b>script>alert(1)<</b>/script>', '&lt;script>alert(1)&lt;/script>'],
  ]
  for (const [raw, text] of cases) test(raw, () => assert.equal(toPlainText(raw), text))

  test('The result contains no tags, and converting twice equals converting once', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const plain = toPlainText(text)
        assert.ok(!plain.includes('<'))
        assert.equal(toPlainText(plain), plain)
      }),
    )
  })
})

test('stripTags keeps the text of every tag and decodes entities', () => {
  assert.equal(stripTags('<b>x</b><script>alert(1)</script>'), 'xalert(1)')
  assert.equal(stripTags('<b>10</b> &euro; &amp; 5 < 6'), '10 € & 5 < 6')
})

test('escapeHtml escapes all special characters, entities only once', () => {
  assert.equal(escapeHtml(`https://a.test/?a=1&b=2&amp;c`), 'https://a.test/?a=1&amp;b=2&amp;c')
  assert.equal(escapeHtml(`<b> "q" 's' &#8217; &x &;`), '&lt;b&gt; &quot;q&quot; &#039;s&#039; &#8217; &amp;x &amp;;')
  fc.assert(fc.property(withEntities, (text) => assert.equal(escapeHtml(escapeHtml(text)), escapeHtml(text))))
})

test('escapeAmpersands does not change entities and other characters', () => {
  assert.equal(escapeAmpersands('R&B &amp; "q" <'), 'R&amp;B &amp; "q" <')
})

test('decodeEntities decodes numeric and common named entities, one level deep', () => {
  assert.equal(decodeEntities('&#8217;&#x1F389;&eacute;&hellip;&nbsp;&Uuml;'), '’🎉é…\u00a0Ü')
  assert.equal(
    decodeEntities('&amp;lt; &bogus; &#0; &#xD800; &#9999999; & &;'),
    '&lt; &bogus; &#0; &#xD800; &#9999999; & &;',
  )
  fc.assert(fc.property(withEntities, (text) => assert.equal(decodeEntities(text.replaceAll('&', '&amp;')), text)))
})
