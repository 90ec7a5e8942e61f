import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmailAddress } from '../../src/base/text/email-address.ts'
import { HOSTILE_ADDRESSES } from '../helper/accounts/hostile-addresses.ts'

test('An address has a local part of atoms and a domain of labels, in any language', () => {
  const valid = [
    'ann@example.org',
    'Ann.Smith+news@mail.example.co.uk',
    "o'brien_{x}@example.org",
    'admin@localhost',
    'jörg@bücher.example',
    '用户@例子.中国',
    'गाँव@उदाहरण.भारत',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
  ]
  assert.deepEqual(
    valid.filter((address) => !isEmailAddress(address)),
    [],
  )
})

test('A text is no address if mail programs read several addresses, a name, a comment or a group in it', () => {
  assert.deepEqual(HOSTILE_ADDRESSES.filter(isEmailAddress), [])
})

test('An incomplete, overlong or malformed text is no address', () => {
  const invalid = [
    ...[
      '',
      'x',
      'a\0b@c',
      'a\ud800@b',
      '@',
      'a@',
      '@b',
      'a@b@c',
      'a@-b',
      'a@b-',
      'a@b..c',
      'a@.b',
      'a@b.',
      '.a@b',
      'a.@b',
      'a..b@c',
      'a@b_c',
    ],
    ...['a@[127.0.0.1]', `a@${'b'.repeat(64)}`, `${'a'.repeat(243)}@example.org`],
  ]
  assert.deepEqual(invalid.filter(isEmailAddress), [])
})
