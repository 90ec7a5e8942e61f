import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  addTrashSuffix,
  createNumberedSlug,
  createSlugStem,
  encodeSlug,
  findFreeSlug,
  removeTrashSuffix,
  slugify,
} from '../../src/base/text/slug.ts'
import { assertLinearTime } from '../helper/properties/linear-time.ts'
import { fc } from '../helper/properties/seeds.ts'

const WELL_FORMED = /^(?:[a-z\d_]|%[89a-f][\da-f]|-(?!-))*$/

describe('slugify', () => {
  const cases: [string, string][] = [
    ['ZC base', 'zc-base'],
    ['Ünïcode & <b>Bold</b> Ω', 'unicode-bold-%cf%89'],
    ['<b>x</b><script>alert(1)</script>', 'xalert1'],
    ['It\'s "quoted" -- dash... 10x20 (c) & more', 'its-quoted-dash-10x20-c-more'],
    ['日本 slug ü', '%e6%97%a5%e6%9c%ac-slug-u'],
    ['ベント', '%e3%83%99%e3%83%b3%e3%83%88'],
    ['🎉🎉', '%f0%9f%8e%89%f0%9f%8e%89'],
    ['a\u0000b\tc\nd\u0007e', 'abcde'],
    ['back\\slash \\" \\\\ done', 'backslash-done'],
    ['100% &amp; &lt;tag&gt; &#39; %s %d', '100-tag-s-d'],
    ['a/b?c', 'a-bc'],
    ['a.b – c\u00a0d', 'a-b-c-d'],
    ['Straße Ærø Łódź', 'strasse-aero-lodz'],
    ['Zürich 東京', 'zurich-%e6%9d%b1%e4%ba%ac'],
    ['zc-trashslug__trashed', 'zc-trashslug__trashed'],
    ['%E6%97%A5-%zz-%2f', '%e6%97%a5-zz-2f'],
    ['--', ''],
    ['?!', ''],
    ['0', '0'],
  ]
  for (const [text, slug] of cases) test(JSON.stringify(text), () => assert.equal(slugify(text), slug))

  test('Slugs have at most 200 characters, and an encoded character is never split', () => {
    assert.equal(slugify('x'.repeat(300)), 'x'.repeat(200))
    const slug = slugify(`a${'日'.repeat(100)}`)
    assert.equal(slug.length, 1 + 22 * 9)
    assert.equal(decodeURIComponent(slug), `a${'日'.repeat(22)}`)
  })

  test('Slugs are well-formed, and the slug of a slug is the same', () => {
    // Characters of one to twelve octets of a slug, and texts that are cut after 200.
    const unit = fc.constantFrom(...'aA-_/. %&<>;\'"', 'ß', 'é', 'Ω', '日', '🎉', 'e\u0301', '%e6', '%E6%97%A5', '%2f')
    const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ unit, maxLength: 250 }))
    fc.assert(
      fc.property(texts, (text) => {
        const slug = slugify(text)
        assert.match(slug, WELL_FORMED)
        assert.ok(slug.length <= 200 && !slug.startsWith('-') && !slug.endsWith('-'))
        assert.doesNotThrow(() => decodeURIComponent(slug))
        assert.equal(slugify(slug), slug)
      }),
    )
  })

  test('slugify takes linear time', async () => {
    for (const unit of ['-', '%e6', '%', ' ', '日', '&', '<a']) await assertLinearTime(unit, slugify)
  })
})

test('numberedSlug truncates the base at a whole character', () => {
  assert.equal(createNumberedSlug('zc-base', 2), 'zc-base-2')
  assert.equal(createNumberedSlug('x'.repeat(200), 12), `${'x'.repeat(197)}-12`)
  const slug = createNumberedSlug(slugify('日'.repeat(100)), 10)
  assert.equal(decodeURIComponent(slug), `${'日'.repeat(21)}-10`)
})

test('freeSlug uses the first free number from 2 on', () => {
  assert.equal(findFreeSlug('a', new Set()), 'a')
  assert.equal(findFreeSlug('a', new Set(['a', 'a-2', 'a-4'])), 'a-3')
})

test('slugStem is a prefix of the base and all its numbered forms', () => {
  assert.equal(createSlugStem('zc-base'), 'zc-base')
  const slug = fc.string({ unit: fc.constantFrom('x', '-', '日', '🎉'), maxLength: 210 }).map(slugify)
  fc.assert(
    fc.property(slug, fc.integer({ min: 2, max: 9_999_999 }), (base, n) => {
      assert.ok(base.startsWith(createSlugStem(base)))
      assert.ok(createNumberedSlug(base, n).startsWith(createSlugStem(base)))
      assert.ok(createNumberedSlug(base, n).length <= 200)
    }),
  )
})

test('The trash suffix fits with its number and can be removed', () => {
  assert.equal(addTrashSuffix('zc-base'), 'zc-base__trashed')
  assert.equal(removeTrashSuffix(createNumberedSlug(addTrashSuffix('zc-base-'), 3)), 'zc-base-')
  for (const base of ['x'.repeat(200), slugify('日'.repeat(100))]) {
    const numbered = createNumberedSlug(addTrashSuffix(base), 1234)
    assert.ok(numbered.length <= 200)
    assert.match(numbered, /__trashed-1234$/)
    assert.ok(base.startsWith(removeTrashSuffix(numbered)))
  }
})

test('encodedSlug keeps characters of imported slugs', () => {
  assert.equal(encodeSlug('A.b--c-'), 'a.b--c-')
  assert.equal(encodeSlug('日%E6%97%A5'), '%e6%97%a5%e6%97%a5')
  assert.equal(encodeSlug('a\u0000b\ud800'), 'ab')
})
