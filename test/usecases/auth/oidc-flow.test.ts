import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createFlowCipher } from '../../../src/features/accounts/oidc-flow.ts'

const random = (bytes: number) => randomBytes(bytes).toString('hex')
const URLS = { returnUrl: 'https://x.example/ä?a=1&b=2', signInUrl: 'https://x.example/sign-in' }
const FLOW = { state: 's', nonce: 'n', verifier: 'v', ...URLS, expires: 100 }

test('A flow that one node has encrypted is decrypted by another with the same secret until it expires', () => {
  const encrypted = createFlowCipher('secret', random).encrypt(FLOW)
  const other = createFlowCipher('secret', random)
  assert.deepEqual(other.decrypt(encrypted, 99), FLOW)
  assert.equal(other.decrypt(encrypted, 100), undefined)
  assert.notEqual(other.encrypt(FLOW), encrypted)
})

test('A flow that was changed, truncated or encrypted with another secret is not decrypted', () => {
  const cipher = createFlowCipher('secret', random)
  const encrypted = cipher.encrypt(FLOW)
  assert.equal(createFlowCipher('Secret', random).decrypt(encrypted, 0), undefined)
  for (const length of [0, 1, 37, 38, encrypted.length - 2])
    assert.equal(cipher.decrypt(encrypted.slice(0, length), 0), undefined)
  for (let index = 0; index < encrypted.length - 1; index += 7) {
    const changed = encrypted.slice(0, index) + (encrypted[index] === 'A' ? 'B' : 'A') + encrypted.slice(index + 1)
    assert.equal(cipher.decrypt(changed, 0), undefined, String(index))
  }
})
