import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPostPassword, verifyPostPassword } from '../../src/calendar/posts/post-password.ts'

test('A digest opens with its password only', () => {
  const stored = hashPostPassword('sesame', 'salt')
  assert.equal(verifyPostPassword('sesame', stored), true)
  for (const other of ['Sesame', 'sesame ', '', undefined, stored])
    assert.equal(verifyPostPassword(other, stored), false, other)
})

test('Equal passwords have different digests, which are valid with their own salt only', () => {
  const [one, two] = ['one', 'two'].map((salt) => hashPostPassword('sesame', salt))
  const [, digest = ''] = one?.split('$') ?? []
  assert.ok(!two?.includes(digest))
  assert.equal(verifyPostPassword('sesame', `two$${digest}`), false)
})

test('A stored text that is no digest opens with nothing', () => {
  for (const stored of ['', 'sesame', 'salt$sesame', '$', `salt$${'0'.repeat(63)}`])
    for (const password of ['', 'sesame', stored]) assert.equal(verifyPostPassword(password, stored), false, stored)
  assert.equal(hashPostPassword('', 'salt'), '')
})
